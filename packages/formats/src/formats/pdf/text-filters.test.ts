import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { filtersOf, fromLetters } from './text-filters.ts';

test('filters are named in a list or alone, by full or short names', () => {
  assert.deepEqual(filtersOf('<</Length 5/Filter[/A85 /FlateDecode]>>'), ['A85', 'FlateDecode']);
  assert.deepEqual(filtersOf('<</Filter /DCTDecode/Width 3>>'), ['DCTDecode']);
  assert.deepEqual(filtersOf('<</F[/Fl]>>'), ['Fl']);
  assert.deepEqual(filtersOf('<</Filter 5 0 R>>'), []);
  assert.deepEqual(filtersOf(''), []);
});

test('letters become bytes again; other filters stay', () => {
  const taken = (filters: string[], text: string): [string, string[]] => {
    const bytes = fromLetters(Buffer.from(text, 'latin1'), filters);
    return [bytes.toString('latin1'), filters];
  };
  assert.deepEqual(taken(['ASCIIHexDecode'], '48 65\n6c6C 6f> trailing'), ['Hello', []]);
  assert.deepEqual(taken(['AHx'], '487'), ['Hp', []]);
  // "Man sure." as the specification of PostScript's filter writes it: 9 bytes in 12 letters.
  assert.deepEqual(taken(['A85'], '9jqo^F*2M7\n/c~>'), ['Man sure.', []]);
  assert.deepEqual(taken(['ASCII85Decode'], 'z!!~>'), ['\0\0\0\0\0', []]);
  assert.deepEqual(taken(['A85', 'AHx', 'Fl'], '~>'), ['', ['Fl']]);
  assert.deepEqual(taken(['FlateDecode', 'A85'], 'abc'), ['abc', ['FlateDecode', 'A85']]);
});

test('arbitrary bytes are handled safely', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), fc.constantFrom('A85', 'AHx'), (data, filter) => {
      assert.ok(fromLetters(Buffer.from(data), [filter]).length <= 4 * data.length);
    }),
  );
});
