import { type ByteSource, readBytes } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { readText } from './field.ts';
import { kindOf, type MachineKind, TRAITS } from './kinds.ts';
import { SHORT_NAME_UNITS } from './layouts.ts';
import type { Problems } from './problem.ts';

/** Bytes before the directory that are in the same place in all files of the family. */
export const COMMON_HEADER = 0x60;
export const NAME_CAPACITY_AT = 0x1c;
export const NAME_AT = 0x1e;
export const DIRECTORY_ENTRY = 10;
/** A directory with more entries is junk: the largest known has 30. */
const MOST_DIRECTORY_ENTRIES = 256;

/** A table in the directory. */
export interface DirectoryEntry {
  readonly table: number;
  readonly pageHeader: number;
  readonly firstPage: number;
}

/** The contents of the file before the first page. */
export interface MachineHeader {
  readonly kind: MachineKind;
  readonly major: number;
  readonly minor: number;
  readonly name: string;
  readonly directoryAt: number;
  readonly directory: readonly DirectoryEntry[];
}

/**
 * Reads the header and the directory. Only known fields are read: the rest of the header is uninitialised memory.
 * @throws FormatError `not-machine-file` for another signature, `unexpected-end` if the header is truncated,
 *   `directory-missing` if there is no directory in its place
 */
export function readHeader(source: ByteSource, problems: Problems): MachineHeader {
  const head = readBytes(source, 0, Math.min(source.size, COMMON_HEADER));
  const kind = kindOf(head);
  if (kind === undefined) {
    throw new FormatError('not-machine-file', {}, 0);
  }
  if (head.length < COMMON_HEADER) {
    throw new FormatError('unexpected-end', { size: source.size, missing: 'a part of its header' }, source.size);
  }
  const view = new DataView(head.buffer);
  const name = readText(view, NAME_AT, Math.min(SHORT_NAME_UNITS, view.getUint16(NAME_CAPACITY_AT, true)));
  const known = TRAITS[kind].directoryAt;
  // No stand-alone RD3, GC3 or PL3 is known, so their directory is also tried in the place of TP3's.
  const places = TRAITS[kind].seen ? [known] : [known, TRAITS.TP3.directoryAt];
  for (const directoryAt of places) {
    const directory = readDirectory(source, directoryAt, problems, places.length > 1);
    if (directory === undefined) continue;
    return { kind, major: view.getUint32(0x10, true), minor: view.getUint32(0x14, true), name, directoryAt, directory };
  }
  throw new FormatError('directory-missing', { places: places.join(' or '), kind }, known);
}

/**
 * Reads the directory at `at`; undefined if it cannot be one.
 * @param strict whether every entry must point at a page of its table
 */
function readDirectory(
  source: ByteSource,
  at: number,
  problems: Problems,
  strict: boolean,
): DirectoryEntry[] | undefined {
  if (at + 2 > source.size) return undefined;
  const view = viewOf(readBytes(source, at, Math.min(source.size - at, 2 + MOST_DIRECTORY_ENTRIES * DIRECTORY_ENTRY)));
  const capacity = view.getUint16(0, true);
  if (capacity === 0 || capacity > MOST_DIRECTORY_ENTRIES) return undefined;
  const entries: DirectoryEntry[] = [];
  for (let i = 0; i < capacity; i++) {
    const entry = 2 + i * DIRECTORY_ENTRY;
    if (entry + DIRECTORY_ENTRY > view.byteLength) {
      problems.report(issueOf('directory-cut', { stated: capacity, found: i }, { offset: at + entry }));
      break;
    }
    const table = view.getUint16(entry, true);
    // The first empty entry is followed by uninitialised memory.
    if (table === 0) break;
    const pageHeader = view.getUint32(entry + 2, true);
    const firstPage = view.getUint32(entry + 6, true);
    if (strict && !pointsAtPage(source, table, pageHeader, firstPage)) return undefined;
    if (pageHeader !== 18 && pageHeader !== 22) {
      problems.report(issueOf('page-header-unknown', { table, size: pageHeader }, { offset: at + entry }));
    } else if (entries.some((other) => other.table === table)) {
      problems.report(issueOf('table-doubled', { table }, { offset: at + entry }));
    } else entries.push({ table, pageHeader, firstPage });
  }
  return strict && entries.length === 0 ? undefined : entries;
}

function pointsAtPage(source: ByteSource, table: number, pageHeader: number, firstPage: number): boolean {
  if ((pageHeader !== 18 && pageHeader !== 22) || firstPage + pageHeader > source.size) return false;
  return viewOf(readBytes(source, firstPage, 2)).getUint16(0, true) === table;
}

const viewOf = (raw: Uint8Array): DataView => new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
