import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { block, drawing, type Groups } from './testing/groups.ts';
import { apply, extruded, type Matrix, type Position, product, scaled, shifted, turned } from './testing/matrices.ts';
import { entitiesOf, readGroups } from './testing/reading.ts';
import { assertNear, entity, shape, shapes } from './testing/shapes.ts';

// Positions under extrusion directions, nested references and arrays, compared with the test's own matrices.

const whole = fc.integer({ min: -50, max: 50 });
const place = fc.tuple(whole, whole, whole);
/** Directions: any, and those on either side of the limit at which the algorithm changes its axis. */
const direction: fc.Arbitrary<Position> = fc.oneof(
  place.filter((v) => v.some((value) => value !== 0)),
  fc.tuple(
    fc.constantFrom(0, 1, -1, 1.9, 0.9),
    fc.constantFrom(0, 1, -1, -1.9),
    fc.constantFrom(64, -64, 63, 65, 1000),
  ),
);
const at = ([e, n, z]: Position, code = 10): Groups => [code, e, code + 10, n, code + 20, z];
const normal = (v: Position): Groups => at(v, 210);

/** Reads an entity with any extrusion, and compares what is drawn with the same positions transformed by the matrix. */
async function inAnyPlane(
  groups: (at: Position) => Groups,
  drawn: (at: Position) => readonly Position[],
  table: 'lines' | 'areas' = 'lines',
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(direction, place, async (towards, from) => {
      const found = shape(await readGroups(entitiesOf([...groups(from), ...normal(towards)])), 0, table);
      const matrix = extruded(towards);
      const expected = drawn(from).map((position) => apply(matrix, position));
      for (const position of expected)
        assert.ok(
          found.vertices.some((v) => v.every((value, k) => Math.abs(value - position[k]!) < 1e-7)),
          `${position} is not among ${JSON.stringify(found.vertices.slice(0, 4))}`,
        );
    }),
    { numRuns: 60 },
  );
}

test('polylines, solids and arcs are in the plane of their extrusion', async () => {
  await inAnyPlane(
    ([e, n, z]) => [...entity(`LWPOLYLINE 90 3 70 0 38 ${z}`), 10, e, 20, n, 10, e + 5, 20, n, 10, e + 5, 20, n + 7],
    ([e, n, z]) => [
      [e, n, z],
      [e + 5, n, z],
      [e + 5, n + 7, z],
    ],
  );
  await inAnyPlane(
    ([e, n, z]) => [
      ...entity('SOLID'),
      ...at([e, n, z]),
      ...at([e + 4, n, z], 11),
      ...at([e, n + 3, z], 12),
      ...at([e + 4, n + 3, z], 13),
    ],
    ([e, n, z]) => [
      [e, n, z],
      [e + 4, n, z],
      [e + 4, n + 3, z],
      [e, n + 3, z],
    ],
    'areas',
  );
  await inAnyPlane(
    (from) => [...entity('ARC 40 5 50 0 51 90'), ...at(from)],
    ([e, n, z]) => [
      [e + 5, n, z],
      [e, n + 5, z],
    ],
  );
  await inAnyPlane(
    (from) => [...entity('CIRCLE 40 5'), ...at(from)],
    ([e, n, z]) => [
      [e + 5, n, z],
      [e - 5, n, z],
    ],
  );
});

test('lines, ellipses, splines and faces are in world coordinates, regardless of their extrusion', async () => {
  await fc.assert(
    fc.asyncProperty(direction, place, async (towards, from) => {
      const [e, n, z] = from;
      const read = await readGroups(
        entitiesOf(
          [...entity('LINE'), ...at(from), ...at([e + 1, n, z], 11), ...normal(towards)],
          [...entity('SPLINE 70 8 71 1 40 0 40 0 40 1 40 1'), ...at(from), ...at([e + 1, n, z]), ...normal(towards)],
          [...entity('POLYLINE 66 1 70 8'), ...normal(towards)],
          [...entity('VERTEX 70 32'), ...at(from)],
          [...entity('VERTEX 70 32'), ...at([e + 1, n, z])],
          entity('SEQEND'),
        ),
      );
      for (const { vertices } of shapes(read)) assertNear(vertices, [from, [e + 1, n, z]]);
    }),
    { numRuns: 40 },
  );
});

