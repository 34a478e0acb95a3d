import assert from 'node:assert/strict';
import { EventEmitter, getEventListeners, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, describe, test } from 'node:test';
import { anyCharacter } from '@fieldbridge/fieldjob/testing/any-character.ts';
import fc from 'fast-check';
import type { FastifyReply } from 'fastify';
import { systemClock } from '../core/clock.ts';
import { asWritten } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { atMost, leaving } from '../http/leaving.ts';
import { coreMigrations } from '../storage/core-migrations.ts';
import { SqliteStore } from '../storage/sqlite/sqlite-store.ts';
import { ConverterFailure } from '../work/converters/failure.ts';
import type { Conversion } from './conversion.ts';
import { detachedBody } from './detached-body.ts';
import { COMPARISON, ExportStore } from './export-store.ts';
import { failureOf, problemOf, refusalOf } from './failure.ts';
import { ImportStore } from './import-store.ts';
import { JobChanges } from './job-changes.ts';
import { JobStore } from './job-store.ts';
import { conversionMigrations } from './migrations.ts';
import { NameIndex } from './name-index.ts';
import { moveOldNames } from './old-names.ts';
import { ProgressRegistry } from './progress-registry.ts';
import { cleanName, dispositionName } from './receive.ts';
import { sweepRetention } from './retention.ts';
import { openSpace } from './testing/space.ts';

const folder = mkdtempSync(join(tmpdir(), 'conversion-'));
after(() => rmSync(folder, { recursive: true }));
let stores = 0;
const openStore = () => new SqliteStore(join(folder, `${stores++}.sqlite`), [coreMigrations, conversionMigrations]);

test('names: claimed once, taken by others, kept only with their import', async () => {
  await using space = await openSpace();
  const job = await space.job();
  const names = new NameIndex(space.sets, (jobId) => space.imports.owners(jobId));
  const claim = (importId: string, ...list: string[]) => names.answer(job.id, importId, { claim: list });
  assert.deepEqual(await claim('first', 'A', 'B', 'A'), [], 'names repeated within a file are its own');
  await names.keep('first');
  await names.end('first');
  const segment = { jobId: job.id, importId: 'first', blob: 'b', size: 1, sha256: '', replaced: null };
  await space.write((tx) => space.imports.append(tx, 0, segment, { unit: null, crs: null }));
  assert.deepEqual(await claim('second', 'B', 'C', 'A'), [0, 2]);
  assert.deepEqual(await names.answer('other-job', 'x', { claim: ['A'] }), []);
  assert.deepEqual(await names.answer(job.id, 'second', { rename: ['A', 'A', 'B'] }), ['A-2', 'A-3', 'B-2']);
  await names.end('second');
  assert.deepEqual(await claim('third', 'C', 'A-2'), [], 'what was not kept is free');
  await names.keep('third');
  await names.end('third');
  assert.deepEqual(await claim('fourth', 'C', 'A'), [1], 'what was kept for a segment that never came is free, too');
  assert.deepEqual((await names.jobs()).sort(), [job.id, 'other-job'].sort());
  await names.remove(job.id);
  assert.deepEqual(await names.jobs(), ['other-job']);
  assert.deepEqual(await claim('fifth', 'A', 'B', 'C'), []);
  for (const question of [
    null,
    {},
    { claim: 'A' },
    { claim: [1] },
    { claim: Array(3000).fill('x') },
    { rename: ['x'.repeat(5000)] },
  ])
    await assert.rejects(names.answer(job.id, 'fifth', question), TypeError);
});

