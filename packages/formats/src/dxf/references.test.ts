import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, drawing, type Groups, insert, vertices } from './testing/groups.ts';
import { readGroups } from './testing/reading.ts';

const UNIT_LINE: Groups = [0, 'LINE', 8, '0', 10, 0, 20, 0, 30, 0, 11, 1, 21, 0, 31, 0];
const turnedBy = async (degrees: number): Promise<number[]> =>
  vertices(await readGroups(drawing([block('B', UNIT_LINE)], [insert('B', 50, degrees)]))).slice(3, 5);

test('references turned by right angles are exact, all others as their sine and cosine say', async () => {
  for (const [degrees, end] of [
    [0, [1, 0]],
    [90, [0, 1]],
    [180, [-1, 0]],
    [-90, [0, -1]],
    [450, [0, 1]],
  ] as const)
    assert.deepEqual(
      (await turnedBy(degrees)).map((value) => value + 0),
      end,
    );
  // No multiple of 90, though a ninetieth of it is a whole number as doubles go.
  for (const degrees of [45, 89.99999999999999, 1e18])
    assert.deepEqual(await turnedBy(degrees), [
      Math.cos((degrees / 180) * Math.PI),
      Math.sin((degrees / 180) * Math.PI),
    ]);
});

test('all attributes of a reference are the point’s, in their order', async () => {
  const attribute = (tag: string, value: string): Groups => [0, 'ATTRIB', 8, '0', 10, 0, 20, 0, 1, value, 2, tag];
  for (const count of [1, 2, 5]) {
    const pairs = Array.from({ length: count }, (_, i) => [`TAG${i}`, `value ${i}`] as const);
    const reference = [...insert('B', 66, 1), ...pairs.flatMap(([tag, value]) => attribute(tag, value)), 0, 'SEQEND'];
    const { job } = await readGroups(drawing([block('B', UNIT_LINE)], [reference, insert('B')]));
    assert.deepEqual(job.points.attributes.get(0), pairs.flat());
    assert.equal(job.points.length, 1);
  }
});
