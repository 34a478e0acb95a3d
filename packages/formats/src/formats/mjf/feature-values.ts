import type { FieldJob, PathTable, PointTable, TextColumn, TextTable } from '@fieldbridge/fieldjob';
import type { RecordBytes } from '../../kit/io/sqlite/record-bytes.ts';
import { FEATURE_COLUMNS } from './schema.ts';
import { colourOrNull, pairsText, timeValues } from './values.ts';

type Table = PointTable | PathTable | TextTable;

/** Puts a column's value of a row into the record; does nothing for NULL. */
export type PutColumn = (row: number, record: RecordBytes) => void;

/** Index of the first shared column in a feature table, after id and geometry. */
export const FIRST_SHARED = 2;

const encoder = new TextEncoder();

/** The shared columns with any value in `table`; the others stay NULL. In the order of FEATURE_COLUMNS. */
export function featureColumns(table: Table, job: FieldJob): PutColumn[] {
  const columns: PutColumn[] = [];
  const put = (used: boolean, name: string, make: (column: number) => PutColumn): void => {
    if (used) columns.push(make(FIRST_SHARED + FEATURE_COLUMNS.findIndex(([column]) => column === name)));
  };
  const text = (name: string, texts: TextColumn): void => put(!texts.isDefault, name, (at) => textColumn(at, texts));
  const repeated = (name: string, column: Table['code']): void =>
    put(!column.isDefault, name, (at) => wordColumn(at, column.values, (row) => column.index(row)));
  const whole = (name: string, column: Table['page'] | Table['source'], first: number): void =>
    put(!column.isDefault, name, (at) => (row, record) => {
      const value = column.get(row);
      if (value >= 0) record.integer(at, value + first);
    });
  const layers = Array.from(job.layers, ({ name }) => name);
  text('name', table.name);
  repeated('code', table.code);
  text('description', table.description);
  put(!table.layer.isDefault, 'layer', (at) => wordColumn(at, layers, (row) => table.layer.get(row), true));
  put(!table.colour.isDefault, 'colour', (at) => (row, record) => {
    const colour = colourOrNull(table.colour.get(row));
    if (colour !== null) record.string(at, colour);
  });
  repeated('line_type', table.lineType);
  whole('line_weight', table.lineWeight, 0);
  put(!table.time.isDefault, 'time', (at) => (row, record) => {
    const [datetime, milliseconds] = timeValues(table.time.get(row));
    if (datetime !== null) record.string(at, datetime);
    if (milliseconds !== null) record.real(at + 1, milliseconds);
  });
  put(!table.quality.isDefault, 'quality', (at) => (row, record) => record.real(at, table.quality.get(row)));
  repeated('list', table.list);
  repeated('block', table.block);
  whole('page', table.page, 0);
  whole('source', table.source, 1);
  put(table.attributes.size > 0, 'attributes', (at) => (row, record) => {
    const pairs = pairsText(table.attributes.get(row));
    if (pairs !== null) record.string(at, pairs);
  });
  return columns;
}

/** A text column, stored as UTF-8; an empty text is NULL. */
export function textColumn(at: number, texts: TextColumn): PutColumn {
  const content = texts.content();
  return (row, record) => {
    const from = texts.end(row - 1);
    const to = texts.end(row);
    if (from < to) record.utf8(at, content, from, to);
  };
}

/** A column of words from a list; a missing word is NULL, and so is an empty one unless `empty`. */
export function wordColumn(
  at: number,
  list: readonly string[],
  index: (row: number) => number,
  empty = false,
): PutColumn {
  const words = list.map((word) => (word === '' && !empty ? undefined : encoder.encode(word)));
  return (row, record) => {
    const word = words[index(row)];
    if (word !== undefined) record.utf8(at, word, 0, word.length);
  };
}

/** A line weight; NULL for "by layer". */
export const weightOrNull = (weight: number): number | null => (weight < 0 ? null : weight);
/** The id of a row in `sources`; NULL without a source. */
export const sourceOrNull = (source: number): number | null => (source < 0 ? null : source + 1);
