import assert from 'node:assert/strict';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, test } from 'node:test';
import { uuidv7 } from '../../core/uuid.ts';
import { DataDirectoryDamaged } from '../damaged.ts';
import { blobPath, INCOMING } from '../folder/layout.ts';
import { SPACE_NAMES, type SpaceName, Spaces } from '../spaces.ts';
import type { SqliteStore } from '../sqlite/sqlite-store.ts';
import { BackupRefused, type BackupRequest, backUp } from './backup.ts';

const NOTES = {
  series: 'notes',
  migrations: [{ number: 1, name: 'notes', sql: 'CREATE TABLE notes (text TEXT NOT NULL, blob TEXT) STRICT' }],
};
const DEFINITIONS = SPACE_NAMES.map((name) => ({ name, migrations: NOTES }));
const PAGE = 4096;

let folder: string;
let count = 0;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldbridge-backup-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** A data directory with a note in each space, and a blob that the note of the conversion space refers to. */
interface Data {
  readonly directory: string;
  readonly spaces: Spaces;
  readonly blob: string;
}

async function dataDirectory(): Promise<Data> {
  const directory = join(folder, `data-${count++}`);
  mkdirSync(directory);
  writeFileSync(join(directory, 'server.key'), 'the key', { mode: 0o600 });
  writeFileSync(join(directory, 'highest-time'), '2026-01-01T00:00:00.000Z\n', { mode: 0o600 });
  const spaces = await Spaces.open(directory, DEFINITIONS);
  const { id: blob } = await spaces.get('conversion').blobs.put(Readable.from(['a drawing']), { limit: 100 });
  for (const name of SPACE_NAMES) await note(spaces, name, 'first', name === 'conversion' ? blob : null);
  return { directory, spaces, blob };
}

async function note(spaces: Spaces, name: SpaceName, text: string, blob: string | null = null): Promise<void> {
  await spaces.get(name).store.write((tx) => tx.run('INSERT INTO notes (text, blob) VALUES (?, ?)', text, blob));
}

/** The same synchronously, for calls that cannot wait. */
function noteNow(spaces: Spaces, name: SpaceName, text: string, blob: string | null = null): void {
  const { connection } = spaces.get(name).store as SqliteStore;
  connection.prepare('INSERT INTO notes (text, blob) VALUES (?, ?)').run(text, blob);
}

async function notesOf(spaces: Spaces, name: SpaceName): Promise<unknown[]> {
  const rows = await spaces.get(name).store.read('SELECT text FROM notes ORDER BY rowid');
  return rows.map((row) => row['text']);
}

const freshTarget = (): string => join(folder, `copy-${count++}`);

function copy(data: string, target: string, more: Partial<BackupRequest> = {}) {
  const { signal } = new AbortController();
  return backUp({ data, target, secrets: true, signal, progress: () => {}, ...more });
}

/** Leftovers beside a target: an abandoned copy leaves nothing. */
function unfinished(target: string): string[] {
  return readdirSync(dirname(target)).filter((name) => name.includes('unfinished'));
}

/** Opens a copy as a server would. */
async function opened<T>(directory: string, look: (spaces: Spaces) => T | Promise<T>): Promise<T> {
  const spaces = await Spaces.open(directory, DEFINITIONS);
  try {
    return await look(spaces);
  } finally {
    await spaces.close();
  }
}

