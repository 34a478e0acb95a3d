import { FormatError } from '../../core/failure.ts';
import type { WriteContext } from '../../core/format.ts';
import { ByteWriter } from '../../kit/io/byte-writer.ts';
import { writeText } from './field.ts';
import { DIRECTORY_ENTRY, NAME_AT, NAME_CAPACITY_AT } from './header.ts';
import { type MachineKind, TRAITS } from './kinds.ts';
import { SHORT_NAME_UNITS } from './layouts.ts';
import { NO_PAGE, WIDE_CAPACITY } from './page-chain.ts';

/** Consecutive records of a table from one source. */
export interface TablePart {
  readonly count: number;
  /** Fills the record of `row` (counted within the part) at byte `at`; its bytes are 0. */
  fill(view: DataView, at: number, row: number): void;
}

/** A table to write. */
export interface TablePlan {
  readonly id: number;
  readonly recordSize: number;
  readonly parts: readonly TablePart[];
}

/** A file to write. */
export interface ContainerPlan {
  readonly kind: MachineKind;
  readonly name: string;
  /** Empty tables are left out. */
  readonly tables: readonly TablePlan[];
  /** Bytes between the header and the first table (lists of alignments). */
  readonly lists?: Uint8Array;
}

/** Page capacities of the vendor's TP3 files by table; 32 for any other. */
const TP3_CAPACITY: Readonly<Record<number, number>> = {
  1: 1024,
  2: 1024,
  5: 1024,
  6: 1024,
  7: 1024,
  8: 512,
  9: 256,
  10: 128,
  11: 128,
  12: 1024,
  13: 128,
  14: 1024,
  15: 32,
  17: 32,
  18: 32,
  19: 1,
  20: 32,
  21: 1024,
};
/** Tables whose record counts follow the directory of TP3 and PT3 in this order (see NOTES.md); LN3 counts 1 to 7. */
const COUNTED = [1, 2, 3, 4, 5, 11, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20];
const COUNTED_PT3 = 11;
const COUNTED_LN3 = [1, 2, 3, 4, 5, 6, 7];
/** References number pages with 16 bits, and the last two numbers mean "none". */
const MOST_PAGES = 0xfffd;
/** Offsets have 32 bits. */
const LARGEST_FILE = 0xffff_0000;

/** Records per page of a table. */
export function capacityOf(kind: MachineKind, id: number): number {
  return kind === 'TP3' ? (TP3_CAPACITY[id] ?? 32) : WIDE_CAPACITY;
}

/** Number of records of a table. */
export function countOf(table: TablePlan): number {
  return table.parts.reduce((sum, part) => sum + part.count, 0);
}

interface Placed {
  readonly table: TablePlan;
  readonly count: number;
  readonly capacity: number;
  readonly at: number;
}

/**
 * Writes a file: header, directory, counts, then the pages of each table. All pages except the last are full, and the
 * last one only has the size of its records, as in the vendor's smaller files.
 * @throws FormatError `too-large-for-format` if references or offsets cannot address the job
 */
