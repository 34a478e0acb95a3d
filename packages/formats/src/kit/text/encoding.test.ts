import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ENCODINGS_OUT, rowEncoder } from './encode.ts';
import { guessEncoding, isBinary, isUtf8, knowsEncoding } from './encoding.ts';

const guess = (bytes: Uint8Array) => {
  const found = guessEncoding(bytes);
  return found && [found.label, found.bom];
};
const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe('the encoding of a text', () => {
  it('is given by its byte order mark, whatever follows', () => {
    for (const rest of [Buffer.alloc(0), Buffer.from('1,2\n'), Buffer.of(0, 1, 2, 3, 255)]) {
      assert.deepEqual(guess(Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), rest])), ['utf-8', 3]);
      assert.deepEqual(guess(Buffer.concat([Buffer.of(0xfe, 0xff), rest])), ['utf-16be', 2]);
    }
    assert.deepEqual(guess(Buffer.from('\ufeff1,2', 'utf16le')), ['utf-16le', 2]);
    assert.deepEqual(guess(Buffer.of(0xff, 0xfe)), ['utf-16le', 2]);
    assert.deepEqual(guess(Buffer.of(0xef, 0xbb)), ['utf-8', 0], 'half a mark is a truncated character');
  });

  it('with four bytes per character is not supported: it is not text, with or without a mark', () => {
    const wide = (text: string, mark: number[], littleEndian: boolean): Buffer => {
      const bytes = Buffer.alloc(4 * text.length);
      [...text].forEach(
        (one, i) =>
          void (littleEndian
            ? bytes.writeUInt32LE(one.codePointAt(0)!, 4 * i)
            : bytes.writeUInt32BE(one.codePointAt(0)!, 4 * i)),
      );
      return Buffer.concat([Buffer.from(mark), bytes]);
    };
    const text = '1,100.25,200.5,3\n2,101.25,201.5,4\n';
    assert.equal(guessEncoding(wide(text, [0xff, 0xfe, 0, 0], true)), undefined);
    assert.equal(guessEncoding(wide(text, [0, 0, 0xfe, 0xff], false)), undefined);
    assert.equal(guessEncoding(wide(text, [], true)), undefined);
    assert.equal(guessEncoding(wide(text, [], false)), undefined);
  });

  it('with two bytes per character is recognised by its zero bytes if there is no mark', () => {
    assert.deepEqual(guess(Buffer.from('1,2,3\nä,5,6', 'utf16le')), ['utf-16le', 0]);
    assert.deepEqual(guess(swapped('1,2,3\nä,5,6')), ['utf-16be', 0]);
    assert.deepEqual(guess(Buffer.from('1,2', 'utf16le')), ['utf-8', 0], 'three characters are too few to tell');
    assert.deepEqual(guess(Buffer.from('1,2,3\n漢,5,6,7,8,9', 'utf16le')), ['utf-16le', 0]);
  });

  it('is UTF-8 as soon as it is valid, also if the head ends within a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), fc.nat(3), (text, cut) => {
        const bytes = Buffer.from(text.replace(/[\u0000-\u0008\u000e-\u001f\u007f\ufeff]/g, 'x'));
        const head = bytes.subarray(0, Math.max(1, bytes.length - cut));
        assert.ok(isUtf8(head));
        assert.deepEqual(guess(head), ['utf-8', 0]);
      }),
      { numRuns: 300 },
    );
  });

  it('is not UTF-8 if a byte sequence is invalid: overlong forms, halves of pairs, too large, cut in the middle', () => {
    const SEQUENCES = [
      [0xc0, 0xaf],
      [0xe0, 0x80, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xff],
      [0x80],
      [0xe2, 0x82, 0x41],
      [0xf0, 0x9f],
    ];
    for (const bytes of SEQUENCES)
      assert.equal(
        isUtf8(Buffer.from([0x41, ...bytes, 0x41, 0x41])),
        false,
        bytes.map((one) => one.toString(16)).join(' '),
      );
    assert.equal(isUtf8(Buffer.of(0xf0, 0x9f, 0x98)), true);
    assert.equal(isUtf8(Buffer.alloc(0)), true);
  });

  describe('with one byte per character is guessed from the letters, with low confidence', () => {
    for (const [text, label, bytes] of [
      ['Größe', 'windows-1252', Buffer.from('Größe;Höhe', 'latin1')],
      ['Точка', 'windows-1251', Buffer.of(0xd2, 0xee, 0xf7, 0xea, 0xe0, 0x3b, 0x31)],
    ] as const)
      it(JSON.stringify(text), () => {
        const found = guessEncoding(bytes)!;
        assert.equal(found.label, label, text);
        assert.ok(found.confidence < 0.9 && found.confidence > 0.5);
        assert.ok(new TextDecoder(found.label).decode(bytes).startsWith(text.slice(0, 5)));
        assert.match(found.because, /not UTF-8/);
      });
  });

  it('is known by its label, in any spelling of the WHATWG standard', () => {
    for (const label of [
      'utf-8',
      'UTF8',
      'latin1',
      'windows-1252',
      'cp1251',
      'shift_jis',
      'sjis',
      'gb18030',
      'macintosh',
      'utf-16',
    ])
      assert.equal(knowsEncoding(label), true, label);
    for (const label of ['', 'utf-32', 'utf-7', 'ebcdic', 'binary', 'utf-8\0', '../etc'])
      assert.equal(knowsEncoding(label), false, label);
  });
});

