import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { type PdfObject, pdfOf, pdfOfPages } from '../../../testing/pdf-file.ts';
import { type ReadResult, readWith } from '../../../testing/run-format.ts';
import { FormatError } from '../../core/failure.ts';
import { pdf } from './format.ts';

const LINES = '1 1 m 2 2 l S 3 3 m 4 4 l S';
const read = (bytes: Uint8Array): Promise<ReadResult> => readWith(pdf, bytes);
/** A file of one page with object 4 as its content. */
const plot = (content: PdfObject, ...more: readonly PdfObject[]): Uint8Array =>
  pdfOf([
    { text: '<</Type/Catalog/Pages 2 0 R>>' },
    { text: '<</Type/Pages/Kids[3 0 R]/Count 1>>' },
    { text: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>>' },
    content,
    ...more,
  ]);
/** The number of lines of a file, or the code of its refusal. */
const outcome = async (bytes: Uint8Array): Promise<number | string> => {
  try {
    return (await read(bytes)).job.lines.length;
  } catch (error) {
    assert.ok(error instanceof FormatError, String(error));
    return error.code;
  }
};

/** Groups of four bytes as five characters from 33 on (ISO 32000-1, 7.4.3). */
function ascii85(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 4) {
    const group = bytes.subarray(i, i + 4);
    let value = 0;
    for (let k = 0; k < 4; k++) value = value * 256 + (group[k] ?? 0);
    const digits: string[] = [];
    for (let k = 0; k < 5; k++, value = Math.floor(value / 85)) digits.unshift(String.fromCharCode(33 + (value % 85)));
    text += group.length === 4 && digits.join('') === '!!!!!' ? 'z' : digits.slice(0, group.length + 1).join('');
  }
  return `${text}~>`;
}

/** Literal runs of up to 128 bytes and an end mark (7.4.5). */
function runLength(bytes: Uint8Array): Uint8Array {
  const parts: number[] = [];
  for (let i = 0; i < bytes.length; i += 128) {
    const run = bytes.subarray(i, i + 128);
    parts.push(run.length - 1, ...run);
  }
  return Uint8Array.from([...parts, 128]);
}

