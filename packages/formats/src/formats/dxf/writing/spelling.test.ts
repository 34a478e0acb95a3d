import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter } from '@fieldbridge/fieldjob/testing/any-character.ts';
import fc from 'fast-check';
import { tagOf } from './points.ts';
import { escapeText, piecesOf } from './texts.ts';

test('pieces of a text join to the text, have the maximum length and end between characters', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'ä', '😀', '\\P', '^ ', '^J'), maxLength: 60 });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 9 }), (whole, most) => {
      const pieces = piecesOf(whole, most);
      assert.equal(pieces.join(''), whole);
      for (const [i, piece] of pieces.entries()) {
        assert.ok(piece.length <= most && piece.isWellFormed(), piece);
        if (i + 1 < pieces.length) assert.ok(piece.length >= most - 1 && !piece.endsWith('^'), piece);
      }
    }),
  );
  assert.deepEqual([piecesOf('', 5), piecesOf('abcde', 5), piecesOf('abcdef', 5)], [[''], ['abcde'], ['abcde', 'f']]);
});

test('texts and tags are escaped so that they contain no codes', () => {
  assert.deepEqual(['^', '%%d', 'a\nb\tc', '100 %', '%%%'].map(escapeText), [
    '^ ',
    '%%%%%%d',
    'a^Jb^Ic',
    '100 %',
    '%%%%%%%',
  ]);
  const names = ['DN', ' DN 300 ', 'a\n b', '', ' ', `${'long '.repeat(40)}name`];
  const tags = ['DN', 'DN_300', 'a_b', '_', '_', `${'long_'.repeat(40)}name`];
  // The second time they are cached; after many others they are no longer.
  assert.deepEqual([names.map(tagOf), names.map(tagOf)], [tags, tags]);
  for (let i = 0; i < 2000; i++) assert.equal(tagOf(`no. ${i}`), `no._${i}`);
  assert.deepEqual([...names, 'no. 7', 'no. 1999'].map(tagOf), [...tags, 'no._7', 'no._1999']);
  // The same rules for any text, with the marks at any place.
  const text = fc.oneof(
    fc
      .array(fc.constantFrom('^', '%', '%%', '\n', '\t', 'a', 'ß', '😀', ' '), { maxLength: 12 })
      .map((parts) => parts.join('')),
    fc.string({ unit: anyCharacter, maxLength: 12 }),
  );
  const marks: Record<string, string> = { '^': '^ ', '\n': '^J', '\t': '^I', '%%': '%%%%%%' };
  fc.assert(
    fc.property(text, (given) =>
      assert.equal(
        escapeText(given),
        given.replace(/%%|[\^\n\t]/g, (mark) => marks[mark]!),
      ),
    ),
    { numRuns: 300 },
  );
});