test('names that a first version kept in a table are moved, with the imports that have them', async () => {
  await using space = await openSpace();
  const job = await space.job();
  await space.write(async (tx) => {
    for (const [position, importId] of ['one', 'two'].entries()) {
      const text = 'INSERT INTO segments VALUES (?, ?, ?, ?, 1, ?, NULL)';
      await tx.run(text, job.id, position, importId, `b${position}`, '');
    }
    for (let i = 0; i < 4500; i++) await tx.run('INSERT INTO pointNames VALUES (?, ?, ?)', job.id, `P${i}`, 'one');
    await tx.run('INSERT INTO pointNames VALUES (?, ?, ?)', job.id, 'Q', 'two');
    await tx.run('INSERT INTO pointNames VALUES (?, ?, ?)', job.id, 'unfinished', 'three');
  });
  await moveOldNames(space.store, space.sets, space.imports);
  assert.deepEqual(await space.store.first('SELECT count(*) AS n FROM pointNames'), { n: 0 });
  const claim = { claim: ['P0', 'P4499', 'Q', 'unfinished'] };
  assert.deepEqual(await space.names.answer(job.id, 'next', claim), [0, 1, 2]);
  await space.names.end('next');
  assert.deepEqual(await space.names.answer(job.id, 'two', claim), [0, 1], 'the second import has its own');
});

test('progress never decreases, whatever a reader reports', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          done: fc.double(),
          total: fc.double(),
          phase: fc.constantFrom('reading', 'matching', 'writing', 'storing', 'other'),
        }),
      ),
      (news) => {
        const registry = new ProgressRegistry();
        let last = 0;
        for (const one of news) {
          registry.update('job', 'import', one);
          const { percent } = registry.get('import')!;
          assert.ok(percent >= last && percent <= 99, String(percent));
          last = percent;
        }
      },
    ),
    { numRuns: 100 },
  );
});

describe('progress that is not a valid share is the beginning of its phase', () => {
  for (const [done, total] of [
    [Number.NaN, 1],
    [1, Number.NaN],
    [0, 0],
    [1, 0],
    [-1, 2],
    [1, -2],
    [Infinity, Infinity],
  ] as const)
    test(String(done), () => {
      const registry = new ProgressRegistry();
      registry.update('job', 'import', { done, total, phase: 'writing' });
      assert.equal(registry.get('import')!.percent, 80, `${done} of ${total}`);
      registry.update('job', 'import', { done: 1, total: 2, phase: 'writing' });
      assert.equal(registry.get('import')!.percent, 88);
    });
});

test('waiting ends when the condition holds, when the time is over, and when the caller leaves', async () => {
  const registry = new ProgressRegistry();
  let done = false;
  const never = new AbortController();
  const waiting = registry.until('job', async () => done, 10, never.signal);
  registry.changed('job');
  done = true;
  registry.changed('job');
  assert.equal(await waiting, true);
  assert.equal(await registry.until('job', async () => false, 0.02, never.signal), false);
  const leaving = registry.until('job', async () => false, 10, never.signal);
  never.abort();
  assert.equal(await leaving, false);
});

test('file names: the extended form wins, folders and control characters are removed', () => {
  assert.equal(dispositionName('attachment; filename="a \\"b\\".csv"'), 'a "b".csv');
  assert.equal(dispositionName("attachment; filename=a.csv; filename*=UTF-8''%C3%A4.csv"), 'ä.csv');
  assert.equal(dispositionName("attachment; filename*=UTF-8''%E0%A4%A"), undefined);
  assert.equal(dispositionName('inline'), undefined);
  assert.equal(cleanName('C:\\files\\a.dxf', 'dxf'), 'a.dxf');
  assert.equal(cleanName('../..', 'auto'), 'upload');
  assert.equal(cleanName(undefined, 'DXF'), 'upload.dxf');
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (name) =>
      /^[^/\\\u0000-\u001f]{1,200}$/s.test(cleanName(name, 'csv')),
    ),
  );
});

test('failures: those of the file, of a limit, of the server', () => {
  const problem = (code: string) => problemOf({ code, text: 'x' }, 'file-unreadable');
  assert.deepEqual([problem('not-a-drawing').status, problem('not-a-drawing').code], [422, 'file-unreadable']);
  assert.equal(problem('converter-memory').code, 'limit-exceeded');
  assert.equal(problem('converter-died').code, 'conversion-failed');
  assert.equal(problem('disk-full').status, 507);
  assert.equal(problem('converter-closed').status, 503);
  assert.deepEqual(failureOf(new ConverterFailure('a-code', 'why')), { code: 'a-code', text: 'why' });
  assert.equal(failureOf(new Error('a defect')), undefined, 'a defect is for the log');
  const busy = new ProblemError('unavailable', asWritten('The store does not answer.'), {
    headers: { 'retry-after': '5' },
  });
  assert.equal(refusalOf(busy, 'export-failed'), busy, 'not a fault of the job');
  const { status } = refusalOf(new ConverterFailure('a-code', 'why'), 'export-failed') as ProblemError;
  assert.equal(status, 422);
});

