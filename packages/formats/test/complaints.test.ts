import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feature, type FieldJob, JobBuilder, Path } from '@fieldbridge/fieldjob';
import {
  FormatError,
  formatById,
  type OptionValues,
  parseExportOptions,
  parseImportOptions,
  type Severity,
} from '../src/index.ts';
import { type ReadResult, readWith, writeWith } from '../testing/run-format.ts';
import { jobWith } from '../testing/traits.ts';

const read = (id: string, input: string | Uint8Array, options: OptionValues = {}): Promise<ReadResult> => {
  const format = formatById(id)!;
  return readWith(format, input, { options: { ...parseImportOptions(format, {}).values, ...options } });
};
const write = async (id: string, job: FieldJob, options: OptionValues = {}) => {
  const format = formatById(id)!;
  const { result, issues } = await writeWith(format, job, {
    options: { ...parseExportOptions(format, {}).values, ...options },
  });
  return { text: String(result), issues };
};

const landxml = (body: string): string =>
  `<?xml version="1.0"?><LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2"><Units><Metric linearUnit="meter"/></Units>${body}</LandXML>`;
const AXIS = '<CoordGeom><Line length="100"><Start>0 0</Start><End>100 0</End></Line></CoordGeom>';
const profile = (points: string): string =>
  landxml(
    `<Alignments><Alignment name="a" length="100" staStart="0">${AXIS}<Profile><ProfAlign name="p">${points}</ProfAlign></Profile></Alignment></Alignments>`,
  );
const axis = (geometry: string): string =>
  landxml(
    `<Alignments><Alignment name="a" length="1" staStart="0"><CoordGeom>${geometry}</CoordGeom></Alignment></Alignments>`,
  );
const gts7 = (...records: string[]): string =>
  ['A program', ...records.map((record) => record.replace(/^(\S+) /, (_, word: string) => `${word.padEnd(8)}`))].join(
    '\r\n',
  );
const geojson = (...features: string[]): string => `{"type":"FeatureCollection","features":[${features.join(',')}]}`;
const point = (more: string): string =>
  `{"type":"Feature","geometry":{"type":"Point","coordinates":[9,50]},"properties":{${more}}}`;

/** A faulty file, the issue, its place, and the data that is read nevertheless. */
interface Complaint {
  readonly id: string;
  readonly input: string | Uint8Array;
  readonly code: string;
  readonly severity: Severity;
  readonly line?: number;
  readonly options?: OptionValues;
  readonly look: (job: FieldJob) => void;
}
const names = (job: FieldJob): string[] =>
  Array.from({ length: job.points.length }, (_, row) => job.points.name.get(row));

