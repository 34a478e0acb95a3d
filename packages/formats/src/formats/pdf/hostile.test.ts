import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, constants, deflateSync } from 'node:zlib';
import { ReportSink } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { greyJpeg, jpegObject, type PdfObject, pdfOf, pdfOfPages } from '../../../testing/pdf-file.ts';
import { type ReadResult, readWith } from '../../../testing/run-format.ts';
import { MemorySource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import { DEFAULT_LIMITS, type Limits } from '../../core/limits.ts';
import type { OptionValues } from '../../core/options.ts';
import { SourceTally } from '../../core/tally.ts';
import { pdf } from './format.ts';
import { readPdf } from './read.ts';

const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-pdf-'));
after(() => rmSync(folder, { recursive: true }));

const read = (bytes: Uint8Array, options: OptionValues = {}, limits: Partial<Limits> = {}): Promise<ReadResult> =>
  readWith(pdf, bytes, { options, limits });
const plot = (content: string): Uint8Array => pdfOfPages([{ content, isPlain: true }]);

test('unreadable files are refused with a code', async () => {
  await assert.rejects(read(new TextEncoder().encode('%PDF-1.4\nnothing more')), { code: 'pdf-damaged' });
  await assert.rejects(read(plot('0 0 m 1 1 l S'), { page: 2 }), {
    code: 'pdf-no-page',
    parameters: { page: 2, pages: 1 },
  });
  await assert.rejects(read(plot('0 0 m 1 1 l S '.repeat(20)), {}, { features: 10 }), {
    limit: 'features',
    value: 10,
  });
  await assert.rejects(read(plot('q '.repeat(2000))), { code: 'limit-exceeded' });
});

describe('content that saves more graphics states than pdf.js can follow', () => {
  const packed = (content: string): Uint8Array => pdfOfPages([{ content }]);
  for (const content of [
    'q '.repeat(400_000),
    'q\n%Q\n'.repeat(40_000),
    'q (Q \\) Q ( Q ) Q ) Tj '.repeat(40_000),
    'BI /W 1 ID ( Q EI q '.repeat(40_000),
    'q /Q gs '.repeat(40_000),
  ])
    test(`is refused before it is given any: ${JSON.stringify(content.slice(0, 20))}`, async () => {
      const started = process.cpuUsage();
      for (const file of [plot(content), packed(content)])
        await assert.rejects(read(file), { code: 'limit-exceeded', limit: 'depth', value: 1000 });
      // Reading one of them by pdf.js took 17 s.
      assert.ok(process.cpuUsage(started).user < 5_000_000);
    });

  test('is not content that saves and restores often', async () => {
    const { job } = await read(packed('Q q 0 0 m 1 1 l S Q (q ( q ) \\( q) Tj /q gs '.repeat(3000)));
    assert.equal(job.lines.length, 3000);
  });
});

describe('an image within content', () => {
  const inline = (dictionary: string, data = 'x'): string =>
    `q 10 0 0 10 0 0 cm BI ${dictionary} ID ${data}\nEI Q 0 0 m 50 50 l S`;
  const frame = (height: number, width: number): string =>
    Buffer.from([
      0xff,
      0xd8,
      0xff,
      0xc0,
      0,
      11,
      8,
      height >> 8,
      height & 255,
      width >> 8,
      width & 255,
      1,
      1,
      0x11,
      0,
    ]).toString('latin1');
  for (const [name, content] of [
    ['states too many pixels', inline('/W 20000 /H 20000 /BPC 8 /CS /G /F /Fl')],
    ['states them in long words and codes', inline('/#57idth 20000 /Hei#67ht +20000 /BPC 8 /CS /G')],
    ['states them again', inline('/W 1 /H 1 /W 20000 /H 20000 /BPC 8 /CS /G')],
    ['is a JPEG that states them itself', inline('/W 10 /H 10 /BPC 8 /CS /G /F /DCT', frame(60_000, 60_000))],
  ] as const)
    test(`that ${name} is refused`, async () => {
      for (const isPlain of [true, false])
        await assert.rejects(read(pdfOfPages([{ content, isPlain }])), {
          code: 'limit-exceeded',
          limit: 'inlinePixels',
        });
    });

  test('of fewer pixels is read, and so is a small JPEG', async () => {
    const grey = inline('/W 100 /H 100 /BPC 8 /CS /G /F /AHx', `${'7f'.repeat(10_000)}>`);
    const { job, issues } = await read(pdfOfPages([{ content: grey }]));
    assert.deepEqual([job.drawings.length, job.lines.length], [1, 1]);
    assert.ok(issues.summary().some(({ code }) => code === 'pdf-image'));
    const small = await read(pdfOfPages([{ content: inline('/W 10 /H 10 /BPC 8 /CS /G /F /DCT', frame(10, 10)) }]));
    assert.equal(small.job.lines.length, 1);
  });
});

const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>';
const withContent = (dictionary: string, stream: Uint8Array, ...further: readonly string[]): Uint8Array =>
  pdfOf([
    { text: '<</Type/Catalog/Pages 2 0 R>>' },
    { text: '<</Type/Pages/Count 1/Kids[3 0 R]>>' },
    { text: PAGE },
    { text: dictionary, stream },
    ...further.map((text): PdfObject => ({ text })),
  ]);
const MUCH = 65 * 2 ** 20;
const zeros = deflateSync(Buffer.alloc(MUCH, '0 0 m 1 1 l S\n'));
const twice = deflateSync(zeros);
/** By the usual quality it takes three seconds to pack, and is no smaller. */
const brotli = brotliCompressSync(Buffer.alloc(MUCH), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
const hex = (bytes: Buffer): Buffer => Buffer.from(`${bytes.toString('hex')}>`);
const RATIO = { limit: 'streamRatio', value: 200, message: /: a ratio of \d+ unpacked bytes per byte$/ };

/** A run of blanks in LZW codes: each repeats the one before and one more, and the last possible one repeats itself. */
function blanksInCodes(size: number): Buffer {
  const bits = [(256).toString(2), ' '.charCodeAt(0).toString(2).padStart(9, '0')];
  for (let next = 258, width = 9, length = 1, left = size; left > 0; left -= length) {
    const code = Math.min(next, 4095);
    bits.push(code.toString(2).padStart(width, '0'));
    if (next > 4095) continue;
    length++;
    if (++next + 1 === 1 << width && width < 12) width++;
  }
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  );
}

describe('a stream that unpacks to far more than is stored is refused by name before it is unpacked in memory', () => {
  // A block of stored bytes with the keyword, then the packed ones.
  const keyword = Buffer.concat([Buffer.from('7801000900f6ff', 'hex'), Buffer.from('endstream'), zeros.subarray(2)]);
  for (const [how, dictionary, data, ...further] of [
    ['packed', '/Filter/FlateDecode', zeros],
    ['by its short name', '/Filter/Fl', zeros],
    ['by a name in codes', '/Filter/Fl#61te#44ecode', zeros],
    ['under a key in codes', '/F#69lter/Fl', zeros],
    ['by a name that is another object', '/Filter 5 0 R', zeros, '/FlateDecode'],
    ['by a list that is another object', '/Filter 5 0 R', zeros, '[6 0 R]', '/#46l'],
    ['behind a long dictionary', `/Filter/Fl/Note(${'long '.repeat(2000)})`, zeros],
    ['behind the keyword of an end', '/Filter/Fl', keyword],
    ['packed twice', '/Filter[/FlateDecode/FlateDecode]', twice],
    ['packed thrice', '/Filter[/Fl/Fl/Fl]', deflateSync(twice)],
    ['packed with an unknown name', '/Filter[/Crypt/Fl]', zeros],
    ['in digits', '/Filter[/ASCIIHexDecode/FlateDecode]', hex(zeros)],
    ['with digits in between', '/Filter[/Fl/AHx/Fl]', deflateSync(hex(zeros))],
    ['in runs', '/Filter[/Fl/RunLengthDecode]', deflateSync(Buffer.alloc(MUCH / 64, Buffer.of(129, 32)))],
    ['in codes', '/Filter/LZWDecode', blanksInCodes(MUCH)],
    ['by Brotli', '/Filter/BrotliDecode', brotli],
  ] as const)
    test(how, async () => {
      assert.ok(data.length < MUCH / 200);
      // Not content, whose saved states would be counted, too.
      await assert.rejects(read(withContent(`/Type/Metadata${dictionary}`, data, ...further)), RATIO);
    });

  // An unused image next to the page may have any number of pixels.
  const sheet = (side: number): Uint8Array =>
    Buffer.concat([
      plot('0 0 m 1 1 l S').subarray(0, -1),
      Buffer.from(`\n7 0 obj<</Subtype/Image/Width ${side}/Height ${side}/Filter/FlateDecode>>stream\n`),
      zeros,
      Buffer.from('\nendstream endobj\n'),
    ]);
  test('beyond the pixels of an image', async () => {
    assert.equal((await read(sheet(10_000))).job.lines.length, 1);
    await assert.rejects(read(sheet(10)), RATIO);
  });
});

describe('filters within each other', () => {
  const nested = (filters: number): Promise<ReadResult> => {
    let data: Uint8Array = Buffer.from('0 0 m 1 1 l S\n');
    for (let i = 0; i < filters; i++) data = deflateSync(data);
    return read(withContent(`/Filter[${'/Fl'.repeat(filters)}]`, data));
  };

  test('are read up to four', async () => assert.equal((await nested(4)).job.lines.length, 1));

  for (const filters of [5, 1300])
    test(`are refused by name if there are ${filters}, whatever they unpack to`, () =>
      assert.rejects(nested(filters), { code: 'limit-exceeded', limit: 'streamFilters', value: 4 }));
});

test('a drawing with a high compression ratio is read', async () => {
  const lines = deflateSync('0 0 m 1 1 l S\n'.repeat(3000));
  const { job } = await read(withContent('/Filter/FlateDecode', lines));
  assert.equal(job.lines.length, 3000);
  const damaged = Buffer.from(lines).fill(255, 2, 50);
  await read(withContent('/Filter/FlateDecode', damaged)).catch((error: unknown) =>
    assert.ok(error instanceof FormatError),
  );
});

test('a limit of unpacked bytes is applied whatever the ratio', async () => {
  const lines = deflateSync('0 0 m 1 1 l S\n'.repeat(30_000));
  await assert.rejects(read(withContent('/Filter/FlateDecode', lines), {}, { unpackedBytes: 400_000 }), {
    limit: 'unpackedBytes',
  });
});

test('more pages than the limit are refused by name', async () => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${'3 0 R '.repeat(100_001)}]/Count 100001>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
  ];
  await assert.rejects(read(pdfOf(objects.map((text) => ({ text })))), {
    code: 'pdf-too-many-pages',
    parameters: { pages: 100_001, limit: 100_000 },
  });
});

