import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  decodeChunk,
  encodeChunk,
  NO_HEIGHT,
  type PathChunk,
  type ViewChunk,
  type ViewWireCode,
  ViewWireError,
} from './index.ts';

const steps = fc.integer({ min: -(2 ** 30), max: 2 ** 30 });
const height = fc.oneof(steps, fc.constant(NO_HEIGHT));
const head = fc.record({
  kind: fc.constant(0),
  easting: fc.integer({ min: -1e7, max: 1e7 }),
  northing: fc.integer({ min: -1e7, max: 1e7 }),
  elevation: fc.integer({ min: -500, max: 9000 }),
  step: fc.constantFrom(1e-4, 1, 10),
});
const ints = <T>(make: (values: number[]) => T, item: fc.Arbitrary<number>, length: number): fc.Arbitrary<T> =>
  fc.array(item, { minLength: length, maxLength: length }).map(make);
const u8 = (length: number) => ints((values) => Uint8Array.from(values), fc.nat(255), length);
const u16 = (length: number) => ints((values) => Uint16Array.from(values), fc.nat(65_535), length);
const u32 = (length: number) => ints((values) => Uint32Array.from(values), fc.nat(2 ** 32 - 1), length);
const i32 = (item: fc.Arbitrary<number>, length: number) => ints((values) => Int32Array.from(values), item, length);
const f32 = (length: number) =>
  ints((values) => Float32Array.from(values), fc.float({ noNaN: true, noDefaultInfinity: true }), length);
const words = (length: number) =>
  fc.array(fc.oneof(fc.constant(''), fc.string({ unit: 'grapheme' })), { minLength: length, maxLength: length });
const places = (count: number) => ({
  head,
  plan: i32(steps, 2 * count),
  height: count === 0 ? fc.constant(null) : fc.option(i32(height, count)),
});
const origins = (count: number) => ({ table: u8(count), row: u32(count), pen: u16(count) });

const paths: fc.Arbitrary<PathChunk> = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 6 }).chain((lengths) => {
  const count = lengths.reduce((sum, length) => sum + length, 0);
  let end = 0;
  return fc.subarray([...Array(count).keys()]).chain((arcs) =>
    fc.record({
      ...{ kind: fc.constant('paths' as const), ...places(count), ...origins(lengths.length) },
      ...{ ends: fc.constant(Uint32Array.from(lengths, (length) => (end += length))), flags: u8(lengths.length) },
      ...{ arcs: fc.constant(Uint32Array.from(arcs)), bulges: f32(arcs.length) },
    }),
  );
});
const points = fc.nat(8).chain((count) =>
  fc.record({
    ...{ kind: fc.constant('points' as const), ...places(count), ...origins(count) },
    ...{ code: u16(count), names: words(count) },
  }),
);
const texts = fc.nat(8).chain((count) =>
  fc.record({
    ...{ kind: fc.constant('texts' as const), ...places(count), ...origins(count), texts: words(count) },
    ...{ size: f32(count), rotation: f32(count), anchor: u8(count) },
    fit: count === 0 ? fc.constant(null) : fc.option(f32(count), { nil: null }),
  }),
);
const mesh = fc.tuple(fc.integer({ min: 1, max: 8 }), fc.nat(4)).chain(([count, triangles]) =>
  fc.record({
    ...{ kind: fc.constant('mesh' as const), ...places(count), surface: fc.nat(9), pen: fc.nat(9) },
    triangles: ints((values) => Uint32Array.from(values), fc.nat(count - 1), 3 * triangles),
  }),
);
const anyChunk: fc.Arbitrary<ViewChunk> = fc.oneof(paths, points, texts, mesh);

/** Coordinates in the job's unit, whatever the step. */
const metres = ({ plan, height: up, head: { step } }: ViewChunk): number[][] =>
  [plan, up ?? []].map((values) =>
    Array.from(values, (value) => (value === NO_HEIGHT ? Number.NaN : Math.round(value * step * 1e4))),
  );

