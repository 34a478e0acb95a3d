import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OnDuplicate } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { type Answer, ConversionClient } from '../testing/conversion-client.ts';
import { JobModel, pointsFile, rowsOf } from '../testing/job-model.ts';
import { startTestServer, stopFaultless, type TestServer } from '../testing/server.ts';

// Jobs from random appends, compared with a model of the contract that knows nothing of the server; and the same job
// made in two ways.

let server: TestServer;
let client: ConversionClient;
before(async () => {
  server = await startTestServer({ logLevel: 'error' });
  client = ConversionClient.of(server);
});
after(() => stopFaultless(server));

const rows = async (jobId: string) => rowsOf((await client.download(jobId, 'csv')).text);
const name = fc.constantFrom('A', 'B', 'A-2', 'A-3', 'B-2', 'Ä', 'a');
const point = fc.record({
  name,
  northing: fc.integer({ min: -1e6, max: 1e6 }).map((thousandths) => thousandths / 1000),
  easting: fc.integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1000),
});
const append = fc.record({
  points: fc.array(point, { minLength: 1, maxLength: 5 }),
  rule: fc.constantFrom<OnDuplicate>('rename', 'keep', 'replace', 'refuse'),
});

test('a job holds the data of its appends, with any names, rules and order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(append, { minLength: 1, maxLength: 6 }), async (appends) => {
      const model = new JobModel();
      const { jobId } = await client.createJob();
      let held = new Set<string>();
      for (const { points, rule } of appends) {
        const expected = model.append(points, rule, held);
        await client.append(jobId, 'csv', pointsFile(points), 'p.csv', `onDuplicate=${rule}&order=NE`);
        const done = await client.lastImport(jobId);
        assert.deepEqual([done.result === 'failed', done.written], [expected.failed, expected.written], rule);
        if (expected.failed) assert.equal(done.failure!.code, 'point-name-taken');
        const present = model.revision === 0 ? [] : await rows(jobId);
        model.check(present, held);
        held = new Set(present.map((row) => row.name));
        const status = await client.status(jobId, 0);
        assert.deepEqual([status.revision, status.state], [model.revision, 'idle']);
        assert.equal((await client.info(jobId)).counts['points'], present.length);
      }
    }),
    { numRuns: 5 },
  );
});

test('the description counts the points of the job, also if names of several points were replaced, by one or several', async () => {
  const { jobId } = await client.createJob();
  const expected: readonly (readonly [names: string, points: number])[] = [
    ['A A B C', 4],
    ['A', 3],
    ['A A A', 5],
    ['B C A', 3],
    ['B B', 4],
    ['B B B D', 6],
    ['A B C D', 4],
  ];
  for (const [names, points] of expected) {
    const file = pointsFile(names.split(' ').map((name, i) => ({ name, northing: i, easting: i })));
    await client.append(jobId, 'csv', file, 'p.csv', 'onDuplicate=replace');
    assert.equal((await client.lastImport(jobId)).state, 'idle');
    assert.equal((await client.info(jobId)).counts['points'], points, names);
    assert.equal((await rows(jobId)).length, points, names);
  }
});

test('the description has the extent and point lists of the current data, without replaced points', async () => {
  const { jobId } = await client.createJob();
  const file = (...points: [name: string, at: number][]): string =>
    `name,northing,easting,elevation\n${points.map(([name, at]) => `${name},${at},${at},${at}\n`).join('')}`;
  await client.append(jobId, 'csv', file(['A', -9], ['B', 2]), 'first.csv');
  await client.append(jobId, 'csv', file(['C', 99]), 'second.csv');
  const box = (low: number, high: number) => ({
    ...{
      minEasting: low,
      minNorthing: low,
      maxEasting: high,
      maxNorthing: high,
      minElevation: low,
      maxElevation: high,
    },
  });
  const info = async () => {
    await client.status(jobId);
    const { counts, extent, pointLists } = (await client.info(jobId)) as unknown as Record<string, unknown>;
    return { points: (counts as { points: number }).points, extent, pointLists };
  };
  const [first, second, third] = ['first', 'second', 'third'].map((name) => ({ name, count: 1 }));
  assert.deepEqual(await info(), { points: 3, extent: box(-9, 99), pointLists: [{ ...first, count: 2 }, second] });
  await client.append(jobId, 'csv', file(['A', 3]), 'third.csv', 'onDuplicate=replace');
  assert.deepEqual(await info(), { points: 3, extent: box(2, 99), pointLists: [first, second, third] });
  await client.append(jobId, 'csv', file(['C', 4], ['A', 5]), 'third.csv', 'onDuplicate=replace');
  const present = { points: 3, extent: box(2, 5), pointLists: [first, { ...third, count: 2 }] };
  assert.deepEqual(await info(), present);
  assert.deepEqual(await info(), present, 'it is cached for the revision');
  await client.append(jobId, 'csv', file(['D', 6]), 'first.csv');
  assert.deepEqual(await info(), {
    points: 4,
    extent: box(2, 6),
    pointLists: [
      { ...first, count: 2 },
      { ...third, count: 2 },
    ],
  });
});