describe('a backup of a data directory in use', () => {
  let data: Data;
  beforeEach(async () => {
    data = await dataDirectory();
  });

  test('holds every row, blob and the key, readable by their owner only', async (t) => {
    t.after(() => data.spaces.close());
    const target = freshTarget();
    const summary = await copy(data.directory, target);
    assert.deepEqual(
      summary.databases.map(({ name }) => name),
      [...SPACE_NAMES],
    );
    for (const { name, bytes } of summary.databases) {
      const { size, mode } = statSync(join(target, `${name}.sqlite`));
      assert.deepEqual([size, mode & 0o777], [bytes, 0o600], name);
    }
    assert.deepEqual(
      { ...summary, databases: [] },
      { target, databases: [], files: 1, fileBytes: 9, secrets: ['server.key'], recorded: true },
    );
    assert.equal(statSync(target).mode & 0o777, 0o700);
    assert.equal(statSync(join(target, 'server.key')).mode & 0o777, 0o600);
    assert.equal(await readFile(join(target, 'server.key'), 'utf8'), 'the key');
    // No working files remain: no log, no lock, no partial copy.
    assert.deepEqual(
      readdirSync(target).sort(),
      ['backup.json', 'blobs', 'highest-time', 'server.key', ...SPACE_NAMES.map((name) => `${name}.sqlite`)].sort(),
    );
    assert.deepEqual(unfinished(target), []);
    await opened(target, async (spaces) => {
      for (const name of SPACE_NAMES) assert.deepEqual(await notesOf(spaces, name), ['first'], name);
      assert.equal(String(await spaces.get('conversion').blobs.read(data.blob)), 'a drawing');
    });
  });

  test('holds the names of every set that are kept, those that are being claimed aside', async (t) => {
    t.after(() => data.spaces.close());
    const { names } = data.spaces.get('conversion');
    for (const key of ['quiet', 'busy']) {
      const claims = await names.open(key, 'first', []);
      await claims.claim(['A', 'B']);
      await claims.keep();
      await claims.close();
    }
    const running = await names.open('busy', 'second', ['first']);
    await running.claim(Array.from({ length: 50_000 }, (_, i) => `P${i}`));
    const fresh = await names.open('new', 'third', []);
    await fresh.claim(['A']);
    const target = freshTarget();
    await copy(data.directory, target);
    await opened(target, async (spaces) => {
      for (const key of ['quiet', 'busy']) {
        const claims = await spaces.get('conversion').names.open(key, 'later', ['first']);
        assert.deepEqual(await claims.claim(['A', 'B', 'C', 'P1']), [0, 1], key);
        await claims.close();
      }
    });
    await running.keep();
    await running.close();
    await fresh.close();
  });

  test('holds all databases as of one moment, whatever is written while they are copied', async (t) => {
    t.after(() => data.spaces.close());
    const target = freshTarget();
    let written = 0;
    await copy(data.directory, target, {
      progress: (_done, _total, phase) => {
        if (phase !== 'databases') return;
        for (const name of SPACE_NAMES) noteNow(data.spaces, name, `late ${written}`);
        written++;
      },
    });
    // Called at least once for each database: some were copied after all of them had changed.
    assert.ok(written >= SPACE_NAMES.length, `${written}`);
    await opened(target, async (spaces) => {
      for (const name of SPACE_NAMES) assert.deepEqual(await notesOf(spaces, name), ['first'], name);
    });
    assert.equal((await notesOf(data.spaces, 'desk')).length, 1 + written);
  });

  test('has the blob of a row that came after the first pass over the blobs', async (t) => {
    t.after(() => data.spaces.close());
    const target = freshTarget();
    const late = '01a1fd1d-2392-74ff-816d-98aae46792aa';
    const path = blobPath(join(data.directory, 'blobs/conversion'), late);
    let added = false;
    await copy(data.directory, target, {
      progress: (_done, _total, phase) => {
        if (added || phase !== 'files') return;
        added = true;
        // In a part the first pass has finished: folders of spaces earlier in the list are not visited again.
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, 'came late');
        noteNow(data.spaces, 'conversion', 'second', late);
      },
    });
    await opened(target, async (spaces) => {
      const named = await spaces.get('conversion').store.read('SELECT blob FROM notes ORDER BY rowid');
      assert.deepEqual(
        named.map((row) => row['blob']),
        [data.blob, late],
      );
      assert.equal(String(await spaces.get('conversion').blobs.read(late)), 'came late');
    });
  });

  test('skips a blob that is deleted meanwhile, and unfinished uploads', async (t) => {
    t.after(() => data.spaces.close());
    const root = join(data.directory, 'blobs/conversion');
    // Both are in the folder of their last two digits, the deleted one after the other.
    const [stays, goes] = ['01a1fd1d-2392-74ff-816d-98aae4679200', '01a1fd1d-2392-74ff-816d-98aae46792ff'];
    for (const id of [stays, goes]) {
      mkdirSync(dirname(blobPath(root, id)), { recursive: true });
      writeFileSync(blobPath(root, id), id);
    }
    writeFileSync(join(root, INCOMING, uuidv7()), 'half of an upload');
    const target = freshTarget();
    const { files } = await copy(data.directory, target, {
      progress: () => rmSync(blobPath(root, goes), { force: true }),
    });
    assert.equal(files, 2);
    assert.deepEqual(existsSync(join(target, 'blobs/conversion/incoming')), false);
    await opened(target, async (spaces) => {
      const ids = await Array.fromAsync(spaces.get('conversion').blobs.ids());
      assert.deepEqual(ids.sort(), [stays, data.blob].sort());
    });
  });

  test('leaves secrets out on request', async (t) => {
    t.after(() => data.spaces.close());
    const target = freshTarget();
    assert.deepEqual((await copy(data.directory, target, { secrets: false })).secrets, []);
    assert.ok(!existsSync(join(target, 'server.key')));
    assert.equal(await readFile(join(target, 'highest-time'), 'utf8'), '2026-01-01T00:00:00.000Z\n');
  });

  test('ends without a trace if it is aborted', async (t) => {
    t.after(() => data.spaces.close());
    for (const during of ['files', 'databases']) {
      const target = freshTarget();
      const stop = new AbortController();
      const progress = (_done: number, _total: number, phase: string): void => {
        if (phase === during) stop.abort(new Error('given up'));
      };
      await assert.rejects(copy(data.directory, target, { signal: stop.signal, progress }), /given up/, during);
      assert.deepEqual([existsSync(target), unfinished(target)], [false, []], during);
    }
    // And it holds no lock: the log can be copied to its end.
    const { connection } = data.spaces.get('desk').store as SqliteStore;
    const { busy, log, checkpointed } = connection.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()!;
    assert.deepEqual([busy, checkpointed], [0, log]);
  });
});

