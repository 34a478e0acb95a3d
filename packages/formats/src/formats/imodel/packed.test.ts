import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import SnappyJS from 'snappyjs';
import { FlatTable } from './flat-table.ts';
import { DamagedGeometry, operatorsOf, unpackGeometry } from './geometry-stream.ts';
import { placementOf } from './placement.ts';
import { doubles, openLine, table } from './testing/geometry.ts';

const round = (value: number): number => Math.round(value * 1e9) / 1e9 + 0;
const integers = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);

describe('packed geometry', () => {
  const content = Buffer.concat([Buffer.alloc(8), integers(5, 4), Buffer.from('abcd')]);
  const block = (bytes: Uint8Array): Buffer => {
    const packed = SnappyJS.compress(Uint8Array.from(bytes));
    return Buffer.concat([Uint8Array.of((packed.length + 2) & 255, (packed.length + 2) >> 8), packed]);
  };

  it('is one stream for any number of blocks', () => {
    const whole = unpackGeometry(block(content), 1000);
    assert.deepEqual(Buffer.from(whole), content);
    for (let cut = 1; cut < content.length; cut++)
      assert.deepEqual(
        Buffer.from(
          unpackGeometry(Buffer.concat([block(content.subarray(0, cut)), block(content.subarray(cut))]), 1000),
        ),
        content,
      );
    assert.deepEqual(
      [...operatorsOf(whole)].map(({ operator, data }) => [operator, Buffer.from(data).toString()]),
      [[5, 'abcd']],
    );
    assert.equal(unpackGeometry(new Uint8Array(0), 10).length, 0);
  });

  it('is refused for wrong lengths and above the limit', () => {
    const damaged = (run: () => unknown): void => assert.throws(run, DamagedGeometry);
    damaged(() => unpackGeometry(Uint8Array.of(0, 0, 1, 2), 100));
    damaged(() => unpackGeometry(Uint8Array.of(2, 0), 100));
    damaged(() => unpackGeometry(Uint8Array.of(9, 0, 1, 2), 100));
    damaged(() => unpackGeometry(block(content), content.length - 1));
    assert.equal(unpackGeometry(block(content), content.length).length, content.length);
    // Snappy states its unpacked size first: no memory is allocated for one of 4 GB.
    damaged(() => unpackGeometry(Uint8Array.of(8, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 0), 2 ** 32));
    for (let length = 1; length < block(content).length; length++)
      if (length >= 2) damaged(() => unpackGeometry(block(content).subarray(0, length), 1000));
    for (const size of [5, 0xffffffff])
      damaged(() => [...operatorsOf(Buffer.concat([Buffer.alloc(8), integers(5, size), Buffer.from('abcd')]))]);
    // Fewer bytes than the head of an operator do not count.
    assert.equal([...operatorsOf(Buffer.alloc(15))].length, 0);
  });
});

describe('flat tables', () => {
  it('return fields by their slots, and defaults if they are absent', () => {
    const flat = new FlatTable(
      table([
        [0, doubles(1.5)],
        [2, Uint8Array.of(7)],
        [3, integers(9)],
        [5, doubles(1, 2, 3)],
      ]),
    );
    assert.deepEqual([flat.double(0), flat.byte(2), flat.uint32(3), flat.struct(5, 3)], [1.5, 7, 9, [1, 2, 3]]);
    assert.deepEqual(
      [
        flat.double(1, 4),
        flat.byte(1, 5),
        flat.uint32(9, 6),
        flat.struct(1, 3),
        flat.id(1),
        flat.text(1),
        flat.table(1),
      ],
      [4, 5, 6, undefined, undefined, undefined, undefined],
    );
    assert.deepEqual([...flat.doubles(1, 3)], []);
    const id = (value: bigint) => new FlatTable(table([[0, new Uint8Array(BigUint64Array.of(value).buffer)]])).id(0);
    assert.deepEqual(
      [id(21n), id(2n ** 53n + 1n), id(2n ** 64n - 1n)],
      [21n, 2n ** 53n + 1n, -1n],
      'as SQLite has them, with a sign',
    );
  });

  describe('with vectors longer than their data have no vector', () => {
    for (const count of [3, 1000, 0x7fffffff, 0xffffffff])
      it(String(count), () => {
        const vector = Buffer.concat([integers(4, count), doubles(1, 2, 3, 4, 5, 6)]);
        const { length } = new FlatTable(table([[0, new Uint8Array(vector)]])).doubles(0, 3);
        assert.equal(length, 0, String(count));
      });
  });

  it('of arbitrary bytes, or cut or changed anywhere, are read safely', async () => {
    const whole = openLine(0, 0, 0, 1, 1, 1);
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), (length, at, byte) => {
        const bytes = whole.slice(0, length);
        if (at < length) bytes[at] = byte;
        const flat = new FlatTable(bytes);
        assert.ok(flat.doubles(0, 3).length <= 6 && flat.byte(1) <= 255);
        assert.ok(flat.text(0) === undefined || flat.text(0)!.length <= bytes.length);
        flat.table(0)?.double(0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('placements', () => {
  it('are yaw, pitch and roll about the origin, worked out by hand', () => {
    // Yaw turns east to north, pitch lifts east up, roll turns north up.
    type Triple = [number, number, number];
    const cases: readonly (readonly [angles: Triple, from: Triple, to: Triple])[] = [
      [
        [0, 0, 0],
        [1, 2, 3],
        [11, 22, 33],
      ],
      [
        [90, 0, 0],
        [1, 0, 0],
        [10, 21, 30],
      ],
      [
        [0, 90, 0],
        [1, 0, 0],
        [10, 20, 31],
      ],
      [
        [0, 0, 90],
        [0, 1, 0],
        [10, 20, 31],
      ],
      [
        [90, 0, 90],
        [0, 1, 0],
        [10, 20, 31],
      ],
      [
        [90, 90, 0],
        [0, 0, 1],
        [10, 19, 30],
      ],
    ];
    for (const [angles, from, to] of cases) {
      const frame = placementOf([10, 20, 30], ...angles);
      assert.deepEqual(
        [frame.easting(...from), frame.northing(...from), frame.elevation(...from)].map(round),
        [...to],
        String(angles),
      );
    }
    const doubled = placementOf([0, 0, 0], 0, 0, 0, 2);
    assert.deepEqual([doubled.easting(1, 2, 3), doubled.northing(1, 2, 3), doubled.elevation(1, 2, 3)], [2, 4, 6]);
  });
});
