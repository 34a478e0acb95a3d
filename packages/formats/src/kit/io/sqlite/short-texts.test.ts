import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ShortTexts } from './short-texts.ts';

test('cached texts are compared by every byte, wherever they are in the buffer', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '\0', '\uFEFF'), maxLength: 40 });
  fc.assert(
    fc.property(fc.array(fc.tuple(letters, fc.nat(7)), { maxLength: 60 }), (all) => {
      const texts = new ShortTexts();
      for (const [text, before] of all) {
        const bytes = Buffer.from('x'.repeat(before) + text);
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        assert.equal(texts.text(bytes, view, before, bytes.length), text);
      }
    }),
    { numRuns: 500 },
  );
});

test('two texts that differ in a single byte are distinct', () => {
  const texts = new ShortTexts();
  for (let length = 1; length <= 33; length++) {
    for (let at = 0; at < length; at++) {
      for (const letter of ['a', 'b']) {
        const bytes = Buffer.alloc(length, 'a');
        bytes.write(letter, at);
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        assert.equal(texts.text(bytes, view, 0, length), bytes.toString('latin1'));
      }
    }
  }
});

test('invalid UTF-8 becomes U+FFFD, in short and long texts', () => {
  const texts = new ShortTexts();
  for (const length of [1, 4, 12, 20, 40]) {
    const bytes = Buffer.alloc(length, 0xff);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    assert.equal(texts.text(bytes, view, 0, length), '\ufffd'.repeat(length));
  }
});