const COMPLAINTS: Readonly<Record<string, Complaint>> = {
  'lines before the header of a table': {
    ...{
      id: 'csv',
      input: 'Site Ämter\nSurvey of May\nname,northing,easting\nA,1,2\nB,3,4\n',
      code: 'preamble-skipped',
    },
    ...{ severity: 'note', line: 1, look: (job) => assert.deepEqual(names(job), ['A', 'B']) },
  },
  'a comment between rows': {
    ...{ id: 'csv', input: 'name,northing,easting\nA,1,2\n# moved since\nB,3,4\n', code: 'comment-skipped' },
    ...{ severity: 'note', line: 3, look: (job) => assert.deepEqual(names(job), ['A', 'B']) },
  },
  'a quote that is never closed': {
    ...{ id: 'csv', input: 'name,northing,easting,code\nA,1,2,x\nB,3,4,"y\nC,5,6,z\n', code: 'quote-not-closed' },
    ...{ severity: 'note', line: 3, look: (job) => assert.deepEqual(names(job), ['A', 'B', 'C']) },
  },
  'a time without a zone': {
    ...{ id: 'csv', input: 'name,northing,easting,time\nA,1,2,2024-05-01 12:00:00\n', code: 'time-zone-assumed' },
    ...{ severity: 'note', line: 2, look: (job) => assert.equal(job.points.time.get(0), Date.UTC(2024, 4, 1, 12)) },
  },
  'an elevation that is a word': {
    ...{ id: 'csv', input: 'name,northing,easting,elevation\nA,1,2,deep\nB,3,4,5\n', code: 'elevation-unreadable' },
    ...{
      severity: 'warning',
      line: 2,
      look: (job) => assert.deepEqual([job.points.elevation(0), job.points.elevation(1)], [Number.NaN, 5]),
    },
  },
  'a row without a coordinate': {
    ...{ id: 'csv', input: 'name,northing,easting\nA,1,\nB,3,4\n', code: 'coordinate-missing' },
    ...{ severity: 'warning', line: 2, look: (job) => assert.deepEqual(names(job), ['B']) },
  },
  'a profile point without an elevation': {
    ...{
      id: 'landxml',
      input: profile('<PVI>0 5</PVI>\n<PVI>50</PVI><ParaCurve>60 7</ParaCurve><Hump>1 2</Hump><PVI>100 6</PVI>'),
    },
    ...{ code: 'profile-damaged', severity: 'warning', line: 2 },
    look: (job) =>
      assert.deepEqual(
        job.alignments[0]!.vertical.map(({ station }) => station),
        [0, 100],
      ),
  },
  'an unsymmetrical parabola': {
    ...{
      id: 'landxml',
      input: profile('<PVI>0 5</PVI><UnsymParaCurve lengthIn="10" lengthOut="20">50 7</UnsymParaCurve>'),
    },
    ...{ code: 'parabola-simplified', severity: 'warning' },
    look: (job) =>
      assert.deepEqual(
        [job.alignments[0]!.vertical[1]!.curve, job.alignments[0]!.vertical[1]!.length],
        ['parabola', 30],
      ),
  },
  'a transition curve that is not a clothoid': {
    id: 'landxml',
    input: axis(
      '<Spiral length="20" radiusStart="INF" radiusEnd="100" rot="cw" spiType="bloss"><Start>0 0</Start><PI>13 0</PI><End>19.98 0.66</End></Spiral>',
    ),
    ...{ code: 'spiral-kind', severity: 'warning' },
    look: (job) => assert.equal(job.alignments[0]!.horizontal[0]?.kind, 'clothoid'),
  },
  'a surface that is a grid': {
    id: 'landxml',
    input: landxml(
      '<Surfaces><Surface name="s"><Definition surfType="grid"><Pnts><P id="1">0 0 1</P><P id="2">0 9 1</P><P id="3">9 0 1</P></Pnts><Faces><F>1 2 3</F></Faces></Definition></Surface></Surfaces>',
    ),
    ...{ code: 'surface-kind', severity: 'warning' },
    look: (job) => assert.equal(job.surfaces[0]!.triangles.length, 3),
  },
  'bytes that are invalid in the stated encoding': {
    id: 'landxml',
    input: Buffer.from(landxml('<CgPoints><CgPoint name="Stra\u00dfe">1 2 3</CgPoint></CgPoints>'), 'latin1'),
    ...{ code: 'encoding-repaired', severity: 'warning', line: 1 },
    look: (job) => assert.deepEqual(names(job), ['Straße']),
  },
  'a job file without its reductions': {
    id: 'jobxml',
    input: '<?xml version="1.0"?><JOBFile jobName="x" version="5.3"><FieldBook/></JOBFile>',
    ...{ code: 'reductions-missing', severity: 'warning', look: (job) => assert.equal(job.points.length, 0) },
  },
  'a root outside the profile, without points': {
    ...{ id: 'maxml', input: '<Other/>', code: 'points-missing', severity: 'warning' },
    look: (job) => assert.equal(job.points.length, 0),
  },
  'very many measurements of one point': {
    id: 'gts7',
    input: gts7(
      'SS P1,1.5,TREE',
      ...Array.from({ length: 500 }, () => 'SD 10.0000,90.0000,25.5'),
      'SS P2,1.5',
      'XYZ 1,2,3',
    ),
    ...{
      code: 'too-many-details',
      severity: 'warning',
      look: (job) => assert.deepEqual([names(job), job.observations.length], [['P2'], 2]),
    },
  },
  'unspecified feet': {
    ...{ id: 'gts7', input: gts7('UNITS F,D', 'SS P1,1', 'XYZ 1,2,3'), code: 'foot-assumed', severity: 'note' },
    look: (job) => assert.equal(job.info.unit, 'internationalFoot'),
  },
  'a line that is not a record': {
    ...{
      id: 'gts7',
      input: gts7('SS P1,1', 'XYZ 1,2,3', 'hello there'),
      code: 'record-unknown',
      severity: 'warning',
      line: 4,
    },
    look: (job) => assert.deepEqual(names(job), ['P1']),
  },
  'a feature with invalid geometry': {
    id: 'geojson',
    input: geojson(
      '{"type":"Feature","geometry":{"type":"Point","coordinates":["a","b"]},"properties":{}}',
      point('"name":"good"'),
    ),
    ...{ code: 'geometry-unreadable', severity: 'warning', look: (job) => assert.deepEqual(names(job), ['good']) },
  },
};

