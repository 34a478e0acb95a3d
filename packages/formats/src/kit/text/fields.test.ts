import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anyCharacter } from '@fieldbridge/fieldjob/testing/any-character.ts';
import fc from 'fast-check';
import { BLANKS, FieldDecoder, FieldSplitter, MOST_FIELDS } from './fields.ts';

/** The fields of a row as texts. */
function fieldsOf(row: string, delimiter: string, quotes = true): string[] {
  const bytes = Buffer.from(row);
  const splitter = new FieldSplitter(delimiter, quotes);
  const count = splitter.split(bytes, 0, bytes.length);
  const decoder = new FieldDecoder();
  return Array.from({ length: count }, (_, i) =>
    decoder.text(bytes, splitter.starts[i]!, splitter.ends[i]!, splitter.quoted[i] === 1),
  );
}

describe('the fields of a row', () => {
  const ROWS: readonly (readonly [row: string, fields: readonly string[]])[] = [
    ['', ['']],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    [',', ['', '']],
    [',,', ['', '', '']],
    [' a , b ', ['a', 'b']],
    ['\ta\t,\tb', ['a', 'b']],
    ['"a,b",c', ['a,b', 'c']],
    ['"a""b"', ['a"b']],
    ['""', ['']],
    ['""""', ['"']],
    [' "a" ,b', ['a', 'b']],
    ['" a "', [' a ']],
    ['a"b,c"d', ['a"b', 'c"d']],
    ['5\'7",x', ['5\'7"', 'x']],
    ['"a"b,c', ['"a"b', 'c']],
    ['a,"b', ['a', '"b']],
    ['"', ['"']],
  ];
  for (const [row, fields] of ROWS)
    it(`of ${JSON.stringify(row)} are ${JSON.stringify(fields)}`, () => assert.deepEqual(fieldsOf(row, ','), fields));

  it('are separated by any delimiter; without quoting, a quote is an ordinary character', () => {
    assert.deepEqual(fieldsOf('a;b,c', ';'), ['a', 'b,c']);
    assert.deepEqual(fieldsOf('a\t\tb', '\t'), ['a', '', 'b']);
    assert.deepEqual(fieldsOf('a | b', '|'), ['a', 'b']);
    assert.deepEqual(fieldsOf('"a,b"', ',', false), ['"a', 'b"']);
  });

  describe('are separated by runs of blanks of any length and never empty', () => {
    for (const [row, fields] of [
      ['', []],
      ['   ', []],
      ['a', ['a']],
      ['  a \t b  ', ['a', 'b']],
      ['"a b"  c', ['a b', 'c']],
      ['"" a', ['', 'a']],
      ['a "b', ['a', 'b']],
      ['x"y z', ['x"y', 'z']],
    ] as const)
      it(JSON.stringify(row), () => {
        assert.deepEqual(fieldsOf(row, BLANKS), fields, JSON.stringify(row));
      });
  });

  describe('say whether a quote was left open', () => {
    for (const [row, delimiter, open] of [
      ['a,b', ',', false],
      ['"a",b', ',', false],
      ['"a,b', ',', true],
      ['a,"b""', ',', true],
      ['a"', ',', false],
      ['"a b', BLANKS, true],
      ['"a" b', BLANKS, false],
    ] as const)
      it(JSON.stringify(row), () => {
        const splitter = new FieldSplitter(delimiter);
        splitter.split(Buffer.from('"open, '), 0, 7);
        splitter.split(Buffer.from(row), 0, row.length);
        assert.equal(splitter.openQuote, open, row);
      });
  });

  it('are found in the row only, whatever surrounds it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ',', '"', ' ', '\t'), maxLength: 12 }),
        fc.constantFrom(',', BLANKS, '\t'),
        (row, delimiter) => {
          const alone = fieldsOf(row, delimiter);
          for (const around of ['"', ',', 'x', ' ']) {
            const bytes = Buffer.from(`${around}${row}${around}`);
            const splitter = new FieldSplitter(delimiter);
            const count = splitter.split(bytes, 1, bytes.length - 1);
            const found = Array.from({ length: count }, (_, i) => {
              assert.ok(splitter.starts[i]! >= 1 && splitter.ends[i]! <= bytes.length - 1);
              return new FieldDecoder().text(bytes, splitter.starts[i]!, splitter.ends[i]!, splitter.quoted[i] === 1);
            });
            assert.deepEqual(found, alone, around);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('beyond the limit are joined to the last one, which ends with the row', () => {
    const row = Buffer.from(Array.from({ length: MOST_FIELDS + 5 }, (_, i) => String(i)).join(','));
    const splitter = new FieldSplitter(',');
    assert.equal(splitter.split(row, 0, row.length), MOST_FIELDS);
    assert.equal(
      row.toString('latin1', splitter.starts[MOST_FIELDS - 1], splitter.ends[MOST_FIELDS - 1]),
      '1023,1024,1025,1026,1027,1028',
    );
    const few = Buffer.from('a,b,the rest, of it');
    splitter.split(few, 0, few.length);
    assert.equal(few.toString('latin1', splitter.starts[2], splitter.restEnd(2)), 'the rest, of it');
  });
});

describe('the text of a field', () => {
  const text = (bytes: Buffer, quoted = false, decoder = new FieldDecoder()): string =>
    decoder.text(bytes, 0, bytes.length, quoted);

  it('is decoded from its bytes, without control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 20 }), (value) => {
        assert.equal(text(Buffer.from(value)), value.replace(/[\u0000-\u0008\u000e-\u001f\u007f]/g, ''));
      }),
      { numRuns: 500 },
    );
  });

  it('that is not valid UTF-8 is decoded as a whole in the fallback encoding and counted', () => {
    const decoder = new FieldDecoder();
    assert.equal(text(Buffer.from('Straße', 'latin1'), false, decoder), 'Straße');
    assert.equal(text(Buffer.from('Straße'), false, decoder), 'Straße');
    assert.equal(text(Buffer.from('Größe', 'latin1'), false, decoder), 'Größe');
    assert.equal(decoder.mended, 2);
    assert.equal(text(Buffer.of(0xd2, 0xee), false, new FieldDecoder('windows-1251')), 'То');
  });

  describe('has doubled quotes halved only if it was quoted', () => {
    for (const value of ['a""b', 'ä""b', '""""'])
      it(JSON.stringify(value), () => {
        assert.equal(text(Buffer.from(value), true), value.replaceAll('""', '"'));
        assert.equal(text(Buffer.from(value), false), value);
      });
  });

  it('keeps a byte order mark and blanks of other scripts', () => {
    assert.equal(text(Buffer.from('\ufeffa\u00a0\u3000')), '\ufeffa\u00a0\u3000');
    assert.equal(text(Buffer.alloc(0)), '');
  });
});
