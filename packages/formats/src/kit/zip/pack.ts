import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { FLUSH } from '../io/durable.ts';

/** A file and the name it gets in the archive. */
export interface FileToPack {
  readonly name: string;
  readonly path: string;
}

/** Fast deflate: higher levels hardly shrink coordinates further. */
const LEVEL = 1;
/** The same time for every entry, so that the same job gives the same bytes. */
const TIME = new Date(Date.UTC(2000, 0, 1));

/** Packs files into an archive at `path`, in the given order, and makes it durable. @throws file system errors */
export async function packZip(files: readonly FileToPack[], path: string, signal: AbortSignal): Promise<void> {
  const zip = new yazl.ZipFile();
  for (const { name, path: file } of files) {
    zip.addFile(file, name, { mtime: TIME, mode: 0o100644, compressionLevel: LEVEL, forceDosTimestamp: true });
  }
  const output = zip.outputStream as Readable;
  // The error of a file that cannot be read is emitted by the archive, not by its stream.
  zip.on('error', (error: Error) => output.destroy(error));
  zip.end();
  await pipeline(output, createWriteStream(path, { flush: FLUSH }), { signal });
}
