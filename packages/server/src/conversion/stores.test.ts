import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ProblemError } from '../core/problem.ts';
import { SEGMENT_VIEW } from './export-store.ts';
import { openSpace, outcome } from './testing/space.ts';

const problem = (code: string, detail?: RegExp) => (error: unknown) =>
  error instanceof ProblemError && error.code === code && (detail === undefined || detail.test(error.message));
const segmentOf = (jobId: string, importId: string) => ({
  ...{ jobId, importId, blob: `segment ${importId}`, size: 100, sha256: '', replaced: null },
});
const NOTHING = { unit: null, crs: null };

test('a job belongs to its organisation; for others it does not exist', async () => {
  await using space = await openSpace();
  const job = await space.job('mine');
  assert.equal((await space.jobs.get('mine', job.id)).id, job.id);
  const hidden = problem('not-found', /^There is no such job\.$/);
  await assert.rejects(space.jobs.get('yours', job.id), hidden);
  await assert.rejects(space.jobs.get('mine', 'never was'), hidden);
  await assert.rejects(space.jobs.get('', job.id), hidden);
});

test('a page of jobs continues where the previous one ended, and never leaves the organisation', async () => {
  await using space = await openSpace();
  const mine: string[] = [];
  for (let i = 0; i < 7; i++) {
    mine.push((await space.job('mine')).id);
    await space.job('yours');
  }
  const seen: string[] = [];
  for (let page = await space.jobs.list('mine', 3); page.length > 0; ) {
    seen.push(...page.map(({ id }) => id));
    page = await space.jobs.list('mine', 3, { after: seen.at(-1)! });
  }
  assert.deepEqual(seen, [...mine].sort(), 'ids sort by creation time');
  assert.deepEqual(await space.jobs.list('nobody', 10), []);
});

test('jobs are found by a part of their name, in any case, newest first if wished, beyond the first slice', async () => {
  await using space = await openSpace();
  await space.store.write(async (tx) => {
    for (let i = 0; i < 2100; i++) {
      const given = { name: i % 700 === 0 ? `ÄCKER ${i}` : `Job ${i}`, unit: null, crs: null };
      await space.jobs.insert(tx, 'mine', given);
    }
  });
  const names = async (...args: Parameters<typeof space.jobs.list>): Promise<string[]> =>
    (await space.jobs.list(...args)).map(({ name }) => name).sort();
  assert.deepEqual(await names('mine', 10, { text: 'äcker' }), ['ÄCKER 0', 'ÄCKER 1400', 'ÄCKER 700']);
  assert.deepEqual(await names('mine', 10, { text: 'none' }), []);
  const newest = await space.jobs.list('mine', 3, { isNewest: true });
  const rest = await space.jobs.list('mine', 3000, { isNewest: true, after: newest.at(-1)!.id });
  const oldest = await space.jobs.list('mine', 3000);
  assert.deepEqual(
    [...newest, ...rest].map(({ id }) => id).reverse(),
    oldest.map(({ id }) => id),
  );
});

test('a quota is exact to the job and to the byte, for each organisation separately; 0 means no limit', async () => {
  await using space = await openSpace({ jobs: 2, bytes: 1000 });
  const first = await space.job();
  await space.job();
  await assert.rejects(
    space.job(),
    problem('quota-exceeded', /keeps 2 jobs; the quota jobsPerOrganisation is 2\..*Delete/),
  );
  await space.job('other');
  await space.write((tx) => space.jobs.grow(tx, first.id, 900));
  await space.jobs.checkQuota('org', 0, 100);
  const over = problem(
    'quota-exceeded',
    /keeps 900 bytes and 101 would be added; the quota bytesPerOrganisation is 1000/,
  );
  await assert.rejects(space.jobs.checkQuota('org', 0, 101), over);
  await space.jobs.checkQuota('other', 0, 1000);
  await space.write((tx) => space.jobs.delete(tx, first.id));
  // Deleted bytes no longer count.
  await space.jobs.checkQuota('org', 1, 1000);
  await using free = await openSpace();
  const job = await free.job();
  await free.write((tx) => free.jobs.grow(tx, job.id, 2 ** 50));
  await free.jobs.checkQuota('org', 1e6, 2 ** 50);
});

