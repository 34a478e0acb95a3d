import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { unpack2004 } from '../file/lz77-2004.ts';
import { pack2004 } from './pack-2004.ts';
import { mostPacked } from './repeats.ts';

function backOf(bytes: Uint8Array): { back: Uint8Array; size: number } {
  const target = new Uint8Array(mostPacked(bytes.length));
  const end = pack2004(bytes, 0, bytes.length, target, 0);
  const back = new Uint8Array(bytes.length);
  assert.equal(unpack2004(target, 0, end, back, 0, back.length), bytes.length);
  return { back, size: end };
}

test('bytes are unpacked as they were: runs and copies of all lengths and distances', () => {
  const piece = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 700 }),
    fc.tuple(fc.nat(255), fc.integer({ min: 1, max: 700 })).map(([byte, count]) => new Uint8Array(count).fill(byte)),
    fc.constant(Uint8Array.of(1, 2, 3, 4, 5, 6, 7)),
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 40 }), fc.nat(40), (pieces, repeated) => {
      const once = Buffer.concat([Buffer.from('head'), ...pieces]);
      const bytes = Buffer.concat([once, pieces[repeated % pieces.length]!, once]);
      assert.deepEqual(backOf(bytes).back, new Uint8Array(bytes));
    }),
  );
});

describe('copies reach as far as a page, and not farther than can be stated', () => {
  for (const distance of [1, 0x3ff, 0x400, 0x401, 0x3fff, 0x4000, 0x4001, 0x7ffe, 0x7fff, 0x8000, 0x8001]) {
    test(`${distance}`, () => {
      const bytes = new Uint8Array(distance + 400);
      for (let i = 0, seed = 1; i < distance; i++) {
        seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
        bytes[i] = seed >>> 24;
      }
      bytes.copyWithin(distance, 0, 400);
      assert.deepEqual(backOf(bytes).back, bytes, String(distance));
    });
  }
  test('zeros take little room', () => {
    assert.ok(backOf(new Uint8Array(0x7400)).size < 200, 'zeros take little room');
  });
});
