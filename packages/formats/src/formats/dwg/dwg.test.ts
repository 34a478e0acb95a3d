import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { countsOf, Feature, type FieldJob, JobBuilder, labelOf, layerOf, Path } from '@fieldbridge/fieldjob';
import { type ReadResult, readWith } from '../../../testing/run-format.ts';
import { parseExportOptions } from '../../convert/import-options.ts';
import { FileSource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import type { Format } from '../../core/format.ts';
import { IssueLog } from '../../core/issues/issue.ts';
import { dxf } from '../dxf/format.ts';
import { DWG_WRITE_VERSIONS, dwg } from './format.ts';
import { library } from './testing/library.ts';
import { writeDwg } from './write.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../shared/corpus');
const SAMPLES = readdirSync(join(CORPUS, 'dwg')).filter((name) => name.endsWith('.dwg'));
const folder = mkdtempSync(join(tmpdir(), 'dwg-'));
after(() => rmSync(folder, { recursive: true }));

/** Reads a file or bytes as DWG, or as another format. */
const read = (file: string | Uint8Array, format: Format = dwg): Promise<ReadResult> =>
  readWith(format, typeof file === 'string' ? new FileSource(file) : file, { workFolder: folder });

const found = ({ tally }: ReadResult): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { type, space, found: count } of tally.rows()) counts.set(`${type} ${space}`, count);
  return new Map([...counts].sort());
};

test('every corpus drawing opens, is recognised by its release, and found = read + skipped', async () => {
  assert.ok(SAMPLES.length >= 5);
  for (const name of SAMPLES) {
    const path = join(CORPUS, 'dwg', name);
    const sniffed = dwg.sniff(readFileSync(path).subarray(0, 4096), 1e6, 'dwg');
    assert.equal(sniffed.confidence, 1);
    assert.equal(sniffed.refusal, undefined);
    const { job, tally } = await read(path);
    for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped, `${name} ${row.type} ${row.space}`);
    assert.ok(job.lines.length > 100 && job.areas.length > 100 && job.texts.length > 50, name);
  }
});

/** The content of a job, one line of text per feature, to compare jobs independent of order. */
function featuresOf(job: FieldJob): string[] {
  const round = (value: number): string => (value + 0).toFixed(6).replace(/^-(0\.0+)$/, '$1');
  const triples = (values: ArrayLike<number>): string => Array.from(values, round).join(' ');
  const lines: string[] = [];
  const path = new Path();
  for (const [kind, table] of [
    ['line', job.lines],
    ['area', job.areas],
  ] as const) {
    for (let row = 0; row < table.length; row++) {
      table.loadPath(row, path);
      const bulges = triples(path.bulges.subarray(0, path.count));
      const where = triples(path.coordinates.subarray(0, 3 * path.count));
      lines.push([kind, path.closed, where, bulges, path.rings, styleOf(job, table, row)].join(' | '));
    }
  }
  for (let row = 0; row < job.points.length; row++) {
    const { points } = job;
    const where = triples([points.easting(row), points.northing(row), points.elevation(row)]);
    lines.push(['point', where, styleOf(job, points, row)].join(' | '));
  }
  for (let row = 0; row < job.texts.length; row++) {
    const { text, easting, northing, elevation, height, rotation, ...sides } = job.texts.label(row);
    const where = triples([easting, northing, elevation, height, rotation]);
    lines.push(['text', text, where, Object.values(sides), styleOf(job, job.texts, row)].join(' | '));
  }
  return lines.sort();
}

function styleOf(job: FieldJob, table: FieldJob['points' | 'lines' | 'areas' | 'texts'], row: number): string {
  const own = [table.colour.get(row), table.lineWeight.get(row), table.lineType.get(row), table.block.get(row)];
  return [job.layers.name(table.layer.get(row)), ...own, table.name.get(row), table.attributes.get(row)].join(' ');
}

