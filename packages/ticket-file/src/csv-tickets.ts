import { SERVICE_FIELDS } from '@fieldbridge/contract/weighing/ticket.ts';
import { unmarked } from '@fieldbridge/formats/kit/text/formula-mark.ts';
import { type ColumnMap, FIELDS } from './column-map.ts';
import { csvRows, guessDelimiter } from './csv.ts';
import type { DateFormat } from './date-format.ts';
import { CellFault, type Fault, faultOf } from './fault.ts';
import { MapFault } from './map-fault.ts';

/** A ticket of the file as JSON text, or why the row is refused. */
export interface TicketRow {
  /** Line it begins in, from 1. */
  readonly line: number;
  readonly text?: string;
  readonly externalId?: string;
  readonly fault?: string;
  /** The same for programs that say it in other languages. */
  readonly why?: RowFault;
  /** The cells of a CSV. */
  readonly cells?: readonly string[];
}

/** A fault of a row, in a field if that is known. */
export interface RowFault extends Fault {
  readonly field?: string;
}

/** How the rows of a CSV become tickets. */
export interface CsvOptions {
  readonly map: ColumnMap;
  /** One character or `tab`; detected in the heading by default. */
  readonly delimiter?: string;
  readonly decimalComma: boolean;
  /** How times are written; ISO 8601 with an offset by default. */
  readonly dates?: DateFormat;
  /** Called with the columns of a CSV that go into no field, because a mistyped name would lose them silently. */
  readonly leftOut?: (columns: readonly string[]) => void;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A number with points between its thousands and perhaps a decimal comma. */
const GROUPED = /^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;

/**
 * The tickets of a CSV whose first row names its columns.
 * @throws MapFault for a column that is missing or there twice, FileFault for a file that cannot be read on
 */
export async function* csvTickets(chunks: AsyncIterable<string>, options: CsvOptions): AsyncGenerator<TicketRow> {
  const { map, decimalComma, dates } = options;
  const [head, all] = await peek(chunks);
  const heading = head.split(/[\r\n]+/).find((line) => line.trim() !== '') ?? '';
  const delimiter = options.delimiter === 'tab' ? '\t' : (options.delimiter ?? guessDelimiter(heading));
  let width = 0;
  let columns: Map<string, number> | undefined;
  for await (const { line, cells, fault } of csvRows(all, delimiter)) {
    if (columns === undefined) {
      if (fault !== undefined) throw new MapFault(`the heading in line ${line}: ${fault.text}`);
      columns = columnsOf(cells, map);
      width = cells.length;
      const used = new Set(columns.values());
      options.leftOut?.(cells.filter((name, i) => name !== '' && !used.has(i) && !SERVICE_FIELDS.includes(name)));
      continue;
    }
    const values = new Map(map.constants);
    let wrong: RowFault | undefined;
    for (const [field, index] of columns) {
      // White space means nothing in fields other than text, even within quotes.
      const cell = FIELDS.get(field)!.type === 'string' ? (cells[index] ?? '') : (cells[index] ?? '').trim();
      if (cell === '') continue;
      try {
        values.set(field, sentValue(field, cell, decimalComma, dates));
      } catch (error) {
        if (!(error instanceof CellFault)) throw error;
        wrong ??= { ...error.fault, field };
      }
    }
    const bad = [...values].find(([field, value]) => isNumber(field) && !NUMBER.test(value));
    if (bad !== undefined) wrong ??= { ...faultOf('not-a-number', { cell: JSON.stringify(bad[1]) }), field: bad[0] };
    const externalId = values.get('externalId') ?? '';
    const isLonger = cells.slice(width).some((cell) => cell !== '');
    const longer = isLonger ? { cells: String(cells.length), heading: String(width) } : undefined;
    const why: RowFault | undefined = fault ?? (longer && faultOf('more-cells', longer)) ?? wrong;
    if (why !== undefined) yield { line, cells, externalId, why, fault: sentenceOf(why) };
    else yield { line, cells, externalId, text: compose(values) };
  }
}

const sentenceOf = ({ field, text }: RowFault): string => (field === undefined ? text : `${field}: ${text}`);

/**
 * The value of a cell as the interface spells it.
 * @throws CellFault for a cell that is not what the field holds
 */
function sentValue(field: string, cell: string, decimalComma: boolean, dates: DateFormat | undefined): string {
  if (isNumber(field)) {
    const value = decimalComma ? withPoint(cell) : cell;
    if (value === undefined || !NUMBER.test(value))
      throw new CellFault(faultOf('not-a-number', { cell: JSON.stringify(cell) }));
    return value;
  }
  const { type } = FIELDS.get(field)!;
  if (type === 'string') return unmarked(cell);
  return dates !== undefined && type === 'datetime' ? dates.iso(cell) : cell;
}

/**
 * Replaces the decimal comma of a number by a point. Undefined if a point in it does not precede thousands (`25.40`):
 * removing that point would make the value a hundred times larger.
 */
function withPoint(cell: string): string | undefined {
  if (GROUPED.test(cell)) return cell.replaceAll('.', '').replace(',', '.');
  return cell.includes('.') ? undefined : cell.replace(',', '.');
}

/** The first piece, for detecting the delimiter, and everything including it again. */
async function peek(chunks: AsyncIterable<string>): Promise<[string, AsyncIterable<string>]> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  const head = first.done ? '' : first.value.replace(/^\uFEFF/, '');
  async function* all(): AsyncGenerator<string> {
    yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return [head, all()];
}

/**
 * The position of each field: under the column the map names, otherwise under its own name.
 * @throws MapFault for a missing column or one that appears twice
 */
function columnsOf(heading: readonly string[], map: ColumnMap): Map<string, number> {
  const found = new Map<string, number>();
  for (const field of FIELDS.keys()) {
    const wanted = map.columns.get(field);
    const index = heading.indexOf(wanted ?? field);
    if (index >= 0 && heading.includes(wanted ?? field, index + 1))
      throw new MapFault(faultOf('column-twice', { column: wanted ?? field }));
    if (index >= 0) found.set(field, index);
    else if (wanted !== undefined)
      throw new MapFault(faultOf('column-missing', { column: wanted, columns: heading.join(', ') }));
  }
  return found;
}

function isNumber(field: string): boolean {
  const type = FIELDS.get(field)?.type;
  return type === 'number' || type === 'integer';
}

/** A value as JSON: a number keeps its spelling. */
export function literal(field: string, value: string): string {
  return isNumber(field) ? value : JSON.stringify(value);
}

/** Builds a ticket in the order of the document. */
function compose(values: ReadonlyMap<string, string>): string {
  const write = (fields: readonly (readonly [readonly string[], string])[]): string => {
    const groups = Map.groupBy(fields, ([path]) => path[0]!);
    const parts = [...groups].map(([name, inner]) => {
      const [path, text] = inner[0]!;
      const value = path.length === 1 ? text : write(inner.map(([way, one]) => [way.slice(1), one] as const));
      return `${JSON.stringify(name)}:${value}`;
    });
    return `{${parts.join(',')}}`;
  };
  const ordered = [...FIELDS.keys()].filter((field) => values.has(field));
  return write(ordered.map((field) => [field.split('.'), literal(field, values.get(field)!)] as const));
}