test('an arc stays an arc in a level plane, seen from above or below, and becomes chords elsewhere', async () => {
  const arc = (v: Position): Groups => [...entity('ARC 10 1 20 2 30 0 40 5 50 0 51 90'), ...normal(v)];
  const read = await readGroups(entitiesOf(arc([0, 0, 7]), arc([0, 0, -0.001]), arc([0, 1, 0]), arc([1, 0, 100])));
  const bulge = Math.tan(Math.PI / 8);
  assertNear(
    shapes(read)
      .slice(0, 2)
      .map(({ bulges }) => bulges[0]),
    [bulge, -bulge],
  );
  for (const { vertices, bulges } of shapes(read).slice(2)) {
    assert.ok(vertices.length > 5 && bulges.every((value) => value === 0));
  }
  // Every vertex of the vertical arc is 5 from its centre, to which the matrix maps its own.
  const centre = apply(extruded([0, 1, 0]), [1, 2, 0]);
  for (const v of shape(read, 2).vertices)
    assertNear(Math.hypot(v[0]! - centre[0], v[1]! - centre[1], v[2]! - centre[2]), 5);
});

/** A reference: place, scale, rotation, plane and array. */
interface Reference {
  readonly at: Position;
  readonly scale: Position;
  readonly degrees: number;
  readonly towards: Position;
  readonly columns: number;
  readonly rows: number;
  readonly spacing: readonly [number, number];
  /** Base position of its block. */
  readonly base: Position;
}

const factor = fc.constantFrom(1, 1, -1, 2, 0.5, -3);
const reference: fc.Arbitrary<Reference> = fc.record({
  at: place,
  scale: fc.tuple(factor, factor, factor),
  degrees: fc.constantFrom(0, 90, 180, 270, 30, -45, 123.456),
  towards: fc.oneof({ weight: 3, arbitrary: fc.constant<Position>([0, 0, 1]) }, direction),
  columns: fc.constantFrom(1, 1, 2),
  rows: fc.constantFrom(1, 1, 3),
  spacing: fc.tuple(whole, whole),
  base: place,
});

function groupsOf(name: string, { at: from, scale, degrees, towards, columns, rows, spacing }: Reference): Groups {
  const size: Groups = [41, scale[0], 42, scale[1], 43, scale[2], 50, degrees];
  return [
    ...entity(`INSERT 8 0 2 ${name}`),
    ...at(from),
    ...size,
    70,
    columns,
    71,
    rows,
    44,
    spacing[0],
    45,
    spacing[1],
    ...normal(towards),
  ];
}

/**
 * The maps that each cell of a reference applies to its block. Cells are rotated like the reference, but not scaled.
 */
function cellsOf({ at: from, scale, degrees, towards, columns, rows, spacing, base }: Reference): Matrix[] {
  const cells: Matrix[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      cells.push(
        product(
          extruded(towards),
          shifted(...from),
          turned(degrees),
          shifted(column * spacing[0], row * spacing[1], 0),
          scaled(...scale),
          shifted(-base[0], -base[1], -base[2]),
        ),
      );
  return cells;
}

test('nested references, scaled unevenly, rotated, mirrored, in arrays and planes, equal the product of their matrices', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(reference, { minLength: 1, maxLength: 3 }), place, place, async (levels, from, to) => {
      // The innermost block contains the line; each level refers to the one inside it.
      const inner: Groups = [...entity('LINE 8 0'), ...at(from), ...at(to, 11)];
      const blocks = levels.map((level, i): Groups => {
        const content = i === 0 ? inner : groupsOf(`B${i - 1}`, levels[i - 1]!);
        return [...entity(`BLOCK 8 0 2 B${i} 70 0`), ...at(level.base), ...content, 0, 'ENDBLK'];
      });
      const last = levels.length - 1;
      const read = await readGroups(drawing(blocks, [groupsOf(`B${last}`, levels[last]!)]));
      let matrices: Matrix[] = [turned(0)];
      for (const level of levels.toReversed())
        matrices = matrices.flatMap((outer) => cellsOf(level).map((cell) => product(outer, cell)));
      assertNear(
        shapes(read).map(({ vertices }) => vertices),
        matrices.map((matrix) => [apply(matrix, from), apply(matrix, to)]),
        '',
        1e-8,
      );
    }),
    { numRuns: 120 },
  );
});