export async function writeContainer(path: string, plan: ContainerPlan, context: WriteContext): Promise<void> {
  const { firstPage, pageHeader } = TRAITS[plan.kind];
  const placed = place(plan);
  const writer = new ByteWriter(path);
  try {
    writer.bytes(headerOf(plan, placed));
    if (plan.lists !== undefined) writer.bytes(plan.lists);
    const total = placed.reduce((sum, { count }) => sum + count, 0);
    let done = 0;
    for (const entry of placed) {
      await writePages(writer, entry, pageHeader, (records) => {
        context.signal.throwIfAborted();
        context.progress(done + records, total, 'writing');
      });
      done += entry.count;
    }
    if (writer.position < firstPage) throw new Error('the header is longer than the space before the first page');
    writer.close();
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

function place(plan: ContainerPlan): Placed[] {
  const { firstPage, pageHeader, directoryCapacity } = TRAITS[plan.kind];
  let at = firstPage + (plan.lists?.length ?? 0);
  const placed: Placed[] = [];
  for (const table of plan.tables) {
    const count = countOf(table);
    if (count === 0) continue;
    const capacity = capacityOf(plan.kind, table.id);
    const pages = Math.ceil(count / capacity);
    placed.push({ table, count, capacity, at });
    at += pages * pageHeader + count * table.recordSize;
    if (pages > MOST_PAGES || at > LARGEST_FILE) {
      const most = Math.min(MOST_PAGES * capacity, Math.floor(LARGEST_FILE / table.recordSize));
      const what = `records of table ${table.id} in files below 4 GB`;
      throw new FormatError('too-large-for-format', { most, what, found: count });
    }
  }
  if (placed.length > directoryCapacity) throw new Error(`the directory of a ${plan.kind} has no room for all tables`);
  return placed;
}

function headerOf(plan: ContainerPlan, placed: readonly Placed[]): Uint8Array {
  const { major, minor, directoryAt, directoryCapacity, firstPage, pageHeader } = TRAITS[plan.kind];
  const header = new Uint8Array(firstPage);
  const view = new DataView(header.buffer);
  for (const [i, letter] of [...`Topcon ${plan.kind}`].entries()) header[i] = letter.charCodeAt(0);
  view.setUint32(0x10, major, true);
  view.setUint32(0x14, minor, true);
  view.setUint16(NAME_CAPACITY_AT, SHORT_NAME_UNITS, true);
  writeText(view, NAME_AT, SHORT_NAME_UNITS, plan.name.slice(0, SHORT_NAME_UNITS - 1));
  if (plan.kind === 'TP3') {
    view.setUint16(0x60, SHORT_NAME_UNITS, true);
    view.setFloat64(0xac, 1, true);
  }
  view.setUint16(directoryAt, directoryCapacity, true);
  placed.forEach(({ table, at }, i) => {
    const entry = directoryAt + 2 + i * DIRECTORY_ENTRY;
    view.setUint16(entry, table.id, true);
    view.setUint32(entry + 2, pageHeader, true);
    view.setUint32(entry + 6, at, true);
  });
  const counted = plan.kind === 'LN3' ? COUNTED_LN3 : plan.kind === 'TP3' ? COUNTED : COUNTED.slice(0, COUNTED_PT3);
  const countsAt = directoryAt + 2 + directoryCapacity * DIRECTORY_ENTRY;
  if (plan.kind !== 'TN3') {
    counted.forEach((id, i) => {
      view.setUint32(countsAt + 4 * i, placed.find(({ table }) => table.id === id)?.count ?? 0, true);
    });
  }
  return header;
}

async function writePages(
  writer: ByteWriter,
  { table, count, capacity, at: first }: Placed,
  headerSize: 18 | 22,
  progress: (records: number) => void,
): Promise<void> {
  const { id, recordSize } = table;
  const fullPage = headerSize + capacity * recordSize;
  const page = new Uint8Array(fullPage);
  const view = new DataView(page.buffer);
  const parts = table.parts[Symbol.iterator]();
  let part: TablePart | undefined;
  let row = 0;
  for (let start = 0, at = first; start < count; start += capacity, at += fullPage) {
    const held = Math.min(capacity, count - start);
    page.fill(0);
    view.setUint16(0, id, true);
    const next = start + held < count ? at + fullPage : NO_PAGE;
    const previous = start === 0 ? NO_PAGE : at - fullPage;
    if (headerSize === 18) {
      view.setUint16(2, 18, true);
      view.setUint16(4, capacity, true);
      view.setUint16(6, held, true);
      view.setUint16(8, recordSize, true);
    } else {
      view.setUint32(2, 22, true);
      view.setUint32(6, held, true);
      view.setUint32(10, recordSize, true);
    }
    view.setUint32(headerSize - 8, next, true);
    view.setUint32(headerSize - 4, previous, true);
    for (let i = 0; i < held; i++) {
      while (part === undefined || row === part.count) {
        part = parts.next().value as TablePart;
        row = 0;
      }
      part.fill(view, headerSize + i * recordSize, row++);
    }
    writer.bytes(page.subarray(0, headerSize + held * recordSize));
    if ((start / capacity) % 64 === 63) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      progress(start + held);
    }
  }
  progress(count);
}

/** Writes a reference to record `ordinal` of a table with this page capacity. */
export function putReference(view: DataView, at: number, id: number, ordinal: number, capacity: number): void {
  view.setUint16(at, id, true);
  view.setUint16(at + 2, Math.floor(ordinal / capacity), true);
  view.setUint16(at + 4, ordinal % capacity, true);
}

/** Writes a null reference. */
export function putNowhere(view: DataView, at: number): void {
  view.setUint16(at, 0, true);
  view.setUint16(at + 2, 0xfffe, true);
  view.setUint16(at + 4, 0, true);
}
