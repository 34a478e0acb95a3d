import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Feature, FieldJob, NO_PLACEMENT, Path, strokePath } from '@fieldbridge/fieldjob';
import { anyCoordinate, arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import { assertSameJob } from '@fieldbridge/fieldjob/testing/same-job.ts';
import fc from 'fast-check';
import { readWith, writeWith } from '../../../testing/run-format.ts';
import { missingXmllint, schemaFaults } from '../../../testing/xmllint.ts';
import { detect } from '../../convert/detect.ts';
import { MemorySource } from '../../core/byte-source.ts';
import { FormatError, LimitError } from '../../core/failure.ts';
import type { IssueLog } from '../../core/issues/issue.ts';
import { maxml } from './format.ts';

const SCHEMA = join(import.meta.dirname, 'schema/maxml.xsd');
const HEAD = '<MAXML xmlns="urn:fieldbridge:maxml:1" version="1.0"><Job name="J"><Crs kind="local"/></Job>';
const wrap = (body: string): string => `<?xml version="1.0"?>\n${HEAD}${body}</MAXML>`;
const codesOf = (issues: IssueLog): Record<string, number> =>
  Object.fromEntries(issues.summary().map(({ code }) => [code, issues.count(code)]));

/** Doubles of every kind, including negative zero and the smallest and largest ones. */
const anyDouble = fc.oneof(
  anyCoordinate,
  fc.double({ noNaN: true }),
  fc.constantFrom(-0, 5e-324, 1.7976931348623157e308),
);

describe('MAXML of any job', () => {
  it('is read back the same, with every kind of data', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryJob(), async (job) => {
        const { result, issues } = await writeWith(maxml, job);
        const back = await readWith(maxml, result);
        assert.deepEqual(issues.summary(), []);
        assert.deepEqual(back.issues.summary(), []);
        assertSameJob(back.job, job);
        assert.equal(back.version, '1.0');
      }),
      { numRuns: 60 },
    );
  });

  it('keeps doubles bit for bit, and characters that XML forbids', async () => {
    const text = fc.string({
      unit: fc.constantFrom('_', 'x', '0041', '\u0000', '\u001f', '\ufffe', '\r', '\n', '\t', ' ', '<', '😀', '&amp;'),
      maxLength: 8,
    });
    const shape = { coordinate: anyDouble, text, most: 3 };
    await fc.assert(
      fc.asyncProperty(arbitraryJob(shape), async (job) => {
        const { result } = await writeWith(maxml, job);
        assertSameJob((await readWith(maxml, result)).job, job);
      }),
      { numRuns: 40 },
    );
  });

  it('conforms to its schema', async (t) => {
    const missing = missingXmllint();
    if (missing !== undefined) return t.skip(missing);
    for (const job of [...fc.sample(arbitraryJob({ coordinate: anyDouble }), 12), new FieldJob()]) {
      const { result } = await writeWith(maxml, job, { use: (path) => schemaFaults(SCHEMA, [path]) });
      assert.equal(result, '');
    }
  });

  it('is read in other encodings, and with its sections in any order', async () => {
    const [job] = fc.sample(arbitraryJob(), 1);
    const { result } = await writeWith(maxml, job!);
    const wide = Buffer.from(
      `\ufeff${result.toString('utf8').replace('encoding="UTF-8"', 'encoding="UTF-16"')}`,
      'utf16le',
    );
    assertSameJob((await readWith(maxml, wide)).job, job!);
    const turned = `${HEAD}<Points><Point name="1" easting="1" northing="2" layer="later"/></Points><Layers><Layer name="Later" locked="1"/></Layers></MAXML>`;
    const { job: read } = await readWith(maxml, turned);
    assert.equal(read.layers.name(read.points.layer.get(0)), 'later');
  });
});

