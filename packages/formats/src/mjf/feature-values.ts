import type { FieldJob, PathTable, PointTable, TextTable } from '@fieldbridge/fieldjob';
import { colourOrNull, numberOrNull, pairsText, type SqlValue, textOrNull, timeValues } from './values.ts';

type Table = PointTable | PathTable | TextTable;

/** One column of a feature table and where its values come from. */
export interface ValueColumn {
  readonly name: string;
  readonly value: (row: number) => SqlValue;
}

/** The shared columns that say anything at all in `table`: what is nowhere set is not bound and stays NULL. */
export function featureValues(table: Table, job: FieldJob): ValueColumn[] {
  const columns: ValueColumn[] = [];
  const put = (used: boolean, name: string, value: (row: number) => SqlValue): void => {
    if (used) columns.push({ name, value });
  };
  const text = (name: string, column: Table['name'] | Table['code']): void =>
    put(!column.isDefault, name, (row) => textOrNull(column.get(row)));
  text('name', table.name);
  text('code', table.code);
  text('description', table.description);
  const layers = Array.from(job.layers, ({ name }) => name);
  put(!table.layer.isDefault, 'layer', (row) => layers[table.layer.get(row)] ?? null);
  put(!table.colour.isDefault, 'colour', (row) => colourOrNull(table.colour.get(row)));
  text('line_type', table.lineType);
  put(!table.lineWeight.isDefault, 'line_weight', (row) => weightOrNull(table.lineWeight.get(row)));
  put(!table.time.isDefault, 'time', (row) => timeValues(table.time.get(row))[0]);
  put(!table.time.isDefault, 'time_ms', (row) => timeValues(table.time.get(row))[1]);
  put(!table.quality.isDefault, 'quality', (row) => numberOrNull(table.quality.get(row)));
  text('list', table.list);
  text('block', table.block);
  put(!table.page.isDefault, 'page', (row) => table.page.get(row));
  put(!table.source.isDefault, 'source', (row) => sourceOrNull(table.source.get(row)));
  put(table.attributes.size > 0, 'attributes', (row) => pairsText(table.attributes.get(row)));
  return columns;
}

/** A line weight, NULL for "as the layer has it". */
export const weightOrNull = (weight: number): number | null => (weight < 0 ? null : weight);
/** The id of a row in `sources`, NULL for none. */
export const sourceOrNull = (source: number): number | null => (source < 0 ? null : source + 1);
