import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { ConversionClient, type ReportAnswer } from '../testing/conversion-client.ts';
import { startTestServer, stopFaultless, type TestServer } from '../testing/server.ts';

// Feature selection through the interface, by the contract: an object is imported if no group has deselected it and it
// touches the bounds. The file is created here, so the expected result is worked out by hand.

const JSON_TYPE = { 'content-type': 'application/json' };

/** A point of the file. */
interface Row {
  readonly name: string;
  readonly northing: number;
  readonly easting: number;
  readonly elevation: string;
  readonly code: string;
}
const ROWS: readonly Row[] = [
  ...Array.from({ length: 30 }, (_, i) => ({
    ...{ name: String(i * 97), northing: 100 + i, easting: 500 - i, elevation: i % 4 === 3 ? '' : String(i) },
    code: ['KERB', 'TREE', '', 'Kerb'][i % 4]!,
  })),
  { name: 'BM', northing: 0, easting: 0, elevation: '1', code: 'TREE' },
  { name: 'A12', northing: 1, easting: 1, elevation: '2', code: '' },
];
const FILE = `name,northing,easting,elevation,code\n${ROWS.map((one) => Object.values(one).join(',')).join('\n')}\n`;
/** Ranges of names as in the report: by thousands of their trailing number. */
const rangeOf = ({ name }: Row): string => {
  const match = /^(.*?)(\d+)$/.exec(name);
  if (match === null) return '(no number)';
  const low = Math.floor(Number(match[2]) / 1000) * 1000;
  return `${match[1]}${low}–${match[1]}${low + 999}`;
};

let server: TestServer;
let client: ConversionClient;
before(async () => {
  server = await startTestServer({ logLevel: 'error' });
  client = ConversionClient.of(server);
});
after(() => stopFaultless(server));

const put = (filter: { jobId: string; fileId: string }, body: unknown, query = '?again=true') =>
  client.send('PUT', `/job/${filter.jobId}/filtered/${filter.fileId}${query}`, JSON.stringify(body), JSON_TYPE);
async function reported(): Promise<ReportAnswer> {
  const { jobId } = await client.createJob();
  return client.report(jobId, 'csv', FILE, 'points.csv');
}
/** Names of the points that a filter imports into an empty job, in order. */
async function broughtBy(change: (filter: ReportAnswer) => void): Promise<string[]> {
  const filter = await reported();
  change(filter);
  const answer = await put(filter, filter);
  assert.equal(answer.status, 202, answer.text);
  const done = await client.lastImport(filter.jobId);
  const lines = (await client.download(filter.jobId, 'csv')).text.trim().split('\n').slice(1);
  const names = lines.map((line) => line.split(',')[0]!);
  assert.deepEqual([done.result, done.written], ['success', names.length], 'deselected data is not a fault');
  return names;
}
const switchOff = (filter: ReportAnswer, off: (group: string, name: string) => boolean): void => {
  for (const { group, entries } of filter.selection)
    for (const entry of entries) if (off(group, entry.name)) entry.selected = false;
};

test('the report lists each object in all of its groups, and counts add up to the contents of the file', async () => {
  const { selection, counts } = await reported();
  const group = (name: string) =>
    Object.fromEntries(selection.find((one) => one.group === name)!.entries.map((one) => [one.name, one.count]));
  const tally = (key: (row: Row) => string) => {
    const counted: Record<string, number> = {};
    for (const row of ROWS) if (key(row) !== '') counted[key(row)] = (counted[key(row)] ?? 0) + 1;
    return counted;
  };
  assert.deepEqual(group('kinds'), { point: ROWS.length });
  assert.deepEqual(
    group('codes'),
    tally(({ code }) => code),
    'codes that differ in case are distinct',
  );
  assert.deepEqual(group('pointRanges'), tally(rangeOf));
  assert.equal(counts['points'], ROWS.length);
});

