import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { Alone } from '../storage/alone.ts';
import type { BlobInfo } from '../storage/port/blobs.ts';
import type { WriteBody } from '../storage/port/space-store.ts';
import type { OnReport } from './converter-calls.ts';
import { readBlob } from './read-blob.ts';
import { Reporter, type ReporterParts } from './reporter.ts';
import type { JobRow } from './rows.ts';
import { openSpace, type TestSpace } from './testing/space.ts';

// Reports and thumbnails that cannot be stored.

let space: TestSpace;
before(async () => {
  space = await openSpace();
});
after(() => space[Symbol.asyncDispose]());

const blob = (): Promise<BlobInfo> => space.blobs.put(Readable.from([Buffer.from('made')]), { limit: 100 });
/** A file of a job whose report is to be made. */
async function fileOf(job: JobRow): Promise<string> {
  const id = `file of ${job.id}`;
  const file = { name: 'a.csv', requestedFormat: 'auto', format: 'csv', options: {}, size: 10, sha256: '', blob: 'b' };
  await space.write((tx) => space.files.insert(tx, id, job.id, file, 'running'));
  return id;
}
const blobCount = async (): Promise<number> => (await Array.fromAsync(space.blobs.ids())).length;

/** A reporter whose converter has succeeded. @param store stores the rows */
function reporterOf(store: { write: (body: WriteBody<unknown>) => Promise<unknown> }): Reporter {
  const { blobs, jobs, files } = space;
  const calls = {
    report: (_file: unknown, _task: unknown, _rest: unknown, onReport: OnReport) => async () => {
      await onReport({ report: await blob(), issues: await blob() });
      return blob();
    },
    picture: () => blob,
  };
  const pool = { run: (call: () => Promise<unknown>) => call() };
  const parts = {
    cluster: new Alone(),
    takesWork: true,
    blobs,
    jobs,
    files,
    calls,
    pool,
    store,
    log: { error() {} },
    limits: {},
  };
  return new Reporter(parts as unknown as ReporterParts);
}

test('a report or a thumbnail that cannot be stored, or whose file was deleted, leaves no byte', async () => {
  const job = await space.job();
  const file = await fileOf(job);
  const full = reporterOf({ write: () => Promise.reject(new Error('the disk is full')) });
  await full.report(job, file);
  await assert.rejects(full.picture('thumbnail', job, file), /the disk is full/);
  assert.equal(await blobCount(), 0);
  const doomed = await space.job();
  const gone = await fileOf(doomed);
  const late = reporterOf({
    write: async (body) => {
      await space.write((tx) => space.jobs.delete(tx, doomed.id));
      return space.write(body);
    },
  });
  await late.report(doomed, gone);
  await assert.rejects(late.picture('view', doomed, gone), { code: 'not-found' });
  assert.equal(await blobCount(), 0);
  await assert.rejects(late.picture('thumbnail', doomed, gone), { code: 'not-found' });
  const reporter = reporterOf(space.store);
  await reporter.report(job, file);
  const view = await reporter.picture('view', job, file);
  const thumbnail = await reporter.picture('thumbnail', job, file);
  const row = (await space.files.find(file))!;
  assert.deepEqual([row.thumbnail, row.view, await blobCount()], [thumbnail, view, 4], 'else they are kept');
  await reporter.report(job, file);
  assert.deepEqual(
    [await reporter.picture('thumbnail', job, file), await blobCount()],
    [thumbnail, 4],
    'and made only once',
  );
  assert.equal(await readBlob(space.blobs, thumbnail), 'made');
  await space.blobs.delete(thumbnail);
  await assert.rejects(readBlob(space.blobs, thumbnail), { code: 'not-found' });
});
