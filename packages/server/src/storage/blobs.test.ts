import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { uuidv7 } from '../uuid.ts';
import { BlobStore } from './blobs.ts';

let directory: string;
let files = 0;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fieldbridge-blobs-'));
});
after(() => rm(directory, { recursive: true, force: true }));

describe('the blob store', () => {
  const store = () => BlobStore.open(join(directory, `blobs-${files++}`));

  test('stores a stream and tells its size and SHA-256', async () => {
    const blobs = await store();
    const info = await blobs.put(Readable.from([Buffer.from('abc'), Buffer.from('def')]), { limit: 100 });
    assert.equal(info.size, 6);
    assert.equal(info.sha256, 'bef57ec7f53a6d40beb640a780a639c83bc29ac8a9816f1fc6c5c6dcd93c4721');
    assert.equal((await buffer(blobs.read(info.id))).toString(), 'abcdef');
    assert.equal((await buffer(blobs.read(info.id, { start: 1, end: 3 }))).toString(), 'bcd');
    assert.equal(await blobs.size(info.id), 6);
    assert.deepEqual(await Array.fromAsync(blobs.ids()), [info.id]);
    await blobs.delete(info.id);
    await blobs.delete(info.id);
    assert.equal(await blobs.size(info.id), undefined);
  });

  test('refuses more than the limit by its name and leaves nothing behind', async () => {
    const root = join(directory, 'limited');
    const blobs = await BlobStore.open(root);
    const put = blobs.put(Readable.from([Buffer.alloc(60), Buffer.alloc(60)]), {
      limit: 100,
      limitName: 'upload limit',
    });
    await assert.rejects(put, { code: 'body-too-large', message: 'The upload limit is 100 bytes; more arrived.' });
    assert.deepEqual(await readdir(join(root, 'incoming')), []);
    assert.deepEqual(await Array.fromAsync(blobs.ids()), []);
  });

  test('leaves nothing of a stream that breaks off', async () => {
    const root = join(directory, 'broken-off');
    const blobs = await BlobStore.open(root);
    const source = new Readable({
      read() {
        this.push(Buffer.alloc(10));
        this.destroy(new Error('connection lost'));
      },
    });
    await assert.rejects(blobs.put(source, { limit: 100 }), /connection lost/);
    assert.deepEqual(await readdir(join(root, 'incoming')), []);
  });

  test('removes what an earlier process left half-written', async () => {
    const root = join(directory, 'leftover');
    await BlobStore.open(root);
    await writeFile(join(root, 'incoming', uuidv7()), 'half');
    await BlobStore.open(root);
    assert.deepEqual(await readdir(join(root, 'incoming')), []);
  });

  test('takes over a finished file', async () => {
    const blobs = await store();
    const path = blobs.temporaryPath();
    await writeFile(path, 'output');
    const info = await blobs.adopt(path);
    assert.equal((await buffer(blobs.read(info.id))).toString(), 'output');
    await assert.rejects(stat(path), { code: 'ENOENT' });
  });

  test('never leaves its folder for an id that is a path', async () => {
    const blobs = await store();
    for (const id of ['../../etc/passwd', '/etc/passwd', '', 'a'.repeat(36)])
      assert.throws(() => blobs.path(id), RangeError);
  });
});
