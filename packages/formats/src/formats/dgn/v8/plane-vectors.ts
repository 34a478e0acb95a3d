/** A position or a direction in the job; the third coordinate of a position may be unknown. */
export type Position = readonly [number, number, number];

/** A product that ignores unknown elevations. */
export function dot(a: Position, b: Position): number {
  return a[0] * b[0] + a[1] * b[1] + (Number.isNaN(a[2]) ? 0 : a[2] * b[2]);
}

export function moved(place: Position, direction: Position, way: number): Position {
  return [place[0] + direction[0] * way, place[1] + direction[1] * way, place[2] + direction[2] * way];
}

export function mid(a: Position, b: Position): Position {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}

export function combined(a: Position, p: number, b: Position, q: number): Position {
  return [a[0] * p + b[0] * q, a[1] * p + b[1] * q, a[2] * p + b[2] * q];
}

export function distance(a: Position, b: Position): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], Number.isNaN(a[2]) ? 0 : a[2] - b[2]);
}

/** The direction from a position to another one, of length 1; zeros if they are the same. */
export function towards(from: Position, to: Position): Position {
  const length = distance(from, to) || 1;
  const up = Number.isNaN(from[2]) ? 0 : to[2] - from[2];
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length, up / length];
}

/** A direction or its opposite, so that a text along it is not upside down. */
export function readable(direction: Position): Position {
  const isUpsideDown = direction[0] < -1e-9 || (Math.abs(direction[0]) <= 1e-9 && direction[1] < 0);
  return isUpsideDown ? [-direction[0], -direction[1], -direction[2]] : direction;
}
