import { directoryEnd, directoryRecord, localHeader, MOST_32 } from './entry-records.ts';

/** A file for an archive that is made while it is read. */
export interface StoredFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly crc: number;
  readonly content: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

const STORED = 0;

/** The bytes of an archive of files that are stored as they are. Sizes and checksums are known before. */
export async function* storedZip(files: readonly StoredFile[]): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, size, crc, content } of files) {
    const facts = { name: Buffer.from(name), method: STORED, crc, size, packedSize: size, offset };
    const header = localHeader(facts, size >= MOST_32);
    yield header;
    yield* await content();
    directory.push(directoryRecord(facts));
    offset += header.length + size;
  }
  const records = Buffer.concat(directory);
  yield records;
  yield directoryEnd(directory.length, records.length, offset);
}
