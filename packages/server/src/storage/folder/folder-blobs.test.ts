import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { uuidv7 } from '../../core/uuid.ts';
import { testBlobs } from '../port/blobs.contract.ts';
import { FolderBlobs } from './folder-blobs.ts';
import { blobPath, INCOMING } from './layout.ts';

let directory: string;
let roots = 0;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fieldbridge-blobs-'));
});
after(() => rm(directory, { recursive: true, force: true }));
const freshRoot = (): string => join(directory, `blobs-${roots++}`);

testBlobs('a folder', async () => {
  const root = freshRoot();
  const outside = `${root}-outside`;
  await mkdir(outside);
  return {
    blobs: await FolderBlobs.open(root),
    reopen: () => FolderBlobs.open(root),
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
