import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { FLUSH } from '../io/durable.ts';
import { directoryEnd, directoryRecord, type EntryFacts, localHeader, MOST_32 } from './entry-records.ts';

/** A file and the name it gets in the archive. */
export interface FileToPack {
  readonly name: string;
  readonly path: string;
}

const STORED = 0;
const DEFLATED = 8;
/** Fast deflate: higher levels hardly shrink coordinates further. */
const LEVEL = 1;
/** Bytes compressed apart from each other: each costs its dictionary, about 0.1 % of the result. */
const PIECE = 1 << 20;
/** Pieces compressed at once: as many as Node's pool has threads, so that none waits for the next piece to be read. */
const AT_ONCE = 4;
/** A file whose first piece shrinks less than this is stored as it is. */
const WORTHWHILE = 0.97;

const deflate = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.deflateRaw);

/**
 * Packs files into an archive at `path`, in the given order, and makes it durable. The pieces of a file are compressed
 * side by side and joined to one deflate stream; the bytes do not depend on how many threads there are.
 * @param largest most that a field of 32 bits may say; beyond it Zip64 is written
 * @throws file system errors; the reason of the signal
 */
export async function packZip(
  files: readonly FileToPack[],
  path: string,
  signal: AbortSignal,
  largest = MOST_32,
): Promise<void> {
  const archive = await open(path, 'w');
  try {
    let end = 0;
    const directory: Buffer[] = [];
    for (const { name, path: file } of files) {
      const source = await open(file, 'r');
      try {
        const facts = await packFile(source, Buffer.from(name), archive, end, signal, largest);
        end = facts.end;
        directory.push(directoryRecord(facts, largest));
      } finally {
        await source.close();
      }
    }
    const records = Buffer.concat(directory);
    await writeAt(archive, Buffer.concat([records, directoryEnd(files.length, records.length, end, largest)]), end);
    if (FLUSH) await archive.datasync();
  } finally {
    await archive.close();
  }
}

/** Writes one entry. @param offset where it begins @returns its facts, and where it ends */
async function packFile(
  source: FileHandle,
  name: Buffer,
  archive: FileHandle,
  offset: number,
  signal: AbortSignal,
  largest: number,
): Promise<EntryFacts & { readonly end: number }> {
  const { size } = await source.stat();
  // What does not shrink may grow by a few bytes per piece.
  const isLarge = size + size / 1000 + PIECE >= largest;
  const blank = { name, method: STORED, crc: 0, size: 0, packedSize: 0, offset };
  const start = offset + localHeader(blank, isLarge).length;
  let [crc, read, end, method] = [0, 0, start, STORED];
  const under: Promise<Uint8Array>[] = [];
  const write = async (): Promise<void> => {
    const bytes = await under.shift()!;
    await writeAt(archive, bytes, end);
    end += bytes.length;
  };
  try {
    while (read < size) {
      signal.throwIfAborted();
      const piece = await readAt(source, Math.min(PIECE, size - read), read);
      crc = zlib.crc32(piece, crc);
      read += piece.length;
      const finishFlush = read === size ? zlib.constants.Z_FINISH : zlib.constants.Z_SYNC_FLUSH;
      const isFirst = read === piece.length;
      const packed = isFirst || method === DEFLATED ? deflate(piece, { level: LEVEL, finishFlush }) : undefined;
      if (isFirst && (await packed!).length < WORTHWHILE * piece.length) method = DEFLATED;
      under.push(method === DEFLATED ? packed! : Promise.resolve(piece));
      if (under.length >= AT_ONCE) await write();
    }
    while (under.length > 0) await write();
  } finally {
    await Promise.allSettled(under);
  }
  const facts = { name, method, crc, size, packedSize: end - start, offset };
  await writeAt(archive, localHeader(facts, isLarge), offset);
  return { ...facts, end };
}

/** @throws Error if the file has become shorter */
async function readAt(source: FileHandle, length: number, position: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await source.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) throw new Error('a file became shorter while it was packed');
    done += bytesRead;
  }
  return bytes;
}

async function writeAt(archive: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await archive.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
