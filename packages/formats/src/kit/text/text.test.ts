import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { MemorySource } from '../../core/byte-source.ts';
import { rowEncoder } from './encode.ts';
import { guessEncoding, isBinary, isUtf8 } from './encoding.ts';
import { FieldDecoder, FieldSplitter, MOST_FIELDS } from './fields.ts';
import { LineReader } from './lines.ts';
import { parseNumber } from './number.ts';
import { pieceOf } from './piece.ts';
import { RowBuffer } from './row-buffer.ts';

function linesOf(
  bytes: Uint8Array,
  options: { encoding?: string; skip?: number; mostBytes?: number; carriageReturns?: boolean } = {},
): string[] {
  const reader = new LineReader(new MemorySource(bytes), { mostBytes: 1 << 20, ...options });
  const lines: string[] = [];
  while (reader.next())
    lines.push(reader.overlong ? `(overlong ${reader.line})` : reader.bytes.toString('utf8', reader.from, reader.to));
  return lines;
}

test('lines of a text are those of a split, in every encoding', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replace(/[\r\n\u001a\ufeff]/g, ''));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), fc.constantFrom('\n', '\r\n'), fc.boolean(), (lines, end, ended) => {
      const text = lines.join(end) + (ended ? end : '');
      const expected = text.split(end).map((part) => Buffer.from(part).toString());
      if (expected[expected.length - 1] === '') expected.pop();
      assert.deepEqual(linesOf(Buffer.from(text)), expected);
      assert.deepEqual(linesOf(Buffer.from(text, 'utf16le'), { encoding: 'utf-16le' }), expected);
    }),
    { numRuns: 200 },
  );
});

test('lines across blocks are whole, and only a line that is too long is lost', () => {
  const long = 'x'.repeat(700_000);
  const text = [long, 'a', long, long, 'é'.repeat(600_000), 'b'].join('\n');
  assert.deepEqual(linesOf(Buffer.from(text), { mostBytes: 1 << 21 }), text.split('\n'));
  assert.deepEqual(linesOf(Buffer.from(text), { mostBytes: 1000 }), [
    '(overlong 1)',
    'a',
    '(overlong 3)',
    '(overlong 4)',
    '(overlong 5)',
    'b',
  ]);
  assert.deepEqual(linesOf(Buffer.from(`${'y'.repeat(3 << 20)}\nz`), { mostBytes: 1000 }), ['(overlong 1)', 'z']);
  assert.deepEqual(linesOf(Buffer.from('y'.repeat(3 << 20)), { mostBytes: 1000 }), ['(overlong 1)']);
});

test('byte order marks, old line ends and the DOS end of file are not part of a line', () => {
  assert.deepEqual(linesOf(Buffer.from('\ufeffa\r\nb\x1a'), { skip: 3 }), ['a', 'b']);
  assert.deepEqual(linesOf(Buffer.from('a\rb\r'), { carriageReturns: true }), ['a', 'b']);
  assert.deepEqual(linesOf(Buffer.from('')), []);
  assert.deepEqual(linesOf(Buffer.from('\n\n')), ['', '']);
});

test('encodings are distinguished as far as possible', () => {
  const label = (bytes: Uint8Array): string | undefined => guessEncoding(bytes)?.label;
  assert.equal(label(Buffer.from('plain')), 'utf-8');
  assert.equal(guessEncoding(Buffer.from('Größe'))!.confidence, 0.99);
  assert.equal(label(Buffer.from('Größe', 'latin1')), 'windows-1252');
  assert.equal(label(Buffer.from('1,2,3\n4,5,6', 'utf16le')), 'utf-16le');
  assert.equal(label(Buffer.from('1,2,3\n4,5,6', 'utf16le').swap16()), 'utf-16be');
  assert.equal(label(Buffer.from([0xff, 0xfe, 0x31, 0])), 'utf-16le');
  assert.equal(label(Buffer.from(Array.from({ length: 999 }, (_, i) => (i * i * 31) & 255))), undefined);
  assert.equal(isBinary(new Uint8Array(100)), true);
  const control = 'A\x02\x05\x06,1,2,3\n';
  assert.equal(isBinary(Buffer.from(control)), true, '3 of 11 bytes are controls');
  assert.equal(isBinary(Buffer.from(`${control}name,4,5,6\n`)), false, '3 of 22 in valid UTF-8');
  assert.equal(isBinary(Buffer.from(`${control}nämé,4,5,6\n`)), false);
  assert.equal(isBinary(Buffer.from(`${control}näme,4,5,6\n`, 'latin1')), true, 'not in any other text');
  assert.equal(isBinary(Buffer.from(`${control}name,4,5,\x006\n`)), true, 'nor where there are NULs');
  assert.equal(isBinary(Buffer.from(`näme,4,5,6\nA\x02\x05,1,2,3\n`, 'latin1')), false, 'one or two are damage');
  assert.equal(isUtf8(Buffer.from('é').subarray(0, 1)), true);
});

