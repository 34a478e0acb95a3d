import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { BlobInfo, PutOptions } from '../port/blobs.ts';

/** Bytes read at once: a file is read in fewer turns of the event loop than by default. */
export const CHUNK = 1 << 20;

/** What a content is known by. */
export type Content = Pick<BlobInfo, 'size' | 'sha256'>;

/**
 * Writes a stream into a new file, which is on the disk when this resolves, unless it is passing.
 * @param requireRoom called while it arrives; throws if there is no room for it
 * @throws ProblemError `body-too-large`; the stream's own error and those of the file, which is then left as it is
 */
export async function receive(
  source: Readable,
  path: string,
  options: PutOptions,
  requireRoom: () => void,
): Promise<Content> {
  const hash = createHash('sha256');
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > options.limit) {
        const name = options.limitName ?? 'upload limit';
        done(
          new ProblemError(
            'body-too-large',
            detailOf('The {name} is {limit} bytes; more arrived.', { name, limit: options.limit }),
          ),
        );
        return;
      }
      try {
        requireRoom();
      } catch (error) {
        done(error as Error);
        return;
      }
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // `flush` makes the stream fsync before it closes the file.
  const flush = options.isPassing !== true;
  // With a buffer of one network packet the sender would wait for every write.
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush, highWaterMark: CHUNK });
  await pipeline(source, meter, file, { signal: options.signal });
  return { size, sha256: hash.digest('hex') };
}

/** Reads a file through. */
export async function contentOf(path: string): Promise<Content> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}
