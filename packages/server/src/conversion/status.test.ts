import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportResult, JobStatus } from '@fieldbridge/contract';
import { noCounts } from '@fieldbridge/fieldjob/report/counts.ts';
import fc from 'fast-check';
import type { JobRow } from './rows.ts';
import { features, StatusDesk } from './status.ts';
import { openSpace, outcome, type TestSpace } from './testing/space.ts';

// Contract: state ∈ idle, queued, running; progress 0–100; result ∈ null, success, partialSuccess, failed; the job's is
// the worst.

/** Makes the status of existing jobs. */
function deskOf(space: TestSpace, retentionMs = 0) {
  const desk = new StatusDesk(space, retentionMs);
  return {
    of: async ({ id }: JobRow): Promise<JobStatus> => (await desk.of(id))!,
    expiresAt: (job: JobRow) => desk.expiresAt(job),
  };
}
const start = (space: TestSpace, id: string) => space.write((tx) => space.imports.start(tx, id));
async function end(space: TestSpace, id: string, result: ImportResult): Promise<void> {
  await space.write((tx) =>
    result === 'failed'
      ? space.imports.fail(tx, id, { code: 'a-code', text: 'why' })
      : space.imports.finish(tx, id, { result, outcome: JSON.stringify(outcome()), issues: 'i' }),
  );
}
const brief = ({ state, result, progress, phase }: JobStatus) => [state, result, progress, phase];

test('a new job is idle, done and without a result', async () => {
  await using space = await openSpace();
  const job = await space.job();
  const status = await deskOf(space).of(job);
  assert.deepEqual(brief(status), ['idle', null, 100, 'done']);
  assert.deepEqual([status.imports, status.revision, status.expiresAt], [[], 0, null]);
});

test('an import is queued, running in a phase, and done, when its counts are reported', async () => {
  await using space = await openSpace();
  const job = await space.job();
  const desk = deskOf(space);
  const id = await space.queue(job, 'a');
  assert.deepEqual(brief(await desk.of(job)), ['queued', null, 0, 'queued']);
  await start(space, id);
  space.progress.update(job.id, id, { done: 30, total: 60, phase: 'reading' });
  assert.deepEqual(brief(await desk.of(job)), ['running', null, 35, 'reading'], 'reading is the first 70 of 100');
  const [live] = (await desk.of(job)).imports;
  assert.deepEqual([live!.done, live!.total, live!.result, live!.timings.finishedAt], [30, 60, null, null]);
  space.progress.update(job.id, id, { done: 1, total: 1, phase: 'matching' });
  assert.deepEqual(brief(await desk.of(job)), ['running', null, 80, 'matching']);
  space.clock.time += 5000;
  const issue = (severity: 'note' | 'warning' | 'error', count: number) => ({
    code: 'crs-local' as const,
    severity,
    text: 't',
    count,
  });
  const brought = outcome({
    format: 'landxml',
    counts: { ...noCounts(), points: 7, surfaces: 2, triangles: 900, layers: 4 },
    source: [
      { type: 'CgPoint', space: 'model', found: 9, read: 7, expanded: 0, skipped: 2 },
      { type: 'Surface', space: 'model', found: 2, read: 2, expanded: 0, skipped: 0 },
    ],
    issues: [issue('note', 3), issue('warning', 2), issue('warning', 5), issue('error', 1)],
  });
  await space.write((tx) =>
    space.imports.finish(tx, id, { result: 'partialSuccess', outcome: JSON.stringify(brought), issues: 'i' }),
  );
  space.progress.forget(id);
  const [done] = (await desk.of(job)).imports;
  assert.deepEqual(brief(await desk.of(job)), ['idle', 'partialSuccess', 100, 'done']);
  assert.deepEqual(
    [done!.format, done!.read, done!.skipped, done!.written],
    ['landxml', 9, 2, 9],
    'layers and triangles are parts of things',
  );
  assert.deepEqual(done!.issues, { notes: 3, warnings: 7, errors: 1 });
  assert.equal(done!.timings.finishedAt, new Date(space.clock.time).toISOString());
});

