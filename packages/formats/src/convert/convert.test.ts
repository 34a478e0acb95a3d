import assert from 'node:assert/strict';
import test, { describe, it } from 'node:test';
import {
  convertLength,
  Feature,
  type FieldJob,
  JobBuilder,
  type Selection,
  UNITS,
  type Unit,
} from '@fieldbridge/fieldjob';
import { codesOf, exported, imported, requestOf } from '@fieldbridge/formats/testing/journeys.ts';
import { jobWith } from '@fieldbridge/formats/testing/traits.ts';
import { FormatError, formatById, LimitError, parseExportOptions, reportContent } from '../index.ts';

const POINTS =
  'name,northing,easting,elevation,code\nA1,5000000,400000,100,TREE\nA2,5000010,400020,101,KERB\nB7,5000020,400040,,TREE\n';
const METRES = POINTS.replace('northing,easting,elevation', 'northing (m),easting (m),elevation (m)');

const positionsOf = ({ points }: FieldJob): number[] => Array.from(points.coordinates.view());

describe('the unit of an import', () => {
  describe('is that of the file, else of the caller, else of the job, else metres; an assumption is reported', () => {
    for (const [text, raw, target, expected, codes] of [
      [METRES, {}, undefined, 'metre', []],
      [POINTS, { unit: 'ft' }, undefined, 'internationalFoot', []],
      [POINTS, {}, 'usSurveyFoot', 'usSurveyFoot', ['unit-assumed']],
      [POINTS, {}, undefined, 'metre', ['unit-assumed']],
      [METRES, { unit: 'usft' }, undefined, 'usSurveyFoot', ['unit-overridden']],
      [METRES, { unit: 'm' }, undefined, 'metre', []],
    ] as const)
      it(JSON.stringify(text), async () => {
        const { job, issues } = await imported(text, 'p.csv', raw, { target: { unit: target } });
        assert.equal(job.info.unit, expected);
        const about = codesOf(issues).filter((code) => code.startsWith('unit-'));
        assert.deepEqual(about, codes, `${JSON.stringify(raw)} ${target}`);
        assert.equal(job.points.easting(0), 400_000, 'the unit’s name alone never changes a number');
      });
  });

  it('stated in the file overrides that of the job: metres are converted to feet', async () => {
    const { job, issues } = await imported(METRES, 'p.csv', {}, { target: { unit: 'internationalFoot' } });
    assert.deepEqual([job.points.easting(0), job.info.unit], [(400_000 * 1250) / 381, 'internationalFoot']);
    assert.equal(issues.count('unit-assumed'), 0);
  });

  describe('is converted to that of the job with the exact ratio, for any pair', () => {
    const words: Record<Unit, string> = { metre: 'm', internationalFoot: 'ft', usSurveyFoot: 'usft' };
    for (const from of UNITS) {
      for (const to of UNITS) {
        it(`${from} to ${to}`, async () => {
          const { job } = await imported(POINTS, 'p.csv', { unit: words[from] }, { target: { unit: to } });
          const expected = [400_000, 5_000_000, 100, 400_020, 5_000_010, 101, 400_040, 5_000_020, Number.NaN];
          assert.deepEqual(
            positionsOf(job),
            expected.map((value) => convertLength(value, from, to)),
          );
          assert.equal(job.info.unit, to);
        });
      }
    }
  });
});

describe('axes and reference systems of an import', () => {
  it('are exchanged on request', async () => {
    const { job } = await imported(METRES, 'p.csv', { swap: true });
    assert.deepEqual(positionsOf(job).slice(0, 3), [5_000_000, 400_000, 100]);
  });

  it('are converted between systems; there and back is the same place', async () => {
    const utm = { kind: 'epsg', code: 25832 } as const;
    const there = await imported(
      METRES,
      'p.csv',
      { crs: 'EPSG:25832' },
      { target: { crs: { kind: 'epsg', code: 3857 } } },
    );
    assert.deepEqual(there.job.info.crs, { kind: 'epsg', code: 3857 });
    assert.ok(Math.abs(there.job.points.easting(0) - 400_000) > 100_000);
    const file = (await exported(there.job, 'csv')).text;
    const back = await imported(file, 'p.csv', { crs: '3857' }, { target: { crs: utm } });
    for (const [i, value] of positionsOf(back.job).entries()) {
      const expected = [400_000, 5_000_000, 100, 400_020, 5_000_010, 101, 400_040, 5_000_020, Number.NaN][i]!;
      assert.ok(
        Number.isNaN(expected) ? Number.isNaN(value) : Math.abs(value - expected) < 1e-5,
        `${value} ${expected}`,
      );
    }
  });

  it('are not converted between a local grid and the earth, which is reported', async () => {
    const { job, issues } = await imported(METRES, 'p.csv', {}, { target: { crs: { kind: 'epsg', code: 25832 } } });
    assert.equal(job.points.easting(0), 400_000);
    assert.ok(codesOf(issues).includes('crs-not-comparable'));
    assert.equal((await imported(METRES, 'p.csv', {}, {})).issues.count('crs-not-comparable'), 0);
  });

  describe('refuse an unknown system, or one without an operation, naming it', () => {
    for (const [crs, code] of [
      ['EPSG:999999', 'crs-unknown'],
      ['EPSG:4267', 'crs-datum-unknown'],
    ] as const)
      it(JSON.stringify(crs), async () => {
        const target = { crs: { kind: 'epsg', code: 25832 } } as const;
        await assert.rejects(imported(METRES, 'p.csv', { crs }, { target }), (error: FormatError) => {
          assert.ok(error instanceof FormatError);
          assert.equal(error.code, code);
          return true;
        });
      });
  });
});

