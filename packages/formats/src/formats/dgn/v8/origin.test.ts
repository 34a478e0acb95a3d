import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateSync, inflateSync } from 'node:zlib';
import { type FieldJob, Path } from '@fieldbridge/fieldjob';
import { compoundOf } from '../../../../testing/compound-file.ts';
import { readWith } from '../../../../testing/run-format.ts';
import { bodyOf, MODEL_PAGE, SHARED_PAGE, type V8Parts, v8Element, withPages } from '../../../../testing/v8-file.ts';
import { MemorySource } from '../../../core/byte-source.ts';
import { dgn } from '../format.ts';
import { CompoundFile } from './compound-file.ts';
import { decodeV8Text } from './text.ts';

const SAMPLE = readFileSync(
  join(
    process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus'),
    'dgn/v8/test_dgnv8.dgn',
  ),
);
/** Units of resolution per metre of the sample. */
const UOR = 10_000;
/** A global origin in metres. */
const ORIGIN: readonly [number, number, number] = [1000, 2000, 300];

/** The sample with other elements and definitions, and a global origin. */
function drawingOf(elements: readonly V8Parts[], definitions: readonly V8Parts[] = [], origin = ORIGIN): Uint8Array {
  const file = withPages(SAMPLE, {
    [MODEL_PAGE]: () => Buffer.concat(elements.map(v8Element)),
    [SHARED_PAGE]: (page) => Buffer.concat([page, ...definitions.map(v8Element)]),
  });
  const compound = new CompoundFile(new MemorySource(file));
  const streams = compound.streams.map((stream): [string, Uint8Array] => {
    const bytes = compound.read(stream);
    if (!stream.path.endsWith('Dgn~Mh')) return [stream.path, bytes];
    const model = inflateSync(bytes);
    // The header ends with the stream.
    const at = model.findLastIndex(
      (_, i) =>
        i + 8 <= model.length &&
        (model.readUInt32LE(i) & 0xffff) === 66 &&
        model.readUInt32LE(i + 4) * 2 === model.length - i,
    );
    for (const [axis, metres] of origin.entries()) model.writeDoubleLE(metres * UOR, at + 0xc8 + 8 * axis);
    return [stream.path, deflateSync(model)];
  });
  return compoundOf(new Map(streams));
}

const vertices = (job: FieldJob, row = 0): number[][] => {
  const path = job.lines.loadPath(row, new Path());
  return Array.from({ length: path.count }, (_, i) => Array.from(path.coordinates.subarray(3 * i, 3 * i + 3)));
};
const uor = (...metres: readonly number[]): number[] => metres.map((value) => value * UOR);

test('the global origin is subtracted from positions, axis by axis', async () => {
  const line: V8Parts = { type: 3, is3d: true, body: bodyOf([], uor(1001, 2002, 303, 1011, 2022, 333)) };
  const { job } = await readWith(dgn, drawingOf([line]));
  assert.deepEqual(vertices(job), [
    [1, 2, 3],
    [11, 22, 33],
  ]);
});

test('a shared cell is rotated about its own origin, wherever the global one is', async () => {
  const part: V8Parts = { type: 3, body: bodyOf([], uor(0, 0, 4, 1)), isComponent: true };
  const definition: V8Parts = { type: 34, name: 'C', body: bodyOf([1, 0], [0, 0, 0, 0, 1, 0, 0, 1, 0, 0]) };
  // A quarter turn to the left.
  const instance: V8Parts = {
    type: 35,
    name: 'C',
    body: bodyOf([0, 0], [0, 0, 0, 0, 0, -1, 1, 0, ...uor(1050, 2060)]),
  };
  const { job } = await readWith(dgn, drawingOf([instance], [definition, part]));
  const [from, to] = vertices(job);
  for (const [found, expected] of [
    [from!, [50, 60]],
    [to!, [49, 64]],
  ] as const)
    assert.ok(Math.hypot(found[0]! - expected[0]!, found[1]! - expected[1]!) < 1e-9, String(found));
});

test('a curve passes through its points except the first two and the last two, which only define its end slopes', async () => {
  const points = [-2, 4, -1, 1, 0, 0, 1, 1, 2, 4, 3, 9, 4, 16];
  const curve: V8Parts = { type: 11, body: bodyOf([7, 0], uor(...points)) };
  const { job, issues } = await readWith(dgn, drawingOf([curve], [], [0, 0, 0]));
  const found = vertices(job).map(([e, n]) => [e!, n!] as const);
  assert.deepEqual(
    [found[0], found.at(-1)],
    [
      [0, 0],
      [2, 4],
    ],
  );
  assert.ok(found.length > 20 && found.some(([e, n]) => Math.hypot(e - 1, n - 1) < 1e-9));
  for (const [i, [e, n]] of found.slice(1).entries()) assert.ok(e > found[i]![0] && n > found[i]![1], `${e} ${n}`);
  assert.equal(issues.count('dgn-curve-stroked'), 1);
  const short: V8Parts = { type: 11, body: bodyOf([5, 0], uor(...points.slice(0, 10))) };
  assert.equal((await readWith(dgn, drawingOf([short]))).job.lines.length, 0);
});

test('texts are in the encoding of their first bytes', () => {
  const of = (...bytes: readonly number[]): string => decodeV8Text(Uint8Array.from(bytes));
  assert.equal(of(0xff, 0xfd, 0xe9, 0, 0xa9, 0x03), 'éΩ');
  assert.equal(of(0xff, 0xfe, 1, 0, 0xe9, 0x41), 'éA');
  assert.equal(of(0xc3, 0xa9, 0x41, 0), 'éA');
  assert.equal(of(0xe9, 0x41), 'éA');
  // A text that only looks like such a mark keeps its first characters.
  assert.equal(of(0xff, 0xfe, 0x41, 0x42), 'ÿþAB');
  assert.equal(of(0x41, 0x42, 1, 0), 'AB\u0001');
});
