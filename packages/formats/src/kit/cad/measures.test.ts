import assert from 'node:assert/strict';
import test from 'node:test';
import { Feature, widthAttribute, widthOf } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { colourOfIndex, nearestIndex } from './aci.ts';
import { BlockGraph, type BlockReference } from './block-graph.ts';
import { DRAWING_UNIT_NAMES, drawingUnit, drawingUnitNamed } from './drawing-unit.ts';
import { clipInfinite } from './infinite-lines.ts';
import { VertexIndex } from './vertex-index.ts';
import { passesColumn } from './width.ts';

test('every unit of $INSUNITS has the ratio of its definition', () => {
  // Metres by definition: the foot is 0.3048 m, the US survey foot 1200/3937 m.
  const metres = { metre: 1, internationalFoot: 0.3048, usSurveyFoot: 1200 / 3937 };
  const expected: Record<number, number> = {
    1: 0.0254,
    2: 0.3048,
    3: 1609.344,
    4: 0.001,
    5: 0.01,
    6: 1,
    7: 1000,
    8: 2.54e-8,
    9: 2.54e-5,
    10: 0.9144,
    11: 1e-10,
    12: 1e-9,
    13: 1e-6,
    14: 0.1,
    15: 10,
    16: 100,
    17: 1e9,
    21: 1200 / 3937,
    22: 100 / 3937,
    23: 3600 / 3937,
    24: (5280 * 1200) / 3937,
  };
  for (let code = -1; code < 40; code++) {
    const unit = drawingUnit(code);
    assert.equal(unit !== undefined, code in expected, `${code}`);
    if (unit === undefined) continue;
    const size = (metres[unit.unit] * unit.numerator) / unit.denominator;
    assert.ok(Math.abs(size / expected[code]! - 1) < 1e-12, `${unit.name}: ${size}`);
    assert.equal(unit.metric, unit.unit === 'metre');
  }
  for (const code of [1.5, Number.NaN, Infinity]) assert.equal(drawingUnit(code), undefined);
  assert.deepEqual(
    DRAWING_UNIT_NAMES.map((name) => drawingUnitNamed(name)?.name.includes(' ')),
    DRAWING_UNIT_NAMES.map((name) => name === 'usft'),
  );
  for (const name of ['', 'M', 'metre', 'constructor', '__proto__']) assert.equal(drawingUnitNamed(name), undefined);
});

test('no colour index is nearer than the nearest one', () => {
  const off = (a: number, b: number): number =>
    [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2, 0);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (colour) => {
      const best = off(colour, colourOfIndex(nearestIndex(colour)));
      for (let index = 1; index < 256; index++) assert.ok(best <= off(colour, colourOfIndex(index)), `${index}`);
      assert.equal(nearestIndex(colour), nearestIndex(colour));
    }),
    { numRuns: 200 },
  );
});

test('expansion, depth and circular references of blocks equal what following every reference finds', () => {
  const graph = fc
    .integer({ min: 1, max: 7 })
    .chain((count) =>
      fc.tuple(
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: count, maxLength: count }),
        fc.array(
          fc.array(fc.record({ to: fc.nat(count - 1), times: fc.integer({ min: 1, max: 3 }) }), { maxLength: 3 }),
          { minLength: count, maxLength: count },
        ),
      ),
    );
  fc.assert(
    fc.property(graph, ([own, references]) => {
      const found = new BlockGraph(own, references);
      const reaches = (from: number, to: number, seen = new Set<number>()): boolean =>
        references[from]!.some(({ to: next }) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
      const isCircular = (from: number, { to }: BlockReference): boolean => to === from || reaches(to, from);
      const weight = (block: number): number =>
        references[block]!.reduce(
          (sum, one) => sum + (isCircular(block, one) ? 0 : Math.max(1, weight(one.to)) * one.times),
          own[block]!,
        );
      const depth = (block: number): number =>
        1 + Math.max(0, ...references[block]!.map((one) => (isCircular(block, one) ? 0 : depth(one.to))));
      for (const [block, all] of references.entries()) {
        assert.equal(found.weights[block], weight(block));
        assert.equal(found.depths[block], depth(block));
        for (const one of all) assert.equal(found.isCircular(block, one.to), isCircular(block, one));
      }
    }),
    { numRuns: 300 },
  );
});

test('an infinite line ends on the box enlarged by a tenth of its larger side, a ray not before its start', () => {
  const side = fc.integer({ min: -100, max: 100 });
  fc.assert(
    fc.property(
      side,
      side,
      fc.nat(100),
      fc.nat(100),
      fc.tuple(side, side),
      fc.tuple(side, side),
      fc.boolean(),
      (e, n, w, h, base, to, ray) => {
        fc.pre(to[0] !== 0 || to[1] !== 0);
        const box = { minEasting: e, minNorthing: n, maxEasting: e + w, maxNorthing: n + h };
        const margin = Math.max(w, h) / 10 || 1;
        const isIn = (t: number): boolean =>
          [e, n].every(
            (low, k) =>
              base[k]! + t * to[k]! >= low - margin - 1e-6 && base[k]! + t * to[k]! <= low + [w, h][k]! + margin + 1e-6,
          );
        const ends = clipInfinite(base, to, ray, box);
        if (ends === undefined) {
          for (let t = ray ? 0 : -20; t <= 20; t += 0.37)
            assert.ok(!isIn(t) || isIn(t + 1e-5) !== isIn(t - 1e-5), `${t}`);
          return;
        }
        const [from, until] = ends;
        assert.ok(from < until && isIn(from) && isIn(until) && (!ray || from >= 0));
        assert.ok(!isIn(until + 0.01) && ((ray && from === 0) || !isIn(from - 0.01)));
      },
    ),
    { numRuns: 300 },
  );
});

test('widths are attributes in the unit of the job, and nothing else is taken for a width', () => {
  const of = (...attributes: string[]): number => widthOf(Object.assign(new Feature(), { attributes }));
  assert.deepEqual(widthAttribute(0.1, 3), ['width', '0.3']);
  assert.deepEqual(widthAttribute(1, 1 / 3), ['width', '0.333333333333']);
  assert.deepEqual(
    [
      of('width', '2.5'),
      of('a', 'b', 'width', '2'),
      of('width', '-1'),
      of('width', 'x'),
      of('a', 'width'),
      of(),
      of('width'),
    ],
    [2.5, 2, 0, 0, 0, 0, 0],
  );
  assert.equal(of('width', 'Infinity'), 0);
  assert.deepEqual(
    [
      passesColumn('abcd', 2, 3),
      passesColumn('abc', 2, 3),
      passesColumn('a\nb\nc\nd', 2, 3),
      passesColumn('a\nbcde', 2, 3),
    ],
    [true, false, false, true],
  );
});

test('positions that differ in the last digit or in a missing elevation are distinct; equal ones are not', () => {
  const index = new VertexIndex();
  assert.deepEqual(
    [index.add(0.1, 0.2, 0.3), index.add(0.1, 0.2, 0.30000000000000004), index.add(0.1, 0.2, Number.NaN)],
    [0, 1, 2],
  );
  assert.deepEqual([index.add(0.1, 0.2, Number.NaN), index.add(0.2, 0.1, 0.3), index.add(0.1, 0.2, 0.3)], [2, 3, 0]);
  assert.deepEqual([index.length, Array.from(index.triples().subarray(0, 3))], [4, [0.1, 0.2, 0.3]]);
  const copy = index.triples();
  copy.fill(9);
  assert.equal(index.triples()[0], 0.1);
});