test('exactly the selected data is imported, in the order of the file', async () => {
  const ranges = Array.from(new Set(ROWS.map(rangeOf)));
  const box = fc.record({
    west: fc.integer({ min: 460, max: 500 }),
    height: fc.option(fc.integer({ min: 0, max: 30 })),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(['KERB', 'TREE', 'Kerb']),
      fc.subarray(ranges),
      fc.option(box, { nil: undefined }),
      async (codes, offRanges, within) => {
        const names = await broughtBy((filter) => {
          switchOff(filter, (group, name) =>
            (group === 'codes' ? codes : group === 'pointRanges' ? offRanges : []).includes(name),
          );
          if (within === undefined) return;
          const plan = { minEasting: within.west - 0.5, maxEasting: 1000, minNorthing: 0, maxNorthing: 1000 };
          filter.bounds = within.height === null ? plan : { ...plan, minElevation: within.height - 0.5 };
        });
        const expected = ROWS.filter((row) => {
          if (codes.includes(row.code) || offRanges.includes(rangeOf(row))) return false;
          if (within === undefined) return true;
          const low = within.height !== null && row.elevation !== '' && Number(row.elevation) < within.height;
          return row.easting >= within.west && !low;
        });
        assert.deepEqual(
          names,
          expected.map(({ name }) => name),
        );
      },
    ),
    { numRuns: 12 },
  );
});

test('without a body, without a selection, with an empty one: everything; with every kind off: nothing, which is a success', async () => {
  const all = ROWS.map(({ name }) => name);
  for (const body of [undefined, {}, { selection: [] }, { bounds: null }]) {
    const filter = await reported();
    const path = `/job/${filter.jobId}/filtered/${filter.fileId}`;
    const answer = await client.send('PUT', path, body && JSON.stringify(body), body && JSON_TYPE);
    assert.equal(answer.status, 202, answer.text);
    assert.equal((await client.lastImport(filter.jobId)).written, all.length);
  }
  assert.deepEqual(await broughtBy((filter) => switchOff(filter, (group) => group === 'kinds')), []);
  assert.deepEqual(await broughtBy((filter) => filter.selection.reverse()), all, 'the order of groups has no meaning');
});

test('the extent of the report touches everything, and a corner of it its point', async () => {
  const extent = ((await reported()) as unknown as { extent: Record<string, number> }).extent;
  assert.deepEqual(extent, {
    ...{ minEasting: 0, minNorthing: 0, maxEasting: 500, maxNorthing: 129, minElevation: 0, maxElevation: 29 },
  });
  assert.equal((await broughtBy((filter) => (filter.bounds = extent))).length, ROWS.length);
  const corner = { minEasting: 500, maxEasting: 500, minNorthing: 100, maxNorthing: 100 };
  assert.deepEqual(await broughtBy((filter) => (filter.bounds = corner)), ['0'], 'the border belongs to a box');
  const above = { ...extent, minElevation: 28 };
  const named = await broughtBy((filter) => (filter.bounds = above));
  const flat = ROWS.filter(({ elevation }) => elevation === '' || Number(elevation) >= 28).map(({ name }) => name);
  assert.deepEqual(named, flat, 'objects without an elevation match any bounds');
});

