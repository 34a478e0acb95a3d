import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { FormatError, LimitError } from '../../core/failure.ts';
import { checkLimit, type Limits } from '../../core/limits.ts';
import { checkEntry } from './entry-name.ts';
import { ARCHIVE_DEPTH, ARCHIVE_RATIO, RATIO_FROM } from './limits.ts';

/** A file that was unpacked. */
export interface UnpackedFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  /** SHA-256 in lower-case hex. */
  readonly sha256: string;
}

/** Options of unpacking. */
export interface UnpackRequest {
  readonly limits: Limits;
  readonly signal: AbortSignal;
  /** Whether a file may be an archive itself; it is kept as it is and never opened. */
  readonly opaque: (name: string) => boolean;
}

/** Supported compression methods (APPNOTE 4.4.5). */
const STORED = 0;
const DEFLATED = 8;

const open = promisify<string, yauzl.Options, ZipFile>(yauzl.open);

/**
 * Unpacks an archive into an empty folder. The directory's claims are checked before the first byte is unpacked: number
 * of entries, names, kinds, total size, ratio, and that no two entries share their data; sizes are then enforced while
 * unpacking.
 * @param path the archive @param folder an empty folder of the caller
 * @throws LimitError `archiveEntries`, `unpackedBytes`, `archiveRatio`, `archiveDepth`, `archiveNameLength`;
 * FormatError `archive-damaged`, `archive-name`, `archive-link`, `archive-encrypted`, `archive-method`
 */
export async function unpackZip(path: string, folder: string, request: UnpackRequest): Promise<UnpackedFile[]> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true };
  const zip = await open(path, options).catch(damaged);
  try {
    const entries = await readDirectory(zip, request.limits);
    checkTotals(entries, zip.fileSize, request.limits);
    const files: UnpackedFile[] = [];
    for (const entry of entries) {
      request.signal.throwIfAborted();
      if (!entry.fileName.endsWith('/')) files.push(await unpackEntry(zip, entry, folder, request));
    }
    return files;
  } finally {
    zip.close();
  }
}

/** The entries, each checked on its own. */
function readDirectory(zip: ZipFile, limits: Limits): Promise<Entry[]> {
  return new Promise<Entry[]>((resolve, reject) => {
    const entries: Entry[] = [];
    const names = new Set<string>();
    const take = (entry: Entry): void => {
      checkLimit(limits, 'archiveEntries', entries.push(entry), 'entries of the archive');
      checkEntry(entry);
      if (entry.isEncrypted()) {
        throw new FormatError('archive-encrypted', { found: `entry "${entry.fileName}"` });
      }
      const { compressionMethod: method } = entry;
      if (method !== STORED && method !== DEFLATED) {
        throw new FormatError('archive-method', { name: entry.fileName, method });
      }
      // Ignoring case: on some systems two such names are the same file.
      const key = entry.fileName.toLowerCase().normalize();
      if (names.has(key)) throw new FormatError('archive-damaged', { found: `two entries named "${entry.fileName}"` });
      names.add(key);
    };
    zip.on('entry', (entry: Entry) => {
      try {
        take(entry);
        zip.readEntry();
      } catch (error) {
        reject(error);
      }
    });
    zip.on('end', () => {
      const both = entries.find(({ fileName }) => isUnderFile(fileName, names));
      if (both === undefined) resolve(entries);
      else reject(new FormatError('archive-damaged', { found: `"${both.fileName}" is inside another file` }));
    });
    zip.on('error', reject);
    try {
      checkLimit(limits, 'archiveEntries', zip.entryCount, 'entries of the archive');
      zip.readEntry();
    } catch (error) {
      reject(error);
    }
  }).catch(damaged);
}

/** Whether a folder in a name is the name of a file entry; folders end in a slash. @param names in lower case */
function isUnderFile(fileName: string, names: ReadonlySet<string>): boolean {
  const parts = fileName.replace(/\/$/, '').toLowerCase().normalize().split('/');
  return parts.some((_, i) => i > 0 && names.has(parts.slice(0, i).join('/')));
}

function checkTotals(entries: readonly Entry[], archiveSize: number, limits: Limits): void {
  let unpacked = 0;
  let packed = 0;
  for (const { uncompressedSize, compressedSize } of entries) {
    unpacked += uncompressedSize;
    packed += compressedSize;
  }
  checkLimit(limits, 'unpackedBytes', unpacked, 'bytes that the archive unpacks to');
  if (packed > archiveSize) {
    const found = `its entries claim ${packed} packed bytes, but it has ${archiveSize}: entries share their data`;
    throw new FormatError('archive-damaged', { found });
  }
  const ratio = unpacked / Math.max(1, packed);
  if (unpacked >= RATIO_FROM && ratio > ARCHIVE_RATIO) {
    throw new LimitError('archiveRatio', ARCHIVE_RATIO, `a ratio of ${Math.round(ratio)} unpacked bytes per byte`);
  }
}

async function unpackEntry(zip: ZipFile, entry: Entry, folder: string, request: UnpackRequest): Promise<UnpackedFile> {
  const { fileName: name } = entry;
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  let size = 0;
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (size === 0 && !request.opaque(name) && isZip(chunk)) {
        done(new LimitError('archiveDepth', ARCHIVE_DEPTH, `the entry "${name}" is itself an archive`));
        return;
      }
      size += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) => (error === null ? resolve(opened) : reject(error)));
    });
    // 'wx': an existing file or a link is never followed.
    await pipeline(stream, watch, createWriteStream(path, { flags: 'wx' }), { signal: request.signal });
  } catch (error) {
    request.signal.throwIfAborted();
    damaged(error);
  }
  return { name, path, size, sha256: hash.digest('hex') };
}

/** Whether bytes begin like an archive (local entry, empty archive or spanned archive). */
function isZip(bytes: Uint8Array): boolean {
  const [p, k, a, b] = bytes;
  return p === 0x50 && k === 0x4b && ((a === 3 && b === 4) || (a === 5 && b === 6) || (a === 7 && b === 8));
}

/** Rethrows our own and system errors; an error of the ZIP library or zlib becomes a FormatError. */
function damaged(error: unknown): never {
  if (error instanceof FormatError) throw error;
  const { syscall, message } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) throw error;
  // The library refuses some kinds of encryption before it returns the entry.
  throw new FormatError(/encrypt/i.test(message) ? 'archive-encrypted' : 'archive-damaged', { found: message });
}
