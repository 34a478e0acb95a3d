import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ByteSource, MemorySource } from '../../core/byte-source.ts';
import { type LineOptions, LineReader } from './lines.ts';

const BLOCK = 1 << 20;

/** A source that returns only some bytes at a time, as a pipe or a network drive may. */
function inPieces(bytes: Uint8Array, sizes: readonly number[]): ByteSource {
  const whole = new MemorySource(bytes);
  let calls = 0;
  return {
    ...{ name: '', size: bytes.length, close: () => {} },
    readInto: (target, at, length, position) =>
      whole.readInto(target, at, Math.min(length, sizes[calls++ % sizes.length]!), position),
  };
}

/** Lines with their numbers; one that is too long is `undefined`. */
function linesOf(bytes: Uint8Array | ByteSource, options: Partial<LineOptions> = {}): (string | undefined)[] {
  const source = bytes instanceof Uint8Array ? new MemorySource(bytes) : bytes;
  const reader = new LineReader(source, { mostBytes: BLOCK, ...options });
  const lines: (string | undefined)[] = [];
  while (reader.next()) {
    assert.equal(reader.line, lines.length + 1);
    lines.push(reader.overlong ? undefined : reader.bytes.toString('utf8', reader.from, reader.to));
  }
  assert.equal(reader.next(), false, 'still at the end');
  return lines;
}

/** A text in an encoding that Node cannot write, found by decoding every character. */
function encoded(text: string, label: string): Buffer {
  const decoder = new TextDecoder(label);
  const table = new Map<string, number[]>();
  for (let a = 0; a < 256; a++) {
    const one = decoder.decode(Uint8Array.of(a));
    if (one.length === 1 && one !== '\ufffd' && !table.has(one)) table.set(one, [a]);
  }
  if (/shift|euc|gb|big5/.test(label))
    for (let a = 0x81; a < 0xff; a++)
      for (let b = 0x40; b < 0xff; b++) {
        const two = decoder.decode(Uint8Array.of(a, b));
        if ([...two].length === 1 && two !== '\ufffd' && !table.has(two)) table.set(two, [a, b]);
      }
  return Buffer.from([...text].flatMap((one) => table.get(one) ?? assert.fail(`${label} has no ${one}`)));
}

describe('the lines of a text', () => {
  describe('end with a line feed, with or without a carriage return; the last one may be unterminated', () => {
    for (const [text, expected] of [
      ['', []],
      ['a', ['a']],
      ['a\n', ['a']],
      ['a\r\n', ['a']],
      ['a\r', ['a']],
      ['\n', ['']],
      ['\r\n', ['']],
      ['\n\na\n\n', ['', '', 'a', '']],
      ['a\r\r\nb', ['a\r', 'b']],
      ['a\rb\nc', ['a\rb', 'c']],
      ['a\u2028b\u0085c\vd\fe\n', ['a\u2028b\u0085c\vd\fe']],
      ['a\0b\n\0', ['a\0b', '\0']],
    ] as const)
      it(JSON.stringify(text), () => {
        assert.deepEqual(linesOf(Buffer.from(text)), expected, JSON.stringify(text));
      });
  });

  describe('of old Macintosh programs end with a carriage return', () => {
    for (const [text, expected] of [
      ['a\rb\r', ['a', 'b']],
      ['a\r\rb', ['a', '', 'b']],
      ['\r', ['']],
      ['a\nb\rc', ['a\nb', 'c']],
    ] as const)
      it(JSON.stringify(text), () => {
        assert.deepEqual(linesOf(Buffer.from(text), { carriageReturns: true }), expected, JSON.stringify(text));
      });
  });

  describe('end with the DOS end of file only at the end of the file', () => {
    for (const [text, expected] of [
      ['a\n\x1a', ['a']],
      ['a\x1a', ['a']],
      ['a\r\n\x1a\x1a\x1a', ['a']],
      ['a\r\x1a', ['a']],
      ['\x1a', []],
      ['a\x1ab\n', ['a\x1ab']],
      ['a\x1a\nb', ['a\x1a', 'b']],
    ] as const)
      it(JSON.stringify(text), () => {
        assert.deepEqual(linesOf(Buffer.from(text)), expected, JSON.stringify(text));
      });
  });

  it('are the same however the bytes are read: whole, one by one, split within characters, returns and marks', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀', '\r', '\0', ' '), maxLength: 12 });
    const text = fc.tuple(
      fc.array(line, { maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\n', '\x1a', '\r'),
    );
    const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(text, sizes, fc.integer({ min: 1, max: 20 }), ([lines, end, last], cuts, mostBytes) => {
        const whole = lines.join(end) + last;
        for (const [bytes, encoding] of [
          [Buffer.from(whole), 'utf-8'],
          [Buffer.from(whole, 'utf16le'), 'utf-16le'],
          [Buffer.from(whole, 'utf16le').swap16(), 'utf-16be'],
        ] as const) {
          const options = { encoding, mostBytes };
          assert.deepEqual(linesOf(inPieces(bytes, cuts), options), linesOf(bytes, options), encoding);
        }
        assert.deepEqual(linesOf(Buffer.from(whole, 'utf16le'), { encoding: 'utf-16le' }), linesOf(Buffer.from(whole)));
      }),
      { numRuns: 150 },
    );
  });

  describe('are the same in every encoding used in surveying, split anywhere', () => {
    for (const [label, text] of [
      ['windows-1252', 'Straße €5\n–\n'],
      ['windows-1250', 'Łódź\nčeská\n'],
      ['windows-1251', 'Точка\nёж\n'],
      ['iso-8859-2', 'Łódź\n'],
      ['koi8-r', 'Точка\n'],
      ['ibm866', 'Точка\n'],
      ['shift_jis', '基準点\nソ表\n'],
      ['euc-jp', '基準点\n'],
      ['gbk', '控制点\n'],
      ['big5', '控制點\n'],
      ['euc-kr', '기준점\n'],
    ] as const)
      it(JSON.stringify(label), () => {
        const bytes = encoded(text, label);
        const expected = text.trimEnd().split('\n');
        for (const sizes of [[1], [2, 1], [3], [100]])
          assert.deepEqual(linesOf(inPieces(bytes, sizes), { encoding: label }), expected, label);
      });
  });

  it('show invalid bytes as U+FFFD and lose nothing else', () => {
    // A lone trail byte, a truncated character at the end, half a surrogate pair.
    assert.deepEqual(linesOf(Buffer.of(0x81, 0x0a, 0x61, 0x0a), { encoding: 'shift_jis' }), ['\ufffd', 'a']);
    assert.deepEqual(linesOf(Buffer.of(0x61, 0x0a, 0x93), { encoding: 'shift_jis' }), ['a', '\ufffd']);
    assert.deepEqual(linesOf(Buffer.of(0x00, 0xd8, 0x0a, 0x00, 0x61), { encoding: 'utf-16le' }), ['\ufffd', '\ufffd']);
  });

  it('start after the byte order mark; a mark elsewhere is a character', () => {
    assert.deepEqual(linesOf(Buffer.from('\ufeffa\n\ufeffb'), { skip: 3 }), ['a', '\ufeffb']);
    assert.deepEqual(linesOf(Buffer.from('\ufeffa', 'utf16le'), { skip: 2, encoding: 'utf-16le' }), ['a']);
    assert.deepEqual(linesOf(Buffer.from('a\ufeff', 'utf16le'), { encoding: 'utf-16le' }), ['a\ufeff']);
  });
});

