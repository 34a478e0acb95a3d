import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { uuidv7 } from '../core/uuid.ts';
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

  test('takes exactly the limit, and nothing at all, which is a blob of no bytes', async () => {
    const blobs = await store();
    const full = await blobs.put(Readable.from([Buffer.alloc(99), Buffer.alloc(1)]), { limit: 100 });
    assert.equal(full.size, 100);
    const empty = await blobs.put(Readable.from([]), { limit: 100 });
    // SHA-256 of nothing (FIPS 180-4).
    const ofNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    assert.deepEqual([empty.size, empty.sha256], [0, ofNothing]);
    assert.equal(await blobs.size(empty.id), 0);
  });

  test('keeps many that come at once apart, each for its owner only', async () => {
    const blobs = await store();
    const texts = Array.from({ length: 40 }, (_, i) => `blob ${i} `.repeat(i * 50));
    const infos = await Promise.all(texts.map((text) => blobs.put(Readable.from([Buffer.from(text)]), { limit: 1e6 })));
    for (const [i, { id, sha256, size }] of infos.entries()) {
      assert.equal((await buffer(blobs.read(id))).toString(), texts[i]);
      assert.deepEqual([sha256, size], [createHash('sha256').update(texts[i]!).digest('hex'), texts[i]!.length]);
      assert.equal((await stat(blobs.path(id))).mode & 0o777, 0o600);
    }
    assert.deepEqual((await Array.fromAsync(blobs.ids())).sort(), infos.map(({ id }) => id).sort());
  });

  test('gives up when it is told to, and leaves nothing behind', async () => {
    const root = join(directory, 'aborted');
    const blobs = await BlobStore.open(root);
    const stop = new AbortController();
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(1000));
        setImmediate(() => stop.abort());
      },
    });
    await assert.rejects(blobs.put(endless, { limit: 1e12, signal: stop.signal }), { name: 'AbortError' });
    assert.ok(endless.destroyed);
    assert.deepEqual(await readdir(join(root, 'incoming')), []);
  });

  test('says plainly what is not there', async () => {
    const blobs = await store();
    const id = uuidv7();
    assert.equal(await blobs.size(id), undefined);
    await assert.rejects(buffer(blobs.read(id)), { code: 'ENOENT' });
    await assert.rejects(blobs.adopt(join(directory, 'nothing')), { code: 'ENOENT' });
    await blobs.delete(id);
    assert.equal(blobs.path(id.toUpperCase()), blobs.path(id), 'an id has no case');
  });

  test('is the same after it was opened again', async () => {
    const root = join(directory, 'again');
    const { id } = await (await BlobStore.open(root)).put(Readable.from([Buffer.from('kept')]), { limit: 10 });
    const again = await BlobStore.open(root);
    assert.deepEqual(await Array.fromAsync(again.ids()), [id]);
    assert.equal((await buffer(again.read(id))).toString(), 'kept');
  });

  test('reads any part of a blob as that part of its bytes', async () => {
    const blobs = await store();
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251));
    const { id } = await blobs.put(Readable.from([bytes]), { limit: 1000 });
    for (const [start, end] of [
      [0, 0],
      [0, 999],
      [999, 999],
      [500, 2000],
    ] as const)
      assert.deepEqual(await buffer(blobs.read(id, { start, end })), bytes.subarray(start, end + 1), `${start}-${end}`);
  });

  test('never leaves its folder for an id that is a path', async () => {
    const blobs = await store();
    for (const id of ['../../etc/passwd', '/etc/passwd', '', 'a'.repeat(36)])
      assert.throws(() => blobs.path(id), RangeError);
  });
});
