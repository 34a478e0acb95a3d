import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { SpaceDatabase } from './database.ts';
import type { Procedure } from './procedure.ts';
import { INSERT_THING, type Thing } from './testing/write-thread.ts';
import { SyncError, type TransactionRunner } from './write-thread.ts';
import { Writer } from './writer.ts';

const SERIES = {
  series: 'test',
  migrations: [
    {
      number: 1,
      name: 'things',
      sql: 'CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE, thread INTEGER, big BLOB) STRICT',
    },
  ],
};
/** The thread that runs this test, as `threadId` has it. */
const HERE = 0;

let directory: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fieldbridge-thread-'));
});
after(() => rm(directory, { recursive: true, force: true }));

/** Lets the event loop turn often enough for a transaction to be begun and for what hangs on it. */
async function turn(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}

let files = 0;
/** A database whose thread has loaded the procedure. */
async function open(): Promise<SpaceDatabase> {
  const database = new SpaceDatabase(join(directory, `${files++}.sqlite`), [SERIES]);
  while (!database.thread.takes(INSERT_THING)) await sleep(5);
  return database;
}
const insert = (database: SpaceDatabase, thing: Thing): Promise<number> =>
  database.writer.runProcedure(INSERT_THING, () => thing);
const insertHere = (database: SpaceDatabase, name: string): Promise<unknown> =>
  database.writer.run(() => database.sql('INSERT INTO things (name, thread) VALUES (?, ?)').run(name, HERE));
const names = (database: SpaceDatabase): unknown[] =>
  database
    .tuples('SELECT name FROM things ORDER BY id')
    .all()
    .map((row) => (row as unknown as unknown[])[0]);

describe('the thread that writes', () => {
  test('is made ready by the first procedure, which meanwhile runs here', async () => {
    const database = new SpaceDatabase(join(directory, 'first.sqlite'), [SERIES]);
    assert.equal(await insert(database, { name: 'first' }), HERE);
    while (!database.thread.takes(INSERT_THING)) await sleep(5);
    const thread = await insert(database, { name: 'second' });
    assert.notEqual(thread, HERE);
    assert.deepEqual(names(database), ['first', 'second']);
    await database.close();
    await assert.rejects(insert(database, { name: 'late' }), /not open/);
  });

  test('shares a transaction among what waits, and lets a failing operation fail alone', async () => {
    const database = await open();
    const before = { ...database.writer.counts };
    const outcomes = await Promise.allSettled([
      insert(database, { name: 'a' }),
      insert(database, { name: 'a' }),
      insert(database, { name: 'b', fault: 'throw' }),
      insert(database, { name: 'c' }),
      database.writer.runProcedure(INSERT_THING, () => {
        throw new RangeError('nothing to give');
      }),
    ]);
    assert.deepEqual(
      outcomes.map((one) => (one.status === 'rejected' ? String(one.reason.message) : 'stored')),
      ['stored', 'UNIQUE constraint failed: things.name', 'as asked', 'stored', 'nothing to give'],
    );
    assert.deepEqual(names(database), ['a', 'c']);
    const { batches, operations } = database.writer.counts;
    assert.deepEqual([batches - before.batches, operations - before.operations], [1, 4]);
    await database.close();
  });

  test('takes its turn with what is written here, in the order of asking', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 300 }), async (away) => {
        const database = await open();
        const stamps: number[] = [];
        let clock = 0;
        const asked = away.map((there, i) =>
          there
            ? database.writer.runProcedure(INSERT_THING, () => {
                stamps.push(clock++);
                return { name: `n${i}` };
              })
            : insertHere(database, `n${i}`).then(() => HERE),
        );
        const threads = await Promise.all(asked);
        assert.deepEqual(
          threads.map((thread) => thread !== HERE),
          away,
        );
        assert.deepEqual(
          names(database),
          away.map((_, i) => `n${i}`),
        );
        await database.close();
      }),
      { numRuns: 10 },
    );
  });

  test('tells of a full disk as the store does, stores nothing of that transaction, and goes on', async () => {
    const database = await open();
    await insert(database, { name: 'before' });
    const full = insert(database, { name: 'full', fault: 'fill the disk' });
    await assert.rejects(full, { name: 'ProblemError', code: 'disk-full', status: 507 });
    await insertHere(database, 'after');
    assert.deepEqual(names(database), ['before', 'after']);
    await database.close();
  });

  test('that ends refuses what it was doing and is not used any more; nothing half-done stays', async () => {
    const database = await open();
    await insert(database, { name: 'before' });
    const [lost, next] = [insert(database, { name: 'lost', fault: 'end the thread' }), insertHere(database, 'next')];
    await assert.rejects(lost, { name: 'ProblemError', code: 'unavailable', status: 503 });
    await next;
    assert.match(database.thread.failure!.message, /the thread that writes has ended/);
    assert.equal(await insert(database, { name: 'after' }), HERE);
    assert.deepEqual(names(database), ['before', 'next', 'after']);
    await database.close();
  });

  test('whose procedure cannot be loaded is not used, and the procedure runs here', async () => {
    const database = new SpaceDatabase(join(directory, 'missing.sqlite'), [SERIES]);
    const lost: Procedure<Thing, number> = { ...INSERT_THING, module: new URL('./no-such.ts', import.meta.url).href };
    assert.equal(database.thread.takes(lost), false);
    while (database.thread.failure === undefined) await sleep(5);
    assert.match(database.thread.failure.message, /no-such/);
    assert.equal(await database.writer.runProcedure(lost, () => ({ name: 'here' })), HERE);
    await database.close();
  });

  test('is closed while it loads', async () => {
    const database = new SpaceDatabase(join(directory, 'early.sqlite'), [SERIES]);
    assert.equal(database.thread.takes(INSERT_THING), false);
    await database.close();
    assert.equal(database.thread.takes(INSERT_THING), false);
  });
});