test('a job is the same after any round trip: package, job file and template, imported again', async () => {
  const { jobId } = await client.createJob({ name: 'Journey', unit: 'usft', crs: 'EPSG:2263' });
  for (const [at, rule] of (['rename', 'replace', 'keep'] as const).entries())
    await client.append(
      jobId,
      'csv',
      `name,northing,easting,elevation,code\nA,${at},2.25,${at},K\nN${at},1,2,,\n`,
      `${at}.csv`,
      `onDuplicate=${rule}&unit=usft`,
    );
  await client.status(jobId);
  const whole = (await client.download(jobId, 'csv', 'decimals=6')).text;
  const { counts } = await client.info(jobId);
  // A at 0 was replaced by A at 1; A at 2 was left out.
  assert.deepEqual(
    rowsOf(whole).map((row) => [row.name, row.northing]),
    [
      ['N0', 1],
      ['A', 1],
      ['N1', 1],
      ['N2', 1],
    ],
  );
  for (const format of ['mjf', 'mjfzip', 'mjo', 'mjt']) {
    const { bytes } = await client.download(jobId, format);
    const again = await client.uploadJob('auto', bytes, `journey.${format}`);
    assert.equal((await client.download(again.jobId, 'csv', 'decimals=6')).text, whole, format);
    const info = (await client.info(again.jobId)) as unknown as Record<string, unknown>;
    assert.deepEqual([info['unit'], info['crs'], info['counts']], ['usSurveyFoot', 'EPSG:2263', counts], format);
    const lists = info['pointLists'] as { name: string; count: number }[];
    assert.deepEqual(
      lists.map(({ name, count }) => [name, count]),
      [
        ['0', 1],
        ['1', 2],
        ['2', 1],
      ],
      'the list of a file has its name',
    );
    assert.deepEqual((info['extent'] as Record<string, number>)['maxNorthing'], 1, 'without A at 0 and at 2');
  }
});

test('the same file twice gives two equal, independent jobs', async () => {
  const file = pointsFile([{ name: 'A', northing: 1.5, easting: 2.5 }]);
  const jobs = [await client.uploadJob('csv', file, 'same.csv'), await client.uploadJob('csv', file, 'same.csv')];
  const outs = await Promise.all(jobs.map(({ jobId }) => client.download(jobId, 'csv')));
  assert.deepEqual(outs[0]!.bytes, outs[1]!.bytes);
  assert.equal(outs[0]!.headers.get('repr-digest'), outs[1]!.headers.get('repr-digest'));
  await client.deleteJob(jobs[0]!.jobId);
  assert.deepEqual((await client.download(jobs[1]!.jobId, 'csv')).bytes, outs[1]!.bytes, 'nothing is shared');
  const [one, other] = await Promise.all(
    ['landxml', 'landxml'].map((format) => client.download(jobs[1]!.jobId, format)),
  );
  assert.deepEqual(one!.bytes, other!.bytes);
});

test('a conversion in one call and a downloaded job give the same file', async () => {
  const file = pointsFile(Array.from({ length: 20 }, (_, i) => ({ name: `P${i}`, northing: i / 8, easting: -i / 4 })));
  const { jobId } = await client.uploadJob('csv', file, 'both.csv', '&unit=ft');
  for (const target of ['csv', 'geojson', 'dxf', 'svg']) {
    const once = await client.send('POST', `/convert?from=csv&to=${target}&unit=ft&filename=both.csv`, file);
    assert.equal(once.status, 200, once.text);
    // Some files contain the name of the job: that of a job made by an upload is the file's.
    const twice = await client.download(jobId, target);
    const undated = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?|\$TD\w+\r?\n\s*40\r?\n[\d.]+/g, '');
    assert.equal(undated(once.text), undated(twice.text), target);
    assert.equal(once.headers.get('content-disposition'), twice.headers.get('content-disposition'));
    const members = (answer: Answer) => (answer.headers.get('x-conversion-report') ?? '').split(', ').filter(Boolean);
    for (const member of members(twice)) assert.ok(members(once).includes(member), `${target}: ${member}`);
  }
});

test('six jobs of three organisations at once: each has its own data only', async () => {
  const others = await Promise.all([1, 2].map(() => server.otherOrganisation('conversion')));
  const clients = [client, ...others.map((one) => new ConversionClient(server.url, one))];
  const made = await Promise.all(
    Array.from({ length: 6 }, async (_, i) => {
      const caller = clients[i % 3]!;
      const own = (part: number) => pointsFile([{ name: `J${i}.${part}`, northing: i, easting: part }]);
      const { jobId } = await caller.uploadJob('csv', own(0), `${i}.csv`);
      await Promise.all([1, 2].map((part) => caller.append(jobId, 'csv', own(part), `${i}.${part}.csv`)));
      const names = rowsOf((await caller.download(jobId, 'csv')).text).map((row) => row.name);
      assert.deepEqual(
        names.toSorted(),
        [0, 1, 2].map((part) => `J${i}.${part}`),
      );
      return { caller, jobId };
    }),
  );
  for (const [at, { jobId }] of made.entries()) {
    const stranger = clients[(at + 1) % 3]!;
    assert.equal((await stranger.send('GET', `/job/${jobId}`)).status, 404);
  }
  for (const caller of clients.slice(1)) {
    const { items } = (await caller.send('GET', '/job')).json<{ items: { jobId: string }[] }>();
    const own = made.filter((one) => one.caller === caller).map(({ jobId }) => jobId);
    assert.deepEqual(items.map(({ jobId }) => jobId).toSorted(), own.toSorted());
  }
});
