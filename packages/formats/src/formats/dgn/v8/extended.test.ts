import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import { type ReadResult, readWith } from '../../../../testing/run-format.ts';
import {
  attributePage,
  handlerPart,
  holderPart,
  type StoredPart,
  type StoredWith,
  type TerrainParts,
  terrainParts,
  transformationPart,
} from '../../../../testing/v8-attributes.ts';
import {
  MODEL_PAGE,
  STORED_PAGE,
  STORED_SETTINGS_PAGE,
  type V8Parts,
  v8Element,
  withPages,
  withStreams,
} from '../../../../testing/v8-file.ts';
import { dgn } from '../format.ts';

const SAMPLE = readFileSync(
  join(
    process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus'),
    'dgn/v8/test_dgnv8.dgn',
  ),
);
const [SHOWN, HOLDER] = [501, 502];
const TERRAIN = 0x58ec;
const extended = (id: number): V8Parts => ({ type: 106, id, body: Buffer.alloc(8) });

/** Reads the sample with other elements and with what is stored with them. */
function reading(elements: readonly V8Parts[], stored: StoredWith, settings: StoredWith = []): Promise<ReadResult> {
  const file = withPages(SAMPLE, { [MODEL_PAGE]: () => Buffer.concat(elements.map(v8Element)) });
  const pages = { [STORED_PAGE]: attributePage(stored), [STORED_SETTINGS_PAGE]: attributePage(settings) };
  return readWith(dgn, withStreams(file, pages));
}

/** A square of 4 m with a square hole of 2 m, in which there is an island of 2 triangles; a breakline to the hole. */
const SQUARE: TerrainParts = {
  points: [
    [0, 0, 1],
    [4, 0, 1],
    [4, 4, 1],
    [0, 4, 1],
    [1, 1, 2],
    [3, 1, 2],
    [3, 3, 2],
    [1, 3, 2],
  ],
  triangles: [
    ...[
      [0, 1, 4],
      [1, 5, 4],
      [1, 2, 5],
      [2, 6, 5],
      [2, 3, 6],
      [3, 7, 6],
      [3, 0, 7],
      [0, 4, 7],
    ],
    ...[
      [4, 5, 6],
      [4, 6, 7],
    ],
  ] as [number, number, number][],
  features: [
    { kind: 10, points: [0, 4] },
    { kind: 23, points: [0, 1, 2, 3, 0] },
  ],
};
const VOID = { kind: 20, points: [4, 5, 6, 7, 4] };
/** Metres in units of resolution, moved by 100 m to the east. */
const PLACED = transformationPart([10_000, 0, 0, 1_000_000, 0, 10_000, 0, 0, 0, 0, 10_000, 0]);
const NAME = { handler: 0x587a0000, bytes: Buffer.from('Gelände', 'utf16le') };
const shown: StoredWith = [[SHOWN, [handlerPart(TERRAIN, 11), holderPart(HOLDER)]]];
const terrain = (parts: readonly StoredPart[]): Promise<ReadResult> =>
  reading([extended(SHOWN)], shown, [[HOLDER, [NAME, ...parts, PLACED]]]);
const codesOf = ({ issues }: ReadResult): string[] => issues.summary().map(({ code }) => code);

