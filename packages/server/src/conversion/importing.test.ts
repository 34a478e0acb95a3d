import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { until } from '../../testing/receiver.ts';
import { Alone } from '../storage/alone.ts';
import { notResponding } from '../storage/failure.ts';
import type { BlobInfo } from '../storage/port/blobs.ts';
import type { Cluster } from '../storage/port/cluster.ts';
import type { WriteBody } from '../storage/port/space-store.ts';
import { Tracer } from '../tracing/tracer.ts';
import { ConverterFailure } from '../work/converters/failure.ts';
import type { ImportedSegment } from './converter-calls.ts';
import { Importer, type ImporterParts } from './importer.ts';
import { openSpace, outcome, type TestSpace } from './testing/space.ts';

// Cancelling an import at the moment it becomes part of the job.

let space: TestSpace;
before(async () => {
  space = await openSpace();
});
after(() => space[Symbol.asyncDispose]());

const blob = (text: string): Promise<BlobInfo> => space.blobs.put(Readable.from([Buffer.from(text)]), { limit: 100 });

/** Resolves when no import of a job waits or runs. */
async function settled(jobId: string): Promise<void> {
  const isIdle = async () => !(await space.imports.isBusy(jobId));
  assert.ok(await space.progress.until(jobId, isIdle, 60, new AbortController().signal));
}

/** As among several servers, where a test decides when to look for work. */
class Shared extends Alone {
  override readonly isShared = true as false;
  look = () => {};
  override onLook(listener?: () => void): void {
    this.look = listener!;
  }
}

/** An importer whose converter has succeeded; `storing` is called for the transaction that appends the segment. */
function importerOf(
  storing: (transact: () => Promise<unknown>) => Promise<unknown>,
  cluster: Cluster = new Alone(),
): Importer {
  const { store, blobs, jobs, files, imports, exports, names, progress } = space;
  const converted = async (): Promise<ImportedSegment> => {
    write = (body) => storing(() => store.write(body));
    return { segment: await blob('segment'), issues: await blob('[]'), replaced: undefined, outcome: outcome() };
  };
  let write = (body: WriteBody<unknown>): Promise<unknown> => store.write(body);
  const parts = {
    ...{
      store: { write: (body: WriteBody<unknown>) => write(body) },
      blobs,
      jobs,
      files,
      imports,
      exports,
      names,
      progress,
      limits: {},
      tracer: new Tracer(),
    },
    ...{ cluster, takesWork: true, capacity: 1 },
    ...{ log: { info() {}, warn() {}, error: assert.fail }, outbox: { add: async () => {} } },
    spareRoom: { around: (work: () => Promise<unknown>) => work() },
    count: () => {},
    onImported: () => {},
    ...{ pool: { run: converted }, calls: { import: () => ({}) } },
  };
  return new Importer(parts as unknown as ImporterParts);
}

test('an import that is cancelled before its transaction fails and leaves no byte', async () => {
  const job = await space.job();
  const id = await space.queue(job, 'early');
  const bytes = async () => (await Array.fromAsync(space.blobs.ids())).length;
  const before = await bytes();
  const importer = importerOf(async (transact) => {
    await importer.cancel((await space.imports.find(id))!);
    return transact();
  });
  importer.wake(job.id);
  await settled(job.id);
  await importer.close();
  const { result, failure } = (await space.imports.find(id))!;
  assert.deepEqual([result, JSON.parse(failure!).code], ['failed', 'cancelled']);
  assert.deepEqual([(await space.jobs.find(job.id))!.revision, await bytes()], [0, before]);
});

test('cancelling an import that is already in the job is refused', async () => {
  const job = await space.job();
  const id = await space.queue(job, 'late');
  const refusals: unknown[] = [];
  const importer = importerOf(async (transact) => {
    const stored = await transact();
    await importer.cancel((await space.imports.find(id))!).catch((error: unknown) => refusals.push(error));
    return stored;
  });
  importer.wake(job.id);
  await settled(job.id);
  await importer.close();
  const [imported, changed] = [await space.imports.find(id), await space.jobs.find(job.id)];
  assert.deepEqual([imported!.result, changed!.revision], ['success', 1]);
  assert.deepEqual(
    refusals.map((error) => (error as { code: string }).code),
    ['not-running'],
  );
});