test('an owner who was warned is not warned again until the job is used; nobody is missed after a hundred others', async () => {
  await using space = await openSpace();
  const made: string[] = [];
  for (let i = 0; i < 5; i++) {
    made.push((await space.job()).id);
    space.clock.time++;
  }
  const unwarned = async (count: number) => (await space.jobs.unwarned(space.clock.time, count)).map(({ id }) => id);
  assert.deepEqual(await unwarned(2), made.slice(0, 2), 'oldest first');
  await space.write(async (tx) => {
    for (const id of made.slice(0, 2)) await space.jobs.warn(tx, id);
  });
  assert.deepEqual(await unwarned(2), made.slice(2, 4), 'the next ones, not those already warned');
  await space.write((tx) => space.jobs.grow(tx, made[0]!, 1));
  space.clock.time++;
  assert.deepEqual(await unwarned(10), [...made.slice(2), made[0]]);
  const older = await space.jobs.olderThan((await space.jobs.find(made[2]!))!.modifiedAt, 10);
  assert.deepEqual(
    older.map(({ id }) => id),
    [made[1]],
    'before a time, not at it',
  );
});

test('a deleted job returns every blob it referred to, once each, and leaves the rows of others', async () => {
  await using space = await openSpace();
  const [job, other] = [await space.job(), await space.job()];
  for (const [of, name] of [
    [job, 'a'],
    [job, 'b'],
    [other, 'c'],
  ] as const)
    await space.queue(of, name);
  await space.write(async (tx) => {
    assert.ok(await space.files.storeReport(tx, 'a', 'report a', 'report issues a'));
    assert.ok(await space.files.storePicture(tx, 'b', 'thumbnail', 'thumbnail b'));
    await space.imports.append(tx, 0, { ...segmentOf(job.id, 'import a'), replaced: 'replaced a' }, NOTHING);
    await space.imports.finish(tx, 'import a', {
      result: 'success',
      outcome: JSON.stringify(outcome()),
      issues: 'issues a',
    });
    await space.exports.insert(tx, {
      ...{
        jobId: job.id,
        revision: 1,
        format: 'csv',
        options: '[]',
        blob: 'export',
        size: 1,
        sha256: 'x',
        issues: '[]',
        createdAt: 0,
      },
    });
  });
  const gone = await space.write((tx) => space.jobs.delete(tx, job.id));
  assert.deepEqual(gone.sort(), [
    ...[
      'blob a',
      'blob b',
      'export',
      'issues a',
      'replaced a',
      'report a',
      'report issues a',
      'segment import a',
      'thumbnail b',
    ],
  ]);
  assert.equal(await space.imports.waiting(), 1, 'that of the other job');
  assert.equal(await space.files.find('a'), undefined);
  assert.equal((await space.files.get(other.id, 'c')).name, 'c.csv');
  await assert.rejects(space.files.get(job.id, 'c'), problem('not-found', /no such file/), 'a file of another job');
  assert.equal(
    await space.write((tx) => space.files.storeReport(tx, 'a', 'late', 'late')),
    false,
    'a report that comes late',
  );
  assert.equal(await space.write((tx) => space.files.storePicture(tx, 'b', 'thumbnail', 'late')), false);
  assert.deepEqual(await space.write((tx) => space.jobs.delete(tx, job.id)), [], 'again: nothing');
});

