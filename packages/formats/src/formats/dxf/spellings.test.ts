import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';
import { detect } from '../../convert/detect.ts';
import { type ByteSource, MemorySource } from '../../core/byte-source.ts';
import { plainSource } from './plain-source.ts';
import { codes, drawing, EOF, type Groups, insert, LINE, section } from './testing/groups.ts';
import { asciiOf, corpusFiles, type Read, readFile, readSource } from './testing/reading.ts';

// Unusual encodings of text: UTF-16, byte order marks, line ends LF CR.

const TEXT = 'Schächte ☃ 𝄞 Ω';
const HEADER: Groups = [9, '$ACADVER', 1, 'AC1015', 9, '$DWGCODEPAGE', 3, 'ANSI_1252'];
const GROUPS = drawing(
  [],
  [LINE, [0, 'TEXT', 8, 'Böschung', 10, 1, 20, 2, 40, 1, 1, TEXT], [0, 'LINE', 5, 'B2', 10, 'x', 20, 0]],
  HEADER,
);

/** The bytes of a text in UTF-16. */
function utf16(text: string, isBig: boolean, mark = '\uFEFF'): Uint8Array {
  const bytes = Buffer.from(mark + text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
}

const asText = (groups: Groups, lineEnd = '\n'): string => Buffer.from(asciiOf(groups, lineEnd)).toString();
const read = (bytes: Uint8Array, options = {}): Promise<Read> =>
  readSource(new MemorySource(bytes, 'wide.dxf'), options);

/** Everything that a reading returns, for comparison. */
function seen({ job, issues, tally }: Read): unknown {
  return {
    issues: issues.places(),
    counts: tally.rows(),
    lines: Array.from(job.lines.coordinates.view()),
    texts: Array.from({ length: job.texts.length }, (_, row) => job.texts.text.get(row)),
    layers: Array.from({ length: job.layers.length }, (_, row) => job.layers.name(row)),
  };
}

for (const isBig of [false, true])
  for (const mark of ['\uFEFF', ''])
    for (const lineEnd of ['\n', '\r\n', '\r', '\n\r'])
      test(`UTF-16 ${isBig ? 'BE' : 'LE'} ${mark === '' ? 'without a' : 'with its'} mark, lines ended by ${JSON.stringify(lineEnd)}: the same drawing, texts and lines of issues included`, async () => {
        const marked = Buffer.from(asText(['\uFEFF0', ...GROUPS.slice(1)]));
        const wide = utf16(asText(GROUPS, lineEnd), isBig, mark);
        const found = detect(new MemorySource(wide, 'wide'));
        assert.equal(found?.format.id, 'dxf');
        assert.equal(found.sniffed.version, '2000');
        const result = await read(wide);
        assert.deepEqual(seen(result), seen(await read(marked)));
        assert.equal(result.job.texts.text.get(0), TEXT);
        assert.equal(result.job.layers.name(result.job.texts.layer.get(0)), 'Böschung');
        assert.equal(result.issues.places().find(({ handle }) => handle === 'B2')?.line, 61);
      });

test('a UTF-8 byte order mark overrides the code page of the header and that of the caller', async () => {
  const marked = Buffer.from(asText(['\uFEFF0', ...GROUPS.slice(1)]));
  for (const options of [{}, { codePage: 'ANSI_1251' }])
    assert.equal((await read(marked, options)).job.texts.text.get(0), TEXT);
  const unmarked = Buffer.from(asText(GROUPS));
  assert.equal((await read(unmarked, { codePage: 'UTF-8' })).job.texts.text.get(0), TEXT);
  assert.notEqual((await read(unmarked)).job.texts.text.get(0), TEXT);
});

test('lines that end in LF CR are recognised in files of any size', async () => {
  const groups = drawing(
    [],
    Array.from({ length: 30_000 }, () => LINE),
    HEADER,
  );
  const turned = await read(asciiOf(groups, '\n\r'));
  assert.deepEqual(seen(turned), seen(await read(asciiOf(groups, '\r\n'))));
  assert.equal(turned.job.lines.length, 30_000);
  assert.ok(!codes(turned).includes('bad-group-code'));
});

test('an empty line that ends in a lone CR is not taken for LF CR', async () => {
  const text = '0\nSECTION\n2\nENTITIES\n0\nTEXT\n8\n\r1\na\n10\n1\n20\n2\n0\nENDSEC\n0\nEOF\n';
  const result = await read(Buffer.from(text));
  assert.equal(result.job.texts.text.get(0), 'a');
  assert.equal(result.job.texts.length, 1);
});

test('sections out of order are found again in UTF-16 text of many blocks', async () => {
  const names = Array.from({ length: 20_000 }, (_, i): Groups => [999, `${'Ω'.repeat(i % 7)}${'𝄞'.repeat(i % 5)}`]);
  const groups = [
    ...section('ENTITIES', insert('B'), ...names, LINE),
    ...section('BLOCKS', [0, 'BLOCK', 2, 'B', 10, 0, 20, 0, ...LINE, 0, 'ENDBLK']),
    ...section('HEADER', HEADER),
    ...section('TABLES'),
    ...EOF,
  ];
  const plain = await read(Buffer.from(`\uFEFF${asText(groups)}`));
  assert.equal(plain.job.lines.length, 2);
  for (const isBig of [false, true]) assert.deepEqual(seen(await read(utf16(asText(groups), isBig))), seen(plain));
});

test("UTF-16 text in pieces of any size equals Node's decoding of the whole", async () => {
  // More than a block of 64 KB, so that surrogate pairs straddle its end.
  const piece = fc.constantFrom('a', 'ß', '☃', '𝄞', '\ud834', '\udd1e', '\n', '\uFEFF');
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { minLength: 1, maxLength: 40 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 9000 }),
      async (pieces, isBig, step) => {
        const start = `0\nSECTION\n${'x'.repeat(100)}`;
        const text = start + pieces.join('').repeat(Math.ceil(70_000 / pieces.length));
        const source = await plainSource(new MemorySource(utf16(text, isBig), 'wide.dxf'), async () => {});
        const expected = Buffer.from(`\uFEFF${text.toWellFormed()}`);
        assert.equal(source.size, expected.length);
        assert.deepEqual(readBySteps(source, step), expected);
      },
    ),
    { numRuns: 20 },
  );
});

