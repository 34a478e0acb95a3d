import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BitReader } from './bit-reader.ts';
import { BitWriter } from './bit-writer.ts';
import { readHandle } from './handle.ts';

/** Writes a value, and reads it back. */
type Code = readonly [write: (out: BitWriter) => void, read: (from: BitReader) => unknown, value: unknown];

const int = (bits: number): fc.Arbitrary<number> => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
const real = fc.oneof(fc.constantFrom(0, 1), fc.double({ noNaN: true }));
const code: fc.Arbitrary<Code> = fc.oneof(
  fc.boolean().map((value): Code => [(out) => out.flag(value), (from) => from.flag(), value]),
  fc.integer({ min: 0, max: 3 }).map((value): Code => [(out) => out.pair(value), (from) => from.pair(), value]),
  fc.integer({ min: 0, max: 255 }).map((value): Code => [(out) => out.byte(value), (from) => from.byte(), value]),
  fc.integer({ min: 0, max: 65535 }).map((value): Code => [(out) => out.short(value), (from) => from.short(), value]),
  fc
    .oneof(fc.constantFrom(0, 1, 255, 256, -1), int(16))
    .map((value): Code => [(out) => out.bitShort(value), (from) => from.bitShort(), value]),
  fc
    .oneof(fc.constantFrom(0, 1, 255, 256, -1), int(32))
    .map((value): Code => [(out) => out.bitLong(value), (from) => from.bitLong(), value]),
  real.map((value): Code => [(out) => out.bitDouble(value), (from) => from.bitDouble(), value + 0]),
  fc
    .tuple(real, real)
    .map(([value, other]): Code => [(out) => out.doubleOr(value, other), (from) => from.doubleOr(other), value]),
  // Numbers that differ in their lowest bytes only.
  fc
    .tuple(fc.double({ min: 1, max: 1e7, noNaN: true }), fc.constantFrom(1e-13, 1e-9, 1e-5, 0.1))
    .map(([at, step]): Code => {
      const value = at * (1 + step);
      return [(out) => out.doubleOr(value, at), (from) => from.doubleOr(at), value];
    }),
  fc
    .oneof(fc.constantFrom(0, 255, 256), fc.integer({ min: 0, max: 2 ** 48 }))
    .map((value): Code => [(out) => out.handle(5, value), (from) => readHandle(from, 1), value]),
  fc
    .uint8Array({ maxLength: 20 })
    .map((value): Code => [(out) => out.raw(value), (from) => value.map(() => from.byte()), value]),
);

function readerOf(out: BitWriter): BitReader {
  const reader = new BitReader();
  const bytes = new Uint8Array(out.size + 16);
  bytes.set(out.bytes.subarray(0, out.size));
  reader.place(bytes, 0, 0, out.bit);
  return reader;
}

test('what is written is read back, wherever in a byte it begins, also after a copy', () => {
  fc.assert(
    fc.property(fc.array(code, { maxLength: 60 }), fc.nat(7), (codes, shift) => {
      const out = new BitWriter();
      // Old bytes do not show.
      out.bytes.fill(255);
      for (const [write] of codes) write(out);
      const copy = new BitWriter();
      copy.bytes.fill(255);
      for (let i = 0; i < shift; i++) copy.flag(true);
      copy.append(out, 0, out.bit);
      for (const [written, first] of [
        [out, 0],
        [copy, shift],
      ] as const) {
        const reader = readerOf(written);
        reader.skip(first);
        for (const [, read, value] of codes) assert.deepEqual(read(reader), value);
        assert.equal(reader.bit, written.bit);
      }
    }),
  );
});

test('a number or a bit is put where zeros were, without a change of what is beside it', () => {
  for (let shift = 0; shift < 8; shift++) {
    const out = new BitWriter();
    for (let i = 0; i < shift; i++) out.flag(true);
    out.long(0);
    for (let i = 0; i < 3; i++) out.flag(true);
    out.flag(false);
    out.flag(true);
    out.putLong(shift, 0x1234abcd);
    out.set(shift + 35);
    const reader = readerOf(out);
    for (let i = 0; i < shift; i++) assert.equal(reader.flag(), true);
    assert.equal(reader.long(), 0x1234abcd);
    for (let i = 0; i < 5; i++) assert.equal(reader.flag(), true, String(i));
  }
});
