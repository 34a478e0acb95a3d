import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { uuidv7 } from '../../core/uuid.ts';
import { testBlobs } from '../port/blobs.contract.ts';
import { BlobMissing } from '../port/blobs.ts';
import { FolderBlobs } from './folder-blobs.ts';
import { blobPath, INCOMING } from './layout.ts';
import { SharedFolder } from './shared-folder.ts';

let directory: string;
let roots = 0;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fieldbridge-blobs-'));
});
after(() => rm(directory, { recursive: true, force: true }));
const freshRoot = (): string => join(directory, `blobs-${roots++}`);

async function sharedFolder(root: string): Promise<SharedFolder> {
  await mkdir(root, { recursive: true });
  const folder = new SharedFolder(root, { bytes: 0, percent: 0 });
  await folder.mark('this server');
  return folder;
}

for (const [name, open] of [
  ['a folder', (root: string) => FolderBlobs.open(root)],
  ['a shared folder', async (root: string) => (await sharedFolder(root)).space('conversion')],
] as const)
  testBlobs(name, async () => {
    const root = freshRoot();
    const outside = `${root}-outside`;
    await mkdir(outside);
    return {
      blobs: await open(root),
      reopen: () => open(root),
      file: (name) => join(outside, name),
      remains: async () =>
        (await readdir(root, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
          .sort(),
      close: async () => {},
    };
  });

test('a folder of blobs: removes what an earlier process left half-written', async () => {
  const root = freshRoot();
  await FolderBlobs.open(root);
  await writeFile(join(root, INCOMING, uuidv7()), 'half');
  await FolderBlobs.open(root);
  assert.deepEqual(await readdir(join(root, INCOMING)), []);
});

test('a folder of blobs: only the owner may read a file, which is spread by the last digits of its id', async () => {
  const root = freshRoot();
  const blobs = await FolderBlobs.open(root);
  const { id } = await blobs.put(Readable.from(['content']), { limit: 100 });
  const path = join(root, id.slice(-2), id);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.equal(blobPath(root, id), path);
  assert.equal(await blobs.local(id, (local) => local), path);
});

test('a shared folder: leaves alone what another server may be writing, for a day', async () => {
  const root = freshRoot();
  const folder = await sharedFolder(root);
  await folder.space('conversion');
  const incoming = join(root, 'conversion', INCOMING);
  for (const name of ['young', 'old']) await writeFile(join(incoming, name), 'half');
  const yesterday = Date.now() / 1000 - 25 * 3600;
  await utimes(join(incoming, 'old'), yesterday, yesterday);
  await folder.space('conversion');
  assert.deepEqual(await readdir(incoming), ['young']);
});

test('a shared folder: while it is away nothing is missing, nothing is stored, and it says so', async () => {
  const root = freshRoot();
  const folder = await sharedFolder(root);
  const blobs = await folder.space('conversion');
  const { id } = await blobs.put(Readable.from(['content']), { limit: 100 });
  await rename(root, `${root}-away`);
  // As the place of a network file system that is not mounted.
  await mkdir(root);
  const away = { code: 'unavailable' };
  await assert.rejects(blobs.read(id), away);
  await assert.rejects(blobs.put(Readable.from(['more']), { limit: 100 }), away);
  assert.equal(folder.trouble, `the folder ${root} is not there: it has no file fieldbridge.json`);
  assert.deepEqual(await readdir(root), []);
  await rm(root, { recursive: true });
  await rename(`${root}-away`, root);
  while (folder.trouble !== undefined) await pause(50);
  assert.equal((await blobs.read(id)).toString(), 'content');
  await assert.rejects(blobs.read(uuidv7()), BlobMissing);
  assert.equal(folder.trouble, undefined);
});
