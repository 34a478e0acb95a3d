import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MemorySource } from '../../core/byte-source.ts';
import { asciiOf, entitiesOf, type Read, readSource } from './testing/reading.ts';

/** A drawing of some megabytes in which all lines differ, with one text longer than a chunk. */
const MANY = 40_000;
const lines = Array.from({ length: MANY }, (_, i) => [
  ...[0, 'LINE', 5, i.toString(16), 8, 'L', 10, i, 20, i / 7, 11, 0, 21, i],
]);
const drawing = asciiOf(
  entitiesOf(
    ...lines,
    [0, 'TEXT', 8, 'L', 10, 1, 20, 2, 1, 'ü'.repeat(600_000)],
    [0, 'POINT', 8, 'L', 10, 'behind', 20, 'the text'],
  ),
  '\r\n',
);

/** A source that returns at most `most` bytes at a time and records the positions of reads. */
class PiecesSource extends MemorySource {
  readonly asked: number[] = [];
  readonly #most: () => number;

  constructor(bytes: Uint8Array, most: () => number) {
    super(bytes);
    this.#most = most;
  }

  override readInto(target: Uint8Array, at: number, length: number, position: number): number {
    this.asked.push(position);
    return super.readInto(target, at, Math.min(length, this.#most()), position);
  }
}

const same = (read: Read): unknown => [
  Array.from(read.job.lines.coordinates.view()),
  read.job.texts.text.get(0),
  read.issues.places(),
  read.tally.rows(),
];

test('a drawing is the same with any number of bytes per read', async () => {
  const whole = same(await readSource(new MemorySource(drawing)));
  const random = fc.sample(fc.integer({ min: 3, max: 200_000 }), 50);
  let next = 0;
  for (const most of [() => 12_345, () => 65_536, () => random[next++ % random.length]!]) {
    const source = new PiecesSource(drawing, most);
    assert.deepEqual(same(await readSource(source)), whole);
    assert.ok(source.asked.length > 50);
  }
});

test('no byte of a drawing is read twice', async () => {
  const bytes = asciiOf(entitiesOf(...lines));
  const source = new PiecesSource(bytes, () => Number.MAX_SAFE_INTEGER);
  assert.equal((await readSource(source)).job.lines.length, MANY);
  // The beginning is also read by others, and the end may be asked for once more.
  const behind = source.asked.filter((position) => position > 0 && position < bytes.length);
  assert.equal(new Set(behind).size, behind.length);
  assert.ok(behind.length >= 2);
});

for (const [name, end] of [
  ['CR LF', '\r\n'],
  ['CR CR LF', '\r\r\n'],
] as const) {
  test(`lines that end in ${name} are counted alike wherever a chunk ends`, async () => {
    const bytes = asciiOf(entitiesOf([0, 'LINE', 8, 'L', 10, 'none'], [0, 'POINT', 8, 'L', 10, 1, 20, 'none']), end);
    const whole = (await readSource(new MemorySource(bytes))).issues.places();
    assert.equal(whole.filter(({ code }) => code === 'bad-coordinate').length, 2);
    assert.deepEqual((await readSource(new PiecesSource(bytes, () => 1))).issues.places(), whole);
  });
}
