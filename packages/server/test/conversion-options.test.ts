import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type FormatHolds, FormatView } from '@fieldbridge/contract';
import type { FieldJob } from '@fieldbridge/fieldjob';
import { Check } from 'typebox/value';
import { ConversionClient, corpus } from '../testing/conversion-client.ts';
import { readJob } from '../testing/read-job.ts';
import { startTestServer } from '../testing/server.ts';

// How a job is created, and the options of a file: names of formats, units, systems, placements.

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const client = ConversionClient.of(server);
const JSON_TYPE = { 'content-type': 'application/json' };
const create = (body: unknown) => client.send('POST', '/job/mjf', JSON.stringify(body), JSON_TYPE);

/** A small drawing without a unit: one line from 1000, 2000 to 1010, 2000. */
const LINE_DXF = ['0', 'SECTION', '2', 'ENTITIES', '0', 'LINE', '8', 'Kerb', '10', '1000', '20', '2000', '30', '0']
  .concat(['11', '1010', '21', '2000', '31', '0', '0', 'ENDSEC', '0', 'EOF', ''])
  .join('\n');
const POINT_CSV = 'name,northing,easting,elevation\nA,2000,1000,3\nB,2001,1001,4\n';

/** The job in a download. */
const jobOf = async (jobId: string): Promise<FieldJob> =>
  readJob((await client.download(jobId, 'mjf')).bytes, server.directory);

/** The contents of a job after its imports. */
async function whatIsIn(jobId: string) {
  await client.status(jobId);
  return client.info(jobId);
}