test('a circle in any reference is where the matrix maps it, as arcs or chords', async () => {
  await fc.assert(
    fc.asyncProperty(reference, async (level) => {
      const one = { ...level, columns: 1, rows: 1 };
      const contents = block('B', entity('CIRCLE 8 0 10 3 20 4 30 0 40 2'));
      const read = await readGroups(drawing([contents], [groupsOf('B', { ...one, base: [0, 0, 0] })]), {
        tolerance: 0.01,
      });
      const matrix = cellsOf({ ...one, base: [0, 0, 0] })[0]!;
      const { vertices, closed, bulges } = shape(read);
      assert.equal(closed, true);
      const [centre, right, up] = [apply(matrix, [3, 4, 0]), apply(matrix, [5, 4, 0]), apply(matrix, [3, 6, 0])];
      const axis = (end: Position): Position => [end[0] - centre[0], end[1] - centre[1], end[2] - centre[2]];
      const [a, b] = [axis(right), axis(up)];
      assertNear(vertices[0], right, '', 1e-7);
      for (const v of vertices) {
        // v = centre + cos t · a + sin t · b: cos t and sin t by least squares of three equations.
        const d = [v[0]! - centre[0], v[1]! - centre[1], v[2]! - centre[2]] as const;
        const dot = (p: readonly number[], q: readonly number[]): number =>
          p[0]! * q[0]! + p[1]! * q[1]! + p[2]! * q[2]!;
        const [aa, bb, ab, da, db] = [dot(a, a), dot(b, b), dot(a, b), dot(d, a), dot(d, b)];
        const det = aa * bb - ab * ab;
        const [c, s] = [(da * bb - db * ab) / det, (db * aa - da * ab) / det];
        assertNear(Math.hypot(c, s), 1, `${v}`, 1e-6);
      }
      if (bulges[0] !== 0) assert.equal(vertices.length, 2);
    }),
    { numRuns: 80 },
  );
});

test('unknown elevations stay unknown through level references at height 0 and become known through others', async () => {
  const contents = block('B', entity('LINE 8 0 10 0 20 0 11 1 21 0'));
  const lines = async (text: string): Promise<number[]> =>
    shape(await readGroups(drawing([contents], [entity(`INSERT 8 0 2 B 10 0 20 0 ${text}`)]))).vertices.map(
      (v) => v[2]!,
    );
  assertNear(await lines(''), [Number.NaN, Number.NaN]);
  assertNear(await lines('30 0 50 30 41 2 42 2 43 2'), [Number.NaN, Number.NaN]);
  assertNear(await lines('30 7'), [7, 7]);
  assertNear(await lines('210 1 220 0 230 0'), [0, 0]);
});

test('invalid scales, rotations and steps count as defaults; an invalid place is reported', async () => {
  const contents = block('B', entity('LINE 8 0 10 0 20 0 30 0 11 1 21 0 31 0'));
  const read = await readGroups(
    drawing(
      [contents],
      [
        entity('INSERT 8 0 2 B 10 0 20 0 30 0 41 nan 42 x 43 inf'),
        entity('INSERT 8 0 2 B 10 0 20 0 30 0 70 nan 71 x'),
        entity('INSERT 5 AB 8 0 2 B 10 nan 20 0 30 0'),
        entity('INSERT 5 AC 8 0 2 B 10 0 20 0 30 0 50 nan'),
        entity('INSERT 5 AD 8 0 2 B 20 0'),
        entity('INSERT 8 0 2 B 10 5 20 0 30 0 41 0 42 0 43 0'),
      ],
    ),
  );
  assertNear(
    shapes(read).map(({ vertices }) => vertices),
    [
      [
        [0, 0, 0],
        [1, 0, 0],
      ],
      [
        [0, 0, 0],
        [1, 0, 0],
      ],
      [
        [5, 0, 0],
        [5, 0, 0],
      ],
    ],
  );
  const reported = read.issues.places().filter(({ code }) => code === 'bad-coordinate');
  assert.deepEqual(
    reported.map(({ handle }) => handle),
    ['AB', 'AC', 'AD'],
  );
});