describe('an invalid filter is refused, each fault with its pointer', () => {
  test('bounds with an unknown field, a missing one, a wrong type, or upside down', async () => {
    const filter = await reported();
    const plan = { minEasting: 0, minNorthing: 0, maxEasting: 1, maxNorthing: 1 };
    for (const [bounds, pointer] of [
      [{ ...plan, minElevaton: 5 }, '#/bounds/minElevaton'],
      [{ minEasting: 0, minNorthing: 0, maxEasting: 1 }, '#/bounds/maxNorthing'],
      [{ ...plan, maxEasting: '1' }, '#/bounds/maxEasting'],
      [{ ...plan, minElevation: null }, '#/bounds/minElevation'],
      [{ ...plan, minElevation: 2, maxElevation: 1 }, '#/bounds'],
      [{ ...plan, maxNorthing: -1 }, '#/bounds'],
      [[0, 0, 1, 1], '#/bounds'],
    ] as const) {
      const refused = await put(filter, { ...filter, bounds });
      const { code, errors } = refused.json<{ code: string; errors: { pointer: string }[] }>();
      assert.deepEqual([refused.status, code], [422, 'validation-failed'], refused.text);
      assert.ok(
        errors.some((one) => one.pointer === pointer),
        `${pointer}: ${refused.text}`,
      );
    }
    const endless = await client.send(
      'PUT',
      `/job/${filter.jobId}/filtered/${filter.fileId}`,
      '{"bounds":{"minEasting":1e999,"minNorthing":0,"maxEasting":1,"maxNorthing":1}}',
      JSON_TYPE,
    );
    assert.ok([400, 422].includes(endless.status), endless.text);
    assert.deepEqual((await client.status(filter.jobId)).imports, []);
  });

  test('entries that are not in the report, or without selected', async () => {
    const filter = await reported();
    const entry = filter.selection[0]!.entries[0]!;
    const of = (entries: unknown) => ({ selection: [{ group: 'kinds', entries }] });
    for (const [body, code, pointer] of [
      [of([entry, { ...entry, kind: 'line', name: 'line' }]), 'selection-unknown', '#/selection/0/entries/1'],
      [{ selection: [{ group: 'kind', entries: [entry] }] }, 'selection-unknown', '#/selection/0/entries/0'],
      [of([{ name: 'point', kind: 'point' }]), 'validation-failed', '#/selection/0/entries/0/selected'],
      [of([{ ...entry, selected: 'false' }]), 'validation-failed', '#/selection/0/entries/0/selected'],
      [of('all'), 'validation-failed', '#/selection/0/entries'],
      [{ selection: Array(21).fill(filter.selection[0]) }, 'validation-failed', '#/selection'],
      [{ fileId: crypto.randomUUID() }, 'selection-unknown', '#/fileId'],
    ] as const) {
      const refused = await put(filter, body);
      const problem = refused.json<{ code: string; errors: { pointer: string }[] }>();
      assert.deepEqual([refused.status, problem.code, problem.errors[0]!.pointer], [422, code, pointer], refused.text);
    }
    assert.equal((await put(filter, filter)).status, 202, 'and the refusals did not use it up');
  });

  test('a filter of another job’s file, or sent to another job', async () => {
    const [one, two] = [await reported(), await reported()];
    const crossed = await client.send(
      'PUT',
      `/job/${one.jobId}/filtered/${two.fileId}`,
      JSON.stringify(two),
      JSON_TYPE,
    );
    assert.deepEqual([crossed.status, crossed.json()['code']], [404, 'not-found']);
    const other = await put(one, two);
    assert.deepEqual([other.status, other.json()['code']], [422, 'selection-unknown'], 'made from the other file');
  });
});

test('a failed import can be repeated, a successful one only with ?again=true', async () => {
  const filter = await reported();
  await client.append(filter.jobId, 'csv', 'name,northing,easting\nBM,1,2\n', 'first.csv');
  const refusing = await client.send('POST', `/job/${filter.jobId}/csv?onDuplicate=refuse&filename=p.csv`, FILE);
  const second = refusing.json<ReportAnswer>();
  assert.equal((await put(second, second, '')).status, 202);
  assert.equal((await client.lastImport(filter.jobId)).failure?.code, 'point-name-taken');
  switchOff(second, (group, name) => group === 'pointRanges' && name === '(no number)');
  assert.equal((await put(second, second, '')).status, 202, 'now without the point with the taken name');
  assert.equal((await client.lastImport(filter.jobId)).written, ROWS.length - 1);
  assert.equal((await put(second, second, '')).json()['code'], 'already-imported');
  assert.equal((await put(second, second, '?again=perhaps')).json()['code'], 'invalid-parameter');
});
