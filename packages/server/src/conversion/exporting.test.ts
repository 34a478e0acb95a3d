import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { noCounts } from '@fieldbridge/fieldjob/report/counts.ts';
import type { Format, OptionValues } from '@fieldbridge/formats';
import { Alone } from '../storage/alone.ts';
import { Tracer } from '../tracing/tracer.ts';
import type { ConverterCall } from '../work/converters/converter-call.ts';
import { ConverterFailure } from '../work/converters/failure.ts';
import type { ImportOutcome } from '../work/converters/tasks/task-types.ts';
import type { Conversion } from './conversion.ts';
import { ConverterCalls, type ExportedFile, resultOf } from './converter-calls.ts';
import { Exporter } from './exporter.ts';
import { jobInfo } from './job-info.ts';
import type { ConversionParts } from './parts.ts';
import { openSpace, outcome, type TestSpace } from './testing/space.ts';

// Results assembled from the stores: exports that are made once, and the description of a job.

let space: TestSpace;
before(async () => {
  space = await openSpace();
});
after(() => space[Symbol.asyncDispose]());

/** An exporter whose converters are played by the test. */
function exporterOf(make: () => Promise<ExportedFile>): { exporter: Exporter; made: () => number } {
  let made = 0;
  const pool = {
    run: (_call: ConverterCall<ExportedFile>) => {
      made++;
      return make();
    },
  };
  const { store, blobs, jobs, imports, exports, clock } = space;
  const parts = {
    cluster: new Alone(),
    store,
    blobs,
    jobs,
    imports,
    exports,
    pool,
    clock,
    calls: new ConverterCalls(blobs),
    limits: {},
    tracer: new Tracer(),
  };
  return { exporter: new Exporter(parts as unknown as ConversionParts), made: () => made };
}
const CSV = { id: 'csv' } as Format;
const file = async (text: string): Promise<ExportedFile> => ({
  file: await space.blobs.put(Readable.from([Buffer.from(text)]), { limit: 1000 }),
  outcome: { issues: [] },
});
const blobCount = async (): Promise<number> => (await Array.fromAsync(space.blobs.ids())).length;

test('concurrent and later requests for the same export get the one that was made; other options make another', async () => {
  const job = await space.job();
  const { exporter, made } = exporterOf(() => file('x'));
  const ask = (options: OptionValues) => exporter.get(job, CSV, options);
  const [a, b] = await Promise.all([ask({ unit: 'ft', header: true }), ask({ header: true, unit: 'ft' })]);
  const c = await ask({ unit: 'ft', header: true, decimals: undefined });
  assert.deepEqual(
    [made(), a.blob, b.blob],
    [1, c.blob, c.blob],
    'in any order; options that are not set do not count',
  );
  await ask({ unit: 'm', header: true });
  await exporter.get(job, { id: 'dxf' } as Format, { unit: 'ft', header: true });
  assert.equal(made(), 3);
});

test('a failure is reported to all who wait and tried again for later requests; nothing is stored', async () => {
  const job = await space.job();
  let fails = true;
  const { exporter, made } = exporterOf(() =>
    fails ? Promise.reject(new ConverterFailure('nothing-to-write', 'the job has nothing for it')) : file('y'),
  );
  const before = await blobCount();
  const both = await Promise.allSettled([exporter.get(job, CSV, {}), exporter.get(job, CSV, {})]);
  for (const one of both) {
    assert.equal(one.status, 'rejected');
    const { code, status, options, message } = (one as PromiseRejectedResult).reason;
    assert.deepEqual([code, status, options.extra], ['export-failed', 422, { reason: 'nothing-to-write' }]);
    assert.equal(message, 'the job has nothing for it');
  }
  assert.deepEqual([made(), await blobCount()], [1, before]);
  fails = false;
  assert.equal((await exporter.get(job, CSV, {})).size, 1);
});

test('a job that is deleted while its export is made is not found, and leaves no byte', async () => {
  const job = await space.job();
  const { exporter } = exporterOf(async () => {
    const made = await file('late');
    await space.write((tx) => space.jobs.delete(tx, job.id));
    return made;
  });
  const before = await blobCount();
  await assert.rejects(exporter.get(job, CSV, {}), { code: 'not-found' });
  assert.equal(await blobCount(), before);
});

test('an import with anything but notes is a partial success', () => {
  const resultWith = (...severities: ('note' | 'warning' | 'error')[]) =>
    resultOf(
      outcome({
        issues: severities.map((severity) => ({ code: 'crs-local' as const, severity, text: 't', count: 1 })),
      }),
    );
  assert.equal(resultWith(), 'success');
  assert.equal(resultWith('note', 'note'), 'success');
  assert.equal(resultWith('note', 'warning'), 'partialSuccess');
  assert.equal(resultWith('error'), 'partialSuccess');
});