test('a file locked with a password is refused as such', async () => {
  const rest = '(0123456789abcdef0123456789abcdef)';
  const bytes = pdfOf(
    [
      { text: '<</Type/Catalog/Pages 2 0 R>>' },
      { text: '<</Type/Pages/Kids[]/Count 0>>' },
      { text: `<</Filter/Standard/V 1/R 2/P -4/O${rest}/U${rest}>>` },
    ],
    '/Encrypt 3 0 R/ID[<00><00>]',
  );
  await assert.rejects(read(bytes), { code: 'pdf-encrypted' });
});

test('a damaged page next to those that are read does not end the process', () => {
  // pdf.js fetches the neighbours of the last page and does not handle their rejections; in a separate process Node's
  // reaction is visible.
  const pages = Array.from({ length: 4 }, (_, i) => ({ content: `${i} 0 m 9 9 l S` }));
  const bytes = Buffer.from(pdfOfPages(pages));
  const path = join(folder, 'neighbour.pdf');
  // The table's entries of objects 5 and 7, the second and third page, point elsewhere: the first rejection is caught,
  // the other is not.
  for (const object of [5, 7]) bytes.write('0000000003', bytes.indexOf('xref') + 'xref\n0 11\n'.length + object * 20);
  writeFileSync(path, bytes);
  const script = join(folder, 'read.ts');
  const from = (file: string): string => JSON.stringify(join(import.meta.dirname, file));
  writeFileSync(
    script,
    `import { FileSource } from ${from('../../core/byte-source.ts')};
     import { DEFAULT_LIMITS } from ${from('../../core/limits.ts')};
     import { SourceTally } from ${from('../../core/tally.ts')};
     import { readPdf } from ${from('read.ts')};
     const nothing = () => 0;
     const sink = { describe: nothing, layer: nothing, line: nothing, area: nothing, text: nothing, drawing: nothing };
     const tally = new SourceTally();
     const codes = [];
     const report = ({ code }) => codes.push(code);
     const context = { options: {}, signal: new AbortController().signal, limits: DEFAULT_LIMITS, progress: nothing, report, tally, workFolder: ${JSON.stringify(folder)} };
     try { await readPdf(new FileSource(process.argv[2]), sink, context); } catch (error) { codes.push(error.code); }
     console.log(JSON.stringify([codes, tally.of('stroke').read]));`,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, path], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const [codes, strokes] = JSON.parse(stdout) as [string[], number];
  assert.ok(codes.includes('pdf-part-damaged') || strokes === 4, stdout);
});

