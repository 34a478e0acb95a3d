import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { Span } from '../../kit/io/sqlite/span.ts';
import { GeometryBytes, WKB } from './geometry-bytes.ts';
import { dropRepeated, GeometryReader } from './geometry-reader.ts';
import { nestRings } from './ring-nesting.ts';

const NAN = Number.NaN;
/** Bytes of a header as OGC 12-128r19 §2.1.3 lays it out. */
function header({ flags = 1, srs = 25832, envelope = [] as number[], magic = 'GP' } = {}): Buffer {
  const head = Buffer.alloc(8 + 8 * envelope.length);
  head.write(magic, 'latin1');
  head[3] = flags;
  head.writeInt32LE(srs, 4);
  envelope.forEach((value, i) => void head.writeDoubleLE(value, 8 + 8 * i));
  return head;
}

/** Well-known binary by hand, in either byte order. */
class Wkb {
  readonly #parts: Buffer[] = [];
  readonly #little: boolean;

  constructor(little: boolean) {
    this.#little = little;
  }

  start(type: number): this {
    this.#parts.push(Buffer.of(this.#little ? 1 : 0));
    return this.count(type);
  }

  count(value: number): this {
    const part = Buffer.alloc(4);
    if (this.#little) part.writeUInt32LE(value);
    else part.writeUInt32BE(value);
    this.#parts.push(part);
    return this;
  }

  doubles(...values: number[]): this {
    const part = Buffer.alloc(8 * values.length);
    values.forEach(
      (value, i) => void (this.#little ? part.writeDoubleLE(value, 8 * i) : part.writeDoubleBE(value, 8 * i)),
    );
    this.#parts.push(part);
    return this;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

const reader = new GeometryReader();
function read(bytes: Uint8Array): { rings: number[][]; path: Path } | undefined {
  const path = new Path();
  path.vertex(9, 9, 9, 1);
  if (!reader.read(Span.of(bytes), path)) return undefined;
  const rings = path.rings.map((from, i) => Array.from(path.coordinates.subarray(3 * from, 3 * path.ringEnd(i))));
  return { rings, path };
}

describe('a geometry written by another program', () => {
  for (const little of [true, false]) {
    const order = little ? 'little' : 'big';
    const flags = little ? 1 : 0;
    describe(`is read in ${order}-endian order with every dimension, without measures`, () => {
      for (const [dimension, own, expected] of [
        [0, [1, 2], [1, 2, NAN]],
        [1000, [1, 2, 3], [1, 2, 3]],
        [2000, [1, 2, 77], [1, 2, NAN]],
        [3000, [1, 2, 3, 77], [1, 2, 3]],
      ] as const)
        it(String(dimension), () => {
          const point = new Wkb(little).start(WKB.point + dimension).doubles(...own).bytes;
          assert.deepEqual(read(Buffer.concat([header({ flags }), point]))?.rings, [expected]);
          const twice = [...own, ...own.map((value) => value + 10)];
          const line = new Wkb(little)
            .start(WKB.lineString + dimension)
            .count(2)
            .doubles(...twice).bytes;
          const second = expected.map((value) => value + 10);
          assert.deepEqual(read(Buffer.concat([header({ flags }), line]))?.rings, [[...expected, ...second]]);
        });
    });
  }

  it('is read after every kind of envelope; after an undefined kind it is refused', () => {
    const point = new Wkb(true).start(WKB.point).doubles(1, 2).bytes;
    for (const [code, size] of [
      [0, 0],
      [1, 4],
      [2, 6],
      [3, 6],
      [4, 8],
    ] as const) {
      const envelope = Array.from({ length: size }, (_, i) => i);
      assert.deepEqual(read(Buffer.concat([header({ flags: 1 | (code << 1), envelope }), point]))?.rings, [
        [1, 2, NAN],
      ]);
    }
    for (const code of [5, 6, 7])
      assert.equal(
        read(Buffer.concat([header({ flags: 1 | (code << 1), envelope: [0, 0, 0, 0, 0, 0, 0, 0] }), point])),
        undefined,
      );
  });

  it('may mix byte orders and dimensions between its parts, as well-known binary allows', () => {
    const ring = [0, 0, 9, 0, 9, 9, 0, 0];
    const little = new Wkb(true)
      .start(WKB.polygon)
      .count(1)
      .count(4)
      .doubles(...ring).bytes;
    const big = new Wkb(false)
      .start(WKB.polygon + 1000)
      .count(1)
      .count(3)
      .doubles(20, 0, 5, 29, 0, 5, 29, 9, 5).bytes;
    const multi = Buffer.concat([header(), new Wkb(true).start(WKB.multiPolygon).count(2).bytes, little, big]);
    assert.deepEqual(read(multi)?.rings, [
      [0, 0, NAN, 9, 0, NAN, 9, 9, NAN],
      [20, 0, 5, 29, 0, 5, 29, 9, 5],
    ]);
  });

  it('of another kind is refused: curves, collections, many points or lines, polygons in polygons', () => {
    const inner = new Wkb(true).start(WKB.multiPolygon).count(0).bytes;
    for (const type of [0, 4, 5, 7, 8, 9, 10, 15, 16, 17, 4001, 0x80000001, 0xffffffff])
      assert.equal(
        read(Buffer.concat([header(), new Wkb(true).start(type).count(1).doubles(1, 2, 3).bytes])),
        undefined,
        String(type),
      );
    assert.equal(
      read(Buffer.concat([header(), new Wkb(true).start(WKB.multiPolygon).count(1).bytes, inner])),
      undefined,
    );
  });

  it('with another header, extended, or truncated anywhere is refused', () => {
    const whole = Buffer.concat([
      header(),
      new Wkb(true)
        .start(WKB.multiPolygon + 1000)
        .count(1)
        .start(WKB.polygon + 1000)
        .count(2).bytes,
      ...[0, 1].map(() => new Wkb(true).count(4).doubles(0, 0, 1, 9, 0, 1, 9, 9, 1, 0, 0, 1).bytes),
    ]);
    assert.equal(read(whole)?.rings.length, 2);
    for (let size = 0; size < whole.length; size++)
      assert.equal(read(whole.subarray(0, size)), undefined, `${size} bytes`);
    assert.equal(read(Buffer.concat([header({ magic: 'Gp' }), whole.subarray(8)])), undefined);
    assert.equal(read(Buffer.concat([header({ flags: 1 | 0x20 }), whole.subarray(8)])), undefined);
  });

  describe('has its counts checked before memory is allocated', () => {
    for (const type of [WKB.lineString, WKB.polygon, WKB.multiPolygon])
      describe(JSON.stringify(type), () => {
        for (const count of [2, 1000, 2 ** 31, 2 ** 32 - 1])
          it(`${count}`, () => {
            const found = read(Buffer.concat([header(), new Wkb(true).start(type).count(count).doubles(1).bytes]));
            assert.equal(found, undefined, `${type} of ${count}`);
          });
      });
  });

  it('of any bytes is read or refused, within its own bytes', () => {
    const start = Buffer.concat([
      header(),
      new Wkb(true).start(WKB.multiPolygon).count(1).start(WKB.polygon).count(1).count(4).bytes,
    ]);
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 100 }),
        fc.array(fc.tuple(fc.nat(start.length - 1), fc.nat(255)), { maxLength: 3 }),
        (rest, changes) => {
          const bytes = Buffer.concat([start, rest]);
          for (const [at, value] of changes) bytes[at] = value;
          const around = Buffer.concat([Buffer.alloc(3, 1), bytes, Buffer.alloc(200, 1)]);
          const span = Span.of(around);
          span.from = 3;
          span.to = 3 + bytes.length;
          const [alone, within] = [new Path(), new Path()];
          assert.equal(reader.read(Span.of(bytes), alone), reader.read(span, within));
          assert.deepEqual(
            within.coordinates.subarray(0, 3 * within.count),
            alone.coordinates.subarray(0, 3 * alone.count),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a written geometry', () => {
  const coordinate = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: -1e6, max: 1e6 }));
  const vertex = fc.tuple(coordinate, coordinate, fc.oneof(coordinate, fc.constant(NAN)));

  it('is read back unchanged, with the envelope of its positions', () => {
    fc.assert(
      fc.property(fc.array(vertex, { minLength: 1, maxLength: 30 }), fc.boolean(), (vertices, repeats) => {
        const triples = Float64Array.from(vertices.flat());
        const maker = new GeometryBytes(25832);
        assert.equal(maker.lineString(triples, vertices.length, repeats), true);
        const bytes = maker.taken();
        // One elevation makes all vertices three-dimensional, with NaN where it is missing.
        const expected = [...triples, ...(repeats ? triples.subarray(0, 3) : [])];
        assert.deepEqual(read(bytes)?.rings, [expected]);
        const view = new DataView(bytes.buffer, bytes.byteOffset);
        const bounds = [0, 1, 2, 3].map((i) => view.getFloat64(8 + 8 * i, true));
        const [eastings, northings] = [0, 1].map((axis) => vertices.map((one) => one[axis]!));
        const least = (values: number[]): number => values.reduce((a, b) => Math.min(a, b));
        const most = (values: number[]): number => values.reduce((a, b) => Math.max(a, b));
        assert.deepEqual(bounds, [least(eastings!), most(eastings!), least(northings!), most(northings!)]);
        assert.deepEqual([maker.minEasting, maker.maxEasting, maker.minNorthing, maker.maxNorthing], bounds);
        assert.deepEqual([...bytes.subarray(0, 4), view.getInt32(4, true)], [0x47, 0x50, 0, 0b11, 25832]);
      }),
      { numRuns: 200 },
    );
  });

  it('is two-dimensional without elevations, and missing without positions', () => {
    const maker = new GeometryBytes(-1);
    assert.equal(maker.point(1, 2, NAN), true);
    assert.equal(maker.taken().length, 8 + 5 + 16);
    assert.equal(maker.point(1, 2, 0), true);
    assert.equal(maker.taken().length, 8 + 5 + 24);
    assert.equal(maker.point(NAN, NAN, 3), false);
    assert.equal(maker.lineString(Float64Array.of(NAN, NAN, 1), 1, false), false);
    assert.equal(maker.lineString(new Float64Array(0), 0, false), false);
    assert.equal(maker.multiPolygon(Float64Array.of(0, 0, 0), 1, []), false);
    assert.equal(maker.triangles(new Float64Array(9), new Int32Array(0)), false);
  });

  it('of rings and triangles closes each ring', () => {
    const corners = Float64Array.of(0, 0, 1, 9, 0, 2, 9, 9, 3, 0, 9, 4);
    const maker = new GeometryBytes(0);
    assert.equal(maker.triangles(corners, Int32Array.of(0, 1, 2, 0, 2, 3)), true);
    const bytes = maker.taken();
    assert.deepEqual(read(bytes)?.rings, [
      [0, 0, 1, 9, 0, 2, 9, 9, 3],
      [0, 0, 1, 9, 9, 3, 0, 9, 4],
    ]);
    // Two polygons of one ring with four positions each: header and envelope 40, 9 + 2 × (9 + 4 + 4 × 24).
    assert.equal(bytes.length, 40 + 9 + 2 * (9 + 4 + 96));
    assert.equal(maker.multiPolygon(corners, 4, [[[0, 4]]]), true);
    assert.deepEqual(read(maker.taken())?.rings, [[...corners]]);
  });
});

describe('the last vertex of a ring', () => {
  const path = (...triples: number[][]): Path => {
    const made = new Path();
    for (const [e, n, z] of triples) made.vertex(e!, n!, z!);
    return made;
  };
  it('is dropped if it repeats the first one, including its elevation', () => {
    for (const [made, drops] of [
      [path([1, 2, 3], [4, 5, 6], [1, 2, 3]), true],
      [path([1, 2, NAN], [4, 5, 6], [1, 2, NAN]), true],
      [path([1, 2, 3], [4, 5, 6], [1, 2, 3.001]), false],
      [path([0, 2, 3], [4, 5, 6], [-0, 2, 3]), false],
      [path([1, 2, 3]), false],
      [path(), false],
    ] as const) {
      const { count } = made;
      assert.equal(dropRepeated(made, 0), drops);
      assert.equal(made.count, drops ? count - 1 : count);
    }
  });
});

describe('rings of an area for other programs', () => {
  const ring = (e: number, n: number, side: number): number[] => [
    e,
    n,
    0,
    e + side,
    n,
    0,
    e + side,
    n + side,
    0,
    e,
    n + side,
    0,
  ];
  const nested = (...rings: number[][]): number[][] =>
    nestRings(
      Float64Array.from(rings.flat()),
      rings.map((_, i) => [4 * i, 4 * i + 4] as const),
    ).map((polygon) => polygon.map(([from]) => from / 4));
  it('are polygons in order; one that begins in the previous polygon is its hole', () => {
    assert.deepEqual(nested(ring(0, 0, 9), ring(2, 2, 2), ring(5, 5, 2)), [[0, 1, 2]]);
    assert.deepEqual(nested(ring(0, 0, 9), ring(20, 0, 9), ring(22, 2, 2)), [[0], [1, 2]]);
    assert.deepEqual(nested(ring(2, 2, 2), ring(0, 0, 9)), [[0], [1]]);
    assert.deepEqual(nested(), []);
  });
});