describe('a chunk', () => {
  it('is read back unchanged, with a longer step where no digit needs the short one', () => {
    fc.assert(
      fc.property(anyChunk, (chunk) => {
        const back = decodeChunk(encodeChunk(chunk));
        assert.deepEqual(metres(back), metres(chunk));
        const rest = ({ head: _, plan: __, height: ___, ...others }: ViewChunk) => others;
        assert.deepEqual(rest(back), rest(chunk));
        const { easting, northing, elevation } = chunk.head;
        assert.deepEqual({ ...back.head, kind: 0, step: 0 }, { kind: 0, easting, northing, elevation, step: 0 });
      }),
    );
  });

  it('of coordinates to the millimetre is stated in millimetres', () => {
    const back = decodeChunk(encodeChunk(line([0, 0, 1230, -450])));
    assert.deepEqual([back.head.step, [...back.plan]], [0.001, [0, 0, 123, -45]]);
  });

  it('has its columns at multiples of eight bytes', () => {
    fc.assert(
      fc.property(anyChunk, (chunk) => {
        const bytes = encodeChunk(chunk);
        const view = new DataView(bytes.buffer);
        for (let i = 0; i < view.getUint16(6, true); i++) assert.equal(view.getUint32(48 + 16 * i + 4, true) % 8, 0);
      }),
    );
  });

  it('that is cut off anywhere is refused', () => {
    fc.assert(
      fc.property(anyChunk, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (chunk, share) => {
        const bytes = encodeChunk(chunk);
        const cut = Math.floor(share * bytes.length);
        assert.equal(codeOf(bytes.subarray(0, cut)), cut < 48 ? 'view-not-a-chunk' : 'view-cut');
      }),
    );
  });

  it('with any byte changed decodes within its limits or is refused', () => {
    fc.assert(
      fc.property(anyChunk, fc.nat(), fc.nat(255), (chunk, at, byte) => {
        const bytes = encodeChunk(chunk);
        bytes[at % bytes.length] = byte;
        const code = codeOf(bytes);
        if (code !== undefined) return;
        const back = decodeChunk(bytes);
        if (back.kind === 'paths') assert.ok(back.ends.every((end) => end <= back.plan.length / 2));
        if (back.kind === 'mesh') assert.ok(back.triangles.every((vertex) => vertex < back.plan.length / 2));
      }),
      { numRuns: 400 },
    );
  });
});

function line(plan: number[]): PathChunk {
  return {
    ...{ kind: 'paths', head: { kind: 0, easting: 5e5, northing: 56e5, elevation: 0, step: 1e-4 } },
    ...{ plan: Int32Array.from(plan), height: null, ends: Uint32Array.of(plan.length / 2) },
    ...{ table: Uint8Array.of(1), row: Uint32Array.of(0), pen: Uint16Array.of(0), flags: Uint8Array.of(0) },
    ...{ arcs: new Uint32Array(0), bulges: new Float32Array(0) },
  };
}

function codeOf(bytes: Uint8Array): ViewWireCode | undefined {
  try {
    decodeChunk(bytes);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ViewWireError, String(error));
    return error.code;
  }
}

/** A change of a good chunk's head or directory, and the code it is refused with. */
const DAMAGES: readonly (readonly [string, (view: DataView) => void, ViewWireCode])[] = [
  ['another magic', (view) => view.setUint32(0, 1, true), 'view-not-a-chunk'],
  ['a newer version', (view) => view.setUint16(4, 2, true), 'view-version'],
  ['more bytes than there are', (view) => view.setUint32(8, 1e6, true), 'view-cut'],
  ['more columns than fit', (view) => view.setUint16(6, 9999, true), 'view-damaged'],
  ['an unknown kind', (view) => view.setUint32(12, 77, true), 'view-damaged'],
  ['a centre that is not a number', (view) => view.setFloat64(16, Number.NaN, true), 'view-damaged'],
  ['a step of zero', (view) => view.setFloat64(40, 0, true), 'view-damaged'],
  ['a column of many values', (view) => view.setUint32(48 + 12, 2 ** 31, true), 'view-limit'],
  ['a column behind the end', (view) => view.setUint32(48 + 4, 8000, true), 'view-damaged'],
  ['a column twice', (view) => view.setUint16(48 + 16, 1, true), 'view-damaged'],
  ['an unknown encoding', (view) => view.setUint8(48 + 2, 9), 'view-damaged'],
];

describe('a damaged chunk', () => {
  for (const [name, damage, code] of DAMAGES)
    it(`with ${name} is refused as ${code}`, () => {
      const bytes = encodeChunk(line([0, 0, 3, 4]));
      damage(new DataView(bytes.buffer));
      assert.equal(codeOf(bytes), code);
    });

  it('whose paths end elsewhere than its vertices is refused', () => {
    for (const ends of [[1], [3], [2, 1], [0, 2]])
      assert.equal(
        codeOf(
          encodeChunk({
            ...line([0, 0, 3, 4]),
            ...{ ends: Uint32Array.from(ends), row: new Uint32Array(ends.length) },
            ...{ table: new Uint8Array(ends.length), pen: new Uint16Array(ends.length) },
            flags: new Uint8Array(ends.length),
          }),
        ),
        ends[0] === 0 ? undefined : 'view-damaged',
      );
  });
});
