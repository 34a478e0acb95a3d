/** A 4 × 4 matrix by rows, written for the tests from textbook formulas and independent of the readers' map. */
export type Matrix = readonly (readonly number[])[];
export type Position = readonly [easting: number, northing: number, elevation: number];

/** The product of matrices: the last one is applied first. */
export function product(...factors: readonly Matrix[]): Matrix {
  return factors.reduce((a, b) =>
    a.map((row) => [0, 1, 2, 3].map((j) => row.reduce((sum, v, k) => sum + v * b[k]![j]!, 0))),
  );
}

export function shifted(e: number, n: number, z: number): Matrix {
  return [
    [1, 0, 0, e],
    [0, 1, 0, n],
    [0, 0, 1, z],
    [0, 0, 0, 1],
  ];
}

export function scaled(e: number, n: number, z: number): Matrix {
  return [
    [e, 0, 0, 0],
    [0, n, 0, 0],
    [0, 0, z, 0],
    [0, 0, 0, 1],
  ];
}

/** A rotation about the vertical, counter-clockwise. */
export function turned(degrees: number): Matrix {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [
    [c, -s, 0, 0],
    [s, c, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
  ];
}

/** The arbitrary axis algorithm by the wording of the DXF reference: from an entity's coordinates to the world's. */
export function extruded(direction: Position): Matrix {
  const n = unit(direction);
  const isNearVertical = Math.abs(n[0]) < 1 / 64 && Math.abs(n[1]) < 1 / 64;
  const ax = unit(cross(isNearVertical ? [0, 1, 0] : [0, 0, 1], n));
  const ay = unit(cross(n, ax));
  return [
    [ax[0], ay[0], n[0], 0],
    [ax[1], ay[1], n[1], 0],
    [ax[2], ay[2], n[2], 0],
    [0, 0, 0, 1],
  ];
}

export function apply(matrix: Matrix, [e, n, z]: Position): Position {
  const row = (k: number): number => matrix[k]![0]! * e + matrix[k]![1]! * n + matrix[k]![2]! * z + matrix[k]![3]!;
  return [row(0), row(1), row(2)];
}

function cross(a: Position, b: Position): Position {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit([x, y, z]: Position): Position {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
