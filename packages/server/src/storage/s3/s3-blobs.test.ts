import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { ProblemError } from '../../core/problem.ts';
import { ENDLESS_ROOM } from '../disk-space.ts';
import { FolderBlobs } from '../folder/folder-blobs.ts';
import { OutsideBlobs } from '../outside-blobs.ts';
import { testBlobs } from '../port/blobs.contract.ts';
import { BlobMissing, type Blobs } from '../port/blobs.ts';
import type { S3Patience } from './s3-client.ts';
import { S3Store } from './s3-store.ts';
import { type Fault, StrictS3 } from './testing/strict-s3.ts';

let directory: string;
let folders = 0;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fieldbridge-s3-'));
});
after(() => rm(directory, { recursive: true, force: true }));
const freshFolder = (): string => join(directory, `scratch-${folders++}`);

for (const [name, most] of [
  ['S3', 1e9],
  ['S3 without local copies', 0],
] as const)
  testBlobs(name, async () => {
    const folder = freshFolder();
    await mkdir(join(folder, 'made'), { recursive: true });
    const s3 = await StrictS3.start(3);
    const stores: S3Store[] = [];
    const open = async (): Promise<Blobs> => {
      const store = new S3Store(s3.address, { folder: join(folder, 'copies'), most, room: ENDLESS_ROOM });
      stores.push(store);
      return new OutsideBlobs(await store.space('conversion'), await FolderBlobs.open(join(folder, 'passing')));
    };
    return {
      blobs: await open(),
      reopen: open,
      file: (name) => join(folder, 'made', name),
      remains: async () => [
        ...[...s3.objects.keys(), ...s3.uploads.keys()].sort(),
        ...(await readdir(join(folder, 'passing'), { recursive: true })).filter((name) => name.length > 20),
        ...(await readdir(join(folder, 'copies'))).filter((name) => name.endsWith('.new')),
      ],
      close: async () => {
        for (const store of stores) store.close();
        await s3.away();
      },
    };
  });