/** Nine-bit codes with a clear code before every 200 literals, so that their width never grows (7.4.4). */
function lzw(bytes: Uint8Array): Uint8Array {
  let bits = '';
  for (let i = 0; i < bytes.length; i += 200)
    bits +=
      (256).toString(2).padStart(9, '0') +
      [...bytes.subarray(i, i + 200)].map((byte) => byte.toString(2).padStart(9, '0')).join('');
  bits += (257).toString(2).padStart(9, '0');
  return Uint8Array.from(bits.match(/.{1,8}/g)!, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}

/** Rows of eight bytes, each as the difference to the row above (PNG's Up, 7.4.4.4). */
function predicted(bytes: Uint8Array): Uint8Array {
  const rows: number[] = [];
  for (let at = 0; at < bytes.length; at += 8) {
    rows.push(2);
    for (let k = 0; k < 8; k++) rows.push(((bytes[at + k] ?? 32) - (at === 0 ? 0 : bytes[at - 8 + k]!)) & 255);
  }
  return Uint8Array.from(rows);
}

describe('filters of a content stream', () => {
  const content = Buffer.from(LINES);
  const packed = deflateSync(content);
  const cases: Readonly<Record<string, readonly [dictionary: string, stream: Uint8Array | string]>> = {
    none: ['', content],
    Flate: ['/Filter/FlateDecode', packed],
    'a list of one': ['/Filter[/FlateDecode]', packed],
    ASCIIHex: ['/Filter/ASCIIHexDecode', `${content.toString('hex')}>`],
    'ASCIIHex with blanks and capitals': [
      '/Filter/ASCIIHexDecode',
      `${content.toString('hex').toUpperCase().replace(/.{5}/g, '$& \n')}>`,
    ],
    ASCII85: ['/Filter/ASCII85Decode', ascii85(content)],
    RunLength: ['/Filter/RunLengthDecode', runLength(content)],
    LZW: ['/Filter/LZWDecode', lzw(content)],
    'ASCII85 of Flate': ['/Filter[/ASCII85Decode/FlateDecode]', ascii85(packed)],
    'ASCIIHex of RunLength': [
      '/Filter[/ASCIIHexDecode/RunLengthDecode]',
      `${Buffer.from(runLength(content)).toString('hex')}>`,
    ],
    'Flate with PNG predictor': [
      '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 8>>',
      deflateSync(predicted(content)),
    ],
    'abbreviated names': ['/Filter/Fl', packed],
  };
  for (const [name, [text, stream]] of Object.entries(cases))
    it(`${name}: the same lines`, async () => {
      const bytes = typeof stream === 'string' ? Buffer.from(stream, 'latin1') : stream;
      assert.equal(await outcome(plot({ text, stream: bytes })), 2);
    });

  it('several streams are one content, cut anywhere between two words', async () => {
    const pages = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents[4 0 R 5 0 R 6 0 R]>>';
    const parts = ['1 1 m 2 2', 'l S 3 3', 'm 4 4 l S'].map(
      (text, i): PdfObject =>
        i === 1 ? { text: '/Filter/FlateDecode', stream: deflateSync(text) } : { text: '', stream: Buffer.from(text) },
    );
    assert.equal(
      await outcome(
        pdfOf([
          { text: '<</Type/Catalog/Pages 2 0 R>>' },
          { text: '<</Type/Pages/Kids[3 0 R]/Count 1>>' },
          { text: pages },
          ...parts,
        ]),
      ),
      2,
    );
  });

  describe('that are unknown, or do not match their data, lose only that page', () => {
    for (const [text, stream] of [
      ['/Filter/NoSuchDecode', content],
      ['/Filter/FlateDecode', Buffer.from('no deflate')],
      ['/Filter/FlateDecode', Buffer.alloc(0)],
      ['/Filter/Crypt', content],
      ['/Filter[/FlateDecode/FlateDecode]', packed],
    ] as const)
      it(JSON.stringify(text), async () => {
        const bytes = plot({ text, stream });
        assert.match(String(await outcome(bytes)), /^([012]|pdf-damaged)$/, text);
      });
  });

  describe('inline images between lines do not hide what follows them', () => {
    const image = (data: string): string => `q 10 0 0 10 0 0 cm BI /W 4 /H 1 /BPC 8 /CS /G ID ${data} EI Q`;
    for (const data of ['abcd', 'EI E', ') S ', '\xff\x00\x01\x02'])
      it(JSON.stringify(data), async () => {
        assert.equal(
          await outcome(
            plot({ text: '', stream: Buffer.from(`1 1 m 2 2 l S ${image(data)} 3 3 m 4 4 l S`, 'latin1') }),
          ),
          2,
          JSON.stringify(data),
        );
      });
  });
});

describe('the structure of a file', () => {
  const sound = Buffer.from(pdfOfPages([{ content: LINES }]));
  const changed = (from: string, to: string): Uint8Array => {
    assert.ok(sound.includes(from), from);
    return Buffer.from(sound.toString('latin1').replace(from, to), 'latin1');
  };

  describe('may have a damaged table: the objects are found without it', () => {
    for (const [what, bytes] of [
      ['no startxref', changed('startxref', 'startxxxx')],
      [
        'a startxref that leads nowhere',
        Buffer.from(sound.toString('latin1').replace(/startxref\n\d+/, 'startxref\n99999999'), 'latin1'),
      ],
      ['a startxref of 0', Buffer.from(sound.toString('latin1').replace(/startxref\n\d+/, 'startxref\n0'), 'latin1')],
      [
        'a table of wrong places',
        Buffer.from(sound.toString('latin1').replace(/\d{10} 00000 n/g, '0000000007 00000 n'), 'latin1'),
      ],
      ['no end mark', changed('%%EOF', '')],
      ['bytes before the header', Buffer.concat([Buffer.from('some mail header\r\n\r\n'), sound])],
      ['bytes after the end', Buffer.concat([sound, Buffer.alloc(3000, 'x')])],
      ['another version', changed('%PDF-1.7', '%PDF-9.9')],
      ['line ends of a single CR', Buffer.from(sound.toString('latin1').replaceAll('endobj\n', 'endobj\r'), 'latin1')],
    ] as const)
      it(JSON.stringify(what), async () => {
        assert.equal(await outcome(bytes), 2, what);
      });
  });

  describe('is reported if it cannot be found', () => {
    for (const [what, bytes] of [
      ['no catalogue', changed('/Type/Catalog/Pages 2 0 R', '/Type/Nothing')],
      ['a missing root', changed('/Root 1 0 R', '/Root 77 0 R')],
      ['nothing but a head', Buffer.from('%PDF-1.7\n%%EOF')],
      ['nothing', new Uint8Array(0)],
    ] as const)
      it(JSON.stringify(what), async () => {
        const found = await outcome(bytes);
        assert.ok(found === 'pdf-damaged' || found === 2, `${what}: ${found}`);
      });
  });

  it('cut at any byte gives the complete lines, or a code', async () => {
    const plain = pdfOfPages([{ content: LINES, isPlain: true }]);
    for (let length = 0; length < plain.length; length += 7) {
      const found = await outcome(plain.subarray(0, length));
      assert.ok(found === 'pdf-damaged' || (typeof found === 'number' && found <= 2), `${length} bytes: ${found}`);
    }
  });

  it('that was updated has the latest content', async () => {
    const base = plot({ text: '', stream: Buffer.from(LINES) });
    const text = Buffer.from(base).toString('latin1');
    const at = base.length;
    const content = '5 5 m 6 6 l S';
    const object = `4 0 obj <</Length ${content.length}>> stream\n${content}\nendstream endobj\n`;
    const before = /startxref\n(\d+)/.exec(text)![1]!;
    const table = `xref\n4 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer <</Size 5/Root 1 0 R/Prev ${before}>>\nstartxref\n${at + object.length}\n%%EOF\n`;
    assert.equal(await outcome(Buffer.concat([base, Buffer.from(object + table, 'latin1')])), 1);
    // Circular references between tables come to an end.
    const ring = table.replace(`/Prev ${before}`, `/Prev ${at + object.length}`);
    assert.match(
      String(await outcome(Buffer.concat([base, Buffer.from(object + ring, 'latin1')]))),
      /^(1|2|pdf-damaged)$/,
    );
  });
});

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const md5 = (...parts: readonly Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    [state[i], state[j]] = [state[j]!, state[i]!];
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255;
      j = (j + state[i]!) & 255;
      [state[i], state[j]] = [state[j]!, state[i]!];
      return byte ^ state[(state[i]! + state[j]!) & 255]!;
    }),
  );
}

