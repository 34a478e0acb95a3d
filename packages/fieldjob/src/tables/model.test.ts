import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Feature } from '../feature.ts';
import { Path } from '../geometry/path.ts';
import { PathTable } from './path-table.ts';
import { PointTable } from './point-table.ts';
import { JUSTIFICATIONS, labelOf, TextTable, VERTICAL_JUSTIFICATIONS } from './text-table.ts';

const number = fc.oneof(fc.constantFrom(0, -0, Number.NaN), fc.double({ noDefaultInfinity: true }));
const ring = fc.array(fc.tuple(number, number, number, fc.constantFrom<number>(0, 0, 0, 0.5, -1)), {
  minLength: 1,
  maxLength: 5,
});
const shape = fc.record({ rings: fc.array(ring, { minLength: 1, maxLength: 3 }), closed: fc.boolean() });

function pathOf({ rings, closed }: typeof shape extends fc.Arbitrary<infer T> ? T : never, path = new Path()): Path {
  path.clear();
  path.closed = closed;
  for (const vertices of rings) {
    path.ring();
    for (const vertex of vertices) path.vertex(...vertex);
  }
  return path;
}

describe('a table of paths', () => {
  it('returns each path, whatever the path object held before and whatever other rows hold', () => {
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 8 }), (shapes) => {
        const table = new PathTable();
        const reused = new Path();
        const feature = new Feature();
        for (const [row, one] of shapes.entries()) assert.equal(table.add(feature, pathOf(one, reused)), row);
        assert.equal(table.vertexCount, shapes.flatMap(({ rings }) => rings).flat().length);
        for (const [row, one] of [...shapes.entries()].reverse()) {
          const path = table.loadPath(row, reused);
          const vertices = one.rings.flat();
          assert.equal(path.count, vertices.length);
          assert.equal(table.vertices(row), vertices.length);
          for (const [i, [e, n, z, bulge]] of vertices.entries()) {
            assert.ok([e, n, z].every((value, axis) => Object.is(path.coordinates[3 * i + axis], value)));
            assert.equal(path.bulges[i], bulge);
          }
          const ends = one.rings.map((_, k) => one.rings.slice(0, k + 1).flat().length);
          assert.deepEqual(
            one.rings.map((_, k) => path.ringEnd(k)),
            ends,
          );
          assert.deepEqual([path.closed, path.hasBulges], [one.closed, vertices.some(([, , , bulge]) => bulge !== 0)]);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('lays them out as consecutive rings and vertices', () => {
    const table = new PathTable();
    const vertex = (value: number): [number, number, number, number] => [value, value, 0, 0];
    table.add(new Feature(), pathOf({ rings: [[vertex(1), vertex(2), vertex(3)], [vertex(4)]], closed: true }));
    table.add(new Feature(), pathOf({ rings: [[vertex(5), vertex(6)]], closed: false }));
    assert.deepEqual([...table.vertexEnds.view()], [3, 4, 6]);
    assert.deepEqual([...table.ringEnds.view()], [2, 3]);
    assert.deepEqual(
      [0, 1].map((row) => table.firstRing(row)),
      [0, 2],
    );
    assert.deepEqual(
      [0, 1, 2].map((one) => table.firstVertex(one)),
      [0, 3, 4],
    );
    assert.deepEqual([...table.closed.view()], [1, 0]);
    assert.ok(table.bulges.isDefault, 'straight paths take no room for bulges');
  });

  it('holds a path without vertices as a row like any other', () => {
    const table = new PathTable();
    table.add(new Feature(), new Path());
    table.add(new Feature(), pathOf({ rings: [[[1, 2, 3, 0]]], closed: false }));
    assert.deepEqual([table.vertices(0), table.vertices(1), table.loadPath(0, new Path()).count], [0, 1, 0]);
    assert.equal(table.loadPath(1, new Path()).coordinates[1], 2);
  });
});

describe('tables of points and texts', () => {
  const word = fc.string({ maxLength: 6 }).filter((text) => text.isWellFormed());
  const whole = fc.integer({ min: -1, max: 0xffffff });
  const carried = fc.record(
    {
      ...{
        layer: fc.integer({ min: -1, max: 9 }),
        name: word,
        code: word,
        description: word,
        colour: whole,
        lineType: word,
      },
      ...{ lineWeight: fc.integer({ min: -1, max: 500 }), time: number, quality: number, list: word, block: word },
      ...{
        page: fc.nat(9),
        source: fc.integer({ min: -1, max: 3 }),
        attributes: fc.array(word, { maxLength: 4 }).map((words) => words.slice(words.length % 2)),
      },
    },
    { requiredKeys: [] },
  );

  it('return everything a feature carries, and defaults for the rest', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(carried, number, number, number), { maxLength: 10 }), (rows) => {
        const table = new PointTable();
        const reused = new Feature();
        for (const [given, ...place] of rows) table.add(Object.assign(reused.reset(), given), ...place);
        for (const [row, [given, e, n, z]] of rows.entries()) {
          assert.deepEqual({ ...table.load(row, reused) }, { ...Object.assign(new Feature(), given) });
          assert.ok(
            Object.is(table.easting(row), e) && Object.is(table.northing(row), n) && Object.is(table.elevation(row), z),
          );
        }
        assert.equal(table.length, rows.length);
      }),
      { numRuns: 100 },
    );
  });

  it('return every label', () => {
    const label = fc.record({
      ...{ text: word, easting: number, northing: number, elevation: number, height: number, rotation: number },
      ...{
        justification: fc.constantFrom(...JUSTIFICATIONS),
        verticalJustification: fc.constantFrom(...VERTICAL_JUSTIFICATIONS),
      },
    });
    fc.assert(
      fc.property(fc.array(label, { maxLength: 10 }), (labels) => {
        const table = new TextTable();
        for (const [row, one] of labels.entries()) assert.equal(table.add(new Feature(), one), row);
        assert.deepEqual(
          labels.map((_, row) => table.label(row)),
          labels.map((one) => ({ ...one })),
        );
      }),
      { numRuns: 100 },
    );
    const rest = {
      elevation: Number.NaN,
      height: 1,
      rotation: 0,
      justification: 'left',
      verticalJustification: 'baseline',
    };
    assert.deepEqual(labelOf('a', 1, 2), { text: 'a', easting: 1, northing: 2, ...rest });
  });
});