describe('a writer with a thread', () => {
  /** Answers when it is told to. */
  function runner(): { thread: TransactionRunner; given: unknown[][]; answer: () => Promise<void> } {
    const given: unknown[][] = [];
    const open: (() => void)[] = [];
    const thread: TransactionRunner = {
      takes: () => true,
      transact: (_procedure, all) => {
        given.push([...all]);
        return new Promise((resolve) => open.push(() => resolve(all.map((value) => ({ value })))));
      },
    };
    const answer = async (): Promise<void> => {
      open.shift()!();
      await turn();
    };
    return { thread, given, answer };
  }
  const ECHO: Procedure<number, number> = { module: '', run: (_statements, given) => given };

  async function make() {
    const database = new SpaceDatabase(join(directory, `${files++}.sqlite`), [SERIES]);
    const { thread, given, answer } = runner();
    const rows: number[] = [];
    const writer = new Writer(database.connection, () => Promise.reject(new Error('nothing is synced here')), {
      ...{ thread, onCommit: (elsewhere: number) => void rows.push(elsewhere) },
    });
    const told: number[] = [];
    const send = (value: number, weight = 1): void => {
      void writer.runProcedure(ECHO, () => value, weight).then((one) => told.push(one));
    };
    return { database, writer, given, answer, rows, told, send };
  }

  test('tells nobody before the thread has, and syncs nothing a second time', async () => {
    const { database, writer, given, answer, rows, told, send } = await make();
    send(1, 30);
    await turn();
    assert.deepEqual([given, told, rows], [[[1]], [], []]);
    await answer();
    await writer.drained();
    assert.deepEqual([told, rows, writer.counts], [[1], [30], { batches: 1, syncs: 1, operations: 1 }]);
    await database.close();
  });

  test('gathers while the thread is busy, but keeps it supplied with a second transaction of many', async () => {
    const { database, writer, given, answer, told, send } = await make();
    send(1);
    await turn();
    for (let i = 2; i < 25; i++) send(i);
    await turn();
    assert.equal(given.length, 1, 'few wait');
    send(25, 2);
    await turn();
    assert.equal(given.length, 2, 'many do not');
    send(26, 1000);
    await turn();
    assert.equal(given.length, 2, 'nor does the thread get a third');
    await answer();
    assert.equal(given.length, 3);
    await answer();
    await answer();
    await writer.drained();
    assert.deepEqual(
      told,
      Array.from({ length: 26 }, (_, i) => i + 1),
    );
    await database.close();
  });

  test('gives the thread many at once, before the turn that brings them is over', async () => {
    const { database, writer, given, answer, told, send } = await make();
    for (let i = 1; i < 24; i++) send(i);
    assert.equal(given.length, 0, 'few may be followed by more in this turn');
    for (let i = 24; i <= 60; i++) send(i);
    assert.deepEqual(
      given.map((all) => all.length),
      [24, 24],
    );
    await turn();
    assert.equal(given.length, 2, 'the thread does not get a third');
    await answer();
    assert.equal(given.length, 2, 'nor few while it has one');
    await answer();
    assert.deepEqual(
      given.map((all) => all.length),
      [24, 24, 12],
    );
    await answer();
    await writer.drained();
    assert.deepEqual(
      told,
      Array.from({ length: 60 }, (_, i) => i + 1),
    );
    await database.close();
  });

  test('gives the thread no more work at once than a few hundred operations are, however few bring it', async () => {
    const { database, writer, given, answer, told, send } = await make();
    for (const [i, weight] of [1000, 24, 300, 200, 12, 1, 1000, 0].entries()) send(i, weight);
    const ended: number[] = [];
    while (ended.length < given.length) {
      await answer();
      ended.push(given[ended.length]!.length);
    }
    await writer.drained();
    assert.deepEqual(given, [[0], [1], [2, 3, 4], [5], [6], [7]]);
    assert.deepEqual(told, [0, 1, 2, 3, 4, 5, 6, 7]);
    await database.close();
  });

  test('holds many back as well', async () => {
    const { database, writer, given, answer, send } = await make();
    await writer.hold(async () => {
      for (let i = 1; i <= 30; i++) send(i);
      await turn();
      assert.equal(given.length, 0);
    });
    assert.deepEqual(
      given.map((all) => all.length),
      [30],
    );
    await answer();
    await writer.drained();
    await database.close();
  });

  test('does not give the thread many before one for here that came first', async () => {
    const database = new SpaceDatabase(join(directory, `${files++}.sqlite`), [SERIES]);
    const { thread, given, answer } = runner();
    const writer = new Writer(database.connection, async () => {}, { thread });
    const order: string[] = [];
    const here = writer.run(() => order.push(`here, before ${given.length}`));
    const away = Array.from({ length: 30 }, (_, i) => writer.runProcedure(ECHO, () => i));
    assert.equal(given.length, 0);
    await here;
    await turn();
    assert.deepEqual([order, given.map((all) => all.length)], [['here, before 0'], [30]]);
    await answer();
    assert.equal((await Promise.all(away)).length, 30);
    await database.close();
  });

  test('writes nothing more after a sync in the thread that failed, and says so', async () => {
    const database = new SpaceDatabase(join(directory, `${files++}.sqlite`), [SERIES]);
    const cause = Object.assign(new Error('input/output error'), { code: 'EIO' });
    const thread: TransactionRunner = { takes: () => true, transact: () => Promise.reject(new SyncError(cause)) };
    const writer = new Writer(database.connection, async () => {}, { thread });
    const write = () => writer.runProcedure(ECHO, () => 1);
    await assert.rejects(write(), { code: 'unavailable' });
    await assert.rejects(
      writer.run(() => 1),
      { code: 'unavailable' },
    );
    assert.equal(writer.trouble, 'the disk failed: input/output error');
    await database.close();
  });

  test('believes no sync of the thread once one here has failed', async () => {
    const database = new SpaceDatabase(join(directory, `${files++}.sqlite`), [SERIES]);
    const { thread, given, answer } = runner();
    const syncs: ((error: Error) => void)[] = [];
    const writer = new Writer(database.connection, () => new Promise((_, reject) => syncs.push(reject)), { thread });
    const here = writer.run(() => 1);
    await turn();
    const away = writer.runProcedure(ECHO, () => 2, 100);
    const outcomes = Promise.allSettled([here, away]);
    await turn();
    assert.deepEqual([syncs.length, given], [1, [[2]]]);
    syncs[0]!(Object.assign(new Error('input/output error'), { code: 'EIO' }));
    await turn();
    await answer();
    assert.deepEqual(
      (await outcomes).map((one) => one.status),
      ['rejected', 'rejected'],
    );
    await database.close();
  });

  test('holds new work until what is away is back, and settles with it', async () => {
    const { database, writer, given, answer, send } = await make();
    send(1);
    await turn();
    const seen: string[] = [];
    void writer.settled().then(() => seen.push('settled'));
    const held = writer.hold(async () => {
      seen.push('held');
      await turn();
      assert.equal(given.length, 1, 'nothing is begun meanwhile');
    });
    send(2);
    await turn();
    assert.deepEqual(seen, []);
    await answer();
    await held;
    assert.deepEqual(seen, ['settled', 'held']);
    await turn();
    assert.equal(given.length, 2);
    await answer();
    await writer.drained();
    await database.close();
  });
});