describe('MAXML with something wrong', () => {
  it('keeps everything before damage, wherever the file is truncated', async () => {
    const [job] = fc.sample(arbitraryJob({ most: 2, kinds: ['points', 'lines', 'codes', 'surfaces'] }), 1);
    const { result } = await writeWith(maxml, job!);
    const start = result.indexOf('version="1.0">') + 'version="1.0">'.length;
    const step = Math.max(1, Math.floor(result.length / 2000));
    for (let length = 0; length < result.length - 1; length += length < start ? 1 : step) {
      const cut = readWith(maxml, result.subarray(0, length));
      if (length < start)
        await assert.rejects(cut, (error) => error instanceof FormatError && error.code === 'xml-cut-off');
      else {
        const { job: part, issues } = await cut;
        assert.equal(issues.count('xml-cut-off'), 1, `${length} bytes`);
        assert.ok(part.points.length <= job!.points.length);
      }
    }
  });

  it('gives a job or a code for any changed byte', async () => {
    const [job] = fc.sample(arbitraryJob({ most: 2 }), 1);
    const { result } = await writeWith(maxml, job!);
    await fc.assert(
      fc.asyncProperty(fc.nat(result.length - 1), fc.nat(255), async (at, byte) => {
        const damaged = Buffer.from(result);
        damaged[at] = byte;
        try {
          await readWith(maxml, damaged);
        } catch (error) {
          assert.ok(error instanceof FormatError, String(error));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('skips points without readable coordinates, and reports them', async () => {
    const { job, issues, tally } = await readWith(
      maxml,
      wrap(
        '<Points><Point easting="" northing="1"/><Point easting="1,5" northing="1"/><Point northing="1"/><Point easting="NaN" northing="INF"/></Points>',
      ),
    );
    assert.equal(job.points.length, 1);
    assert.deepEqual(codesOf(issues), { 'bad-value': 2, 'coordinates-missing': 3 });
    assert.deepEqual([tally.of('Point').found, tally.of('Point').read, tally.of('Point').skipped], [4, 1, 3]);
  });

  it('skips lines, surfaces and sections with inconsistent lists', async () => {
    const surface = (lists: string): string => `<Surface name="s">${lists}</Surface>`;
    const vertices = '<Vertices>0 0 0 1 0 0 0 1 0</Vertices>';
    const { job, issues } = await readWith(
      maxml,
      wrap(
        `<Lines><Line><Ring><Vertices>1 2</Vertices></Ring></Line><Line><Ring><Vertices>1 2 x</Vertices></Ring></Line><Line><Ring/></Line>` +
          `<Line><Ring><Vertices>1 2 3</Vertices><Bulges>1 2</Bulges></Ring></Line><Line/></Lines>` +
          `<Surfaces>${surface(`${vertices}<Triangles>0 1 3</Triangles>`)}${surface(`${vertices}<Triangles>0 1 -1</Triangles>`)}` +
          `${surface(`${vertices}<Triangles>0 1 2</Triangles><Neighbours>0</Neighbours><Edges>0 7</Edges>`)}` +
          `${surface(`${vertices}<Triangles>0 1 2e</Triangles>`)}</Surfaces>` +
          `<Alignments><Alignment name="a"><Section station="1">1 2 3</Section></Alignment></Alignments>`,
      ),
    );
    assert.deepEqual([job.lines.length, job.surfaces.length, job.alignments.length], [1, 1, 1]);
    assert.equal(job.surfaces[0]?.neighbours, null);
    assert.deepEqual(codesOf(issues), {
      'geometry-damaged': 4,
      'surface-damaged': 3,
      'neighbours-damaged': 1,
      'edges-damaged': 1,
      'section-damaged': 1,
    });
  });

  it('skips and reports unknown elements and values', async () => {
    const { job, issues } = await readWith(
      maxml,
      wrap(
        '<Roads><Road/></Roads><Points><Dot/><Point easting="1" northing="2" colour="red" time="noon"><Icon/></Point></Points><constructor/>',
      ),
    );
    assert.equal(job.points.length, 1);
    assert.deepEqual(codesOf(issues), { 'unknown-element': 4, 'bad-value': 2 });
  });

  it('refuses newer versions, bombs, external entities, deep nesting and too many features by name', async () => {
    const refused = async (document: string, code: string): Promise<void> =>
      assert.rejects(readWith(maxml, document), (error) => error instanceof FormatError && error.code === code, code);
    await refused('<MAXML xmlns="urn:fieldbridge:maxml:1" version="2.0"/>', 'maxml-version');
    await refused(`<!DOCTYPE MAXML [<!ENTITY a "b">]>${HEAD}</MAXML>`, 'xml-doctype');
    await refused(`<!DOCTYPE MAXML SYSTEM "http://127.0.0.1/x.dtd">${HEAD}</MAXML>`, 'xml-doctype');
    const deep = `${HEAD}${'<a>'.repeat(100_000)}`;
    await assert.rejects(readWith(maxml, deep), (error) => error instanceof LimitError && error.limit === 'depth');
    const points = wrap(`<Points>${'<Point easting="1" northing="2"/>'.repeat(11)}</Points>`);
    await assert.rejects(
      readWith(maxml, points, { limits: { features: 10 } }),
      (error) => error instanceof LimitError && error.limit === 'features',
    );
    const line = wrap(`<Lines><Line><Ring><Vertices>${'1 2 3 '.repeat(11)}</Vertices></Ring></Line></Lines>`);
    await assert.rejects(
      readWith(maxml, line, { limits: { vertices: 10 } }),
      (error) => error instanceof LimitError && error.limit === 'vertices' && error.value === 10,
    );
    assert.equal((await readWith(maxml, line, { limits: { vertices: 11 } })).job.lines.vertexCount, 11);
  });

  it('reports if the file of a drawing was changed', async () => {
    const job = new FieldJob();
    const bytes = Buffer.from('0\nEOF\n');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const head = { name: 'd', fileName: 'd.dxf', format: 'dxf', mediaType: 'image/vnd.dxf', placement: NO_PLACEMENT };
    job.drawings.push({ ...head, sha256, read: () => bytes, size: bytes.length, scene: new FieldJob(), source: -1 });
    const { result } = await writeWith(maxml, job);
    assert.deepEqual((await readWith(maxml, result)).issues.summary(), []);
    const exchanged = result.toString().replace(bytes.toString('base64'), Buffer.from('1\nEOF\n').toString('base64'));
    assert.equal((await readWith(maxml, exchanged)).issues.count('drawing-digest-mismatch'), 1);
  });
});

describe('the dialect of MAXML with repeated points', () => {
  const dialect = (
    points: string,
    head = '<Project><Name>Site 7</Name><LinearUnit>ft</LinearUnit></Project>',
  ): string => `<?xml version="1.0"?><Data xmlns="http://vendor.example/x">${head}${points}</Data>`;

  it('is read by its known names, as elements or attributes, with points at any depth', async () => {
    const { job, issues, tally } = await readWith(
      maxml,
      dialect(
        '<Point><PointNumber>7</PointNumber><Code>TREE</Code><Easting>100.25</Easting><Northing>200.5</Northing><OrthoHeight>3.75</OrthoHeight><StdDev>0.012</StdDev><Ant>2</Ant></Point>' +
          '<List><Point PointNumber="8" Easting="1" Northing="2"/></List>',
      ),
    );
    const feature = job.points.load(0, new Feature());
    assert.deepEqual(
      [feature.name, feature.code, feature.quality, feature.attributes],
      ['7', 'TREE', 0.012, ['Ant', '2']],
    );
    assert.deepEqual([job.points.easting(0), job.points.northing(0), job.points.elevation(0)], [100.25, 200.5, 3.75]);
    assert.ok(Number.isNaN(job.points.elevation(1)));
    assert.deepEqual(
      [job.info.name, job.info.unit, job.info.properties['Project/Name']],
      ['Site 7', 'internationalFoot', 'Site 7'],
    );
    assert.deepEqual([codesOf(issues), tally.of('Point').read], [{ 'maxml-dialect': 1 }, 2]);
  });

  it('reports elevations that are not numbers', async () => {
    const heights = [
      '<OrthoHeight>3,5</OrthoHeight>',
      '<OrthoHeight/>',
      '<OrthoHeight>x</OrthoHeight><Elevation>4</Elevation>',
      '<Elevation>1e999</Elevation>',
    ];
    const points = heights.map((height) => `<Point><Easting>1</Easting><Northing>2</Northing>${height}</Point>`);
    const { job, issues } = await readWith(maxml, dialect(points.join('')));
    const { NaN: none } = Number;
    assert.deepEqual(
      [0, 1, 2, 3].map((row) => job.points.elevation(row)),
      [none, none, 4, none],
    );
    assert.equal(issues.count('elevation-unreadable'), 2);
  });

  it('reads points as longitude and latitude of WGS 84 if the first one is geographic', async () => {
    const point = (values: string): string => `<Point><PointNumber>1</PointNumber>${values}</Point>`;
    const earth = '<Longitude>8.5</Longitude><Latitude>50.25</Latitude>';
    const { job, issues } = await readWith(
      maxml,
      dialect(point(earth) + point('<Easting>1</Easting><Northing>2</Northing>')),
    );
    assert.deepEqual(job.info.crs, { kind: 'epsg', code: 4326 });
    assert.deepEqual([job.points.length, job.points.easting(0), job.points.northing(0)], [1, 8.5, 50.25]);
    assert.equal(issues.count('coordinates-missing'), 1);
  });

  it('uses the code of a projection, skips bad coordinates and reports missing points', async () => {
    const projection = '<Projection><Id>EPSG:25832</Id></Projection>';
    const bad = [
      '<Easting/><Northing>1</Northing>',
      '<Easting>NaN</Easting><Northing>1</Northing>',
      '<Latitude>91</Latitude><Longitude>1</Longitude>',
    ];
    const good = '<Point><Easting>1</Easting><Northing>2</Northing></Point>';
    const { job, issues } = await readWith(
      maxml,
      dialect(bad.map((one) => `<Point>${one}</Point>`).join('') + good, projection),
    );
    assert.deepEqual(job.info.crs, { kind: 'epsg', code: 25832 });
    assert.deepEqual([job.points.length, issues.count('coordinates-missing')], [1, 3]);
    const named = await readWith(
      maxml,
      dialect(good, '<Projection><Name>DHDN / 3-degree Gauss-Kruger zone 3</Name></Projection>'),
    );
    assert.deepEqual(named.job.info.crs, { kind: 'epsg', code: 31467, name: 'DHDN / 3-degree Gauss-Kruger zone 3' });
    assert.equal(named.issues.count('crs-by-name'), 1);
    const empty = await readWith(maxml, '<MAXML/>');
    assert.equal(empty.issues.count('points-missing'), 1);
  });

  it('is recognised by the name PointNumber, the profile by its namespace', () => {
    const confidence = (text: string): number => maxml.sniff(Buffer.from(text), text.length, 'xml').confidence;
    assert.equal(confidence(wrap('')), 1);
    assert.equal(confidence('<m:MAXML xmlns:m="urn:fieldbridge:maxml:1"/>'), 1);
    assert.equal(confidence('<MAXML/>'), 0.8);
    assert.equal(confidence(dialect('<Point><PointNumber>1</PointNumber></Point>')), 0.6);
    assert.equal(confidence('<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2"/>'), 0);
    assert.equal(detect(new MemorySource(Buffer.from(wrap('')), 'job.xml'))?.format.id, 'maxml');
  });
});

describe('MAXML of other programs', () => {
  it('has closed areas, stated or not; lines are as stated', async () => {
    const ring = '<Ring><Vertices>0 0 1 10 0 1</Vertices><Bulges>0 1</Bulges></Ring>';
    const document = wrap(`<Lines><Line>${ring}</Line></Lines><Areas><Area>${ring}</Area></Areas>`);
    const { job } = await readWith(maxml, Buffer.from(document));
    const path = new Path();
    assert.equal(job.lines.loadPath(0, path).closed, false);
    assert.equal(job.areas.loadPath(0, path).closed, true);
    const stroked = strokePath(path, 0.001);
    const top = Math.max(...Array.from({ length: stroked.count }, (_, i) => stroked.coordinates[3 * i + 1]!));
    assert.ok(top > 4.9, 'including the arc from the last vertex to the first');
  });
});