/** A file encrypted with 40 bits (ISO 32000-1, 7.6.3, revision 2) under a user's password. */
function encrypted(password: string): Uint8Array {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
  const owner = rc4(md5(Buffer.concat([Buffer.from('owner'), PADDING]).subarray(0, 32)).subarray(0, 5), padded);
  const id = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
  const key = md5(padded, owner, Uint8Array.of(0xfc, 0xff, 0xff, 0xff), id).subarray(0, 5);
  const user = rc4(key, PADDING);
  const contentKey = md5(key, Uint8Array.of(4, 0, 0, 0, 0)).subarray(0, 10);
  const secret = rc4(contentKey, Buffer.from(LINES));
  const dictionary = `<</Filter/Standard/V 1/R 2/P -4/O<${owner.toString('hex')}>/U<${user.toString('hex')}>>>`;
  const bytes = plot({ text: '', stream: secret }, { text: dictionary });
  return Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replace('/Root 1 0 R', `/Root 1 0 R/Encrypt 5 0 R/ID[<${id.toString('hex')}><${id.toString('hex')}>]`),
    'latin1',
  );
}

describe('encryption', () => {
  it('that needs no password for reading is read: most plans that are locked against changes', async () => {
    assert.equal(await outcome(encrypted('')), 2);
  });

  it('that needs one is refused by name, and so is an unknown kind', async () => {
    assert.equal(await outcome(encrypted('secret')), 'pdf-encrypted');
    const other = Buffer.from(encrypted('')).toString('latin1').replace('/Filter/Standard', '/Filter/Nonesuch');
    assert.match(String(await outcome(Buffer.from(other, 'latin1'))), /^pdf-(encrypted|damaged)$/);
    const newer = Buffer.from(encrypted('')).toString('latin1').replace('/V 1', '/V 9');
    assert.match(String(await outcome(Buffer.from(newer, 'latin1'))), /^pdf-(encrypted|damaged)$/);
  });
});
