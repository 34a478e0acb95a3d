import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ProblemError } from '../../core/problem.ts';
import { nameSetsContract } from '../port/name-sets.contract.ts';
import { spaceStoreContract, THINGS } from '../port/space-store.contract.ts';
import type { SpaceStore, Transaction } from '../port/space-store.ts';
import { PostgresNameSets } from './postgres-name-sets.ts';
import { PostgresStore } from './postgres-store.ts';
import { startTestPostgres } from './testing/test-postgres.ts';

const postgres = await startTestPostgres();
const MIGRATIONS = [{ series: 'contract', migrations: [{ number: 1, name: 'things', sql: THINGS }] }];

if (typeof postgres === 'string') test('PostgreSQL', { skip: postgres }, () => {});
else {
  after(() => postgres.close());

  describe('a space in PostgreSQL', () => {
    spaceStoreContract(async () => {
      // A busy machine may hold this process up for longer than servers allow each other.
      const store = await PostgresStore.open(await postgres.database(), 'space', MIGRATIONS, { heldUpMs: 60_000 });
      return { store, close: () => store.close() };
    });
  });

  describe('sets of names in PostgreSQL', () => {
    nameSetsContract(async () => {
      const url = await postgres.database();
      await (await PostgresStore.open(url, 'space', [])).close();
      const sets = new PostgresNameSets(url, 'space');
      return { sets, close: () => sets.close() };
    });
  });

  describe('a follower beside four servers that write', () => {
    for (const lock of [true, false])
      test(lock ? 'misses nothing and repeats nothing' : 'misses changes without the lock of the space', async () => {
        const url = await postgres.database();
        const open = () => PostgresStore.open(url, 'space', MIGRATIONS, { lock });
        const servers = await Promise.all([open(), open(), open(), open()]);
        const { seen, written } = await follow(servers);
        for (const server of servers) await server.close();
        assert.equal(new Set(seen).size, seen.length, 'none twice');
        const missed = written - seen.length;
        if (lock) assert.equal(missed, 0);
        else assert.ok(missed > 0, 'otherwise this test could not fail');
      });
  });

  test('operations that touch nothing in common share round trips, and one that fails fails alone', async () => {
    const store = await PostgresStore.open(await postgres.database(), 'space', MIGRATIONS);
    const add = (id: number, touches?: readonly string[]) =>
      store.many(
        async (tx) => {
          await tx.run('INSERT INTO things (id) VALUES (?)', id);
          return (await tx.first<{ number: number }>('SELECT count(*) AS number FROM things'))!.number;
        },
        1,
        touches,
      );
    assert.deepEqual(await Promise.all([add(1), add(2)]), [1, 2], 'one after the other');
    assert.deepEqual(await Promise.all([add(3, []), add(4, []), add(5, [])]), [5, 5, 5], 'side by side');
    const shared = [
      add(6, ['a']),
      add(7, ['b']),
      add(8, ['b', 'c']),
      add(9, ['c']),
      add(10, ['d']),
      add(11),
      add(12, []),
    ];
    assert.deepEqual(await Promise.all(shared), [8, 8, 9, 10, 8, 11, 12], 'in order where they depend on each other');
    const outcomes = await Promise.allSettled([add(13, []), add(13, []), add(14, [])]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    await store.close();
  });

  test('what waited behind a transaction is divided with those who come back after it', async () => {
    const store = await PostgresStore.open(await postgres.database(), 'space', MIGRATIONS);
    const ask = (number: number, until?: Promise<void>) =>
      Array.from({ length: number }, () =>
        store.many(
          async (tx) => {
            await until;
            return tx.first('SELECT 1 AS one');
          },
          1,
          [],
        ),
      );
    await Promise.all(ask(10));
    assert.equal(store.counts.batches, 1, 'nobody comes back');
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = ask(2, promise);
    await new Promise(setImmediate);
    const waiting = ask(10);
    resolve();
    await Promise.all([...running, ...waiting]);
    assert.equal(store.counts.batches, 4, 'two; six of ten, beside whom two come back; four');
    await store.close();
  });

  test('what comes in while another server keeps the space shares the transaction that waits for it', async () => {
    const url = await postgres.database();
    const [store, other] = [
      await PostgresStore.open(url, 'space', MIGRATIONS),
      await PostgresStore.open(url, 'space', MIGRATIONS),
    ];
    const ask = () => store.many((tx) => tx.first('SELECT 1 AS one'), 1, []);
    await ask();
    for (const batches of [2, 3]) {
      const begun = Promise.withResolvers<void>();
      const { promise, resolve } = Promise.withResolvers<void>();
      const kept = other.write(async (tx) => {
        await tx.first('SELECT 1 AS one');
        begun.resolve();
        await promise;
      });
      await begun.promise;
      const first = ask();
      await somebodyWaits(other);
      // The second time it has waited before; these come while it waits again.
      const rest = batches === 2 ? [] : [ask(), ask(), ask()];
      resolve();
      await Promise.all([kept, first, ...rest]);
      assert.equal(store.counts.batches, batches);
    }
    await Promise.all([store.close(), other.close()]);
  });

  test('all who wait are taken after a transaction of another server', async () => {
    const url = await postgres.database();
    const [store, other] = [
      await PostgresStore.open(url, 'space', MIGRATIONS),
      await PostgresStore.open(url, 'space', MIGRATIONS),
    ];
    /** A transaction that lasts until `end`. */
    const held = (by: PostgresStore) => {
      const [begun, until] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const over = by.many(
        async (tx) => {
          await tx.first('SELECT 1 AS one');
          begun.resolve();
          await until.promise;
        },
        1,
        [],
      );
      return { begun: begun.promise, end: until.resolve, over };
    };
    const before = held(other);
    await before.begun;
    const own = held(store);
    await somebodyWaits(other);
    before.end();
    await own.begun;
    const between = held(other);
    await somebodyWaits(other);
    const rest = Array.from({ length: 9 }, () => store.many((tx) => tx.first('SELECT 1 AS one'), 1, []));
    own.end();
    await between.begun;
    await somebodyWaits(other);
    between.end();
    await Promise.all([before.over, own.over, between.over, ...rest]);
    assert.equal(store.counts.batches, 2);
    await Promise.all([store.close(), other.close()]);
  });

  test('without its database a store refuses with Retry-After, and goes on by itself when it is back', async () => {
    const store = await PostgresStore.open(await postgres.database(), 'space', MIGRATIONS);
    const add = (id: number) => store.write((tx) => tx.run('INSERT INTO things (id) VALUES (?)', id));
    await add(1);
    await postgres.stop();
    for (const refused of [() => add(2), () => store.read('SELECT id FROM things')])
      await assert.rejects(
        refused,
        (error) =>
          error instanceof ProblemError &&
          error.code === 'unavailable' &&
          error.options.headers?.['retry-after'] === '5',
      );
    assert.match(store.trouble ?? '', /^the database does not respond/);
    await postgres.start();
    while (store.trouble !== undefined) await wait(50);
    await add(3);
    assert.deepEqual(await store.read('SELECT id FROM things ORDER BY id'), [{ id: 1 }, { id: 3 }]);
    await store.close();
  });

  test('a database that a newer program made is refused, and one with an edited step', async () => {
    const url = await postgres.database();
    await (await PostgresStore.open(url, 'space', MIGRATIONS)).close();
    const edited = [{ series: 'contract', migrations: [{ number: 1, name: 'things', sql: `${THINGS} ` }] }];
    await assert.rejects(PostgresStore.open(url, 'space', edited), /is not the one this database was made with/);
    const older = [{ series: 'contract', migrations: [] }];
    await assert.rejects(PostgresStore.open(url, 'space', older), /newer than this program \(contract 1 > 0\)/);
  });
}

/** Resolves when a server waits for the lock of a space. @param by another server, which reads that */
async function somebodyWaits(by: SpaceStore): Promise<void> {
  while ((await by.first("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")) === undefined)
    await new Promise(setImmediate);
}

/** Lets each server write 150 rows in three ways at once while a follower reads on from the last number it saw. */
async function follow(servers: readonly SpaceStore[]): Promise<{ seen: number[]; written: number }> {
  const each = 50;
  let isOver = false;
  const add = async (tx: Transaction, items: readonly number[]) => {
    for (const i of items) {
      await tx.run('INSERT INTO things (bigNumber) VALUES (?)', i);
      // The number is drawn; the commit follows a little later, as with larger operations.
      await tx.read('SELECT pg_sleep(?)', (i % 4) * 0.001);
    }
    return items;
  };
  const ways = servers.flatMap((server) => [
    (i: number) => server.many((tx) => add(tx, [i])),
    (i: number) => server.together(add, i),
    (i: number) => server.together(add, i),
  ]);
  const writers = ways.map(async (write) => {
    for (let i = 0; i < each; i++) await write(i);
  });
  const seen: number[] = [];
  const reading = (async () => {
    for (;;) {
      const wasOver = isOver;
      const rows = await servers[0]!.read<{ id: number }>(
        'SELECT id FROM things WHERE id > ? ORDER BY id',
        seen.at(-1) ?? 0,
      );
      seen.push(...rows.map(({ id }) => id));
      if (wasOver) return;
    }
  })();
  await Promise.all(writers);
  isOver = true;
  await reading;
  return { seen, written: ways.length * each };
}