describe('a line of the longest allowed length', () => {
  describe('is read; one byte longer, only that line is dropped, with any line end and in any split', () => {
    for (const end of ['\n', '\r\n', '', '\x1a', '\r'])
      describe(JSON.stringify(end), () => {
        for (const sizes of [[1], [7], [10], [11], [BLOCK]])
          it(sizes.join(' '), () => {
            const texts = (length: number) =>
              linesOf(inPieces(Buffer.from(`a\n${'x'.repeat(length)}${end}${end.endsWith('\n') ? 'b' : ''}`), sizes), {
                mostBytes: 10,
              });
            const rest = end.endsWith('\n') ? ['b'] : [];
            assert.deepEqual(texts(10), ['a', 'x'.repeat(10), ...rest], `${JSON.stringify(end)} ${sizes}`);
            assert.deepEqual(texts(11), ['a', undefined, ...rest], `${JSON.stringify(end)} ${sizes}`);
            assert.deepEqual(texts(500), ['a', undefined, ...rest], `${JSON.stringify(end)} ${sizes}`);
          });
      });
  });

  it('is measured in UTF-8, whatever its encoding', () => {
    const bytes = Buffer.from('漢字漢字\né\n', 'utf16le');
    assert.deepEqual(linesOf(bytes, { encoding: 'utf-16le', mostBytes: 12 }), ['漢字漢字', 'é']);
    assert.deepEqual(linesOf(bytes, { encoding: 'utf-16le', mostBytes: 11 }), [undefined, 'é']);
  });

  describe('may cross the border of two blocks anywhere, also within its end or a character', () => {
    for (const at of [BLOCK - 3, BLOCK - 2, BLOCK - 1, BLOCK, BLOCK + 1])
      it(JSON.stringify(at), () => {
        const filler = 'x'.repeat(at - 1);
        for (const rest of ['漢\r\nb', '\r\n漢b', '😀\n']) {
          const text = `${filler}\n${rest}`;
          assert.deepEqual(
            linesOf(Buffer.from(text)),
            text.replace(/\r?\n$/, '').split(/\r?\n/),
            `${at} ${JSON.stringify(rest)}`,
          );
        }
      });
  });

  it('does not make memory grow beyond itself: a file of one line of megabytes is passed over', () => {
    const reader = new LineReader(new MemorySource(Buffer.alloc(8 * BLOCK, 'x')), { mostBytes: 100 });
    assert.ok(reader.next() && reader.overlong && reader.to === reader.from);
    assert.ok(reader.bytes.length <= 3 * BLOCK, `${reader.bytes.length} bytes are held`);
    assert.equal(reader.position, 8 * BLOCK);
  });
});
