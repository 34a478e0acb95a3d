import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import type { BlobInfo } from '../storage/port/blobs.ts';
import type { ImportedSegment } from './converter-calls.ts';
import { Importer, type ImporterParts } from './importer.ts';
import { openSpace, outcome, type TestSpace } from './testing/space.ts';

// An import that is stopped as it comes into the job.

let space: TestSpace;
before(async () => {
  space = await openSpace();
});
after(() => space[Symbol.asyncDispose]());

const blob = (text: string): Promise<BlobInfo> => space.blobs.put(Readable.from([Buffer.from(text)]), { limit: 100 });

/** An importer whose converter has done its work; `storing` is called when the transaction that takes it into the job is asked for. */
function importerOf(storing: (transact: () => Promise<unknown>) => Promise<unknown>): Importer {
  const { database, blobs, jobs, files, imports, exports, names, progress } = space;
  const converted = async (): Promise<ImportedSegment> => {
    writer.run = ((work: () => unknown) => storing(() => database.writer.run(work))) as typeof writer.run;
    return { segment: await blob('segment'), issues: await blob('[]'), replaced: undefined, outcome: outcome() };
  };
  const writer = { run: <T>(work: () => T) => database.writer.run(work) };
  const parts = {
    ...{ database: { writer }, blobs, jobs, files, imports, exports, names, progress, limits: {} },
    ...{ log: { info() {}, error: assert.fail }, outbox: { add() {} } },
    ...{ pool: { run: converted }, calls: { import: () => ({}) } },
  };
  return new Importer(parts as unknown as ImporterParts);
}

test('an import that is cancelled before it is taken into the job is not, and leaves no byte', async () => {
  const job = await space.job();
  const id = await space.queue(job, 'early');
  const bytes = async () => (await Array.fromAsync(space.blobs.ids())).length;
  const before = await bytes();
  const importer = importerOf(async (transact) => {
    await importer.cancel(space.imports.find(id)!);
    return transact();
  });
  importer.wake(job.id);
  await space.progress.until(job.id, () => !space.imports.isBusy(job.id), 60, new AbortController().signal);
  await importer.close();
  const { result, failure } = space.imports.find(id)!;
  assert.deepEqual([result, JSON.parse(failure!).code], ['failed', 'cancelled']);
  assert.deepEqual([space.jobs.find(job.id)!.revision, await bytes()], [0, before]);
});

test('who cancels an import that has just been taken into the job is told that it is too late', async () => {
  const job = await space.job();
  const id = await space.queue(job, 'late');
  const refusals: unknown[] = [];
  const importer = importerOf(async (transact) => {
    const stored = await transact();
    await importer.cancel(space.imports.find(id)!).catch((error: unknown) => refusals.push(error));
    return stored;
  });
  importer.wake(job.id);
  await space.progress.until(job.id, () => !space.imports.isBusy(job.id), 60, new AbortController().signal);
  await importer.close();
  assert.deepEqual([space.imports.find(id)!.result, space.jobs.find(job.id)!.revision], ['success', 1]);
  assert.deepEqual(
    refusals.map((error) => (error as { code: string }).code),
    ['not-running'],
  );
});
