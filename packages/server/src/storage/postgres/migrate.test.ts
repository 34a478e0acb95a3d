import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ProblemError } from '../../core/problem.ts';
import { LOOK_MS } from '../port/cluster.ts';
import { EarlierServers, type Migration, MigrationError, stepsOf } from '../port/migration.ts';
import { THINGS } from '../port/space-store.contract.ts';
import { buildIndex } from './build-index.ts';
import { connectClient } from './connections.ts';
import { migrate } from './migrate.ts';
import { PostgresEngine } from './postgres-engine.ts';
import type { PostgresStore } from './postgres-store.ts';
import { startTestPostgres, type TestPostgres } from './testing/test-postgres.ts';

// Two versions of a program on one database: the earlier one runs on while the newer one changes the schema.

const BY_NOTE = 'CREATE INDEX thingsByNote ON things (note) WHERE note IS NOT NULL;';
const STEPS: readonly Migration[] = [
  { number: 1, name: 'things', sql: THINGS },
  { number: 2, name: 'a note', sql: 'ALTER TABLE things ADD COLUMN note TEXT;', worksFrom: 0 },
  { number: 3, name: 'things by note', sql: BY_NOTE, worksFrom: 0, isBeside: true },
  { number: 4, name: 'no real numbers', sql: 'ALTER TABLE things DROP COLUMN realNumber;', worksFrom: 3 },
];
/** The migrations of the version that knows so many steps. */
const version = (steps: number) => [{ series: 'things', migrations: STEPS.slice(0, steps) }];

const started = await startTestPostgres();
if (typeof started === 'string') test('two versions on one database', { skip: started }, () => {});
else {
  after(() => started.close());
  tests(started);
}

