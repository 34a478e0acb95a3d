import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { GrowingBytes } from '../../kit/io/growing-bytes.ts';
import { Span } from '../../kit/io/sqlite/span.ts';
import { readExactPath, writeExactPath } from './exact-path.ts';
import { pairsOf, pairsText } from './values.ts';

const word = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom('', 'NR', 'height', '__proto__', '12', '1a', 'a"b', 'a\\b', 'a\nb', '{', '":"', 'Straße', '\u2028'),
);

test('attributes are read back unchanged by either method', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word), { maxLength: 10 }), (entries) => {
      const pairs = entries.flat();
      const text = pairsText(pairs);
      assert.deepEqual(text === null ? [] : pairsOf(text), pairs);
    }),
    { numRuns: 2000 },
  );
});

test('attributes written by another program are read as JSON', () => {
  const blank = fc.constantFrom('', ' ', '\n');
  const value = fc.oneof(
    word.map((one) => JSON.stringify(one)),
    fc.constantFrom('1', 'null', '[1]', '{"a":"b"}', '"\\u0041"', 'x'),
  );
  const member = fc.tuple(blank, word, blank, value).map(([a, key, b, one]) => `${a}${JSON.stringify(key)}:${b}${one}`);
  fc.assert(
    fc.property(fc.array(member, { maxLength: 10 }), (members) => {
      const text = `{${members.join(',')}}`;
      let expected: string[] | undefined;
      try {
        const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
        expected = entries.flatMap(([key, one]) => [key, typeof one === 'string' ? one : JSON.stringify(one)]);
      } catch {
        expected = undefined;
      }
      assert.deepEqual(pairsOf(text), expected);
    }),
    { numRuns: 2000 },
  );
});

test('a path matches its geometry until one word of the geometry changes; blobs of version 1 are still read', () => {
  const path = new Path();
  path.vertex(1, 2, 3, 0.5);
  path.vertex(4, 5, 6);
  const bytes = new Uint8Array(8 + 5 + 4 + 70);
  for (let i = 8; i < bytes.length; i++) bytes[i] = (i * 37) % 256;
  const target = new GrowingBytes(64);
  writeExactPath(path, Span.of(bytes), target);
  const blob = target.bytes.slice(0, target.used);
  const back = new Path();
  assert.equal(readExactPath(Span.of(blob), Span.of(bytes), back), 'read');
  assert.deepEqual([back.count, back.coordinates[5], back.bulges[0], back.hasBulges], [2, 6, 0.5, true]);
  for (let at = 8; at < bytes.length; at++) {
    const edited = Uint8Array.from(bytes);
    edited[at]! ^= 1 << (at % 8);
    assert.equal(readExactPath(Span.of(blob), Span.of(edited), back), 'edited', `byte ${at}`);
  }
  // Version 1: FNV-1a over the words in sequence.
  const first = Uint8Array.from(blob);
  const words = new DataView(first.buffer);
  let hash = 0x811c9dc5;
  const view = new DataView(bytes.buffer);
  let at = 8;
  for (; at + 4 <= bytes.length; at += 4) hash = Math.imul(hash ^ view.getInt32(at, true), 0x01000193);
  for (; at < bytes.length; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  words.setUint32(0, 1, true);
  words.setUint32(4, hash >>> 0, true);
  assert.equal(readExactPath(Span.of(first), Span.of(bytes), back), 'read');
  words.setUint32(0, 3, true);
  assert.equal(readExactPath(Span.of(first), Span.of(bytes), back), 'damaged');
});