test('memory does not grow with the number of pages', async () => {
  v8.setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const content = Array.from({ length: 1000 }, (_, i) => `${i % 200} 0 m ${i % 100} ${i % 90} l S`).join('\n');
  const bytes = pdfOfPages(Array.from({ length: 30 }, () => ({ content })));
  const held: number[] = [];
  const progress = (done: number, pages: number): void => {
    if (done !== 5 && done !== pages - 1) return;
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    held.push(heapUsed + arrayBuffers);
  };
  const tally = new SourceTally();
  const context = { options: {}, limits: DEFAULT_LIMITS, progress, report: () => {}, tally, workFolder: folder };
  await readPdf(new MemorySource(bytes), new ReportSink(), { ...context, signal: new AbortController().signal });
  assert.equal(tally.rows()[0]!.read, 30_000);
  assert.equal(held.length, 2);
  const growth = held[1]! - held[0]!;
  // Without cleaning up, every page would keep half a megabyte; code that V8 compiles meanwhile counts, too.
  assert.ok(growth < 24 * 2 ** 18, `${growth} bytes more after 30 pages than after 5`);
});

test('damaged bytes give issues or an error with a code', async () => {
  const content =
    '/OC /L0 BDC q 2 0 0 2 10 20 cm 0 0 m 10 0 l 1 2 3 4 5 6 c s Q BT /F 9 Tf 3 4 Td (abc) Tj ET EMC q 9 0 0 9 0 0 cm /I Do Q';
  const resources = '/Font<</F 3 0 R>>/Properties<</L0 4 0 R>>/XObject<</I 5 0 R>>';
  const sample = pdfOfPages(
    [{ content, resources, isPlain: true }],
    [
      { text: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>' },
      { text: '<</Type/OCG/Name(A)>>' },
      jpegObject(greyJpeg(8), 64),
    ],
    '/OCProperties<</OCGs[4 0 R]/D<</ON[4 0 R]>>>>',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      fc.nat(sample.length),
      async (changes, size) => {
        const bytes = sample.slice(0, size % 3 === 0 ? size : sample.length);
        for (const [place, value] of changes) if (bytes.length > 0) bytes[place % bytes.length] = value;
        try {
          const { job } = await read(bytes);
          for (const value of job.lines.coordinates.view()) assert.ok(Math.abs(value) !== Infinity);
        } catch (error) {
          assert.ok(error instanceof FormatError, String((error as Error).stack));
        }
      },
    ),
    { numRuns: 100 },
  );
});
