import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ProblemError } from '../../core/problem.ts';
import { ConstraintFailure } from '../port/constraint-failure.ts';
import { MigrationError, type MigrationSeries } from '../port/migration.ts';
import { DataDirectoryInUse, lockDataDirectory } from './lock.ts';
import { SqliteStore } from './sqlite-store.ts';
import { Transactions } from './transactions.ts';
import { Writer } from './writer.ts';

let directory: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fieldbridge-storage-'));
});
after(() => rm(directory, { recursive: true, force: true }));

const series = (...sql: string[]): MigrationSeries => ({
  series: 'test',
  migrations: sql.map((text, i) => ({ number: i + 1, name: `step ${i + 1}`, sql: text })),
});
const TABLE = 'CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE, big BLOB) STRICT';
let files = 0;
const open = (...sql: string[]) =>
  new SqliteStore(join(directory, `${files++}.sqlite`), [series(...(sql.length === 0 ? [TABLE] : sql))]);

/** Lets the event loop turn often enough for a transaction and its callbacks. */
async function turn(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}

describe('the writer', () => {
  test('commits what arrives in one turn in one transaction', async () => {
    const database = open();
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        database.write((tx) => tx.first('INSERT INTO things (name) VALUES (?) RETURNING id', `n${i}`)!),
      ),
    );
    assert.equal(new Set(results).size, 100);
    assert.deepEqual(database.writer.counts, { batches: 1, syncs: 1, operations: 100 });
    await database.close();
  });

  test('lets a failing operation fail alone', async () => {
    const database = open();
    const insert = (name: string) => database.write((tx) => tx.run('INSERT INTO things (name) VALUES (?)', name));
    const outcomes = await Promise.allSettled([insert('a'), insert('a'), insert('b')]);
    assert.deepEqual(
      outcomes.map((o) => o.status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.ok(outcomes[1]!.status === 'rejected' && outcomes[1].reason instanceof ConstraintFailure);
    assert.deepEqual(
      database.read('SELECT name FROM things ORDER BY name').map((r) => r['name']),
      ['a', 'b'],
    );
    await database.close();
  });

  test('undoes everything an operation wrote before it threw', async () => {
    const database = open();
    await assert.rejects(
      database.write(async (tx) => {
        await tx.run("INSERT INTO things (name) VALUES ('half')");
        throw new ProblemError('conflict');
      }),
      { code: 'conflict' },
    );
    assert.equal(database.first('SELECT count(*) AS n FROM things')!['n'], 0);
    await database.close();
  });

  test('resolves only after the commit: another connection sees the row', async () => {
    const database = open();
    const path = join(directory, `${files - 1}.sqlite`);
    await database.write((tx) => tx.run("INSERT INTO things (name) VALUES ('seen')"));
    const other = new SqliteStore(path, [series(TABLE)]);
    assert.equal(other.first('SELECT name FROM things')!['name'], 'seen');
    await Promise.all([database.close(), other.close()]);
  });

  test('answers a full disk with 507, keeps existing data, and continues once there is space again', async () => {
    const database = open();
    await database.write((tx) => tx.run("INSERT INTO things (name) VALUES ('before')"));
    const pages = database.connection.prepare('PRAGMA page_count').get()!['page_count'] as number;
    database.connection.exec(`PRAGMA max_page_count = ${pages + 1}`);
    const large = database.write((tx) =>
      tx.run('INSERT INTO things (name, big) VALUES (?, zeroblob(1000000))', 'large'),
    );
    await assert.rejects(large, { name: 'ProblemError', code: 'disk-full', status: 507 });
    database.connection.exec('PRAGMA max_page_count = 1000000');
    await database.write((tx) => tx.run("INSERT INTO things (name) VALUES ('after')"));
    assert.deepEqual(
      database.read('SELECT name FROM things ORDER BY id').map((r) => r['name']),
      ['before', 'after'],
    );
    await database.close();
  });

  test('answers nobody before the sync is over; operations that arrive meanwhile share the next transaction', async () => {
    const { connection } = open();
    const syncs: (() => void)[] = [];
    const writer = new Writer(new Transactions(connection), () => new Promise((resolve) => syncs.push(resolve)));
    const answered: string[] = [];
    const write = (name: string) =>
      writer
        .write((tx) => tx.run('INSERT INTO things (name) VALUES (?)', name), 1, false)
        .then(() => answered.push(name));
    const first = write('first');
    await turn();
    const others = [write('second')];
    await turn();
    others.push(write('third'));
    await turn();
    assert.deepEqual([answered, syncs.length, writer.counts.batches], [[], 1, 1]);
    syncs[0]!();
    await first;
    await turn();
    assert.deepEqual([answered, syncs.length, writer.counts.batches], [['first'], 2, 2]);
    syncs[1]!();
    await Promise.all([...others, writer.drained()]);
    assert.deepEqual([answered, writer.counts.syncs], [['first', 'second', 'third'], 2]);
    connection.close();
  });

  test('does not make many wait for a slow disk, and writes them meanwhile', async () => {
    const { connection } = open();
    const syncs: (() => void)[] = [];
    const writer = new Writer(new Transactions(connection), () => new Promise((resolve) => syncs.push(resolve)));
    let answered = 0;
    const write = () =>
      writer.write((tx) => tx.run('INSERT INTO things (big) VALUES (NULL)'), 1, false).then(() => answered++);
    const writes = [write()];
    await turn();
    for (let i = 0; i < 80; i++) writes.push(write());
    await turn();
    assert.deepEqual([answered, syncs.length, writer.counts.operations], [0, 1, 81]);
    for (let i = 0; i < 2; i++) {
      syncs[i]!();
      await turn();
    }
    await Promise.all(writes);
    assert.equal(answered, 81);
    connection.close();
  });

  test('writes nothing more after a failed sync, and says so', async () => {
    const { connection } = open();
    const writer = new Writer(new Transactions(connection), () =>
      Promise.reject(Object.assign(new Error('input/output error'), { code: 'EIO' })),
    );
    const write = () => writer.write((tx) => tx.run("INSERT INTO things (name) VALUES ('x')"), 1, false);
    await assert.rejects(write(), { code: 'unavailable' });
    await assert.rejects(write(), { code: 'unavailable' });
    assert.equal(writer.trouble, 'the disk failed: input/output error');
    assert.equal(writer.counts.batches, 1);
    connection.close();
  });

  test('lets others run between operations with a large weight', async () => {
    const database = open();
    const before = { ...database.writer.counts };
    let turns = 0;
    const turnsAt: number[] = [];
    const count = (): void => {
      turns++;
      if (turnsAt.length < 4) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all([1, 2, 3, 4].map(() => database.write(() => turnsAt.push(turns), 1000)));
    assert.equal(database.writer.counts.batches - before.batches, 4);
    assert.equal(new Set(turnsAt).size, 4, `${turnsAt}`);
    await database.close();
  });

  test('keeps the order of operations over many batches', async () => {
    const database = open();
    await Promise.all(
      Array.from({ length: 2000 }, (_, i) =>
        database.write((tx) => tx.run('INSERT INTO things (name) VALUES (?)', String(i))),
      ),
    );
    const names = database.read('SELECT name FROM things ORDER BY id').map((r) => Number(r['name']));
    assert.deepEqual(
      names,
      Array.from({ length: 2000 }, (_, i) => i),
    );
    await database.close();
  });
});

describe('migrations', () => {
  test('apply missing steps, once', async () => {
    const path = join(directory, 'grow.sqlite');
    await new SqliteStore(path, [series(TABLE)]).close();
    const grown = new SqliteStore(path, [series(TABLE, 'ALTER TABLE things ADD COLUMN more TEXT')]);
    grown.read('SELECT more FROM things');
    await grown.close();
    await assert.rejects(
      async () => new SqliteStore(path, [series(TABLE)]),
      (e) => e instanceof MigrationError && /newer than this program/.test(e.message),
    );
  });

  test('refuse a step that was edited after it was applied', async () => {
    const path = join(directory, 'edited.sqlite');
    await new SqliteStore(path, [series(TABLE)]).close();
    assert.throws(() => new SqliteStore(path, [series(`${TABLE} `)]), /not the one this database was made with/);
  });

  test('refuse gaps in the numbers and undo a step that fails', async () => {
    assert.throws(
      () =>
        new SqliteStore(join(directory, 'gap.sqlite'), [
          { series: 'x', migrations: [{ number: 2, name: 'x', sql: TABLE }] },
        ]),
      /is at position 1/,
    );
    const path = join(directory, 'broken.sqlite');
    assert.throws(
      () => new SqliteStore(path, [series(`${TABLE}; CREATE TABLE things (id INTEGER)`)]),
      /failed: table things already exists/,
    );
    await new SqliteStore(path, [series(TABLE)]).close();
  });

  test('create a new database completely or not at all, and update an old one step by step', async () => {
    const path = join(directory, 'whole.sqlite');
    assert.throws(() => new SqliteStore(path, [series(TABLE, 'CREATE nonsense')]), /\(.*\) failed: /);
    const other = `${TABLE}; CREATE TABLE other (id INTEGER)`;
    await new SqliteStore(path, [series(other)]).close();
    const more = 'ALTER TABLE things ADD COLUMN more TEXT';
    assert.throws(() => new SqliteStore(path, [series(other, more, 'CREATE nonsense')]), /failed: /);
    const again = new SqliteStore(path, [series(other, more)]);
    assert.equal(again.first('SELECT count(*) AS steps FROM migrations')!['steps'], 2);
    await again.close();
  });
});

describe('the lock on a data directory', () => {
  test('keeps a second server out, even in the same process, and names the first', async () => {
    const place = await mkdtemp(join(directory, 'lock-'));
    const lock = lockDataDirectory(place);
    assert.throws(
      () => lockDataDirectory(place),
      (e) => e instanceof DataDirectoryInUse && e.message.includes(`process ${process.pid}`),
    );
    lock.release();
    lockDataDirectory(place).release();
  });

  test('ends with its process, even by kill -9', async () => {
    const place = await mkdtemp(join(directory, 'lock-'));
    const script = `const { lockDataDirectory } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)}); lockDataDirectory(${JSON.stringify(place)}); console.log('locked'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    assert.throws(() => lockDataDirectory(place), DataDirectoryInUse);
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockDataDirectory(place).release();
  });
});