function readBySteps(source: ByteSource, step: number): Buffer {
  const bytes = Buffer.alloc(source.size);
  for (let at = 0; at < bytes.length; at += step) {
    const got = source.readInto(bytes, at, Math.min(step, bytes.length - at), at);
    assert.equal(got, Math.min(step, bytes.length - at));
  }
  assert.equal(source.readInto(new Uint8Array(8), 0, 8, source.size), 0);
  return bytes;
}

test('real drawings are the same after an editor saved them as "Unicode"', async () => {
  const files = corpusFiles().filter((path) => /(3dface|text|cc_dxflib|caret_encoding)\.dxf$/.test(path));
  assert.equal(files.length, 4);
  for (const path of files) {
    const asIs = await readFile(path);
    const bytes = readFileSync(path);
    const page = asIs.version < '2007' ? 'windows-1252' : 'utf-8';
    const wide = await read(utf16(new TextDecoder(page).decode(bytes), false));
    assert.deepEqual(seen(wide), seen(asIs), path);
  }
});

test('UTF-16 text that ends within a character, or is only a byte order mark, is reported like any other', async () => {
  const wide = utf16(asText(GROUPS), false);
  const cut = await read(wide.subarray(0, wide.length - 7));
  assert.ok(codes(cut).includes('no-end-of-file'));
  assert.equal(cut.job.texts.length, 1);
  await assert.rejects(read(Uint8Array.of(0xff, 0xfe)), { code: 'not-dxf' });
  await assert.rejects(read(new Uint8Array()), { code: 'not-dxf' });
});

test('reading can be aborted while UTF-16 text is measured', async () => {
  let paused = 0;
  const text = utf16('0\nSECTION\n'.repeat(300_000), false);
  await plainSource(new MemorySource(text, 'wide.dxf'), async () => {
    paused++;
  });
  assert.ok(paused >= 5, `${paused} pauses`);
});
