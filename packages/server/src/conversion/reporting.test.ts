import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import type { BlobInfo } from '../storage/port/blobs.ts';
import type { ConversionParts } from './parts.ts';
import { readBlob } from './read-blob.ts';
import { Reporter } from './reporter.ts';
import { openSpace, type TestSpace } from './testing/space.ts';

// Reports and pictures that cannot be kept.

let space: TestSpace;
before(async () => {
  space = await openSpace();
});
after(() => space[Symbol.asyncDispose]());

const blob = (): Promise<BlobInfo> => space.blobs.put(Readable.from([Buffer.from('made')]), { limit: 100 });
const blobCount = async (): Promise<number> => (await Array.fromAsync(space.blobs.ids())).length;

/** A reporter whose converter has done its work. @param writer stores the rows */
function reporterOf(writer: { run: (work: () => unknown) => Promise<unknown> }): Reporter {
  const { blobs, jobs, files } = space;
  const calls = {
    report: () => async () => ({ report: await blob(), issues: await blob() }),
    thumbnail: () => blob,
  };
  const pool = { run: (call: () => Promise<unknown>) => call() };
  const parts = { blobs, jobs, files, calls, pool, database: { writer }, log: { error() {} }, limits: {} };
  return new Reporter(parts as unknown as ConversionParts);
}

test('a report or a picture that finds no room among the rows, or whose file is gone, leaves no byte', async () => {
  const job = await space.job();
  await space.queue(job, 'file');
  const file = space.files.find('file')!;
  const full = reporterOf({ run: () => Promise.reject(new Error('the disk is full')) });
  await full.report(job, file);
  await assert.rejects(full.thumbnail(job, file), /the disk is full/);
  assert.equal(await blobCount(), 0);
  const gone = { ...file, id: 'gone' };
  const reporter = reporterOf(space.database.writer);
  await reporter.report(job, gone);
  await assert.rejects(reporter.thumbnail(job, gone), { code: 'not-found' });
  assert.equal(await blobCount(), 0);
  await reporter.report(job, file);
  const thumbnail = await reporter.thumbnail(job, file);
  assert.deepEqual([space.files.find('file')!.thumbnail, await blobCount()], [thumbnail, 3], 'else they are kept');
  assert.equal(await readBlob(space.blobs, thumbnail), 'made');
  await space.blobs.delete(thumbnail);
  await assert.rejects(readBlob(space.blobs, thumbnail), { code: 'not-found' });
});