describe('V8: terrain models become surfaces', () => {
  it('all triangles, counter-clockwise, with name, place and breaklines', async () => {
    const result = await terrain(terrainParts(SQUARE));
    const [surface] = result.job.surfaces;
    assert.equal(surface!.name, 'Gelände');
    assert.deepEqual([...surface!.vertices.subarray(0, 6)], [100, 0, 1, 104, 0, 1]);
    assert.equal(surface!.triangles.length, 30);
    assert.equal(areaOf(surface!), 16);
    assert.deepEqual(
      surface!.breaklines.map(({ kind, coordinates }) => [kind, ...coordinates]),
      [['hard', 100, 0, 1, 101, 1, 2]],
    );
    assert.deepEqual(codesOf(result), []);
    assert.deepEqual(
      result.tally.rows().map(({ type, read }) => [type, read]),
      [['106 extended element: terrain model', 1]],
    );
  });

  for (const [named, features, triangles, area] of [
    ['a void', [VOID], 8, 12],
    ['a void that runs clockwise', [{ ...VOID, points: VOID.points.toReversed() }], 8, 12],
    [
      'an island in a void',
      [
        { kind: 20, points: [0, 1, 2, 3, 0] },
        { ...VOID, kind: 21 },
      ],
      2,
      4,
    ],
    ['a breakline around it', [{ ...VOID, kind: 10 }], 10, 16],
  ] as const)
    it(`${named}: ${triangles} triangles`, async () => {
      const { job } = await terrain(terrainParts({ ...SQUARE, features }));
      assert.deepEqual([job.surfaces[0]!.triangles.length / 3, areaOf(job.surfaces[0]!)], [triangles, area]);
    });

  it('arrays in several parts are joined by their numbers', async () => {
    const parts = terrainParts(SQUARE).flatMap(({ handler, bytes }) =>
      bytes.length < 48
        ? [{ handler, bytes }]
        : [
            { handler, number: 1, bytes: bytes.subarray(24) },
            { handler, number: 0, bytes: bytes.subarray(0, 24) },
          ],
    );
    assert.equal(areaOf((await terrain(parts)).job.surfaces[0]!), 16);
  });

  it('arrays may be with the element itself', async () => {
    const parts = [handlerPart(TERRAIN, 11), ...terrainParts(SQUARE)];
    const { job } = await reading([extended(SHOWN)], [[SHOWN, parts]]);
    assert.deepEqual([job.surfaces[0]!.name, areaOf(job.surfaces[0]!)], ['Terrain model', 16 / 1e8]);
  });

  it('other triangles than the header states are reported', async () => {
    const result = await terrain(terrainParts({ ...SQUARE, stated: 11 }));
    assert.deepEqual(codesOf(result), ['dgn-terrain-triangles']);
    assert.equal(result.job.surfaces.length, 1);
  });

  for (const [named, change] of [
    [
      'fewer nodes than points',
      (handler: number, bytes: Buffer) => (handler === 0x58ec012f ? bytes.subarray(24) : bytes),
    ],
    ['no header', (handler: number, bytes: Buffer) => (handler === 0x58ec012c ? Buffer.alloc(0) : bytes)],
    ['no points', (handler: number, bytes: Buffer) => (handler === 0x58ec012e ? Buffer.alloc(0) : bytes)],
  ] as const)
    it(`${named}: left out, and said`, async () => {
      const parts = terrainParts(SQUARE).map(({ handler, bytes }) => ({
        handler,
        bytes: change(handler, Buffer.from(bytes)),
      }));
      const result = await terrain(parts);
      assert.deepEqual([result.job.surfaces.length, codesOf(result)], [0, ['dgn-element-short']]);
    });

  it('rings and chains that do not end, and numbers of no point, are followed no further than they are long', async () => {
    const parts = terrainParts(SQUARE).map(({ handler, bytes }) => {
      const changed = Buffer.from(bytes);
      // The next entry of each is the first one.
      if (handler === 0x58ec0130) for (let at = 4; at < changed.length; at += 8) changed.writeInt32LE(0, at);
      if (handler === 0x58ec0131) for (let at = 8; at < changed.length; at += 16) changed.writeInt32LE(0, at);
      return { handler, bytes: changed };
    });
    assert.ok(codesOf(await terrain(parts)).includes('dgn-terrain-triangles'));
    const far = terrainParts(SQUARE).map(({ handler, bytes }) =>
      handler === 0x58ec0130 ? { handler, bytes: Buffer.alloc(bytes.length, 0x7f) } : { handler, bytes },
    );
    assert.deepEqual((await terrain(far)).job.surfaces[0]!.triangles.length, 0);
  });

  it('more points than the limit for vertices are refused', async () => {
    const file = withPages(SAMPLE, { [MODEL_PAGE]: () => v8Element(extended(SHOWN)) });
    const parts = [handlerPart(TERRAIN, 11), ...terrainParts(SQUARE)];
    const whole = withStreams(file, { [STORED_PAGE]: attributePage([[SHOWN, parts]]) });
    await assert.rejects(readWith(dgn, whole, { limits: { vertices: 7 } }), { code: 'limit-exceeded' });
  });
});

describe('V8: extended elements that are not drawn are counted by what they are for', () => {
  for (const [named, stored] of [
    ['106 extended element: constraint', [handlerPart(22_234, 30)]],
    ['106 extended element: table', [handlerPart(22_829, 0)]],
    ['106 extended element: 22272.14', [handlerPart(22_272, 14)]],
    ['106 extended element', []],
    ['106 extended element', [{ handler: 0x56ec0000, number: 1, bytes: Buffer.alloc(2) }]],
  ] as const)
    it(`${named} (${stored.length})`, async () => {
      const result = await reading([extended(SHOWN)], [[SHOWN, stored]]);
      assert.deepEqual(
        result.tally.rows().map(({ type, skipped }) => [type, skipped]),
        [[named, 1]],
      );
      assert.deepEqual(codesOf(result), ['dgn-layout-unknown']);
    });
});