describe('each issue of a reader has its severity and place, and the other data is read', () => {
  for (const [what, { id, input, code, severity, line, options, look }] of Object.entries(COMPLAINTS)) {
    it(`${id}: ${what} (${code})`, async () => {
      const { job, issues } = await read(id, input, options);
      const found = issues.places().find((issue) => issue.code === code);
      assert.ok(found, `only ${issues.summary().map((issue) => `${issue.code}: ${issue.text}`)}`);
      assert.equal(found.severity, severity);
      if (line !== undefined) assert.equal(found.line, line);
      assert.match(found.text, /\w+ \w+/, 'a sentence');
      look(job);
    });
  }
});
const nowhere = (): FieldJob => {
  const builder = new JobBuilder();
  builder.point(Object.assign(new Feature(), { name: 'lost' }), Number.NaN, 5, 5);
  builder.point(Object.assign(new Feature(), { name: 'found' }), 4, 5, 6);
  return builder.job;
};
const measured = (): FieldJob => {
  const builder = new JobBuilder();
  for (const kind of ['PointRecord', 'SS'])
    builder.observation({ kind, station: '', target: 'found', time: Number.NaN, values: [], source: -1 });
  builder.point(Object.assign(new Feature(), { name: 'found' }), 4, 5, 6);
  return builder.job;
};
const bent = (): FieldJob => {
  const builder = new JobBuilder();
  const path = new Path();
  path.vertex(0, 0, 0, 1);
  path.vertex(10, 0, 0);
  builder.line(new Feature(), path);
  return builder.job;
};
const manyTiny = (): FieldJob => {
  const builder = new JobBuilder();
  for (let i = 0; i <= 100_000; i++) builder.point(new Feature(), i, i, 0);
  return builder.job;
};