describe('a DWG gives the same features, places and styles as the same drawing in DXF', () => {
  for (const release of ['AC1015', 'AC1027'])
    test(JSON.stringify(release), async () => {
      const drawing = await read(join(CORPUS, 'dwg', `sample_${release}.dwg`));
      const twin = await read(join(CORPUS, 'dxf', `sample_${release}_ascii.dxf`), dxf);
      assert.deepEqual(countsOf(drawing.job), countsOf(twin.job), release);
      assert.equal(drawing.job.info.unit, twin.job.info.unit);
      assert.deepEqual(found(drawing), found(twin), release);
      const [ours, theirs] = [featuresOf(drawing.job), featuresOf(twin.job)];
      const differing = ours.filter((line) => !theirs.includes(line)).map((line) => line.split(' | ')[0]);
      // The hook of one LEADER and the name of one SHAPE are only in the DXF. So are, in 2013, the control points of
      // one SPLINE; they are computed from its fit points.
      assert.deepEqual(differing, ['line', 'point'], release);
      assert.equal(ours.length, theirs.length);
    });
});

test('solids and regions of 2013 and 2018, with shapes in a separate section, have the faces of 2000', async () => {
  const areas = async (release: string): Promise<string[]> =>
    featuresOf((await read(join(CORPUS, 'dwg', `sample_${release}.dwg`))).job).filter((line) =>
      line.startsWith('area'),
    );
  const expected = await areas('AC1015');
  for (const release of ['AC1027', 'AC1032']) {
    const found = await areas(release);
    // True colours of the others are nearest to the colours of 2000.
    const places = (lines: string[]): string[] => lines.map((line) => line.split(' | ').slice(0, 5).join(' | ')).sort();
    assert.deepEqual(places(found), places(expected), release);
  }
});

test('dashes of line types are those of the same drawing as DXF, in all releases', async () => {
  const dashesOf = async (path: string, format?: Format): Promise<unknown> =>
    (await read(join(CORPUS, path), format)).job.info.lineDashes;
  // R14 states no unit.
  for (const name of SAMPLES) {
    const other = name.includes('AC1014') ? 'sample_AC1009_ascii.dxf' : 'sample_AC1015_ascii.dxf';
    const expected = await dashesOf(`dxf/${other}`, dxf);
    assert.ok(expected !== undefined);
    assert.deepEqual(await dashesOf(`dwg/${name}`), expected, name);
  }
});

test('drawings of all releases have the same content', async () => {
  const kinds = async (release: string): Promise<Map<string, number>> =>
    found(await read(join(CORPUS, 'dwg', `sample_${release}.dwg`)));
  const expected = await kinds('AC1032');
  for (const release of ['AC1014', 'AC1015', 'AC1021', 'AC1027'])
    assert.deepEqual(await kinds(release), expected, release);
});

test('releases before R13 are refused by name, damaged files by a code', async () => {
  for (const [mark, release] of [
    ['AC1009', 'R11/R12'],
    ['AC1006', 'R10'],
    ['AC1.50', 'R2.05'],
  ] as const) {
    const bytes = new TextEncoder().encode(`${mark}${'\0'.repeat(200)}`);
    const refused = { code: 'dwg-version', parameters: { release } };
    assert.throws(() => {
      throw dwg.sniff(bytes, bytes.length, 'dwg').refusal;
    }, refused);
    await assert.rejects(read(bytes), refused);
  }
  const whole = readFileSync(join(CORPUS, 'dwg/sample_AC1015.dwg'));
  for (const size of [6, 100, 1000, 10_000]) {
    await assert.rejects(
      read(Uint8Array.from(whole.subarray(0, size))),
      (error) => error instanceof FormatError && error.code === 'dwg-damaged',
      String(size),
    );
  }
});

function sampleJob(): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  const feature = new Feature();
  feature.layer = builder.layer(layerOf('KERB', { colour: 0x102030 }));
  feature.colour = 0x34c918;
  feature.name = '101';
  feature.code = 'TREE';
  builder.point(feature, 1000.125, 2000.25, 10.5);
  feature.name = feature.code = '';
  const path = new Path();
  path.vertex(0, 0, 1, 0.5);
  path.vertex(10, 0, 1);
  path.vertex(20, 5, 1);
  builder.line(feature, path);
  path.clear().closed = true;
  for (const [e, n] of [
    [0, 0],
    [5, 0],
    [5, 5],
  ] as const)
    path.vertex(e, n, 0);
  builder.area(feature, path);
  builder.text(feature, labelOf('Straße Ω', 3, 4, { height: 2, rotation: 0.5 }));
  return builder.job;
}

