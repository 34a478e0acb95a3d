import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { MigrationSeries } from '../port/migration.ts';
import { Checkpointer } from './checkpointer.ts';
import { CHECKPOINT_PAGES, type LogCopier, LogKeeper } from './log-keeper.ts';
import { SqliteStore } from './sqlite-store.ts';

const things: MigrationSeries = {
  series: 'test',
  migrations: [{ number: 1, name: 'things', sql: 'CREATE TABLE things (id INTEGER PRIMARY KEY, big BLOB) STRICT' }],
};

let directory: string;
const checkpointer = new Checkpointer();
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fieldbridge-log-'));
});
after(async () => {
  await checkpointer.close();
  await rm(directory, { recursive: true, force: true });
});

/** Writes rows of a page each, in transactions of a hundred, for as long as asked. */
async function fill(database: SqliteStore, rows: number): Promise<void> {
  for (let done = 0; done < rows; done += 100)
    await database.write(async (tx) => {
      for (let i = 0; i < 100; i++) await tx.run('INSERT INTO things (big) VALUES (zeroblob(4000))');
    });
}

const count = (database: SqliteStore): unknown => database.first('SELECT count(*) AS n FROM things')!['n'];

describe('the log', () => {
  test('is copied by the thread while writers continue, stays short, and loses nothing', async () => {
    const path = join(directory, 'steady.sqlite');
    const database = new SqliteStore(path, [things], checkpointer);
    const { counts } = database.keeper!;
    let rows = 0;
    const write = async (more: number): Promise<void> => {
      await fill(database, more);
      rows += more;
    };
    // Until the log has restarted: on a busy machine the thread may get its turn late.
    while (counts.waits === 0 && rows < 600_000) await write(10_000);
    assert.ok(counts.copies >= 1 && counts.waits >= 1, `${counts.copies} copies, ${counts.waits} waits`);
    assert.equal(database.keeper!.failure, undefined);
    const longest = statSync(`${path}-wal`).size;
    // These rows overwrite what was copied.
    await write(5000);
    assert.equal(statSync(`${path}-wal`).size, longest);
    assert.equal(count(database), rows);
    await database.close();
    assert.throws(() => statSync(`${path}-wal`), { code: 'ENOENT' }, 'the last connection has removed the log');
    const again = new SqliteStore(path, [things]);
    assert.equal(count(again), rows);
    await again.close();
  });

  test('is copied within transactions again if the thread fails, and says so', async () => {
    const path = join(directory, 'failing.sqlite');
    const database = new SqliteStore(path, [things]);
    const noThread = () => Promise.reject(new Error('no thread'));
    const copier: LogCopier = { copy: noThread, empty: noThread, forget: async () => {} };
    const keeper = new LogKeeper(database.connection, path, copier, () => ({ copiedFrom: 1, longest: 1 }));
    const pragma = () => database.connection.prepare('PRAGMA wal_autocheckpoint').get()!['wal_autocheckpoint'];
    assert.equal(pragma(), 0);
    keeper.committed(() => assert.fail('nothing to wait for'));
    await keeper.close();
    assert.equal(keeper.failure?.message, 'no thread');
    assert.equal(pragma(), CHECKPOINT_PAGES);
    await database.close();
  });

  test('that has grown too long makes writers wait for the last of several copies, which has the least to do', async () => {
    const path = join(directory, 'long.sqlite');
    const database = new SqliteStore(path, [things]);
    let holding = false;
    const heldAt: boolean[] = [];
    const copier: LogCopier = {
      copy: async () => {
        heldAt.push(holding);
        return { pages: 10, copied: 10, busy: false };
      },
      empty: async () => true,
      forget: async () => {},
    };
    const keeper = new LogKeeper(database.connection, path, copier, () => ({ copiedFrom: 1, longest: 10 }));
    keeper.committed((work) =>
      database.writer.hold(async () => {
        holding = true;
        return work().finally(() => (holding = false));
      }),
    );
    await keeper.close();
    assert.deepEqual(heldAt, [false, false, false, true]);
    assert.deepEqual(keeper.counts, { copies: 1, waits: 1 });
    await fill(database, 100);
    assert.equal(count(database), 100);
    await database.close();
  });

  test('is copied by one thread, which ends with its requests answered or refused', async () => {
    const own = new Checkpointer();
    await assert.rejects(own.copy(join(directory, 'nowhere', 'a.sqlite')), /unable to open/);
    const path = join(directory, 'own.sqlite');
    const database = new SqliteStore(path, [things]);
    await fill(database, 200);
    const { pages, copied } = await own.copy(path);
    assert.ok(pages >= 200 && copied === pages, `${copied} of ${pages} pages`);
    await own.forget(path);
    const late = Array.from({ length: 200 }, () => own.copy(path));
    await own.close();
    const ends = await Promise.allSettled(late);
    // How many the thread answers before it ends is up to the machine; none may be left waiting.
    for (const end of ends)
      if (end.status === 'fulfilled') assert.ok(end.value.pages >= 0);
      else assert.match(String(end.reason), /has ended/);
    await database.close();
  });
});
