import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import zlib from 'node:zlib';
import { FLUSH } from '../io/durable.ts';
import { deflatePiece, type EarlyPieces } from './early-pieces.ts';
import { directoryEnd, directoryRecord, type EntryFacts, localHeader, MOST_32 } from './entry-records.ts';

/** A file and the name it gets in the archive. */
export interface FileToPack {
  readonly name: string;
  readonly path: string;
  /** Parts of it that are compressed already. */
  readonly pieces?: EarlyPieces | undefined;
}

/** A file that was packed. */
export interface PackedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** An entry before all others that describes them: its place is kept free until they are packed. */
export interface FirstEntry {
  readonly name: string;
  readonly size: number;
  /** Its content, of `size` bytes. */
  readonly content: (files: readonly PackedFile[]) => Uint8Array;
}

/** How an archive is packed. */
export interface PackRequest {
  readonly signal: AbortSignal;
  readonly first?: FirstEntry;
  /** Most that a field of 32 bits may say; beyond it Zip64 is written. */
  readonly largest?: number | undefined;
}

const STORED = 0;
const DEFLATED = 8;
/** Bytes compressed apart from each other: each costs its dictionary, about 0.1 % of the result. */
const PIECE = 1 << 20;
/** Pieces compressed at once: as many as Node's pool has threads, so that none waits for the next piece to be read. */
const AT_ONCE = 4;
/** A file whose first piece shrinks less than this is stored as it is. */
const WORTHWHILE = 0.97;
/** An empty last block: ends a deflate stream of joined pieces (RFC 1951 §3.2.6). */
const END_OF_STREAM = Buffer.of(3, 0);

/**
 * Packs files into an archive at `path`, in the given order, and makes it durable. The pieces of a file are compressed
 * side by side and joined to one deflate stream; the bytes do not depend on how many threads there are.
 * @throws file system errors; the reason of the signal
 */
export async function packZip(
  files: readonly FileToPack[],
  path: string,
  { signal, first, largest = MOST_32 }: PackRequest,
): Promise<void> {
  const archive = await open(path, 'w');
  try {
    let end = first === undefined ? 0 : localHeader(stored(first), false).length + first.size;
    const directory: Buffer[] = [];
    const packed: PackedFile[] = [];
    for (const file of files) {
      const facts = await packFile(file, archive, end, signal, largest);
      end = facts.end;
      directory.push(directoryRecord(facts, largest));
      packed.push({ name: file.name, size: facts.size, sha256: facts.sha256 });
    }
    if (first !== undefined) {
      const content = first.content(packed);
      if (content.length !== first.size)
        throw new Error(`${first.name} has ${content.length} bytes, not ${first.size}`);
      const facts = { ...stored(first), crc: zlib.crc32(content) };
      await writeAt(archive, Buffer.concat([localHeader(facts, false), content]), 0);
      directory.unshift(directoryRecord(facts, largest));
    }
    const records = Buffer.concat(directory);
    await writeAt(archive, Buffer.concat([records, directoryEnd(directory.length, records.length, end, largest)]), end);
    if (FLUSH) await archive.datasync();
  } finally {
    await archive.close();
  }
}

const stored = ({ name, size }: FirstEntry): EntryFacts => ({
  name: Buffer.from(name),
  method: STORED,
  crc: 0,
  size,
  packedSize: size,
  offset: 0,
});

/** Facts of an entry that was written. */
interface Written extends EntryFacts {
  readonly sha256: string;
  /** Where it ends in the archive. */
  readonly end: number;
}

/** Writes one entry. @param offset where it begins */
async function packFile(
  file: FileToPack,
  archive: FileHandle,
  offset: number,
  signal: AbortSignal,
  largest: number,
): Promise<Written> {
  const name = Buffer.from(file.name);
  const source = await open(file.path, 'r');
  const under: Promise<Uint8Array>[] = [];
  try {
    const { size } = await source.stat();
    // What does not shrink may grow by a few bytes per piece.
    const isLarge = size + size / 1000 + PIECE >= largest;
    const blank = { name, method: STORED, crc: 0, size: 0, packedSize: 0, offset };
    const start = offset + localHeader(blank, isLarge).length;
    const hash = createHash('sha256');
    const starts = [...(file.pieces?.starts ?? []), size];
    let [crc, read, end, method, following] = [0, 0, start, STORED, 0];
    let compared: Buffer = Buffer.alloc(0);
    const write = async (): Promise<void> => {
      const bytes = await under.shift()!;
      await writeAt(archive, bytes, end);
      end += bytes.length;
    };
    while (read < size) {
      signal.throwIfAborted();
      while (starts[following]! <= read) following++;
      const early = file.pieces?.at(read);
      const length = early?.length ?? Math.min(PIECE, starts[following]! - read);
      // A piece that is only compared needs no buffer of its own.
      const mayReuse = early?.packed !== undefined && method === DEFLATED;
      if (mayReuse && compared.length < length) compared = Buffer.allocUnsafeSlow(length);
      let piece = mayReuse ? compared.subarray(0, length) : Buffer.allocUnsafe(length);
      await readInto(piece, source, read);
      const known = early !== undefined && early.crc === zlib.crc32(piece) ? early.packed : undefined;
      if (mayReuse && known === undefined) piece = Buffer.from(piece);
      const deflated = (): Promise<Uint8Array> => known ?? deflatePiece(piece);
      const isFirst = read === 0;
      crc = zlib.crc32(piece, crc);
      hash.update(piece);
      read += piece.length;
      const packed = isFirst || method === DEFLATED ? deflated() : Promise.resolve(piece);
      if (isFirst) method = (await packed).length < WORTHWHILE * piece.length ? DEFLATED : STORED;
      under.push(method === DEFLATED ? packed : Promise.resolve(piece));
      if (under.length >= AT_ONCE) await write();
    }
    if (method === DEFLATED) under.push(Promise.resolve(END_OF_STREAM));
    while (under.length > 0) await write();
    const facts = { name, method, crc, size, packedSize: end - start, offset };
    await writeAt(archive, localHeader(facts, isLarge), offset);
    return { ...facts, end, sha256: hash.digest('hex') };
  } finally {
    await Promise.allSettled(under);
    await source.close();
  }
}

/** @throws Error if the file has become shorter */
async function readInto(bytes: Buffer, source: FileHandle, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await source.read(bytes, done, bytes.length - done, position + done);
    if (bytesRead === 0) throw new Error('a file became shorter while it was packed');
    done += bytesRead;
  }
}

async function writeAt(archive: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await archive.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