describe('what is written is read back: coordinates, layers, arcs, names, texts', () => {
  for (const version of DWG_WRITE_VERSIONS)
    test(JSON.stringify(version), async () => {
      const path = join(folder, `out-${version}.dwg`);
      const { values, faults } = parseExportOptions(dwg, { version });
      assert.deepEqual(faults, []);
      const issues = new IssueLog();
      await writeDwg(sampleJob(), path, {
        options: values,
        signal: new AbortController().signal,
        progress: () => {},
        report: issues.report,
        workFolder: folder,
      });
      assert.equal(dwg.sniff(readFileSync(path).subarray(0, 100), 1e4, 'dwg').version, version);
      const { job } = await read(path);
      assert.deepEqual(
        [job.points.length, job.lines.length, job.areas.length, job.texts.length],
        [1, 2, 0, 1],
        version,
      );
      assert.deepEqual(
        [job.points.easting(0), job.points.northing(0), job.points.elevation(0)],
        [1000.125, 2000.25, 10.5],
      );
      assert.deepEqual([job.points.name.get(0), job.points.code.get(0)], ['101', 'TREE']);
      assert.equal(job.layers.name(job.lines.layer.get(0)), 'KERB');
      // Before 2004 there are no true colours.
      if (version !== '2000') {
        assert.equal(job.layers.get(job.lines.layer.get(0))?.colour, 0x102030);
        assert.equal(job.lines.colour.get(0), 0x34c918);
      }
      assert.equal(job.texts.text.get(0), 'Straße Ω');
      assert.ok(Math.abs(job.texts.rotation.get(0) - 0.5) < 1e-9);
      const line = job.lines.loadPath(0, new Path());
      assert.deepEqual(Array.from(line.coordinates.subarray(0, 6)), [0, 0, 1, 10, 0, 1]);
      assert.ok(Math.abs(line.bulges[0]! - 0.5) < 1e-12);
      assert.equal(job.info.unit, 'metre');
    });
});

describe('a written point shows only its name; its attributes are at the point', () => {
  for (const version of DWG_WRITE_VERSIONS)
    test(JSON.stringify(version), async () => {
      const path = join(folder, `attributes-${version}.dwg`);
      await writeDwg(sampleJob(), path, {
        options: parseExportOptions(dwg, { version }).values,
        signal: new AbortController().signal,
        progress: () => {},
        report: () => {},
        workFolder: folder,
      });
      const { AttributeEntity, DwgReader, Insert } = library;
      const document = DwgReader.readFromStream(Uint8Array.from(readFileSync(path)).buffer);
      const insert = [...document.modelSpace!.entities].find((entity) => entity instanceof Insert);
      // The library counts the end of the sequence as an attribute.
      const attributes = [...(insert?.attributes ?? [])].filter((part) => part instanceof AttributeEntity);
      assert.deepEqual(
        attributes.map(({ tag, flags }) => [tag, flags & 1]),
        [
          ['NAME', 0],
          ['CODE', 1],
        ],
        version,
      );
      for (const { insertPoint } of attributes) {
        const { x, y, z } = insertPoint;
        assert.ok(Math.hypot(x - 1000.125, y - 2000.25, z - 10.5) < 5, `${x} ${y} ${z}`);
      }
    });
});

test('another program opens written drawings (oracle: GDAL’s CAD driver, which reads DWG 2000)', async (t) => {
  const { stdout, error } = spawnSync('ogrinfo', ['--formats'], { encoding: 'utf8' });
  if (error !== undefined || !stdout.includes('CAD')) {
    t.skip('gdal-bin with the CAD driver is not installed: written DWG files are not opened by another program');
    return;
  }
  const path = join(folder, 'gdal.dwg');
  await writeDwg(sampleJob(), path, {
    options: { version: '2000', points: 'point', areas: 'outline', textHeight: 1 },
    signal: new AbortController().signal,
    progress: () => {},
    report: () => {},
    workFolder: folder,
  });
  const { stdout: info, status } = spawnSync('ogrinfo', ['-ro', '-al', path], { encoding: 'utf8' });
  assert.equal(status, 0);
  assert.match(info, /POINT Z \(1000\.125 2000\.25 10\.5\)/);
});