describe('bytes that are not text', () => {
  it('have many control characters; one or two damaged bytes do not make a text binary', () => {
    const row = '1,100.25,200.5,3\n';
    assert.equal(isBinary(Buffer.from(`${row}\x01\x02${row}`)), false);
    assert.equal(isBinary(Buffer.from(`${row}\0\0\0${row}`)), true);
    assert.equal(isBinary(Buffer.from(`${row.repeat(100)}\0\0\0${row}`)), false, 'three of 1700 bytes are damage');
    assert.equal(isBinary(Buffer.from('\t\v\f\r\n\x1a\x1b'.repeat(50))), false, 'these occur in texts');
  });

  it('may be trailing zeros of a logger that lost power', () => {
    assert.equal(isBinary(Buffer.concat([Buffer.from('1,2,3\n'), Buffer.alloc(5000)])), false);
    assert.equal(isBinary(Buffer.alloc(10)), true);
    assert.equal(isBinary(Buffer.alloc(0)), false);
  });

  it('get no guess of an encoding', () => {
    const noise = Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * i * 31 + (i >> 3)) & 255));
    for (const bytes of [
      noise,
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0', 'latin1'),
      Buffer.alloc(100),
    ])
      assert.equal(guessEncoding(bytes), undefined);
  });
});

describe('a row in the output encoding', () => {
  it('is decoded by the platform to the same text, for every character of the encoding', () => {
    const western = Array.from({ length: 256 }, (_, i) => new TextDecoder('windows-1252').decode(Uint8Array.of(i)));
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...western), maxLength: 40 }), (text) => {
        const row = Buffer.from(text);
        for (const encoding of ENCODINGS_OUT) {
          const encoder = rowEncoder(encoding);
          assert.equal(new TextDecoder(encoding, { ignoreBOM: true }).decode(encoder.encode(row)), text, encoding);
          assert.equal(encoder.lost, 0);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('has a question mark for each missing character, counted over all rows', () => {
    const encoder = rowEncoder('windows-1252');
    assert.equal(Buffer.from(encoder.encode(Buffer.from('a漢b😀c'))).toString('latin1'), 'a?b?c');
    encoder.encode(Buffer.from('→'));
    assert.equal(encoder.lost, 3);
    for (const encoding of ['utf-8', 'utf-16le'] as const) {
      const wide = rowEncoder(encoding);
      assert.equal(new TextDecoder(encoding).decode(wide.encode(Buffer.from('a漢b😀c'))), 'a漢b😀c');
      assert.equal(wide.lost, 0);
    }
  });

  describe('begins with a mark by which the encoding is recognised', () => {
    for (const encoding of ENCODINGS_OUT)
      it(JSON.stringify(encoding), () => {
        const { mark, encode } = rowEncoder(encoding);
        if (encoding === 'windows-1252') assert.equal(mark.length, 0);
        else assert.equal(guessEncoding(Buffer.concat([mark, encode(Buffer.from('ä,1\n'))]))?.label, encoding);
      });
  });
});
