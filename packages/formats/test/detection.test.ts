import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { detect, extensionOf, FORMATS, formatsFor, MemorySource, parseExportOptions } from '../src/index.ts';
import { codesOf, imported } from '../testing/journeys.ts';
import { writeWith } from '../testing/run-format.ts';
import { jobWith } from '../testing/traits.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../shared/corpus');
const EXTENSIONS = [...new Set(FORMATS.flatMap(({ extensions }) => extensions)), '', 'bin', 'zip', 'sqlite', 'ZIP'];
const named = (extension: string): string => (extension === '' ? 'file' : `file.${extension}`);
const idOf = (bytes: Uint8Array, name = 'file', wanted?: string): string | undefined =>
  detect(new MemorySource(bytes, name), wanted)?.format.id;

/** Formats with the same content, which only the name can distinguish. */
const SAME: Readonly<Record<string, string>> = { mjo: 'mjf', mjt: 'mjf', points: 'table', csv: 'table' };
const contentOf = (id: string | undefined): string | undefined => (id === undefined ? id : (SAME[id] ?? id));

describe('a file is recognised by its content, whatever its name', () => {
  /** Formats by the folders of the corpus. */
  const FOLDERS: Readonly<Record<string, RegExp>> = {
    dxf: /^dxf\/.*\.dxf$/,
    dwg: /\.dwg$/,
    dgn: /\.dgn$/,
    landxml: /^landxml\/.*\.xml$/,
    jobxml: /\.jxl$/,
    imodel: /\.bim$/,
    pdf: /\.pdf$/,
    tp3: /\.tp3$/,
    pt3: /\.pt3$/,
  };

  it('every file of the corpus, with every extension and with none', (t) => {
    if (!existsSync(CORPUS)) return t.skip('no corpus: real files were not checked under other names');
    const files = (readdirSync(CORPUS, { recursive: true }) as string[]).map((file) => file.replaceAll('\\', '/'));
    let looked = 0;
    for (const [id, pattern] of Object.entries(FOLDERS)) {
      const own = files.filter((file) => pattern.test(file));
      assert.ok(own.length > 0, `the corpus has no file of ${id}`);
      for (const file of own) {
        const bytes = readFileSync(join(CORPUS, file));
        for (const extension of EXTENSIONS) {
          const found = detect(new MemorySource(bytes, named(extension)));
          assert.equal(found?.format.id, id, `${file} as ${named(extension)}`);
          const fits = formatsFor(extension).some((format) => format.id === id);
          assert.equal(found.mismatch, !fits && formatsFor(extension).length > 0, `${file} as ${named(extension)}`);
          looked++;
        }
      }
    }
    assert.ok(looked > 1000, `${looked} names were tried`);
  });

  for (const format of FORMATS) {
    if (format.loadReader === undefined || format.loadWriter === undefined) continue;
    it(`${format.id} as we write it, with every extension, requested as every format`, async () => {
      const { values } = parseExportOptions(format, {
        experimental: 'experimental' in format.writeOptions ? true : undefined,
      });
      const { result } = await writeWith(format, jobWith({}), { options: values });
      const bytes = result as Buffer;
      for (const extension of EXTENSIONS) {
        assert.equal(contentOf(idOf(bytes, named(extension))), contentOf(format.id), named(extension));
        assert.equal(
          contentOf(idOf(bytes, 'file', extension || 'auto')),
          contentOf(format.id),
          `requested as ${extension}`,
        );
      }
      // The name decides between formats with the same content.
      if (format.id !== 'points') assert.equal(idOf(bytes, named(format.extensions[0]!)), format.id);
    });
  }

  describe('a points file with the extension of a job or machine file is read, and its format reported', () => {
    for (const extension of ['mjf', 'mjo', 'mjt', 'mjfzip', 'rd3', 'gc3', 'pl3', 'dxf', 'pdf'])
      it(JSON.stringify(extension), async () => {
        const { job, issues } = await imported('A,5000000.5,400000.25,100\nB,5000010,400020,101\n', named(extension));
        assert.equal(job.points.length, 2, extension);
        assert.ok(codesOf(issues).includes('format-mismatch'), extension);
      });
  });

  it('a file that only its name identifies is refused with an explanation', () => {
    const refused = {
      mjf: 'not-ours',
      mjo: 'not-ours',
      mjt: 'not-ours',
      mjfzip: 'package-not-zip',
      rd3: 'machine-no-sample',
      gc3: 'machine-no-sample',
      pl3: 'machine-no-sample',
    };
    const noise = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * i * 31 + (i >> 3)) & 255));
    for (const [extension, code] of Object.entries(refused)) {
      const found = detect(new MemorySource(noise, named(extension)));
      assert.equal(found?.format.id, extension);
      assert.equal(found.sniffed.refusal?.code, code);
      assert.equal(found.mismatch, false);
    }
    for (const extension of ['', 'bin', 'dxf', 'dwg', 'geojson', 'xml', 'zip'])
      assert.equal(idOf(noise, named(extension)), undefined, extension);
  });

  describe('empty and nearly empty files have no format', () => {
    for (const text of ['', ' ', '\n', '\0', 'PK', '{', '<', '0', 'SQLite format 3', '%PD', 'AC10'])
      it(JSON.stringify(text), () => {
        for (const extension of ['', 'bin', 'zip', 'json', 'pdf', 'dwg'])
          assert.equal(idOf(Buffer.from(text), named(extension)), undefined, `${JSON.stringify(text)} as ${extension}`);
      });
  });

  it('no bytes make a sniffer fail', () => {
    const starts = [
      '',
      'PK\x03\x04',
      'SQLite format 3\0',
      '{"type":',
      '<?xml version="1.0"',
      '%PDF-1.',
      'AC1015',
      'Topcon TP3\0',
      '0\nSECTION\n',
      '\ufeff',
      '\xff\xfe',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...starts),
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(...EXTENSIONS),
        (start, rest, extension) => {
          const bytes = Buffer.concat([Buffer.from(start, 'latin1'), rest]);
          const found = detect(new MemorySource(bytes, named(extension)));
          if (found === undefined) return;
          assert.ok(FORMATS.includes(found.format) && found.format.loadReader !== undefined);
          assert.ok(found.sniffed.confidence > 0 && found.sniffed.confidence <= 1);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the extension of a name', () => {
  for (const [name, extension] of [
    ['a.dxf', 'dxf'],
    ['A.DXF', 'dxf'],
    ['a.tar.gz', 'gz'],
    ['a', ''],
    ['', ''],
    ['.dxf', 'dxf'],
    ['.', ''],
    ['a.', ''],
    ['a.ГОСТ', 'гост'],
  ] as const)
    it(`of "${name}" is "${extension}"`, () => assert.equal(extensionOf(name), extension));

  it('or the id of a format finds its formats, with a dot or without, in any case', () => {
    const ids = (key: string): string[] => formatsFor(key).map(({ id }) => id);
    assert.deepEqual(ids('DXF'), ['dxf']);
    assert.deepEqual(ids('.dxf'), ['dxf']);
    assert.deepEqual(ids('json'), ['geojson']);
    assert.ok(ids('xml').length > 1 && ids('txt').includes('points'));
    for (const key of ['', '.', 'exe', '__proto__', 'constructor']) assert.deepEqual(ids(key), [], key);
  });
});

it('names as alternatives the formats that read the file once they are chosen', () => {
  const points = Buffer.from('A,487000,121000,1,K\nB,488000,122000,1,K\n');
  const xml = Buffer.from('<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2"/>');
  for (const [bytes, name, expected] of [
    [points, 'list.csv', ['points']],
    [points, 'list.txt', ['csv']],
    [xml, 'site.xml', []],
  ] as const) {
    const { format, alternatives } = detect(new MemorySource(bytes, name))!;
    const ids = alternatives.map((one) => one.format.id);
    assert.deepEqual(ids, expected, name);
    for (const id of [...ids, format.id]) assert.equal(idOf(bytes, name, id), id, `${name} as ${id}`);
  }
});
