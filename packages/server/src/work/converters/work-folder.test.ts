import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { WorkFolder } from './work-folder.ts';

const USER = { uid: 65534, gid: 65534 };
const root = mkdtempSync(join(tmpdir(), 'work-folder-'));
chmodSync(root, 0o711);
const secret = join(root, 'server.key');
writeFileSync(secret, 'the key of the server', { mode: 0o600 });
after(() => rmSync(root, { recursive: true, force: true }));

const options = { skip: process.getuid?.() !== 0 && 'another operating system user: the tests do not run as root' };
let folders = 0;
const folderOf = (): WorkFolder => WorkFolder.make(join(root, `work-${folders++}`), USER);

function result(folder: WorkFolder, name: string, content: string, mode = 0o644): string {
  const path = folder.made(name);
  writeFileSync(path, content);
  chownSync(path, USER.uid, USER.gid);
  chmodSync(path, mode);
  return path;
}

describe('the result of a converter that runs as another user', options, () => {
  const refused: [what: string, make: (folder: WorkFolder, path: string) => void][] = [
    ['a link', (_folder, path) => symlinkSync(secret, path)],
    ['a folder', (_folder, path) => mkdirSync(path)],
    ['a pipe', (_folder, path) => execFileSync('mkfifo', [path])],
    ['a second name of its own file', (folder, path) => linkSync(result(folder, 'first', 'x'), path)],
    ['a file of the server', (_folder, path) => writeFileSync(path, 'x')],
  ];
  for (const [what, make] of refused) {
    test(`is refused if it is ${what}`, async () => {
      const folder = folderOf();
      make(folder, folder.made('result'));
      await assert.rejects(folder.take('result'), /result is not a plain file/);
      await assert.rejects(folder.read('result', 1000), /result is not a plain file/);
    });
  }

  test('is a copy that the converter can neither change nor run as the server', async () => {
    const folder = folderOf();
    const made = result(folder, 'result', 'written', 0o4777);
    const taken = await folder.take('result');
    assert.notEqual(statSync(taken).ino, statSync(made).ino);
    assert.deepEqual([statSync(taken).uid, statSync(taken).mode & 0o7777], [0, 0o600]);
    writeFileSync(made, 'changed');
    assert.equal(readFileSync(taken, 'utf8'), 'written');
    await folder.clear();
    assert.ok(!existsSync(taken));
  });

  test('cannot be changed by a later converter that reads it', async () => {
    const folder = folderOf();
    const blob = result(folder, 'blob', 'written', 0o600);
    const given = await folder.give(blob, 'segment');
    assert.deepEqual([statSync(given).uid, statSync(given).mode & 0o777], [0, 0o644]);
  });

  test('is never another file, however often the converter exchanges it for a link', async () => {
    const folder = folderOf();
    const hostile = spawn(process.execPath, ['-e', EXCHANGE, secret, folder.output], { ...USER, stdio: 'ignore' });
    try {
      const contents = new Set<string>();
      let refusals = 0;
      for (let round = 0; contents.size === 0 || refusals === 0 || round < 4000; round++) {
        assert.ok(round < 100_000, 'the hostile converter does not exchange anything');
        assert.equal(hostile.exitCode, null);
        try {
          const taken = await folder.take('result');
          contents.add(readFileSync(taken, 'utf8'));
          rmSync(taken);
          contents.add((await folder.read('result', 100)).toString());
        } catch (error) {
          assert.match((error as Error).message, /not a plain file|ENOENT/);
          refusals++;
        }
      }
      assert.deepEqual(Array.from(contents), ['mine']);
    } finally {
      await end(hostile);
    }
  });

  test('is not removed through a folder that could become a link', async () => {
    const folder = folderOf();
    mkdirSync(folder.made('unpacked'));
    await assert.rejects(folder.clear());
    await folder.remove();
    assert.ok(!existsSync(folder.path));
  });
});

/** Exchanges its result for a link to a file of the server and back, as fast as it can. */
const EXCHANGE = `
  const { renameSync, symlinkSync, writeFileSync } = require('node:fs');
  const [secret, output] = process.argv.slice(1);
  process.chdir(output);
  for (;;) {
    writeFileSync('plain', 'mine');
    renameSync('plain', 'result');
    symlinkSync(secret, 'link');
    renameSync('link', 'result');
  }`;

function end(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  child.on('exit', () => resolve());
  child.kill('SIGKILL');
  return promise;
}
