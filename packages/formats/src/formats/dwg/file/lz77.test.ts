import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as library from '@node-projects/acad-ts';
import fc from 'fast-check';
import { unpack2004 } from './lz77-2004.ts';
import { unpack2007 } from './lz77-2007.ts';

/** Packs bytes as the library acad-ts does for 2004, the oracle. */
function packed(bytes: Uint8Array): Uint8Array {
  const compressor = new library.DwgLZ77AC18Compressor();
  const target: number[] = [];
  const stream = { push: (...values: number[]) => target.push(...values) };
  const result: unknown = (compressor.compress as unknown as (...parameters: unknown[]) => unknown).call(
    compressor,
    bytes,
    0,
    bytes.length,
    stream,
  );
  return result instanceof Uint8Array ? result : Uint8Array.from(target);
}

describe('the compression of 2004', () => {
  it('gives back what another program packed, of any length and with any repetitions', () => {
    const pieces = fc.array(fc.tuple(fc.uint8Array({ maxLength: 60 }), fc.nat(40)), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const bytes = Uint8Array.from(
          parts.flatMap(([piece, times]) => Array.from({ length: times + 1 }, () => [...piece]).flat()),
        );
        if (bytes.length < 20) return;
        const target = new Uint8Array(bytes.length);
        const data = packed(bytes);
        assert.equal(unpack2004(data, 0, data.length, target, 0, target.length), bytes.length);
        assert.deepEqual(target, bytes);
      }),
    );
  });

  it('ends at the room it has, whatever it says', () => {
    // A run of literal bytes with a length over many bytes: 255 for each that is 0.
    assert.throws(() => unpack2004(new Uint8Array(1_000_000), 0, 1_000_000, new Uint8Array(100), 0, 100), RangeError);
  });
});

for (const [name, unpack] of [
  ['2004', unpack2004],
  ['2007', unpack2007],
] as const)
  describe(`any bytes as the compression of ${name}`, () =>
    it('are unpacked within their room or refused', () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 400 }), fc.integer({ min: 1, max: 300 }), (bytes, size) => {
          const target = new Uint8Array(size + 8).fill(7);
          try {
            unpack(bytes, 0, bytes.length, target, 4, size + 4);
          } catch (error) {
            assert.ok(error instanceof RangeError, String(error));
          }
          assert.deepEqual([...target.subarray(0, 4), ...target.subarray(size + 4)], [7, 7, 7, 7, 7, 7, 7, 7]);
        }),
        { numRuns: 2000 },
      );
    }));

describe('the compression of 2007', () => {
  it('is unpacked as another reader does (oracle: acad-ts)', () => {
    let unpacked = 0;
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 80 }), (bytes) => {
        const [own, other] = [new Uint8Array(5000), new Uint8Array(5000)];
        try {
          unpack2007(bytes, 0, bytes.length, own, 0, own.length);
        } catch {
          return;
        }
        unpacked++;
        library.DwgLZ77AC21Decompressor.decompress(bytes, 0, bytes.length, other);
        assert.deepEqual(own, other);
      }),
      { numRuns: 5000 },
    );
    assert.ok(unpacked > 50, `${unpacked} were unpacked`);
  });
});
