import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as library from '@node-projects/acad-ts';
import fc from 'fast-check';
import { BEYOND_END, BitReader } from './bit-reader.ts';
import { readHandle } from './handle.ts';

/** The reader of the library acad-ts, the oracle. */
interface Other {
  readBit(): boolean;
  read2Bits(): number;
  readByte(): number;
  readDouble(): number;
  readBitDouble(): number;
  readBitShort(): number;
  readBitLong(): number;
  readBitDoubleWithDefault(value: number): number;
  handleReference(): number;
}

const STEPS = {
  flag: [(own: BitReader) => own.flag(), (other: Other) => other.readBit()],
  pair: [(own: BitReader) => own.pair(), (other: Other) => other.read2Bits()],
  byte: [(own: BitReader) => own.byte(), (other: Other) => other.readByte()],
  double: [(own: BitReader) => own.double(), (other: Other) => other.readDouble()],
  bitDouble: [(own: BitReader) => own.bitDouble(), (other: Other) => other.readBitDouble()],
  bitShort: [(own: BitReader) => own.bitShort(), (other: Other) => other.readBitShort()],
  bitLong: [(own: BitReader) => own.bitLong(), (other: Other) => other.readBitLong()],
  doubleOr: [(own: BitReader) => own.doubleOr(1234.5678), (other: Other) => other.readBitDoubleWithDefault(1234.5678)],
  handle: [(own: BitReader) => readHandle(own, 0), (other: Other) => other.handleReference()],
} as const;

/** Whether a handle has more bytes than another reader takes, as none in a drawing has. */
function isTooLong(reader: BitReader): boolean {
  const start = reader.bit;
  const head = reader.byte();
  reader.bit = start;
  return (head & 15) > (head >> 4 === 6 || head >> 4 === 8 ? 0 : 8);
}

test('numbers and handles are read as another reader does, at any bit (oracle: acad-ts)', () => {
  const step = fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[]));
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 200, maxLength: 400 }),
      fc.array(step, { maxLength: 12 }),
      (bytes, steps) => {
        const own = new BitReader();
        own.place(bytes, 0, 0, 8 * bytes.length);
        const version = library.ACadVersion.AC1032;
        const other = library.DwgStreamReaderBase.getStreamHandler(version, bytes) as unknown as Other;
        for (const name of steps) {
          const [read, readOther] = STEPS[name];
          if (name === 'handle' && isTooLong(own)) return;
          let expected: unknown;
          try {
            expected = readOther(other);
          } catch {
            // A code that does not exist ends the reading there.
            return;
          }
          // Above 2^53 they are not exact in either.
          const value = read(own);
          if (name === 'handle' && !(Number(value) <= Number.MAX_SAFE_INTEGER)) return;
          assert.deepEqual(value, expected, name);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('nothing is read beyond the end, wherever that is', () => {
  const reader = new BitReader();
  const reads: readonly ((reader: BitReader) => unknown)[] = Object.values(STEPS).map(([read]) => read);
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(96), (bytes, which, bits) => {
      const end = Math.min(bits, 8 * bytes.length);
      reader.place(bytes, 0, 0, end);
      const read = reads[which % reads.length]!;
      for (let i = 0; i <= end; i++) {
        try {
          read(reader);
        } catch (error) {
          assert.equal(error, BEYOND_END);
          return;
        }
        assert.ok(reader.bit <= end);
      }
      assert.fail('it never ended');
    }),
  );
});

test('a number of items that the rest cannot hold is refused before anything is allocated', () => {
  const reader = new BitReader();
  // BL of 32 bits after its two bits of 0: 10^9 items, or less than none.
  for (const items of [1_000_000_000, -1]) {
    const bits = `00${[0, 8, 16, 24].map((shift) => ((items >> shift) & 255).toString(2).padStart(8, '0')).join('')}`;
    const bytes = Uint8Array.from({ length: 8 }, (_, i) =>
      Number.parseInt(bits.slice(8 * i, 8 * i + 8).padEnd(8, '0') || '0', 2),
    );
    reader.place(bytes, 0, 0, 8 * bytes.length);
    assert.throws(() => reader.count(2), BEYOND_END);
  }
});