test('a failure has its code and sentence; nothing of it was written', async () => {
  await using space = await openSpace();
  const job = await space.job();
  await end(space, await space.queue(job, 'a'), 'failed');
  const [one] = (await deskOf(space).of(job)).imports;
  assert.deepEqual([one!.result, one!.failure, one!.written], ['failed', { code: 'a-code', text: 'why' }, 0]);
  assert.deepEqual([one!.state, one!.progress, one!.phase, one!.format], ['idle', 100, 'done', 'csv']);
});

test('the result of a job is the worst of its imports, once none is waiting or running', async () => {
  const ranks: ImportResult[] = ['success', 'partialSuccess', 'failed'];
  await using space = await openSpace();
  const desk = deskOf(space);
  let made = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...ranks), { minLength: 1, maxLength: 6 }), async (results) => {
      const job = await space.job();
      const ids: string[] = [];
      for (const _ of results) ids.push(await space.queue(job, `f${made++}`));
      for (const [at, result] of results.entries()) {
        assert.equal((await desk.of(job)).result, null);
        await end(space, ids[at]!, result);
      }
      const worst = Math.max(...results.map((result) => ranks.indexOf(result)));
      assert.equal((await desk.of(job)).result, ranks[worst]);
    }),
    { numRuns: 20 },
  );
});

test('a job with more imports than a status lists is running while an early one runs', async () => {
  await using space = await openSpace();
  const job = await space.job();
  const desk = deskOf(space);
  const ids: string[] = [];
  for (let i = 0; i < 250; i++) ids.push(await space.queue(job, `f${i}`));
  await start(space, ids[0]!);
  space.progress.update(job.id, ids[0]!, { done: 1, total: 1, phase: 'writing' });
  const early = await desk.of(job);
  assert.deepEqual([early.state, early.phase, early.result], ['running', 'writing', null]);
  assert.deepEqual(
    [early.imports.length, early.imports[0]!.fileId, early.imports.at(-1)!.fileId],
    [200, 'f50', 'f249'],
  );
  for (const id of ids.slice(0, 125)) await end(space, id, 'success');
  const half = await desk.of(job);
  assert.deepEqual([half.state, half.phase, half.progress], ['queued', 'queued', 50], 'unlisted ones count');
  await end(space, ids[125]!, 'failed');
  for (const id of ids.slice(126)) await end(space, id, 'success');
  assert.deepEqual(brief(await desk.of(job)), ['idle', 'failed', 100, 'done']);
});

test('progress covers what was queued together, not what was done before', async () => {
  await using space = await openSpace();
  const job = await space.job();
  const desk = deskOf(space);
  for (const name of ['a', 'b', 'c']) await end(space, await space.queue(job, name), 'success');
  space.clock.time += 1000;
  const [d, e] = [await space.queue(job, 'd'), await space.queue(job, 'e')];
  assert.equal((await desk.of(job)).progress, 0, 'three that ended long ago are not progress of the new ones');
  await start(space, d);
  space.progress.update(job.id, d, { done: 1, total: 2, phase: 'reading' });
  assert.equal((await desk.of(job)).progress, 17, 'half of the mean of 35 and 0');
  await end(space, d, 'success');
  assert.equal((await desk.of(job)).progress, 50);
  await end(space, e, 'success');
  assert.equal((await desk.of(job)).progress, 100);
});

test('a finished status is cached, and the same when requested again', async () => {
  await using space = await openSpace();
  const job = await space.job();
  const desk = deskOf(space);
  await end(space, await space.queue(job, 'a'), 'success');
  const first = await desk.of(job);
  assert.deepEqual(await desk.of(job), first);
  assert.deepEqual(await deskOf(space).of(job), first, 'and from a desk without a cache');
});

test('a job expires a period after its last change; without a retention never', async () => {
  await using space = await openSpace();
  space.clock.time = Date.UTC(2026, 1, 1);
  const job = await space.job();
  assert.equal(deskOf(space).expiresAt(job), null);
  assert.equal(deskOf(space, 3 * 86_400_000).expiresAt(job), '2026-02-04T00:00:00.000Z');
  assert.equal((await deskOf(space, 1).of(job)).expiresAt, '2026-02-01T00:00:00.001Z');
});

test('things are counted once: layers and triangles do not count separately', () => {
  const counts = { ...noCounts(), points: 1, lines: 2, surfaces: 1, triangles: 500, layers: 9, codes: 3 };
  assert.equal(features(counts), 7);
  assert.equal(features(noCounts()), 0);
});