test('an import is started once, handed back, and never out of order', async () => {
  await using space = await openSpace();
  const job = await space.job();
  const [a, b] = [await space.queue(job, 'a'), await space.queue(job, 'b')];
  const { imports, write } = space;
  const next = async () => (await imports.next(job.id))?.id;
  assert.deepEqual([await next(), await imports.isBusy(job.id), await imports.waiting('org')], [a, true, 2]);
  assert.equal(await write((tx) => imports.start(tx, a)), true);
  assert.equal(await write((tx) => imports.start(tx, a)), false, 'one starts it, not two');
  assert.equal(await next(), b);
  await write((tx) => imports.handBack(tx, a, false));
  assert.deepEqual(
    [(await imports.find(a))?.state, (await imports.find(a))?.attempts],
    ['queued', 0],
    'an orderly stop does not count as an attempt',
  );
  await write((tx) => imports.handBack(tx, b, true));
  assert.equal((await imports.find(b))?.state, 'queued', 'a waiting one is not handed back');
  await write((tx) => imports.start(tx, a));
  await write((tx) => imports.handBack(tx, a, true));
  assert.deepEqual(
    [(await imports.find(a))?.attempts, await next()],
    [1, a],
    'a crash counts as one; it is first again',
  );
  assert.deepEqual((await imports.unfinished()).map(({ id }) => id).sort(), [a, b]);
  await write((tx) => imports.fail(tx, a, { code: 'cancelled', text: 'x' }));
  await write((tx) => imports.start(tx, b));
  assert.deepEqual([await next(), await imports.isBusy(job.id), await imports.waiting()], [undefined, true, 1]);
  await write((tx) => imports.finish(tx, b, { result: 'success', outcome: '{}', issues: 'i' }));
  assert.deepEqual(
    [await imports.isBusy(job.id), await imports.unfinished(), await imports.waiting('org')],
    [false, [], 0],
  );
  assert.equal(await write((tx) => imports.start(tx, b)), false, 'a finished one is not started again');
  assert.deepEqual(
    (await imports.ofJob(job.id)).map(({ sequence, result }) => [sequence, result]),
    [
      [1, 'failed'],
      [2, 'success'],
    ],
  );
});

test('a revision is made from the one it started from, or not at all; the first to state unit and system settles them', async () => {
  await using space = await openSpace();
  const job = await space.job();
  const append = (
    expected: number,
    importId: string,
    settled = NOTHING as { unit: string | null; crs: string | null },
  ) => space.write((tx) => space.imports.append(tx, expected, segmentOf(job.id, importId), settled));
  for (const name of ['a', 'b', 'c', 'd']) await space.queue(job, name);
  assert.equal(await append(0, 'import a'), true);
  const present = async () => (await space.jobs.find(job.id))!;
  assert.deepEqual([(await present()).unit, (await present()).revision], [null, 1]);
  assert.equal(await append(0, 'import b', { unit: 'metre', crs: null }), false, 'another one was faster');
  assert.equal((await space.imports.segments(job.id, 9)).length, 1);
  assert.equal(await append(1, 'import b', { unit: 'metre', crs: null }), true);
  assert.equal(await append(2, 'import c', { unit: 'usSurveyFoot', crs: 'EPSG:28992' }), true);
  assert.equal(await append(3, 'import d', { unit: 'internationalFoot', crs: 'local' }), true);
  const { unit, crs, revision, bytes } = await present();
  assert.deepEqual([unit, crs, revision, bytes], ['metre', 'EPSG:28992', 4, 400], 'settled values stay');
  assert.deepEqual(
    (await space.imports.segments(job.id, 9)).map(({ importId, position, onDuplicate }) => [
      importId,
      position,
      onDuplicate,
    ]),
    ['a', 'b', 'c', 'd'].map((name, at) => [`import ${name}`, at, 'rename']),
  );
  assert.equal((await space.imports.segments(job.id, 3)).length, 3, 'an earlier revision');
  await space.write((tx) => space.jobs.delete(tx, job.id));
  assert.equal(await append(4, 'import a'), false, 'the job is gone');
});