test('fields written by the row buffer are split into the same texts', () => {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .map((value) => value.replace(/[\u0000-\u001f\u007f\ufffd]/g, ''));
  const field = fc.oneof(text, fc.constantFrom('', ' a', 'a ', '"', '""', 'a"b', 'a,b', 'a b', '#1', '-'));
  fc.assert(
    fc.property(
      fc.array(field, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(',', ';', '\t', '|', ' '),
      (fields, delimiter) => {
        const row = new RowBuffer();
        fields.forEach((value, i) => {
          if (i > 0) row.byte(delimiter.charCodeAt(0));
          row.field(Buffer.from(value), delimiter.charCodeAt(0), false);
        });
        const splitter = new FieldSplitter(delimiter);
        const count = splitter.split(row.bytes, 0, row.length);
        const decoder = new FieldDecoder();
        const found = Array.from({ length: count }, (_, i) =>
          decoder.text(row.bytes, splitter.starts[i]!, splitter.ends[i]!, splitter.quoted[i] === 1),
        );
        // Only space and tab are trimmed, not Unicode blanks.
        assert.deepEqual(
          found,
          fields.map((value) => Buffer.from(value).toString()),
          row.bytes.toString('utf8', 0, row.length),
        );
      },
    ),
    { numRuns: 1000 },
  );
});

test('a row of a million fields has the largest number of fields', () => {
  const splitter = new FieldSplitter(',');
  const row = Buffer.from(','.repeat(1_000_000));
  assert.equal(splitter.split(row, 0, row.length), MOST_FIELDS);
  assert.equal(new FieldSplitter(' ').split(Buffer.from('a '.repeat(1_000_000)), 0, 2_000_000), MOST_FIELDS);
});

test('numbers are written so that they read back as the same double', () => {
  const row = new RowBuffer();
  const value = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -1e12, max: 1e12 }).map((digits) => digits / 10_000),
    fc.integer(),
  );
  fc.assert(
    fc.property(value, (number) => {
      row.clear();
      row.number(number, undefined);
      assert.equal(parseNumber(row.bytes, 0, row.length), number + 0);
    }),
    { numRuns: 5000 },
  );
});

test('rows are encoded, and missing characters are counted', () => {
  const western = rowEncoder('windows-1252');
  assert.deepEqual([...western.encode(Buffer.from('é€→'))], [0xe9, 0x80, 63]);
  assert.equal(western.lost, 1);
  assert.equal(Buffer.from(rowEncoder('utf-16le').encode(Buffer.from('→'))).toString('utf16le'), '→');
});

test('a piece has the same bytes as words and, if all are ASCII, as doubles', () => {
  const ascii = fc.uint8Array({ max: 127, maxLength: 60 });
  fc.assert(
    fc.property(
      fc.oneof(ascii, fc.uint8Array({ maxLength: 60 }), fc.constant(new Uint8Array(9).fill(255))),
      (bytes) => {
        const { words, doubles, length } = pieceOf(bytes);
        assert.equal(length, bytes.length);
        const view = new DataView(new ArrayBuffer(72));
        const copied = (): Uint8Array => new Uint8Array(view.buffer, 0, length);
        words.forEach((word, i) => void view.setUint32(4 * i, word, true));
        assert.deepEqual(copied(), bytes);
        assert.equal(
          doubles === undefined,
          bytes.some((byte) => byte > 127),
        );
        copied().fill(0);
        doubles?.forEach((double, i) => void view.setFloat64(8 * i, double, true));
        if (doubles !== undefined) assert.deepEqual(copied(), bytes);
      },
    ),
  );
});
