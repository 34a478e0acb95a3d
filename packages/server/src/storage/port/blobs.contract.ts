import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { uuidv7 } from '../../core/uuid.ts';
import { BlobMissing, type Blobs } from './blobs.ts';

/** A store under test. */
export interface BlobsUnderTest {
  readonly blobs: Blobs;
  /** Opens the same store once more, as a restarted server does. */
  reopen(): Promise<Blobs>;
  /** Where a file for `adopt` may be made. */
  file(name: string): string;
  /** Names of what is stored or half-stored, whether or not it has an id yet. */
  remains(): Promise<string[]>;
  close(): Promise<void>;
}

/** SHA-256 of nothing and of "abcdef" (FIPS 180-4; `printf abcdef | sha256sum`). */
const DIGESTS = {
  '': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  abcdef: 'bef57ec7f53a6d40beb640a780a639c83bc29ac8a9816f1fc6c5c6dcd93c4721',
};

/** The tests that every implementation of Blobs passes. @param make opens an empty store */
export function testBlobs(name: string, make: () => Promise<BlobsUnderTest>): void {
  describe(`blobs: ${name}`, () => {
    let store: BlobsUnderTest;
    let blobs: Blobs;
    before(async () => {
      store = await make();
      ({ blobs } = store);
    });
    after(() => store.close());

    const put = (content: string, limit = 1e6) => blobs.put(Readable.from([Buffer.from(content)]), { limit });
    /** Nothing new is stored when `work` has ended. */
    const leavesNothing = async (work: () => Promise<void>): Promise<void> => {
      const remains = await store.remains();
      await work();
      assert.deepEqual(await store.remains(), remains);
    };

    for (const [content, sha256] of Object.entries(DIGESTS))
      test(`stores ${content.length} bytes and returns their size and SHA-256`, async () => {
        const info = await put(content, content.length);
        assert.deepEqual({ ...info, id: '' }, { id: '', size: content.length, sha256 });
        assert.equal((await blobs.read(info.id)).toString(), content);
        assert.equal(await text(await blobs.send(info.id)), content);
      });

    test('stores what is passing like the rest', async () => {
      const path = store.file('passing');
      await writeFile(path, 'abc');
      const put = await blobs.put(Readable.from([Buffer.from('abcdef')]), { limit: 6, isPassing: true });
      const adopted = await blobs.adopt(path, { isPassing: true });
      assert.equal(put.sha256, DIGESTS.abcdef);
      assert.equal((await text(await blobs.send(put.id))) + (await text(await blobs.send(adopted.id))), 'abcdefabc');
      for (const { id } of [put, adopted]) await blobs.delete(id);
      await assert.rejects(blobs.read(put.id), BlobMissing);
    });

    test('stores a blob under the id that it had elsewhere', async () => {
      const id = uuidv7();
      assert.equal((await blobs.put(Readable.from([Buffer.from('abcdef')]), { limit: 6, id })).id, id);
      assert.equal((await blobs.read(id)).toString(), 'abcdef');
    });

    test('joins the chunks of a stream', async () => {
      const { id, sha256 } = await blobs.put(Readable.from([Buffer.from('abc'), Buffer.from('def')]), { limit: 6 });
      assert.equal((await blobs.read(id)).toString(), 'abcdef');
      assert.equal(sha256, DIGESTS.abcdef);
    });

    test('refuses more than the limit by its name and leaves nothing behind', () =>
      leavesNothing(async () => {
        const chunks = Readable.from([Buffer.alloc(60), Buffer.alloc(60)]);
        await assert.rejects(blobs.put(chunks, { limit: 100, limitName: 'upload limit' }), {
          code: 'body-too-large',
          message: 'The upload limit is 100 bytes; more arrived.',
        });
      }));

    test('leaves nothing of a stream that breaks', () =>
      leavesNothing(async () => {
        const source = new Readable({
          read() {
            this.push(Buffer.alloc(10));
            this.destroy(new Error('connection lost'));
          },
        });
        await assert.rejects(blobs.put(source, { limit: 100 }), /connection lost/);
      }));

    test('stops when its signal aborts, and leaves nothing behind', () =>
      leavesNothing(async () => {
        const stop = new AbortController();
        const endless = new Readable({
          read() {
            this.push(Buffer.alloc(1000));
            setImmediate(() => stop.abort());
          },
        });
        await assert.rejects(blobs.put(endless, { limit: 1e12, signal: stop.signal }), { name: 'AbortError' });
        assert.ok(endless.destroyed);
      }));

    test('takes over a finished file', async () => {
      const path = store.file('finished');
      await writeFile(path, 'abcdef');
      const info = await blobs.adopt(path);
      assert.deepEqual([info.size, info.sha256], [6, DIGESTS.abcdef]);
      assert.equal((await blobs.read(info.id)).toString(), 'abcdef');
      await assert.rejects(stat(path), { code: 'ENOENT' });
    });

    test('takes over no file that does not exist', () =>
      leavesNothing(() => assert.rejects(blobs.adopt(store.file('nothing')), { code: 'ENOENT' })));

    test('keeps blobs apart that are stored at the same time', async () => {
      const texts = Array.from({ length: 40 }, (_, i) => `blob ${i} `.repeat(i * 50));
      const infos = await Promise.all(texts.map((content) => put(content)));
      for (const [i, { id, sha256, size }] of infos.entries()) {
        assert.equal((await blobs.read(id)).toString(), texts[i]);
        assert.deepEqual([sha256, size], [createHash('sha256').update(texts[i]!).digest('hex'), texts[i]!.length]);
      }
    });

    for (const [start, end] of [
      [0, 0],
      [0, 999],
      [999, 999],
      [500, 2000],
    ] as const)
      test(`sends the bytes ${start} to ${end}`, async () => {
        const bytes = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251));
        const { id } = await blobs.put(Readable.from([bytes]), { limit: 1000 });
        assert.deepEqual(await buffer(await blobs.send(id, { start, end })), bytes.subarray(start, end + 1));
      });

    test('sends a blob to its end that is deleted meanwhile', async () => {
      const content = 'x'.repeat(1e6);
      const { id } = await put(content);
      const [whole, part] = [await blobs.send(id), await blobs.send(id, { start: 5, end: 9 })];
      await blobs.delete(id);
      assert.deepEqual([(await text(whole)).length, await text(part)], [content.length, 'xxxxx']);
    });

    test('hands out a local file for the time of the work, and what the work returns or throws', async () => {
      const { id } = await put('abcdef');
      assert.equal(await blobs.local(id, (path) => readFile(path, 'utf8')), 'abcdef');
      assert.equal(await blobs.local(id, () => 7), 7);
      const fault = new Error('a fault of the work');
      const failing = () => {
        throw fault;
      };
      await assert.rejects(blobs.local(id, failing), fault);
    });

    test('deletes a blob once, and twice without an error', async () => {
      const [{ id: gone }, { id: kept }] = [await put('gone'), await put('kept')];
      await blobs.delete(gone);
      await blobs.delete(gone);
      await assert.rejects(blobs.read(gone), BlobMissing);
      assert.equal((await blobs.read(kept)).toString(), 'kept');
    });

    test('reports a blob that does not exist, and calls no work with it', async () => {
      const id = uuidv7();
      let called = 0;
      for (const ask of [() => blobs.read(id), () => blobs.send(id), () => blobs.local(id, () => called++)])
        await assert.rejects(ask, (error) => error instanceof BlobMissing && error.message.includes(id));
      assert.equal(called, 0);
      await blobs.delete(id);
    });

    test('ids have no case', async () => {
      const { id } = await put('abcdef');
      assert.equal((await blobs.read(id.toUpperCase())).toString(), 'abcdef');
    });

    for (const id of ['../../etc/passwd', '/etc/passwd', '', 'a'.repeat(36)])
      test(`refuses ${JSON.stringify(id)} as an id`, async () => {
        const [read, send] = [() => blobs.read(id), () => blobs.send(id)];
        for (const ask of [read, send, () => blobs.local(id, () => {}), () => blobs.delete(id)])
          await assert.rejects(ask, RangeError);
      });

    test('has the same blobs when it is opened again, and lists each once', async () => {
      const { id } = await put('kept');
      const expected = (await Array.fromAsync(blobs.ids())).sort();
      assert.ok(expected.includes(id));
      blobs = await store.reopen();
      assert.deepEqual((await Array.fromAsync(blobs.ids())).sort(), expected);
      assert.equal((await blobs.read(id)).toString(), 'kept');
    });

    test('lists no blob that was deleted', async () => {
      const { id } = await put('gone');
      await blobs.delete(id);
      assert.ok(!(await Array.fromAsync(blobs.ids())).includes(id));
      // A file that is being made for `adopt` is no blob yet.
      await writeFile(store.file(id), 'unfinished');
      assert.ok(!(await Array.fromAsync(blobs.ids())).includes(id));
      await rm(store.file(id));
    });
  });
}