test('whatever happens to its imports, a job is the list of those that came in, in order', async () => {
  await using space = await openSpace();
  const act = fc.record({ does: fc.constantFrom('start', 'finish', 'fail', 'back', 'stale'), which: fc.nat(5) });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
      const job = await space.job(`org ${round}`);
      const ids: string[] = [];
      for (let i = 0; i < 6; i++) ids.push(await space.queue(job, `${round}.${i}`));
      round++;
      const state = new Map(ids.map((id) => [id, 'queued']));
      const held: string[] = [];
      for (const { does, which } of acts) {
        const id = ids[which]!;
        const was = state.get(id);
        await space.write(async (tx) => {
          if (does === 'start') {
            assert.equal(await space.imports.start(tx, id), was === 'queued');
            if (was === 'queued') state.set(id, 'running');
          } else if (does === 'back') {
            await space.imports.handBack(tx, id, true);
            if (was === 'running') state.set(id, 'queued');
          } else if (does === 'stale')
            assert.equal(await space.imports.append(tx, held.length + 1, segmentOf(job.id, id), NOTHING), false);
          else if (was === 'running' && does === 'finish') {
            assert.ok(await space.imports.append(tx, held.length, segmentOf(job.id, id), NOTHING));
            await space.imports.finish(tx, id, { result: 'success', outcome: '{}', issues: 'i' });
            held.push(id);
            state.set(id, 'idle');
          } else if (was === 'running') {
            await space.imports.fail(tx, id, { code: 'c', text: 't' });
            state.set(id, 'idle');
          }
        });
        const waits = ids.filter((one) => state.get(one) === 'queued');
        assert.equal((await space.imports.next(job.id))?.id, waits[0]);
        const unfinished = ids.filter((one) => state.get(one) !== 'idle');
        assert.equal(await space.imports.waiting(job.organisationId), unfinished.length);
      }
      assert.equal((await space.jobs.find(job.id))!.revision, held.length);
      assert.deepEqual(
        (await space.imports.segments(job.id, 9)).map(({ importId }) => importId),
        held,
      );
    }),
    { numRuns: 15 },
  );
});

test('an export is found by everything it is made from, and its digest only under its own revision', async () => {
  await using space = await openSpace();
  const job = await space.job();
  const key = { jobId: job.id, revision: 1, format: 'csv', options: '[]' };
  const keep = (row: typeof key, blob: string) =>
    space.write((tx) =>
      space.exports.insert(tx, { ...row, createdAt: 0, blob, size: 1, sha256: `digest of ${blob}`, issues: '[]' }),
    );
  assert.deepEqual(await keep(key, 'a'), []);
  assert.deepEqual(await keep({ ...key, options: '["unit"]' }, 'b'), []);
  assert.equal((await space.exports.find(key))?.blob, 'a');
  for (const other of [{ revision: 2 }, { format: 'dxf' }, { options: '["x"]' }, { jobId: 'x' }])
    assert.equal(await space.exports.find({ ...key, ...other }), undefined, JSON.stringify(other));
  assert.deepEqual((await space.exports.digests(job.id, 1)).sort(), ['digest of a', 'digest of b']);
  assert.deepEqual(await space.exports.digests(job.id, 2), []);
  assert.deepEqual(await space.exports.digests('x', 1), []);
});

test('what is shown of segments outlives the revision; several together take the place of each by itself', async () => {
  await using space = await openSpace();
  const job = await space.job();
  const keep = (format: string, revision: number, from?: number) =>
    space.write((tx) => {
      const row = { jobId: job.id, revision, format, options: `[${from}]`, blob: `${format} ${revision}` };
      return space.exports.insert(tx, { ...row, createdAt: 0, size: 1, sha256: 'x', issues: '[]' }, Infinity, from);
    });
  const clear = (changes: boolean) => space.write((tx) => space.exports.clear(tx, job.id, changes));
  assert.deepEqual([await keep(SEGMENT_VIEW, 1, 0), await keep('csv', 1)], [[], []]);
  assert.deepEqual(await clear(false), ['csv 1']);
  for (let revision = 2; revision <= 16; revision++) await keep(SEGMENT_VIEW, revision, revision - 1);
  assert.deepEqual(await keep('csv', 17), [], 'that of an older segment stays');
  const single = Array.from({ length: 15 }, (_, i) => `${SEGMENT_VIEW} ${i + 1}`);
  assert.deepEqual((await keep(SEGMENT_VIEW, 16, 0))?.sort(), single.sort());
  assert.deepEqual((await clear(true)).length, 3, 'points of earlier segments were replaced');
});