describe('V8: extended elements are drawn by the graphics that are stored with them', () => {
  const UOR = 10_000;
  const reals = (...values: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(8 * values.length);
    for (const [i, value] of values.entries()) bytes.writeDoubleLE(value, 8 * i);
    return bytes;
  };
  const whole = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer);
  const operation = (code: number, ...data: readonly Uint8Array[]): Buffer => {
    const body = Buffer.concat(data);
    return Buffer.concat([Buffer.from(Uint16Array.of(code).buffer), whole(4 + body.length), body]);
  };
  const shift = (east: number, north: number): Buffer =>
    operation(13, reals(1, 0, 0, east * UOR, 0, 1, 0, north * UOR, 0, 0, 1, 0));
  const POP = operation(14);
  const SYMBOLOGY = operation(28, Buffer.alloc(26));
  const row = operation(
    9,
    Buffer.of(1),
    whole(5),
    reals(...[0, 0, 0, 4, 0, 0, 4, -1, 0, 0, -1, 0, 0, 0, 0].map((value) => value * UOR)),
  );
  const words = Buffer.from('Level 1\0', 'utf16le');
  const text = operation(
    37,
    Buffer.concat([Buffer.of(1), whole(101), whole(words.length)]),
    reals(0, 0, 0, 0, 0, 0, 1, 0.5 * UOR, 0.5 * UOR),
    Buffer.concat([Buffer.alloc(20), words]),
  );
  const graphics = (...operations: readonly Buffer[]): StoredPart => ({
    handler: 0x57180000,
    bytes: Buffer.concat([Buffer.of(2, 0x0d), ...operations]),
  });
  const drawn = (...operations: readonly Buffer[]): Promise<ReadResult> =>
    reading([extended(SHOWN)], [[SHOWN, [handlerPart(22_829, 0), graphics(...operations)]]]);

  it('a row of a table and its text, each in its place', async () => {
    const result = await drawn(SYMBOLOGY, shift(100, 50), row, shift(1, -0.75), text, POP, POP);
    const { areas, texts } = result.job;
    assert.deepEqual([areas.length, texts.length, codesOf(result)], [1, 1, []]);
    const corners = [...areas.loadPath(0, new Path()).coordinates.subarray(0, 12)].filter((_, i) => i % 3 < 2);
    assert.deepEqual(corners, [100, 50, 104, 50, 104, 49, 100, 49]);
    const place = [0, 1].map((i) => texts.coordinates.get(i));
    assert.deepEqual([texts.text.get(0), ...place, texts.height.get(0)], ['Level 1', 101, 49.25, 0.5]);
  });

  for (const [why, code, operations] of [
    ['a body', 'dgn-layout-unknown', [row, operation(24, Buffer.alloc(40))]],
    ['nothing', 'dgn-layout-unknown', []],
    ['a shape with more vertices than bytes', 'dgn-element-short', [row, operation(9, Buffer.of(1), whole(9))]],
    ['a text longer than its bytes', 'dgn-element-short', [operation(37, Buffer.alloc(101, 1))]],
    ['a map without its numbers', 'dgn-element-short', [operation(13, reals(1, 0, 0))]],
    ['maps without end', 'dgn-layout-unknown', Array.from({ length: 65 }, () => shift(1, 1))],
    ['an operation of no bytes', 'dgn-element-short', [Buffer.from([9, 0, 0, 0, 0, 0])]],
    ['a position that is no number', 'dgn-position-invalid', [shift(Number.NaN, 0), row]],
  ] as const)
    it(`nothing is drawn of graphics with ${why}`, async () => {
      const result = await drawn(...operations);
      assert.deepEqual([result.job.areas.length, result.job.texts.length], [0, 0]);
      assert.deepEqual(codesOf(result), [code]);
    });
});

/** The area of the triangles in plan; clockwise ones count as negative. */
function areaOf({ vertices: v, triangles }: ReadResult['job']['surfaces'][number]): number {
  let sum = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[i + k]!) as [number, number, number];
    sum += (v[b]! - v[a]!) * (v[c + 1]! - v[a + 1]!) - (v[b + 1]! - v[a + 1]!) * (v[c]! - v[a]!);
  }
  return Number((sum / 2).toPrecision(12));
}