const WRITTEN: readonly (readonly [id: string, code: string, job: FieldJob, text: RegExp, count?: number])[] = [
  ['gts7', 'point-without-position', nowhere(), /XYZ +4\.0000,5\.0000,6\.0000/],
  ['gts7', 'observation-not-written', measured(), /^SS +found/m],
  ['gts7', 'foot-not-told-apart', jobWith({ info: { unit: 'usSurveyFoot' } }), /^UNITS +F/m],
  ['csv', 'point-without-position', nowhere(), /^found,5,4,6/m],
  ['geojson', 'geometry-without-position', nowhere(), /"name":"found"/],
  ['geojson', 'arcs-stroked', bent(), /LineString/],
  ['geojson', 'geojson-not-wgs84', jobWith({}), /coordinateSystem/],
  ['landxml', 'layer-left-out', jobWith({}), /<CgPoint /],
  ['landxml', 'character-replaced', jobWith({ point: { description: 'bell\u0007' } }), /bell\ufffd/],
  ['jobxml', 'character-replaced', jobWith({ point: { description: 'bell\u0007' } }), /bell\ufffd/],
  ['jobxml', 'name-made', jobWith({ point: { name: '' } }), /<Name>P1<\/Name>/],
  ['codelib', 'name-missing', jobWith({ code: { name: '' } }), /<Codes/],
  // 100 001 points, of which a picture shows every second one.
  ['svg', 'svg-not-drawn', manyTiny(), /<svg/, 50_000],
];
describe('each issue of a writer', () => {
  for (const [id, code, job, text, count = 1] of WRITTEN) {
    it(`${id}: ${code}`, async () => {
      const written = await write(id, job);
      assert.equal(written.issues.count(code), count, `only ${written.issues.summary().map((issue) => issue.code)}`);
      assert.match(written.text, text);
    });
  }

  it('gts7: a measured point without a position is reported, and no number is replaced by a word', async () => {
    const builder = new JobBuilder();
    builder.observation({ kind: 'SS', station: '', target: 'lost', time: Number.NaN, values: [], source: -1 });
    builder.point(Object.assign(new Feature(), { name: 'lost' }), Number.NaN, Number.NaN, 5);
    const { text, issues } = await write('gts7', builder.job);
    assert.doesNotMatch(text, /NaN/);
    assert.equal(issues.count('point-without-position'), 1);
  });

  it('gts7: commas, line ends and control characters in names become blanks, and the file can be read back', async () => {
    const { text } = await write('gts7', jobWith({ point: { name: 'A\u0000\u0001B,C\r\nD', code: 'x\u0002y' } }));
    const { job } = await read('gts7', text);
    assert.deepEqual([names(job), job.points.code.get(0)], [['A B C D'], 'x y']);
  });

  it('geojson: texts of unknown height or rotation give valid JSON', async () => {
    const { text } = await write('geojson', jobWith({ label: { height: Number.NaN, rotation: Infinity } }));
    const label = JSON.parse(text).features.find(
      (one: { properties: { kind: string } }) => one.properties.kind === 'text',
    );
    assert.deepEqual(
      [label.properties.text, 'height' in label.properties, 'rotation' in label.properties],
      ['text', false, false],
    );
  });
});

describe('an unreadable file is refused with a code', () => {
  const REFUSED: readonly (readonly [id: string, input: string | Uint8Array, code: string])[] = [
    ['csv', 'not a table', 'columns-unknown'],
    ['csv', Buffer.from([0, 1, 2, 3, 0, 0, 0, 255, 254, 0]), 'binary-content'],
    ['gts7', Buffer.from([0, 1, 2, 3, 0, 0, 0, 255, 254, 0]), 'binary-content'],
    ['gts7', 'one\ntwo\nthree\n', 'no-records'],
    ['geojson', '[1, 2, 3]', 'json-malformed'],
    ['geojson', '', 'json-malformed'],
    ['landxml', '<Other/>', 'landxml-wrong-root'],
    ['jobxml', '<Other/>', 'jobxml-wrong-root'],
    ['codelib', '<Other/>', 'codelib-wrong-root'],
    ['landxml', '', 'xml-cut-off'],
    ['tp3', 'Topcon', 'not-machine-file'],
  ];
  for (const [id, input, code] of REFUSED) {
    it(`${id}: ${code}`, async () => {
      await assert.rejects(read(id, input), (error: FormatError) => {
        assert.ok(error instanceof FormatError, String(error));
        assert.equal(error.code, code, error.message);
        assert.match(error.message, /\w+ \w+ \w+/);
        return true;
      });
    });
  }
});
