import type { ByteSource } from '../../core/byte-source.ts';
import type { Issue } from '../../core/issues/issue.ts';
import { NODE_LAYOUTS } from './alignment-nodes.ts';
import { openContainer } from './container.ts';
import type { Proof } from './field.ts';
import type { Layout } from './layout.ts';
import { layoutsOf, TP3_TABLE } from './layouts.ts';
import { readNodes } from './node-list.ts';
import { Problems } from './problem.ts';

/** Default number of records shown per table. */
const RECORDS_SHOWN = 3;

/** A field of a record as in the file. */
export interface RawField {
  readonly name: string;
  readonly at: number;
  readonly size: number;
  readonly proof: Proof;
  readonly value: unknown;
}

/** A record: its offset, all its bytes in hex, and the known fields. */
export interface RawRecord {
  readonly offset: number;
  readonly hex: string;
  readonly fields: readonly RawField[];
}

/** A table: its size, its pages, and its first records. */
export interface RawTable {
  readonly table: number;
  readonly title: string;
  readonly recordSize: number;
  readonly count: number;
  readonly pages: readonly { readonly offset: number; readonly capacity: number; readonly count: number }[];
  readonly records: readonly RawRecord[];
  /** Bytes of a record that are not in any field. */
  readonly unknownBytes: number;
}

/** The contents of a machine-control file, known or not. */
export interface RawFile {
  readonly kind: string;
  readonly version: string;
  readonly name: string;
  readonly tables: readonly RawTable[];
  /** Elements in the lists of the first alignments. */
  readonly elements: readonly (RawRecord & { readonly type: number; readonly list: string })[];
  readonly issues: readonly Issue[];
}

/**
 * Walks every table of a machine-control file and shows its records with the known fields and how certain they are, for
 * users who help to find out the rest.
 * @param most records shown per table
 * @throws FormatError if the header or the directory cannot be read
 */
export async function rawTables(source: ByteSource, most = RECORDS_SHOWN): Promise<RawFile> {
  const issues: Issue[] = [];
  const problems = new Problems((issue) => issues.push(issue));
  const { header, tables } = openContainer(source, problems);
  const layouts = layoutsOf(header.kind);
  const shown: RawTable[] = [];
  const seen = new Set<number>();
  const elements: RawFile['elements'][number][] = [];
  for (const table of tables.values()) {
    const layout = layouts.get(table.id);
    await table.load(source, async () => undefined);
    const records = Array.from({ length: Math.min(most, table.count) }, (_, row) =>
      rawRecord(table.view, row * table.recordSize, table.recordSize, table.offsetOf(row), layout),
    );
    if (table.id === TP3_TABLE.alignment && header.kind !== 'TN3' && header.kind !== 'LN3' && table.recordSize >= 24) {
      for (let row = 0; row < Math.min(most, table.count); row++) {
        elements.push(...rawElements(source, table.view, row * table.recordSize, problems, seen));
      }
    }
    shown.push({
      table: table.id,
      title: layout?.title ?? 'unknown',
      recordSize: table.recordSize,
      count: table.count,
      pages: table.pages.map(({ at, capacity, count }) => ({ offset: at, capacity, count })),
      records,
      unknownBytes: unknownBytes(table.recordSize, layout),
    });
    table.release();
  }
  return {
    kind: header.kind,
    version: `${header.major}.${header.minor}`,
    name: header.name,
    tables: shown,
    elements,
    issues,
  };
}

function rawRecord(view: DataView, base: number, size: number, offset: number, layout: Layout | undefined): RawRecord {
  const hex = Buffer.from(view.buffer, view.byteOffset + base, size).toString('hex');
  const fields = Object.entries(layout?.fields ?? {})
    .filter(([, field]) => field.at + field.size <= size)
    .map(([name, field]) => ({
      name,
      at: field.at,
      size: field.size,
      proof: field.proof,
      value: field.read(view, base),
    }));
  return { offset, hex, fields };
}

function rawElements(
  source: ByteSource,
  view: DataView,
  base: number,
  problems: Problems,
  seen: Set<number>,
): RawFile['elements'][number][] {
  const found: RawFile['elements'][number][] = [];
  for (let entry = 0; entry < 24; entry += 6) {
    const list = `list ${view.getUint16(base + entry, true)}`;
    for (const { type, at, payload } of readNodes(
      source,
      view.getUint32(base + entry + 2, true),
      list,
      problems,
      seen,
    )) {
      found.push({ type, list, ...rawRecord(payload, 0, payload.byteLength, at, NODE_LAYOUTS.get(type)) });
    }
  }
  return found;
}

function unknownBytes(recordSize: number, layout: Layout | undefined): number {
  const known = new Set<number>();
  for (const field of Object.values(layout?.fields ?? {})) {
    if (field.proof === 'unknown') continue;
    for (let i = field.at; i < Math.min(recordSize, field.at + field.size); i++) known.add(i);
  }
  return recordSize - known.size;
}
