import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter } from '@fieldbridge/fieldjob/testing/any-character.ts';
import fc from 'fast-check';
import { writeUtf8 } from './utf8-bytes.ts';

test('a text of any length and script is written at its place as the platform encodes it', () => {
  const text = fc.oneof(fc.string({ maxLength: 100 }), fc.string({ unit: anyCharacter, maxLength: 100 }));
  fc.assert(
    fc.property(text, fc.nat(20), (value, at) => {
      const bytes = new Uint8Array(at + 3 * value.length);
      const written = writeUtf8(value, bytes, at);
      assert.deepEqual(Buffer.from(bytes.subarray(at, at + written)), Buffer.from(value, 'utf8'));
      assert.ok(bytes.subarray(0, at).every((byte) => byte === 0));
    }),
  );
});