function tests(postgres: TestPostgres): void {
  test('what only adds is applied while servers of the version before write and read, and they can start again', async () => {
    const url = await postgres.database();
    await using old = await server(url, 1);
    const add = (id: number) => old.store.write((tx) => tx.run('INSERT INTO things (id) VALUES (?)', id));
    const all = () => old.store.read<{ id: number }>('SELECT * FROM things ORDER BY id');
    await add(1);
    assert.deepEqual((await all()).length, 1);
    let isOver = false;
    let written = 1;
    const writing = (async () => {
      while (!isOver) await add(++written);
    })();
    await using newer = await server(url, 3);
    await newer.store.write((tx) => tx.run('INSERT INTO things (id, note) VALUES (-1, ?)', 'new'));
    isOver = true;
    await writing;
    const rows = await all();
    assert.deepEqual([rows[0]!.id, rows.length], [-1, written + 1], 'no write was refused, and none is missing');
    await old.leave();
    await using again = await server(url, 1);
    assert.equal((await again.store.read('SELECT * FROM things')).length, written + 1);
  });

  test('what takes something away waits for servers that use it, and keeps them away afterwards', async () => {
    const url = await postgres.database();
    const old = await server(url, 1);
    await using before = await server(url, 3);
    await assert.rejects(server(url, 4), (error) => {
      assert.ok(error instanceof EarlierServers, String(error));
      assert.match(
        error.message,
        /^A server of an earlier version works .* the step things 3 \(no real numbers\)\. Stop it/,
      );
      return true;
    });
    await old.store.write((tx) => tx.run('INSERT INTO things (id, realNumber) VALUES (1, 2.5)'));
    await old.leave();
    await using newest = await server(url, 4);
    await newest.store.write((tx) => tx.run('INSERT INTO things (id, note) VALUES (2, ?)', 'a'));
    assert.equal((await before.store.read('SELECT id, note FROM things')).length, 2, 'the version before goes on');
    await assert.rejects(
      server(url, 1),
      (error) => error instanceof MigrationError && /newer than this program \(things 4 > 1\)/.test(error.message),
    );
  });

  test('a server that was taken for dead and wakes up in a database that it does not know writes nothing', async () => {
    const url = await postgres.database();
    await using old = await server(url, 1);
    // What a newer version leaves that starts while this one is frozen and its row removed.
    const client = await connectClient(url, 'cluster');
    await client.query("UPDATE needs SET number = 3 WHERE series = 'things'");
    await client.end();
    const trouble = /a newer version has changed the database \(things 3\)/;
    const end = performance.now() + 30 * LOOK_MS;
    while (!trouble.test(old.store.trouble ?? '')) {
      assert.ok(performance.now() < end, `trouble: ${old.store.trouble}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await assert.rejects(
      old.store.write((tx) => tx.run('INSERT INTO things (id) VALUES (1)')),
      (error) => error instanceof ProblemError && error.code === 'unavailable',
    );
  });

  test('a step waits for a long statement only as long as others can wait, and is applied after it', async () => {
    const url = await postgres.database();
    await using old = await server(url, 1);
    const backup = await connectClient(url, 'space');
    await backup.query('BEGIN');
    await backup.query('SELECT count(*) FROM things');
    const migrated = migrate(url, 'space', version(2));
    // Also while it has not got the table it keeps nobody away for long.
    for (let id = 1; id <= 3; id++) await old.store.write((tx) => tx.run('INSERT INTO things (id) VALUES (?)', id));
    await backup.query('COMMIT');
    await backup.end();
    await migrated;
    assert.deepEqual(await old.store.read('SELECT note FROM things WHERE id = 3'), [{ note: null }]);
  });

  test('an index is built while others write, also what an interrupted build left', async () => {
    const url = await postgres.database();
    await using old = await server(url, 2);
    const client = await connectClient(url, 'space');
    await client.query(`CREATE INDEX "thingsByNote" ON things (note);
      UPDATE pg_index SET indisvalid = false WHERE indexrelid = '"thingsByNote"'::regclass`);
    // Without their own lock of the space: something that the build waits for.
    await client.query('BEGIN; INSERT INTO things (id) VALUES (-1)');
    let isOver = false;
    // Two servers that start at once.
    const migrated = Promise.all([migrate(url, 'space', version(3)), migrate(url, 'space', version(3))]).then(() => {
      isOver = true;
    });
    const watcher = await connectClient(url, 'space');
    const waits = async () => {
      const text = `SELECT FROM pg_stat_activity
        WHERE query LIKE '%INDEX CONCURRENTLY%' AND pid <> pg_backend_pid() AND wait_event_type = 'Lock'`;
      return (await watcher.query(text)).rowCount === 1;
    };
    while (!(await waits())) assert.ok(!isOver, 'it waits for a transaction that has begun before');
    for (let id = 1; id <= 3; id++) await old.store.write((tx) => tx.run('INSERT INTO things (id) VALUES (?)', id));
    assert.ok(await waits(), 'it still waits, and others have written');
    await client.query('COMMIT');
    await migrated;
    const { rows } = await watcher.query(`SELECT indisvalid, pg_get_expr(indpred, indrelid) AS condition
      FROM pg_index WHERE indexrelid = '"thingsByNote"'::regclass`);
    assert.deepEqual(rows, [{ indisvalid: 1, condition: '(note IS NOT NULL)' }]);
    for (const one of [client, watcher]) await one.end();
  });

  test('an index of a divided table is built part by part', async () => {
    const client = await connectClient(await postgres.database(), 'public');
    await client.query(`CREATE TABLE "theParts" (id bigint) PARTITION BY RANGE (id);
      CREATE TABLE "partA" PARTITION OF "theParts" FOR VALUES FROM (0) TO (10);
      CREATE TABLE "partB" PARTITION OF "theParts" FOR VALUES FROM (10) TO (20);
      CREATE INDEX "byId" ON ONLY "theParts" (id);
      CREATE INDEX made ON "partA" (id);
      ALTER INDEX "byId" ATTACH PARTITION made`);
    await buildIndex(client, 'CREATE INDEX "byId" ON "theParts" (id);');
    await client.query('CREATE TABLE "partC" PARTITION OF "theParts" FOR VALUES FROM (20) TO (30)');
    const { rows } = await client.query(`SELECT indexrelid::regclass::text AS name FROM pg_index
      JOIN pg_class ON pg_class.oid = indrelid WHERE indisvalid AND relname LIKE '%art_' ORDER BY relname`);
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['made', '"partB_byId"', '"partC_id_idx"', '"byId"'],
    );
    await client.end();
  });
}

/** A server that knows so many steps. */
async function server(url: string, steps: number) {
  const series = version(steps);
  const engine = await PostgresEngine.open(url, { knows: stepsOf(series) });
  let store: PostgresStore;
  let close: () => Promise<void>;
  try {
    const space = await engine.space('space', series);
    ({ store } = space);
    close = () => space.names.close();
  } catch (error) {
    await engine.close();
    throw error;
  }
  let isOver = false;
  const leave = async (): Promise<void> => {
    if (isOver) return;
    isOver = true;
    await Promise.all([store.close(), close()]);
    await engine.close();
  };
  return { store, leave, [Symbol.asyncDispose]: leave };
}
