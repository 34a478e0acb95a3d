import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { hatchLinesIn } from '@fieldbridge/fieldjob/hatch-lines.ts';
import { type ReadResult, readWith } from '../../../../testing/run-format.ts';
import { bodyOf, MODEL_PAGE, type V8Parts, v8Element, withPages } from '../../../../testing/v8-file.ts';
import { dgn } from '../format.ts';

const SAMPLE = readFileSync(
  join(
    process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus'),
    'dgn/v8/test_dgnv8.dgn',
  ),
);
const UOR = 10_000;
const reading = (elements: readonly V8Parts[]): Promise<ReadResult> =>
  readWith(dgn, withPages(SAMPLE, { [MODEL_PAGE]: () => Buffer.concat(elements.map(v8Element)) }));

const part = { isComponent: true };
const hidden = { isInvisible: true };
const line = (more: Partial<V8Parts> = {}): V8Parts => ({ type: 3, body: bodyOf([], [0, 0, UOR, 0]), ...more });
const SQUARE = [0, 0, UOR, 0, UOR, UOR, 0, UOR, 0, 0];
const shape = (more: Partial<V8Parts> = {}): V8Parts => ({ type: 6, body: bodyOf([5, 0], SQUARE), ...more });
const group = (type: number, children: number, more: Partial<V8Parts> = {}): V8Parts => ({
  type,
  body: bodyOf([children, 0], [0, 0, 0, 0, 1, 0, 0, 1, 0, 0]),
  ...more,
});

describe('V8: invisible elements are not drawn, but counted and noted', () => {
  for (const [named, elements, drawn, noted] of [
    ['a line', [line(hidden), line()], 1, 1],
    ['a chain with all its components', [group(12, 2, hidden), line(part), line(part), line()], 1, 3],
    ['a complex shape in a chain, and not what follows', [group(12, 1, hidden), line(part), line(part), line()], 2, 2],
    ['a curve with its poles', [{ type: 27, body: bodyOf([4, 0], [0]), ...hidden }, pole(), line()], 1, 2],
    ['components of a cell, one by one', [group(2, 2), line({ ...part, ...hidden }), line(part)], 1, 1],
    ['not what a cell with the mark holds', [group(2, 1, hidden), line(part)], 1, 0],
    ['areas that wait for holes', [shape({ group: 5 }), shape({ group: 5, ...hidden }), line()], 2, 1],
  ] as const)
    it(named, async () => {
      const { job, issues, tally } = await reading(elements);
      assert.equal(job.lines.length + job.areas.length, drawn);
      assert.equal(issues.count('dgn-invisible'), noted);
      assert.equal(
        tally.rows().reduce((sum, { skipped }) => sum + skipped, 0),
        noted,
      );
      assert.deepEqual(
        issues.summary().filter(({ code }) => code !== 'dgn-invisible'),
        [],
      );
    });
});

function pole(): V8Parts {
  return { type: 21, body: bodyOf([1, 0], [0, 0]), ...part };
}

/** The linkage of a hatch. @param numbers before the lines, by the flags @param lines five numbers, then dashes */
function hatchLinkage(flags: number, numbers: readonly number[], lines: readonly (readonly number[])[]): Buffer {
  const parts = lines.map(([angle, e, n, across, up, ...dashes]) => {
    const count = Buffer.of(dashes.length, 0);
    return Buffer.concat([bodyOf([], [angle!, e!, n!, across!, up!]), count, bodyOf([], dashes)]);
  });
  const content = Buffer.concat([bodyOf([flags], numbers), Buffer.of(1, 0, lines.length, 0), ...parts]);
  const linkage = Buffer.concat([
    Buffer.of(0, 0x10, 0x28, 0x7d),
    content,
    Buffer.alloc((4 - (content.length % 4)) % 4),
  ]);
  linkage[0] = linkage.length / 2 - 1;
  return linkage;
}

describe('V8: the areas of a hatch that came from DWG hold its lines', () => {
  const TURN = [1, 0, 0, 1];
  const LINES = [[Math.PI / 4, -UOR, 0, 0, 2 * UOR, UOR, -UOR]];
  const hatched = async (linkages: Buffer): Promise<ReadResult['job']> =>
    (await reading([group(2, 1, { name: 'DWG Hatch: X', linkages }), shape({ ...part, ...hidden })])).job;
  const FAMILY = { angle: Math.PI / 4, base: [0, 2], offset: [0, 2], dashes: [1, -1] };
  for (const [named, linkage, base] of [
    ['with an origin', hatchLinkage(0x7800, [...TURN, UOR, 2 * UOR, 0], LINES), [0, 2]],
    ['with angle and scale', hatchLinkage(0x407812, [0.5, 3, ...TURN, UOR, 2 * UOR, 0], LINES), [0, 2]],
    ['without an origin', hatchLinkage(0x7800, [...TURN, -(2 ** 63), -(2 ** 63), 0], LINES), [-1, 0]],
  ] as const)
    it(named, async () => {
      const { areas } = await hatched(linkage);
      const [family, ...more] = hatchLinesIn({ attributes: areas.attributes.get(0) })!;
      assert.equal(more.length, 0);
      assert.ok(Math.abs(family!.angle - FAMILY.angle) < 1e-9);
      assert.deepEqual([family!.base, family!.offset, family!.dashes], [base, FAMILY.offset, FAMILY.dashes]);
    });
  for (const [named, linkage] of [
    ['other flags', hatchLinkage(0x7801, [1, ...TURN, 0, 0, 0], LINES)],
    ['no lines', hatchLinkage(0x7800, [...TURN, 0, 0, 0], [])],
    ['a linkage that ends before its lines', hatchLinkage(0x7800, TURN, [])],
  ] as const)
    it(`${named}: no hatch, so its boundary is not drawn`, async () =>
      assert.equal((await hatched(linkage)).areas.length, 0));
});