test('an import that starts while the server looks at what runs goes on', async (t) => {
  const cluster = new (class extends Alone {
    look = () => {};
    override onLook(listener?: () => void): void {
      this.look = listener!;
    }
  })();
  const started = Promise.withResolvers<void>();
  const importer = importerOf(async (transact) => {
    started.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    return transact();
  }, cluster);
  await importer.resume();
  const job = await space.job();
  const id = await space.queue(job, 'meanwhile');
  const start = space.imports.start.bind(space.imports);
  t.mock.method(space.imports, 'start', async (...how: Parameters<typeof start>) => {
    cluster.look();
    return start(...how);
  });
  // The rows as they were before the start.
  const rows = t.mock.method(space.imports, 'running', async () => {
    await started.promise;
    return [];
  });
  importer.wake(job.id);
  await settled(job.id);
  await importer.close();
  assert.ok(rows.mock.callCount() > 0);
  assert.deepEqual((await space.imports.find(id))!.result, 'success');
});

test('a server that was held up does not fail an import that another one has put back into the queue', async () => {
  const job = await space.job();
  const id = await space.queue(job, 'returned');
  let writes = 0;
  const importer = importerOf(async (transact) => {
    if (++writes > 1) return transact();
    await space.store.write((tx) => space.imports.handBack(tx, id, true));
    // As the pool says of a call that is stopped, here because another server has taken the import.
    throw new ConverterFailure('converter-cancelled', 'the conversion was cancelled');
  });
  importer.wake(job.id);
  await settled(job.id);
  await importer.close();
  const { result, failure, attempts } = (await space.imports.find(id))!;
  assert.deepEqual([result, failure, attempts], ['success', null, 2]);
});

test('an import whose start is committed while the server looks at what runs goes on', async (t) => {
  const cluster = new (class extends Alone {
    look = () => {};
    override onLook(listener?: () => void): void {
      this.look = listener!;
    }
  })();
  const importer = importerOf((transact) => transact(), cluster);
  await importer.resume();
  const job = await space.job();
  const id = await space.queue(job, 'committing');
  // The rows as they were before the commit, of which the importer does not know yet.
  const rows = t.mock.method(space.imports, 'running', async () => []);
  const write = space.store.write.bind(space.store);
  let writes = 0;
  t.mock.method(space.store, 'write', async (...how: Parameters<typeof write>) => {
    const result = await write(...how);
    if (++writes === 1) {
      cluster.look();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return result;
  });
  importer.wake(job.id);
  await settled(job.id);
  await importer.close();
  assert.ok(rows.mock.callCount() > 0);
  assert.deepEqual((await space.imports.find(id))!.result, 'success');
});

test('an import whose start finds the database away waits on', async (t) => {
  const cluster = new Shared();
  const importer = importerOf((transact) => transact(), cluster);
  const job = await space.job();
  const id = await space.queue(job, 'away');
  const write = space.store.write.bind(space.store);
  let isAway = true;
  t.mock.method(space.store, 'write', async (...how: Parameters<typeof write>) => {
    if (!isAway) return write(...how);
    isAway = false;
    throw notResponding(new Error('away'));
  });
  importer.wake(job.id);
  await until(() => !isAway);
  // The next look starts it; that may have begun already.
  await importer.resume();
  await until(async () => {
    cluster.look();
    return (await space.imports.find(id))!.state === 'idle';
  });
  await importer.close();
  assert.deepEqual((await space.imports.find(id))!.result, 'success');
});

test('an import that finds the place of files away again and again waits for it, and no attempt counts', async (t) => {
  const cluster = new Shared();
  const importer = importerOf((transact) => transact(), cluster);
  const job = await space.job();
  const id = await space.queue(job, 'far');
  const put = space.blobs.put.bind(space.blobs);
  let left = 2;
  t.mock.method(space.blobs, 'put', async (...how: Parameters<typeof put>) => {
    if (left-- > 0) throw notResponding(new Error('away'));
    return put(...how);
  });
  await importer.resume();
  await until(async () => {
    cluster.look();
    return (await space.imports.find(id))!.state === 'idle';
  });
  await importer.close();
  const { result, attempts, fence } = (await space.imports.find(id))!;
  assert.deepEqual([result, attempts, fence], ['success', 1, 3]);
});