describe('a new job', () => {
  test('is created without options, or with name, unit and system in any spelling', async () => {
    const plain = await client.send('POST', '/job/mjf');
    assert.equal(plain.status, 201, plain.text);
    const made = plain.json<{ jobId: string; unit: null; crs: null; revision: number; status: string }>();
    assert.deepEqual([made.unit, made.crs, made.revision], [null, null, 0]);
    assert.equal(plain.headers.get('location'), `/conversion/job/${made.jobId}`);
    const polled = await fetch(made.status, { headers: client.headers });
    assert.equal(polled.status, 200, 'status is the address to poll');
    for (const [given, unit, crs] of [
      [{ name: 'Site 12', unit: 'm', crs: 'EPSG:28992' }, 'metre', 'EPSG:28992'],
      [{ unit: 'usft', crs: '2263' }, 'usSurveyFoot', 'EPSG:2263'],
      [{ unit: 'internationalFoot', crs: 'LOCAL' }, 'internationalFoot', 'local'],
    ] as const) {
      const { status, ...answer } = await create(given);
      assert.deepEqual([status, answer.json()['unit'], answer.json()['crs']], [201, unit, crs], answer.text);
    }
  });

  describe('is refused with wrong options: the field is named, and the intended one', () => {
    for (const [body, pointer, words] of [
      [{ unit: 'parsec' }, '#/unit', /m, ft or usft/],
      [{ crs: 'somewhere' }, '#/crs', /EPSG/],
      [{ nmae: 'x' }, '#/nmae', /name/],
      [{ name: 'x'.repeat(201) }, '#/name', /200/],
      [[], '', /object/],
    ] as const)
      test(JSON.stringify(body), async () => {
        const answer = await create(body);
        const { errors } = answer.json<{ errors: { pointer: string; detail: string }[] }>();
        assert.deepEqual([answer.status, errors[0]!.pointer.replace(/^#$/, '')], [422, pointer], answer.text);
        assert.match(errors[0]!.detail, words);
      });
  });

  test('is in the list, which is paged in the order of creation', async () => {
    await client.createJob();
    const seen: string[] = [];
    let cursor = '';
    do {
      const { items, next } = (await client.send('GET', `/job?limit=2${cursor}`)).json<{
        items: { jobId: string }[];
        next?: string;
      }>();
      seen.push(...items.map(({ jobId }) => jobId));
      cursor = next === undefined ? '' : `&cursor=${next}`;
    } while (cursor !== '');
    const whole = (await client.send('GET', '/job?limit=1000')).json<{ items: { jobId: string }[] }>();
    assert.deepEqual(
      seen,
      whole.items.map(({ jobId }) => jobId),
    );
    assert.ok(seen.length >= 5 && new Set(seen).size === seen.length);
  });

  test('is found by a part of its name, newest first if wished', async () => {
    const made: string[] = [];
    for (const name of ['Dike NORTH', 'Dike south', 'Lock']) {
      const answer = await client.send('POST', '/job/mjf', JSON.stringify({ name }), {
        'content-type': 'application/json',
      });
      made.push(answer.json<{ jobId: string }>().jobId);
    }
    const found = async (query: string): Promise<string[]> => {
      const { items } = (await client.send('GET', `/job?${query}`)).json<{ items: { jobId: string }[] }>();
      return items.map(({ jobId }) => jobId);
    };
    assert.deepEqual(await found('text=dike'), made.slice(0, 2));
    assert.deepEqual(await found('text=north'), made.slice(0, 1));
    assert.deepEqual(await found('order=newest&limit=3'), made.toReversed());
    const [first] = (await client.send('GET', '/job?order=newest&limit=1')).json<{ next: string }>().next.split(' ');
    assert.deepEqual(await found(`order=newest&limit=2&cursor=${first}`), [made[1], made[0]]);
    assert.equal((await client.send('GET', `/job?limit=2&cursor=${first}`)).status, 400, 'the order is another one');
  });
});

describe('formats', () => {
  interface Listed {
    readonly id: string;
    readonly extensions: string[];
    readonly read: boolean;
    readonly write: boolean;
    readonly holds: FormatHolds | null;
    readonly options: { type: string; properties: Record<string, { description?: string }> };
  }
  const list = async (query = '') => (await client.send('GET', `/formats${query}`)).json<Listed[]>();

  test('are a bare array with the same fields each: sources, or targets with their options', async () => {
    const [sources, targets] = [await list(), await list('?for=export')];
    for (const format of [...sources, ...targets]) assert.ok(Check(FormatView, format), format.id);
    for (const { id, holds } of targets) assert.ok(holds!.kinds.length > 0, id);
    assert.deepEqual(targets.find(({ id }) => id === 'codelib')!.holds, { kinds: ['code'], info: [] });
    assert.ok(sources.every(({ read }) => read) && targets.every(({ write }) => write));
    const named = new Set(sources.flatMap(({ id, extensions }) => [id, ...extensions]));
    for (const wanted of 'xml txt csv dat dwg dxf dgn pdf maxml tp3 pt3 ln3 tn3 rd3 gc3 mjfzip mjo mjt imodel'.split(
      ' ',
    ))
      assert.ok(named.has(wanted), `the document includes ${wanted}`);
    for (const wanted of ['mjfzip', 'mjo', 'mjt'])
      assert.ok(
        targets.some(({ id }) => id === wanted),
        wanted,
      );
    const csv = sources.find(({ id }) => id === 'csv')!;
    assert.ok('onDuplicate' in csv.options.properties && csv.options.type === 'object');
    assert.ok(!('onDuplicate' in targets.find(({ id }) => id === 'csv')!.options.properties));
    const wrong = await client.send('GET', '/formats?for=breakfast');
    assert.deepEqual([wrong.status, wrong.json()['code']], [400, 'invalid-parameter']);
  });

  test('are named by id or extension in any case; if several share one, the content decides', async () => {
    const { jobId } = await client.createJob();
    const library =
      '<?xml version="1.0"?><CodeLibrary xmlns="urn:fieldbridge:code-library:1" version="1.0"><Codes><PointCode name="T"/></Codes></CodeLibrary>';
    for (const [called, bytes, format] of [
      ['CSV', POINT_CSV, 'csv'],
      ['Dxf', LINE_DXF, 'dxf'],
      ['xml', corpus('landxml/S1.xml'), 'landxml'],
      ['XML', library, 'codelib'],
      ['auto', corpus('topcon/tps-bris.tp3'), 'tp3'],
      ['AUTO', corpus('jobxml/test.jxl'), 'jobxml'],
    ] as const) {
      const accepted = await client.append(jobId, called, bytes);
      assert.equal((await client.lastImport(jobId)).format, format, `${called}: ${accepted.fileId}`);
    }
  });

  test('are recognised by content if the name is wrong, and the mismatch is reported', async () => {
    const { jobId } = await client.createJob();
    const { fileId } = await client.append(jobId, 'dxf', corpus('landxml/S1.xml'), 'points.dxf');
    const { format, result } = await client.lastImport(jobId);
    assert.deepEqual([format, result], ['landxml', 'success'], 'a note does not make a partial success');
    const issues = (await client.send('GET', `/job/${jobId}/files/${fileId}/issues`)).json<{ code: string }[]>();
    assert.ok(
      issues.some(({ code }) => code === 'format-mismatch'),
      JSON.stringify(issues),
    );
  });
});

describe('units and systems', () => {
  test('of the file are converted to those of the job', async () => {
    const { jobId } = await client.createJob({ unit: 'ft' });
    await client.append(jobId, 'csv', POINT_CSV, 'metres.csv', 'unit=m');
    const { minEasting, maxNorthing } = (await whatIsIn(jobId)).extent as Record<string, number>;
    assert.ok(Math.abs(minEasting! - 1000 / 0.3048) < 1e-9 && Math.abs(maxNorthing! - 2001 / 0.3048) < 1e-9);
    const zone = await client.createJob({ unit: 'm', crs: 'EPSG:25832' });
    const border = 'name,northing,easting,elevation\nA,5540000,207000,100\n';
    await client.append(zone.jobId, 'csv', border, 'zone33.csv', 'unit=m&crs=EPSG:25833');
    const moved = (await whatIsIn(zone.jobId)).extent as Record<string, number>;
    assert.ok(moved['minEasting']! > 630_000 && moved['minEasting']! < 640_000, JSON.stringify(moved));
    const status = await client.status(zone.jobId);
    assert.equal(status.result, 'success', JSON.stringify(status.imports));
  });

  test('that a drawing does not state are those of the job, which is reported', async () => {
    const { jobId } = await client.createJob({ unit: 'ft' });
    const filter = await client.report(jobId, 'dxf', LINE_DXF, 'plan.dxf');
    assert.ok(
      filter.issues.some(({ code }) => code === 'unit-assumed'),
      JSON.stringify(filter.issues),
    );
    const { fileId } = await client.append(jobId, 'dxf', LINE_DXF, 'plan.dxf', 'as=features');
    const { extent } = await whatIsIn(jobId);
    assert.equal((extent as Record<string, number>)['maxEasting'], 1010);
    const issues = (await client.send('GET', `/job/${jobId}/files/${fileId}/issues`)).json<{ code: string }[]>();
    assert.ok(issues.some(({ code }) => code === 'unit-assumed'));
  });
});

describe('a background drawing', () => {
  describe('is at its placement', () => {
    for (const [query, placement] of [
      ['', { kind: 'none', from: [], to: [], scale: 1 }],
      [
        'placement=point&from=1000,2000&to=5000,6000',
        { kind: 'point', from: [[1000, 2000]], to: [[5000, 6000]], scale: 1 },
      ],
      [
        'placement=line&from=0,0;10,0&to=100,100;100,110',
        {
          kind: 'line',
          from: [
            [0, 0],
            [10, 0],
          ],
          to: [
            [100, 100],
            [100, 110],
          ],
          scale: 1,
        },
      ],
      ['placement=scale&scale=500', { kind: 'scale', from: [], to: [], scale: 500 }],
    ] as const)
      test(JSON.stringify(query), async () => {
        const { jobId } = await client.createJob({ unit: 'm' });
        await client.append(jobId, 'dxf', LINE_DXF, 'plan.dxf', query);
        const job = await jobOf(jobId);
        assert.deepEqual(
          job.drawings.map((one) => ({ ...one.placement })),
          [placement],
          query,
        );
        assert.deepEqual([job.lines.length, job.drawings[0]!.fileName], [0, 'plan.dxf']);
      });
  });

  test('is a drawing by default in an append, features or both on request; a job created from it gets features', async () => {
    for (const [query, drawings, lines] of [
      ['', 1, 0],
      ['as=drawing', 1, 0],
      ['as=features', 0, 1],
      ['as=both', 1, 1],
    ] as const) {
      const { jobId } = await client.createJob();
      await client.append(jobId, 'dxf', LINE_DXF, 'plan.dxf', query);
      const { counts } = await whatIsIn(jobId);
      assert.deepEqual([counts['drawings'], counts['lines']], [drawings, lines], query);
    }
    const made = await client.uploadJob('dxf', LINE_DXF, 'plan.dxf');
    const { counts } = await whatIsIn(made.jobId);
    assert.deepEqual([counts['drawings'], counts['lines']], [0, 1]);
  });

  test('is not placed with incomplete options: each fault is named', async () => {
    const { jobId } = await client.createJob();
    for (const [query, parameter] of [
      ['placement=point', 'from'],
      ['placement=line&from=0,0&to=1,1;2,2', 'from'],
      ['placement=line&from=0,0;1,1&to=2,2;2,2', 'to'],
      ['placement=point&from=0;0&to=1,1', 'from'],
      ['placement=scale', 'scale'],
      ['placement=sideways', 'placement'],
      ['as=poem', 'as'],
    ] as const) {
      const answer = await client.send('PUT', `/job/${jobId}/dxf?${query}`, LINE_DXF);
      const { errors } = answer.json<{ errors: { parameter: string }[] }>();
      assert.equal(answer.status, 400, `${query}: ${answer.text}`);
      assert.ok(
        errors.some((one) => one.parameter === parameter),
        `${query}: ${answer.text}`,
      );
    }
    assert.equal((await client.status(jobId)).revision, 0);
  });
});