describe('blobs on S3', () => {
  let s3: StrictS3;
  before(async () => {
    s3 = await StrictS3.start();
  });
  after(() => s3.away());
  beforeEach(async () => {
    s3.mend();
    s3.requests.length = 0;
  });

  /** A store of its own, so that each test begins without trouble and without copies. */
  async function open(change: Partial<typeof s3.address> = {}, most = 1e9, patience?: S3Patience) {
    const folder = freshFolder();
    const store = new S3Store({ ...s3.address, ...change }, { folder, most, room: ENDLESS_ROOM }, patience);
    const blobs = await store.space('conversion');
    const put = (content: Buffer) => blobs.put(Readable.from([content]), { limit: 1e9 });
    return { store, blobs, put, folder };
  }
  const LARGE = randomBytes(20 * 2 ** 20);

  test('sends a large blob in parts, which the store puts together', async () => {
    const { put, blobs } = await open({}, 0);
    const { id, sha256 } = await put(LARGE);
    assert.equal(s3.requests.filter((line) => line.includes('partNumber=')).length, 3);
    assert.deepEqual(s3.objects.get(`one/conversion/${id}`)?.content, LARGE);
    assert.equal(s3.objects.get(`one/conversion/${id}`)?.digest, sha256);
    assert.equal(s3.uploads.size, 0);
    assert.deepEqual(await buffer(await blobs.send(id)), LARGE);
  });

  const PASSING: Record<string, Fault> = {
    'an inner error': { fits: 'PUT ', status: 500 },
    'an overload': { fits: 'PUT ', status: 503, code: 'SlowDown', times: 2 },
    'a lost answer': { fits: 'PUT ', losesAnswer: true },
    'a slow answer': { fits: 'PUT ', delayMs: 700 },
    'a part that fails': { fits: 'partNumber=2', status: 500 },
    'a lost answer to the completion': { fits: 'POST /fieldbridge-test/one/conversion/', losesAnswer: true, times: 2 },
  };
  for (const [name, fault] of Object.entries(PASSING))
    test(`stores in spite of ${name}`, async () => {
      const { put, store } = await open();
      s3.fail(fault);
      const { id } = await put(LARGE);
      assert.deepEqual(s3.objects.get(`one/conversion/${id}`)?.content, LARGE);
      assert.equal(store.counts.retries > 0, fault.delayMs === undefined);
      assert.equal(store.trouble, undefined);
      s3.uploads.clear();
    });

  test('goes on where an answer was cut off, for readers of a range and of the whole', async () => {
    const { put, blobs } = await open({}, 0);
    const { id } = await put(LARGE);
    for (const range of [undefined, { start: 1000, end: 15_000_000 }]) {
      s3.fail({ fits: 'GET ', cutAfter: 1_000_000, times: 2 });
      const content = await buffer(await blobs.send(id, range));
      assert.deepEqual(content, range === undefined ? LARGE : LARGE.subarray(range.start, range.end + 1));
    }
  });

  /** Less than in a server, so that a test need not wait for long. */
  const IMPATIENT: S3Patience = { answer: 300, stall: 300, all: 1000 };

  test('gives a store up that does not answer, says so, and works again by itself', async () => {
    const { put, blobs, store } = await open({}, 0, IMPATIENT);
    const { id } = await put(Buffer.from('abc'));
    s3.fail({ hangs: true, times: Number.POSITIVE_INFINITY });
    await assert.rejects(blobs.read(id), { code: 'unavailable' });
    assert.match(store.trouble ?? '', /the object store does not answer in time$/);
    await assert.rejects(put(Buffer.from('def')), { code: 'unavailable' });
    s3.mend();
    while (store.trouble !== undefined) await pause(20);
    assert.equal((await blobs.read(id)).toString(), 'abc');
    store.close();
  });

  test('goes on where an answer stalls, and gives it up when that happens again and again', async () => {
    const { put, blobs, store } = await open({}, 0, IMPATIENT);
    const { id } = await put(LARGE);
    s3.fail({ fits: 'GET ', stallsAfter: 1_000_000, times: 2 });
    assert.deepEqual(await buffer(await blobs.send(id)), LARGE);
    s3.fail({ fits: `GET /fieldbridge-test/one/conversion/${id}`, stallsAfter: 100, times: Number.POSITIVE_INFINITY });
    await assert.rejects(buffer(await blobs.send(id)), { code: 'unavailable' });
    s3.mend();
    store.close();
  });

  test('fetches a blob again that arrives damaged, and reports one that stays so', async () => {
    const { put, blobs, folder } = await open({}, 0);
    const { id } = await put(Buffer.from('abcdef'));
    s3.fail({ fits: 'GET ', damages: true });
    assert.equal((await blobs.read(id)).toString(), 'abcdef');
    s3.fail({ fits: 'GET ', damages: true, times: 2 });
    await assert.rejects(blobs.read(id), /The object one\/conversion\/.* is damaged: its SHA-256 is /);
    assert.deepEqual(await readdir(folder), []);
  });

  for (const [status, code, cure] of [
    [403, 'AccessDenied', 'the access key needs the rights'],
    [404, 'NoSuchBucket', 'the bucket of the setting blobs does not exist'],
    [301, 'PermanentRedirect', 'blobsRegion or blobsEndpoint'],
  ] as const)
    test(`answers 503 when the store answers ${code}, and says what to do`, async () => {
      const { put, store } = await open();
      s3.fail({ status, code });
      await assert.rejects(put(Buffer.from('abc')), (error) => {
        assert.ok(error instanceof ProblemError);
        assert.deepEqual([error.code, error.options.headers], ['unavailable', { 'retry-after': '5' }]);
        return true;
      });
      assert.ok(store.trouble?.includes(`it answers ${status} ${code}: `), String(store.trouble));
      assert.ok(store.trouble?.includes(cure), String(store.trouble));
      store.close();
    });

  for (const [name, change, code] of [
    ['secret key', { secretKey: 'wrong' }, 'SignatureDoesNotMatch: the setting blobsSecretKey is wrong'],
    ['access key', { accessKey: 'OTHER' }, 'InvalidAccessKeyId: the setting blobsAccessKey'],
    ['region', { region: 'elsewhere-1' }, 'AuthorizationHeaderMalformed: the setting blobsRegion'],
  ] as const)
    test(`says that the ${name} is wrong`, async () => {
      const { store } = await open(change);
      await assert.rejects(store.owner());
      assert.ok(store.trouble?.includes(code), String(store.trouble));
      store.close();
    });

  test('answers 507 when the store is full, and leaves nothing behind', async () => {
    const { put, store } = await open();
    const before = s3.objects.size;
    s3.fail({ fits: 'partNumber=3', status: 507, code: 'XMinioStorageFull' });
    await assert.rejects(put(LARGE), { code: 'disk-full' });
    assert.deepEqual([s3.objects.size, s3.uploads.size], [before, 0]);
    store.close();
  });

  test('answers 503 while the store is away, tries only once then, and works again by itself', async () => {
    const { put, blobs, store } = await open({}, 0);
    const { id } = await put(Buffer.from('abc'));
    await s3.away();
    const away = { code: 'unavailable' };
    await assert.rejects(put(Buffer.from('def')), away);
    assert.match(store.trouble ?? '', /fetch failed: connect ECONNREFUSED/);
    const { requests } = store.counts;
    await assert.rejects(blobs.read(id), away);
    await assert.rejects(blobs.send(id), away);
    await assert.rejects(blobs.delete(id), away);
    await assert.rejects(Array.fromAsync(blobs.ids()), away);
    assert.equal(store.counts.requests, requests + 4);
    await s3.back();
    while (store.trouble !== undefined) await pause(50);
    assert.equal((await blobs.read(id)).toString(), 'abc');
  });

  test('leaves a file where it is that could not be taken over', async () => {
    const { blobs, store, folder } = await open();
    const path = join(folder, 'made');
    await writeFile(path, 'abc');
    s3.fail({ fits: 'PUT ', status: 403, code: 'AccessDenied' });
    await assert.rejects(blobs.adopt(path), { code: 'unavailable' });
    assert.equal(await readFile(path, 'utf8'), 'abc');
    store.close();
  });

  test('keeps the copies used last, up to their bytes, and does not remove one in use', async () => {
    const { put, blobs, folder } = await open({}, 250);
    const [a, b] = [await put(Buffer.alloc(100, 'a')), await put(Buffer.alloc(100, 'b'))];
    await blobs.read(a.id);
    const c = await put(Buffer.alloc(100, 'c'));
    assert.deepEqual((await readdir(folder)).sort(), [a.id, c.id].sort());
    await blobs.local(b.id, async (path) => {
      await put(Buffer.alloc(200, 'd'));
      assert.equal(await readFile(path, 'utf8'), 'b'.repeat(100));
    });
    assert.equal(s3.requests.filter((line) => line.startsWith('GET ')).length, 1, 'only b had to be fetched');
  });

  test('fetches a blob once for all who wait for it, and not one that is gone', async () => {
    const { put, blobs } = await open({}, 0);
    const { id } = await put(Buffer.from('abc'));
    const texts = await Promise.all(Array.from({ length: 5 }, () => blobs.local(id, (path) => readFile(path, 'utf8'))));
    assert.deepEqual(texts, Array(5).fill('abc'));
    assert.equal(s3.requests.filter((line) => line.startsWith('GET ')).length, 1);
    s3.objects.clear();
    await assert.rejects(blobs.read(id), BlobMissing);
  });

  test('the signer that is used signs as Amazon documents it', async () => {
    // "GET Bucket Lifecycle" of "Examples: Signature Calculations" in the Amazon S3 API Reference.
    const signed = await new AwsV4Signer({
      url: 'https://examplebucket.s3.amazonaws.com/?lifecycle',
      ...{ accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
      ...{ service: 's3', region: 'us-east-1', datetime: '20130524T000000Z' },
      headers: { 'x-amz-content-sha256': createHash('sha256').digest('hex') },
    }).sign();
    const signature = 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543';
    assert.ok(signed.headers.get('authorization')?.endsWith(`Signature=${signature}`));
  });
});
