import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemorySource } from '../io/byte-source.ts';
import { asciiOf, entitiesOf, type Read, readSource } from './testing/reading.ts';

/** A drawing of some megabytes, each line of it another one, and one of its texts longer than what is read at once. */
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

/** A source whose other thread brings as many bytes as `bring` says, when it says so; the rest is asked for as ever. */
class AheadSource extends MemorySource {
  /** Places that were asked for ahead, and at once. */
  readonly ahead: number[] = [];
  readonly atOnce: number[] = [];
  readonly #bring: (length: number, done: (count: number) => void) => void;

  constructor(bring: (length: number, done: (count: number) => void) => void, bytes = drawing) {
    super(bytes);
    this.#bring = bring;
  }

  override readInto(target: Uint8Array, at: number, length: number, position: number): number {
    this.atOnce.push(position);
    return super.readInto(target, at, length, position);
  }

  readAhead(target: Uint8Array, at: number, length: number, position: number, done: (count: number) => void): void {
    this.ahead.push(position);
    this.#bring(length, (count) => done(super.readInto(target, at, Math.min(length, count), position)));
  }
}

const same = (read: Read): unknown => [
  Array.from(read.job.lines.coordinates.view()),
  read.job.texts.text.get(0),
  read.issues.places(),
  read.tally.rows(),
];

for (const [name, bring] of [
  ['in time', (length, done) => setImmediate(done, length)],
  ['at once', (length, done) => done(length)],
  ['too late', (length, done) => setTimeout(done, 100, length)],
  ['never', () => {}],
  ['in pieces', (_, done) => setImmediate(done, 12_345)],
  ['not at all', (_, done) => setImmediate(done, 0)],
] as const satisfies readonly (readonly [string, ConstructorParameters<typeof AheadSource>[0]])[]) {
  test(`a drawing whose chunks come ahead ${name} reads alike`, async () => {
    const source = new AheadSource(bring);
    assert.deepEqual(same(await readSource(source)), same(await readSource(new MemorySource(drawing))));
    assert.ok(source.ahead.length > 0);
  });
}

test('what was brought ahead in time is not read once more', async () => {
  const source = new AheadSource((length, done) => setImmediate(done, length), asciiOf(entitiesOf(...lines)));
  const read = await readSource(source);
  assert.equal(read.job.lines.length, MANY);
  assert.deepEqual(new Set(source.ahead).size, source.ahead.length);
  assert.ok(source.ahead.length >= 2);
  const again = source.atOnce.filter((position) => source.ahead.includes(position));
  // But for the end of the file: who stands there looks for more once.
  assert.deepEqual(again, []);
});

test('a drawing in one chunk asks for nothing ahead', async () => {
  const small = asciiOf(entitiesOf([0, 'POINT', 8, 'L', 10, 1, 20, 2]));
  const source = new AheadSource(() => assert.fail('there is nothing behind the chunk at hand'), small);
  assert.equal((await readSource(source)).job.points.length, 1);
  assert.deepEqual(source.ahead, []);
});

for (const [name, end] of [
  ['CR LF', '\r\n'],
  ['CR CR LF', '\r\r\n'],
] as const) {
  test(`lines that end in ${name} are counted alike wherever a chunk ends`, async () => {
    const bytes = asciiOf(entitiesOf([0, 'LINE', 8, 'L', 10, 'none'], [0, 'POINT', 8, 'L', 10, 1, 20, 'none']), end);
    class Pieces extends MemorySource {
      override readInto(target: Uint8Array, at: number, length: number, position: number): number {
        return super.readInto(target, at, Math.min(length, 1), position);
      }
    }
    const whole = (await readSource(new MemorySource(bytes))).issues.places();
    assert.equal(whole.filter(({ code }) => code === 'bad-coordinate').length, 2);
    assert.deepEqual((await readSource(new Pieces(bytes))).issues.places(), whole);
  });
}