test('a job is described by what its imports brought: sums, each layer and code once, lists and sources in order', async () => {
  const job = await space.job();
  const brought = async (name: string, given: Partial<ImportOutcome>): Promise<void> => {
    const id = await space.queue(job, name);
    await space.write(async (tx) => {
      const { revision } = (await space.jobs.find(job.id, tx))!;
      const segment = { jobId: job.id, importId: id, blob: `s ${name}`, size: 1, sha256: '', replaced: null };
      assert.ok(await space.imports.append(tx, revision, segment, { unit: null, crs: null }));
      const text = JSON.stringify(outcome(given));
      await space.imports.finish(tx, id, { result: 'success', outcome: text, issues: 'i' });
    });
  };
  const flat = { minEasting: 0, minNorthing: -5, maxEasting: 10, maxNorthing: 5 };
  await brought('a', {
    ...{
      counts: { ...noCounts(), points: 5, codes: 2, layers: 2, lines: 1 },
      extent: { ...flat, minElevation: 3, maxElevation: 4 },
    },
    ...{ layers: ['Kerb', 'Trees'], codes: ['point K', 'point L'], pointLists: [{ name: 'a', count: 5 }] },
  });
  await brought('empty', {});
  await brought('b', {
    ...{
      counts: { ...noCounts(), points: 3, codes: 2, layers: 2 },
      extent: { ...flat, maxEasting: 99 },
      format: 'dxf',
      version: 'AC1032',
    },
    ...{
      layers: ['KERB', 'Wall'],
      codes: ['point L', 'line L'],
      pointLists: [
        { name: 'b', count: 1 },
        { name: 'a', count: 2 },
      ],
    },
  });
  // One that failed, and one that runs, are not in the job.
  await space.write((tx) => space.imports.fail(tx, 'import a2', { code: 'c', text: 't' }));
  await space.queue(job, 'running');
  const conversion = {
    ...{ imports: space.imports, files: space.files, base: '/conversion' },
    ...{ context: { publicUrl: () => 'https://example.org' }, status: { expiresAt: () => null } },
  } as unknown as Conversion;
  const info = (await jobInfo(conversion, (await space.jobs.find(job.id))!)) as Record<string, unknown>;
  assert.deepEqual(info['counts'], { ...noCounts(), points: 8, codes: 3, layers: 3, lines: 1 });
  assert.deepEqual(info['extent'], { ...flat, maxEasting: 99, minElevation: 3, maxElevation: 4 });
  assert.deepEqual(info['layers'], ['Kerb', 'Trees', 'Wall'], 'with the first spelling');
  assert.deepEqual(info['pointLists'], [
    { name: 'a', count: 7 },
    { name: 'b', count: 1 },
  ]);
  const sources = info['sources'] as { fileId: string; name: string; format: string; version: string }[];
  assert.deepEqual(
    sources.map(({ fileId, name, format, version }) => [fileId, name, format, version]),
    [
      ['a', 'a.csv', 'csv', ''],
      ['empty', 'empty.csv', 'csv', ''],
      ['b', 'b.csv', 'dxf', 'AC1032'],
    ],
  );
  assert.deepEqual([info['revision'], info['bytes'], info['unit'], info['crs']], [3, 3, null, null]);
  assert.equal(info['status'], `https://example.org/conversion/job/${job.id}/status`);
  const nothing = (await jobInfo(conversion, await space.job())) as Record<string, unknown>;
  assert.deepEqual([nothing['counts'], nothing['extent'], nothing['sources']], [noCounts(), null, []]);
});

test('a job with replaced points, or with unlisted names, is read from its segments', async () => {
  const held = { counts: { ...noCounts(), points: 1 }, extent: null, layers: ['read'], pointLists: [] };
  const { exporter, made } = exporterOf(() => file(JSON.stringify(held)));
  const conversion = {
    ...{ imports: space.imports, files: space.files, blobs: space.blobs, exporter, base: '/conversion' },
    ...{ context: { publicUrl: () => 'https://example.org' }, status: { expiresAt: () => null } },
  } as unknown as Conversion;
  const described = async (given: Partial<ImportOutcome>, replaced: string | null = null) => {
    const job = await space.job();
    const importId = await space.queue(job, `read ${job.id}`);
    await space.write(async (tx) => {
      const segment = { jobId: job.id, importId, blob: 's', size: 1, sha256: '', replaced };
      assert.ok(await space.imports.append(tx, 0, segment, { unit: null, crs: null }));
      const brought = JSON.stringify(outcome(given));
      await space.imports.finish(tx, importId, { result: 'success', outcome: brought, issues: 'i' });
    });
    return async () => (await jobInfo(conversion, (await space.jobs.find(job.id))!)) as Record<string, unknown>;
  };
  const plain = await described({});
  assert.deepEqual([(await plain())['layers'], made()], [[], 0]);
  const replacing = await described({}, 'names');
  assert.deepEqual([(await replacing())['layers'], (await replacing())['counts'], made()], [['read'], held.counts, 1]);
  const cut = await described({ counts: { ...noCounts(), layers: 3 }, layers: ['a', 'b'] });
  assert.deepEqual([(await cut())['layers'], made()], [['read'], 2]);
  for (const { blob } of await space.store.read("SELECT blob FROM exports WHERE format = 'job description'"))
    await space.blobs.delete(String(blob));
  await assert.rejects(cut(), { code: 'not-found' }, 'changed just now');
});