describe('the data sent with the content report', () => {
  it('is the result of an import of everything', async () => {
    const target = { unit: 'usSurveyFoot' } as const;
    const request = { ...requestOf(METRES, 'p.csv', { swap: true }), target };
    const builder = new JobBuilder();
    const { job } = builder;
    const { report, isSent } = await reportContent(request, { sink: builder, most: 3 });
    assert.ok(isSent);
    assert.equal(report.unit, 'metre', 'the report has the unit of the file');
    const other = await imported(METRES, 'p.csv', { swap: true }, { target });
    assert.deepEqual(job.points, other.job.points);
    assert.deepEqual([job.unit, job.layers], [other.job.unit, other.job.layers]);
  });

  it('is incomplete above the limit, and where an import is refused; the report has everything', async () => {
    const request = requestOf(METRES, 'p.csv');
    const refused = { ...request, target: { unit: 'internationalFoot', crs: { kind: 'epsg', code: 25832 } } } as const;
    for (const [most, of] of [
      [2, request],
      [3, refused],
    ] as const) {
      const { report, isSent } = await reportContent(of, { sink: new JobBuilder(), most });
      assert.deepEqual([report.counts.points, isSent], [3, false]);
    }
  });
});

describe('a selection', () => {
  it('is filled in from the content report and imports what was selected', async () => {
    const request = requestOf(METRES, 'p.csv');
    const { report } = await reportContent(request);
    assert.deepEqual([report.format, report.unit, report.counts.points], ['csv', 'metre', 3]);
    assert.deepEqual(report.extent, {
      ...{ minEasting: 400_000, maxEasting: 400_040, minNorthing: 5_000_000, maxNorthing: 5_000_020 },
      ...{ minElevation: 100, maxElevation: 101 },
    });
    const groups = structuredClone(report.selection) as Selection['groups'];
    groups.find(({ group }) => group === 'codes')!.entries.find(({ name }) => name === 'TREE')!.selected = false;
    const { job } = await imported(METRES, 'p.csv', {}, { selection: { groups } });
    assert.deepEqual([job.points.length, job.points.name.get(0)], [1, 'A2']);
    const bounds = { minEasting: 400_010, maxEasting: 400_030, minNorthing: 0, maxNorthing: 6_000_000 };
    const some = await imported(
      METRES,
      'p.csv',
      { unit: 'm' },
      { selection: { groups: [], bounds }, target: { unit: 'usSurveyFoot' } },
    );
    assert.deepEqual(
      [some.job.points.length, some.job.points.name.get(0)],
      [1, 'A2'],
      'bounds are in the source’s unit',
    );
  });

  it('sees the same unit and axes in the report as the import does', async () => {
    const { report } = await reportContent(requestOf(POINTS, 'p.csv', { swap: true, unit: 'ft' }));
    assert.equal(report.unit, 'internationalFoot');
    assert.equal(report.extent!.minEasting, 5_000_000);
  });

  it('has its bounds in the axes of the report, exchanged or not', async () => {
    // As stored, the points are at easting 400 000, 400 020, 400 040; exchanged, that is their northing.
    const { report } = await reportContent(requestOf(METRES, 'p.csv', { swap: true }));
    const { minEasting, maxEasting, minNorthing, maxNorthing } = report.extent!;
    assert.deepEqual([minEasting, maxEasting, minNorthing, maxNorthing], [5_000_000, 5_000_020, 400_000, 400_040]);
    const within = async (bounds: Selection['bounds'], swap: boolean): Promise<string[]> => {
      const { job } = await imported(METRES, 'p.csv', { swap }, { selection: { groups: [], bounds } });
      return Array.from({ length: job.points.length }, (_, row) => {
        const place = [job.points.easting(row), job.points.northing(row)];
        assert.deepEqual(
          place.map((one) => one > 4_000_000),
          [swap, !swap],
          'imported exchanged',
        );
        return job.points.name.get(row);
      });
    };
    const WIDE = { minEasting: 0, maxEasting: 9e6, minNorthing: 0, maxNorthing: 9e6 };
    const all = { minEasting: 5_000_000, maxEasting: 5_000_020, minNorthing: 400_000, maxNorthing: 400_040 };
    assert.equal((await within(all, true)).length, 3, 'the extent of the report includes everything, edges included');
    assert.deepEqual(await within({ ...all, minNorthing: 400_010, maxNorthing: 400_030 }, true), ['A2']);
    assert.deepEqual(
      await within({ ...WIDE, minNorthing: 400_010, maxNorthing: 400_030 }, false),
      [],
      'they differ without the exchange',
    );
    assert.deepEqual(await within({ ...WIDE, minEasting: 400_010, maxEasting: 400_030 }, false), ['A2']);
    assert.deepEqual(await within({ ...WIDE, minEasting: 400_010, maxEasting: 400_030 }, true), []);
  });
});

