import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { unpack2007 } from '../file/lz77-2007.ts';
import { library } from '../testing/library.ts';
import { pack2007 } from './pack-2007.ts';
import { mostPacked } from './repeats.ts';

function packed(bytes: Uint8Array): Uint8Array {
  const target = new Uint8Array(mostPacked(bytes.length));
  return target.subarray(0, pack2007(bytes, 0, bytes.length, target, 0));
}

/** Packs and unpacks, and checks that another reader unpacks the same. */
function backOf(bytes: Uint8Array): Uint8Array {
  const data = packed(bytes);
  const back = new Uint8Array(bytes.length);
  unpack2007(data, 0, data.length, back, 0, back.length);
  const other = new Uint8Array(bytes.length);
  library.DwgLZ77AC21Decompressor.decompress(data, 0, data.length, other);
  assert.deepEqual(other, back);
  return back;
}

test('bytes are unpacked as they were: runs and copies of all lengths and distances (oracle: acad-ts)', () => {
  const piece = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 700 }),
    fc.tuple(fc.nat(255), fc.integer({ min: 1, max: 700 })).map(([byte, count]) => new Uint8Array(count).fill(byte)),
    fc.constant(Uint8Array.of(1, 2, 3, 4, 5, 6, 7)),
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 40 }), fc.nat(40), (pieces, repeated) => {
      const once = Buffer.concat(pieces);
      const bytes = new Uint8Array(Buffer.concat([once, pieces[repeated % pieces.length]!, once]));
      assert.deepEqual(backOf(bytes), bytes);
    }),
  );
});

test('copies reach as far and are as long as each instruction can state', () => {
  for (const distance of [1, 2, 7, 8, 0x1ff, 0x200, 0x201, 0xfff, 0x1000, 0x1001, 0x1fff, 0x2000, 0x2001, 0xf000])
    for (const length of [4, 14, 15, 18, 19, 34, 35, 50, 51, 255, 256, 263, 264, 2303, 2304, 20_000]) {
      const bytes = new Uint8Array(distance + length + 3);
      for (let i = 0, seed = distance; i < bytes.length; i++) {
        seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
        bytes[i] = i < distance || i >= distance + length ? seed >>> 24 : bytes[i - distance]!;
      }
      assert.deepEqual(backOf(bytes), bytes, `${distance} ${length}`);
    }
  assert.ok(packed(new Uint8Array(0xf800)).length < 20, 'zeros take little room');
});

describe('literal runs of every length are stated', () => {
  for (const length of [1, 7, 8, 22, 23, 24, 277, 278, 279, 65_812, 65_813, 65_814]) {
    test(`${length}`, () => {
      const bytes = new Uint8Array(length);
      // Four bytes never repeat.
      for (let i = 0; i < length; i++) bytes[i] = (i & 3) === 3 ? i >> 10 : (i >> (2 + 0 * (i & 3))) ^ ((i & 3) << 6);
      assert.deepEqual(backOf(bytes), bytes, String(length));
    });
  }
});
