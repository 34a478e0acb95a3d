import { open } from 'node:fs/promises';
import type { Content } from '../folder/receive.ts';
import type { ByteRange } from '../port/blobs.ts';
import { elementsOf, type S3Answer } from './s3-answer.ts';
import type { S3Client, S3Request } from './s3-client.ts';
import { S3Refusal } from './s3-refusal.ts';

/** Larger files are sent in parts of this size, some at once. S3 wants 5 MiB at least, and 10 000 parts at most. */
const PART = 8 * 2 ** 20;
const MOST_PARTS = 10_000;
const AT_ONCE = 3;
/** Header with the digest of the whole content, which S3 keeps with the object. */
const DIGEST = 'x-amz-meta-sha256';

/** An object as it arrives. */
export interface ArrivingObject {
  /** Of the whole object; undefined if it was stored by something else. */
  readonly sha256: string | undefined;
  /** Bytes that arrive. */
  readonly size: number;
  readonly chunks: AsyncGenerator<Buffer>;
}

/** The objects of a bucket, by their whole keys. */
export class S3Objects {
  readonly #client: S3Client;

  constructor(client: S3Client) {
    this.#client = client;
  }

  /** Stores a file. It is there as a whole when this resolves, or not at all. */
  async put(key: string, path: string, content: Content, signal?: AbortSignal): Promise<void> {
    const headers = { [DIGEST]: content.sha256, 'content-type': 'application/octet-stream' };
    const file = await open(path, 'r');
    const read = async (from: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
      const part = new Uint8Array(length);
      for (let got = 0; got < length; ) {
        const { bytesRead } = await file.read(part, got, length - got, from + got);
        if (bytesRead === 0) throw new Error(`${path} has become shorter`);
        got += bytesRead;
      }
      return part;
    };
    try {
      if (content.size <= PART) {
        const body = await read(0, content.size);
        await this.#done('PUT', key, { headers, body, signal });
      } else await this.#putParts(key, { size: content.size, read, headers, signal });
    } finally {
      await file.close();
    }
  }

  /** A small text. */
  async putText(key: string, text: string): Promise<void> {
    await this.#done('PUT', key, { body: new TextEncoder().encode(text) });
  }

  /**
   * Begins to receive an object, or a part of it: from a byte on, or up to one as well.
   * @throws S3Refusal with `isAbsence` if there is no such object
   */
  async get(key: string, range?: Partial<ByteRange> & Pick<ByteRange, 'start'>): Promise<ArrivingObject> {
    const headers: Record<string, string> =
      range === undefined ? {} : { range: `bytes=${range.start}-${range.end ?? ''}` };
    return this.#client.send('GET', key, { headers }, (answer) => {
      if (range !== undefined && answer.status !== 206) throw new Error('it ignores ranges');
      const size = Number(answer.header('content-length'));
      return { sha256: answer.header(DIGEST), size, chunks: answer.chunks() };
    });
  }

  /** Deletes an object; does nothing if it does not exist. */
  async delete(key: string): Promise<void> {
    await this.#done('DELETE', key).catch((error: unknown) => {
      if (!(error instanceof S3Refusal && error.isAbsence)) throw error;
    });
  }

  /** All keys that begin with a prefix. */
  async *keys(prefix: string): AsyncGenerator<string> {
    let token: string | undefined;
    do {
      const query: Record<string, string> = { 'list-type': '2', prefix };
      if (token !== undefined) query['continuation-token'] = token;
      const page = await this.#text('GET', '', { query });
      yield* elementsOf(page, 'Key');
      [token] = elementsOf(page, 'NextContinuationToken');
    } while (token !== undefined);
  }

  async #putParts(
    key: string,
    upload: {
      readonly size: number;
      readonly read: (from: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;
      readonly headers: Readonly<Record<string, string>>;
      readonly signal: AbortSignal | undefined;
    },
  ): Promise<void> {
    const { size, read, headers, signal } = upload;
    const begun = await this.#text('POST', key, { query: { uploads: '' }, headers, signal });
    const [uploadId] = elementsOf(begun, 'UploadId');
    if (uploadId === undefined) throw new Error('the object store began an upload without an id');
    const length = Math.max(PART, Math.ceil(size / MOST_PARTS));
    const tags = new Array<string>(Math.ceil(size / length));
    let next = 0;
    const send = async (): Promise<void> => {
      while (next < tags.length) {
        const i = next++;
        const body = await read(i * length, Math.min(length, size - i * length));
        const query = { partNumber: String(i + 1), uploadId };
        const answer = await this.#done('PUT', key, { query, body, signal });
        tags[i] = answer.header('etag') ?? '';
      }
    };
    try {
      // All of them end before the upload does: a part that arrives later would stay.
      const ends = await Promise.allSettled(
        Array.from({ length: AT_ONCE }, () =>
          send().catch((error: unknown) => {
            next = tags.length;
            throw error;
          }),
        ),
      );
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      await this.#complete(key, uploadId, tags, signal);
    } catch (error) {
      await this.#done('DELETE', key, { query: { uploadId } }).catch(() => {});
      throw error;
    }
  }

  async #complete(key: string, uploadId: string, tags: readonly string[], signal?: AbortSignal): Promise<void> {
    const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`);
    const text = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
    const body = new TextEncoder().encode(text);
    const end = await this.#text('POST', key, { query: { uploadId }, body, signal }).catch(async (error: unknown) => {
      // Answered twice, because the first answer was lost: the object is there.
      if (error instanceof S3Refusal && error.code === 'NoSuchUpload' && (await this.#has(key))) return '';
      throw error;
    });
    // S3 begins to answer with 200 before it knows.
    const [code] = elementsOf(end, 'Code');
    if (code !== undefined) throw new S3Refusal(500, code);
  }

  async #has(key: string): Promise<boolean> {
    return this.#done('HEAD', key).then(
      () => true,
      () => false,
    );
  }

  /** Sends a request whose answer matters by its headers only. */
  #done(method: string, key: string, request: S3Request = {}): Promise<S3Answer> {
    return this.#client.send(method, key, request, async (answer) => {
      await answer.bytes();
      return answer;
    });
  }

  #text(method: string, key: string, request: S3Request): Promise<string> {
    return this.#client.send(method, key, request, (answer) => answer.text());
  }
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
