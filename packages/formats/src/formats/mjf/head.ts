import { FormatError } from '../../core/failure.ts';
import type { Sniffed } from '../../core/format.ts';
import { UNKNOWN } from '../../core/format.ts';
import { isGeoPackage } from './application-id.ts';

const MAGIC = 'SQLite format 3\0';
/** Bytes of the header of an SQLite file. */
export const HEAD_SIZE = 100;

/** The header of an SQLite file. Source: sqlite.org/fileformat2.html §1.3. */
export interface SqliteHead {
  readonly pageSize: number;
  /** Number of pages in the header; 0 if it is not valid. */
  readonly pages: number;
  readonly applicationId: number;
  readonly userVersion: number;
}

/** Reads the header; undefined if the bytes are not SQLite. */
export function sqliteHead(head: Uint8Array): SqliteHead | undefined {
  if (head.length < HEAD_SIZE || Buffer.from(head.subarray(0, 16)).toString('latin1') !== MAGIC) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const stated = view.getUint16(16);
  // The page count is valid only while both change counters agree.
  const counted = view.getUint32(24) === view.getUint32(92);
  return {
    pageSize: stated === 1 ? 65536 : stated,
    pages: counted ? view.getUint32(28) : 0,
    applicationId: view.getUint32(68),
    userVersion: view.getUint32(60),
  };
}

const NOT_SQLITE = 'it is not an SQLite database';

/**
 * Recognises packages by the header; other files with our extension are refused with an explanation.
 * @param id the format that asks: `mjf`, `mjo` or `mjt`, which differ only by name
 */
export function sniffPackage(id: string, head: Uint8Array, extension: string): Sniffed {
  const sqlite = sqliteHead(head);
  if (sqlite === undefined) {
    if (extension !== id || startsAsZip(head)) return UNKNOWN;
    return { confidence: 0.25, version: '', refusal: notOurs(id, NOT_SQLITE) };
  }
  const named = extension === id;
  if (!isGeoPackage(sqlite.applicationId)) {
    if (!named) return UNKNOWN;
    return { confidence: 0.3, version: '', refusal: notOurs(id, notPackageText(sqlite)) };
  }
  return { confidence: named ? 0.95 : id === 'mjf' ? 0.6 : 0.3, version: '' };
}

/** Whether the bytes begin like a ZIP archive. */
export function startsAsZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5) && head[3] === head[2]! + 1;
}

function notOurs(id: string, found: string): FormatError {
  return new FormatError('not-ours', { name: `this .${id} file`, found });
}

function notPackageText({ applicationId }: SqliteHead): string {
  const id = applicationId.toString(16).padStart(8, '0');
  return `it is an SQLite database, but not a GeoPackage (application id 0x${id}, not 0x47504b47)`;
}

/**
 * Checks the header before SQLite opens the file.
 * @throws FormatError `not-ours` if it is not a GeoPackage, `unexpected-end` if pages are missing
 */
export function checkHead(head: Uint8Array, size: number, name: string): void {
  const sqlite = sqliteHead(head);
  if (sqlite === undefined) throw new FormatError('not-ours', { name, found: NOT_SQLITE });
  if (!isGeoPackage(sqlite.applicationId)) throw new FormatError('not-ours', { name, found: notPackageText(sqlite) });
  const { pageSize, pages } = sqlite;
  const power = pageSize >= 512 && pageSize <= 65536 && (pageSize & (pageSize - 1)) === 0;
  if (!power)
    throw new FormatError('database-damaged', { name, found: `the header states pages of ${pageSize} bytes` }, 16);
  if (pages * pageSize > size) {
    const missing = `some of the ${pages} pages of ${pageSize} bytes that its header counts`;
    throw new FormatError('unexpected-end', { size, missing }, size);
  }
}