test('leaving: aborted by the end of the answer or of the server; a connection with many requests collects no listeners', () => {
  const reply = { raw: new EventEmitter() } as unknown as FastifyReply;
  const draining = new AbortController();
  const signal = leaving(reply, draining.signal);
  assert.equal(signal.aborted, false);
  reply.raw.emit('close');
  assert.equal(signal.aborted, true);
  assert.equal(reply.raw.listenerCount('close'), 0);
  const other = leaving(reply, draining.signal);
  draining.abort();
  assert.equal(other.aborted, true);
});

test('at most: ends with the awaited result, with the time, or with the server; a failure is passed on', async () => {
  const draining = new AbortController();
  const never = new Promise<never>(() => {});
  const long = 10_000;
  await atMost(long, Promise.resolve(), draining.signal);
  await atMost(0.02, never, draining.signal);
  await assert.rejects(atMost(long, Promise.reject(new RangeError('x')), draining.signal), RangeError);
  const stopping = atMost(long, never, draining.signal);
  draining.abort();
  await stopping;
  assert.equal(getEventListeners(draining.signal, 'abort').length, 0);
});

test('a body that goes silent fails as late, one that breaks off as broken, a slow one is complete', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const silence = detachedBody(new PassThrough(), 10_000).toArray();
  t.mock.timers.tick(10_000);
  await assert.rejects(silence, { code: 'request-timeout' });
  const source = new PassThrough();
  const broken = detachedBody(source, 10_000).toArray();
  source.write('x');
  source.destroy();
  await assert.rejects(broken, { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  const slow = new PassThrough();
  t.mock.timers.reset();
  const timers = t.mock.method(globalThis, 'setTimeout');
  const whole = detachedBody(slow, 100_000).toArray();
  const begunAnew = t.mock.method(timers.mock.calls.at(-1)!.result!, 'refresh');
  for (const letter of 'abcdef') {
    const arrived = once(slow, 'data');
    slow.write(letter);
    await arrived;
  }
  assert.equal(begunAnew.mock.callCount(), 6, 'each piece restarts the time');
  slow.end();
  assert.equal(Buffer.concat((await whole) as Buffer[]).toString(), 'abcdef');
});

test('retention: warned once a day before, warned again after a change, deleted when the time is over, but not while an import waits', async () => {
  const store = openStore();
  let now = Date.UTC(2026, 0, 1);
  const clock = { ...systemClock, now: () => now };
  const jobs = new JobStore(store, clock, () => ({ jobs: 0, bytes: 0 }));
  const imports = new ImportStore(store, clock);
  const warned: unknown[] = [];
  const nothing = {
    cancelJob: () => {},
    changed: () => {},
    delete: async () => {},
    remove: async () => {},
    info: () => {},
  };
  const conversion = {
    ...{
      store,
      jobs,
      imports,
      exports: new ExportStore(store),
      importer: nothing,
      reporter: nothing,
      progress: nothing,
      changes: new JobChanges(async () => undefined),
      blobs: nothing,
      names: nothing,
    },
    ...{
      hub: { outbox: { add: ({ data }: { data: unknown }) => warned.push(data) } },
      context: { clock, log: nothing, spareRoom: { around: (work: () => Promise<unknown>) => work() } },
    },
  } as unknown as Conversion;
  const day = 86_400_000;
  const sweep = () => sweepRetention(conversion, 3 * day);
  const add = (name: string) => store.write((tx) => jobs.insert(tx, 'org', { name, unit: null, crs: null }));
  const [quiet, used, busy] = [await add('quiet'), await add('used'), await add('busy')];
  const row = { id: 'i', jobId: busy.id, organisationId: 'org', fileId: 'f', kind: 'append', options: {} } as const;
  await store.write((tx) => imports.insert(tx, row));
  now += 2 * day;
  await sweep();
  assert.deepEqual(warned, [], 'a day is left to the millisecond');
  now += 1;
  await sweep();
  await sweep();
  const expiresAt = new Date(quiet.createdAt + 3 * day).toISOString();
  const names = [quiet, used, busy].map(({ id }) => ({ jobId: id, expiresAt }));
  assert.deepEqual(warned.splice(0), names, 'each is warned once');
  await store.write((tx) => jobs.grow(tx, used.id, 5));
  now += day;
  await sweep();
  const present = await Promise.all([quiet, used, busy].map(({ id }) => jobs.find(id)));
  assert.deepEqual(
    present.map((job) => job !== undefined),
    [false, true, true],
  );
  await store.write((tx) => imports.fail(tx, 'i', { code: 'c', text: 't' }));
  await sweep();
  assert.equal(await jobs.find(busy.id), undefined, 'its import is done');
  now += day + 1;
  await sweep();
  assert.deepEqual(warned.splice(0), [
    { ...names[1], expiresAt: new Date(used.createdAt + 5 * day + 1).toISOString() },
  ]);
  await sweepRetention(conversion, 0);
  now += 100 * day;
  await sweepRetention(conversion, 0);
  assert.notEqual(await jobs.find(used.id), undefined, 'without a retention jobs stay');
  await store.close();
});

test('exports: fifty per job are stored, the oldest is deleted first, older revisions are deleted, other jobs are unaffected', async () => {
  const store = openStore();
  let now = Date.UTC(2026, 0, 1);
  const clock = { ...systemClock, now: () => now++ };
  const jobs = new JobStore(store, clock, () => ({ jobs: 0, bytes: 0 }));
  const exports = new ExportStore(store);
  const given = { name: '', unit: null, crs: null };
  const [job, other] = await store.write(async (tx) => [
    await jobs.insert(tx, 'a', given),
    await jobs.insert(tx, 'a', given),
  ]);
  const keep = (jobId: string, revision: number, options: string) =>
    store.write((tx) =>
      exports.insert(tx, {
        jobId,
        revision,
        format: 'csv',
        options,
        blob: `${revision} ${options}`,
        size: 1,
        sha256: '',
        issues: '[]',
        createdAt: clock.now(),
      }),
    );
  assert.deepEqual(await keep(other!.id, 1, 'x'), []);
  for (let i = 0; i < 50; i++) assert.deepEqual(await keep(job!.id, 1, String(i)), []);
  assert.deepEqual(await keep(job!.id, 1, '50'), ['1 0']);
  assert.equal(await exports.find({ jobId: job!.id, revision: 1, format: 'csv', options: '0' }), undefined);
  assert.equal((await exports.find({ jobId: job!.id, revision: 1, format: 'csv', options: '1' }))?.blob, '1 1');
  assert.equal((await keep(job!.id, 2, 'new'))?.length, 50, 'all of the revision before');
  assert.equal(await keep('no such job', 1, 'x'), undefined, 'what nobody can request is not stored');
  assert.deepEqual(await store.write((tx) => exports.clear(tx, job!.id)), ['2 new']);
  const compared = { jobId: job!.id, revision: 1, format: COMPARISON, options: `[["other","${other!.id}"]]` };
  const rest = { blob: 'compared', size: 1, sha256: '', issues: '[]', createdAt: clock.now() };
  await store.write((tx) => exports.insert(tx, { ...compared, ...rest }));
  for (const [organisation, gone] of [
    ['b', []],
    ['a', ['compared']],
    ['a', []],
  ] as const)
    assert.deepEqual(await store.write((tx) => exports.clearCompared(tx, other!.id, organisation)), gone);
  assert.equal((await exports.find({ jobId: other!.id, revision: 1, format: 'csv', options: 'x' }))?.blob, '1 x');
  await store.close();
});