describe('a backup of an unused data directory', () => {
  test('is the same', async () => {
    const { directory, spaces } = await dataDirectory();
    await spaces.close();
    const target = freshTarget();
    assert.equal((await copy(directory, target)).files, 1);
    await opened(target, async (copied) => assert.deepEqual(await notesOf(copied, 'weighing-production'), ['first']));
  });

  test('goes into an empty folder, or below folders created for it, and never into existing data', async () => {
    const { directory, spaces } = await dataDirectory();
    await spaces.close();
    const empty = freshTarget();
    mkdirSync(empty);
    await copy(directory, empty);
    const below = join(freshTarget(), 'every', 'night');
    await copy(directory, below);
    assert.ok(existsSync(join(below, 'desk.sqlite')));
    const file = freshTarget();
    writeFileSync(file, 'notes');
    for (const taken of [empty, directory, file]) {
      const before = existsSync(join(taken, 'desk.sqlite'));
      await assert.rejects(copy(directory, taken), (error: Error) => {
        assert.ok(error instanceof BackupRefused);
        assert.match(error.message, /already exists and is not an empty folder; name one that does not exist/);
        return true;
      });
      assert.equal(existsSync(join(taken, 'desk.sqlite')), before);
    }
    assert.equal(await readFile(file, 'utf8'), 'notes');
  });

  test('reports what is not a data directory', async () => {
    const target = freshTarget();
    await assert.rejects(copy(join(folder, 'nowhere'), target), (error: Error) => {
      assert.ok(error instanceof DataDirectoryDamaged);
      assert.match(
        error.message,
        /nowhere\/project-sandbox\.sqlite is not there: is this the data directory of a server \(--data\)\?/,
      );
      return true;
    });
    assert.deepEqual([existsSync(target), unfinished(target)], [false, []]);
  });

  test('is not made of a damaged database, which is named', async () => {
    const { directory, spaces } = await dataDirectory();
    for (let i = 0; i < 200; i++) noteNow(spaces, 'weighing-production', 'x'.repeat(1000));
    await spaces.close();
    const path = join(directory, 'weighing-production.sqlite');
    const file = openSync(path, 'r+');
    const pages = statSync(path).size / PAGE;
    // Pages of rows, but not the first: without that it would not be a database at all.
    for (let page = Math.floor(pages / 2); page < pages; page++)
      writeSync(file, Buffer.alloc(100, 0xa5), 0, 100, page * PAGE);
    closeSync(file);
    const target = freshTarget();
    await assert.rejects(copy(directory, target), (error: Error) => {
      assert.ok(error instanceof DataDirectoryDamaged);
      assert.match(error.message, /weighing-production\.sqlite is damaged \(.+\); keep your earlier backups/);
      return true;
    });
    assert.deepEqual([existsSync(target), unfinished(target)], [false, []]);
    writeFileSync(path, 'not a database, but long enough to look like the beginning of one');
    await assert.rejects(copy(directory, target), DataDirectoryDamaged);
  });
});