describe('a file', () => {
  it('is read by its content if its name differs, which is noted', async () => {
    const { job, issues } = await imported('{"type":"Point","coordinates":[13,52]}', 'points.csv');
    assert.equal(job.points.length, 1);
    assert.ok(codesOf(issues).includes('format-mismatch'));
  });

  it('is refused if it exceeds a limit, which is named', async () => {
    await assert.rejects(imported(METRES, 'p.csv', {}, { limits: { features: 2 } }), (error: LimitError) => {
      assert.ok(error instanceof LimitError);
      assert.deepEqual([error.code, error.limit, error.value], ['limit-exceeded', 'features', 2]);
      return true;
    });
  });

  it('is no longer read after the caller aborts', async () => {
    const signal = AbortSignal.abort(new Error('no longer wanted'));
    const many = `name,northing,easting\n${'A,1,2\n'.repeat(200_000)}`;
    await assert.rejects(imported(many, 'p.csv', {}, { signal }), /no longer wanted/);
  });
});

describe('an export', () => {
  it('writes in the requested unit and system, and leaves the job unchanged', async () => {
    const job = new JobBuilder();
    job.describe({ unit: 'metre', crs: { kind: 'epsg', code: 25832 } });
    job.point(Object.assign(new Feature(), { name: 'A' }), 500_000, 5_538_630.70286887, 304.8);
    const feet = await exported(job.job, 'csv', { unit: 'ft', crs: 'local' });
    assert.match(feet.text.split('\n')[1]!, /^A,18171360\.57\d*,1640419\.94750656\d*,1000(,|$)/);
    const earth = await exported(job.job, 'csv', { crs: '4326', columns: 'name,northing,easting' });
    const [, latitude, longitude] = earth.text.split('\n')[1]!.split(',').map(Number);
    assert.ok(Math.abs(latitude! - 50) < 2e-9 && Math.abs(longitude! - 9) < 1e-9, earth.text);
    assert.deepEqual([job.job.points.easting(0), job.job.info.unit], [500_000, 'metre']);
    assert.deepEqual((await exported(job.job, 'csv', { unit: 'm' })).text, (await exported(job.job, 'csv')).text);
  });

  it('reports how objects follow a change of system, or that they cannot', async () => {
    const job = jobWith({ info: { crs: { kind: 'epsg', code: 25832 } } });
    const { issues } = await exported(job, 'landxml', { crs: '25833' });
    assert.deepEqual([issues.count('alignment-moved'), issues.count('plane-not-transformed')], [1, 1]);
  });

  describe('to an experimental format is refused unless requested', () => {
    for (const id of ['rd3', 'gc3', 'pl3'])
      it(JSON.stringify(id), () => {
        const format = formatById(id)!;
        assert.deepEqual(
          parseExportOptions(format, {}).faults.map(({ name, rule }) => `${name} ${rule}`),
          ['experimental experimental-only'],
        );
        assert.deepEqual(parseExportOptions(format, { experimental: 'true' }).faults, []);
      });
  });
});

test('the stored operation of a change of system is not a loss of an export: its own report states it', async () => {
  const target = { crs: { kind: 'epsg', code: 4258 } } as const;
  const { job, issues } = await imported(METRES, 'p.csv', { crs: 'EPSG:25832' }, { target });
  assert.deepEqual([issues.count('crs-operation'), 'crsOperation' in job.info.properties], [1, true]);
  assert.equal((await exported(job, 'csv')).issues.count('job-detail-left-out'), 0);
  job.info.properties = { ...job.info.properties, surveyor: 'Kim' };
  const [detail] = (await exported(job, 'csv')).issues.summary().filter(({ code }) => code === 'job-detail-left-out');
  assert.deepEqual([detail!.count, detail!.parameters!['found']], [1, '1 × properties']);
});
