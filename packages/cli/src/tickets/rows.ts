import { createReadStream } from 'node:fs';
import { SERVICE_FIELDS } from '@fieldbridge/contract';
import { unmarked } from '@fieldbridge/formats/kit/text/formula-mark.ts';
import { UsageError } from '../command.ts';
import { type ColumnMap, FIELDS } from './column-map.ts';
import { csvRows, guessDelimiter } from './csv.ts';
import type { DateFormat } from './date-format.ts';
import { decoded } from './decoded.ts';
import { FileFault } from './file-fault.ts';

/** A ticket of the file as JSON text, or why the row is refused. */
export interface TicketRow {
  /** Line it begins in, from 1. */
  readonly line: number;
  readonly text?: string;
  readonly externalId?: string;
  readonly fault?: string;
}

export interface RowOptions {
  readonly map: ColumnMap;
  /** Encoding of the file, as the Encoding Standard names it; UTF-8 by default. */
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly decimalComma: boolean;
  /** How times are written; ISO 8601 with an offset by default. */
  readonly dates?: DateFormat;
  /** Called with the columns of a CSV that go into no field, because a mistyped name would lose them silently. */
  readonly leftOut?: (columns: readonly string[]) => void;
}

/** Longest line of NDJSON. The server's own limit on a ticket would refuse longer ones anyway. */
const LONGEST_LINE = 1024 * 1024;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A number with points between its thousands and perhaps a decimal comma. */
const GROUPED = /^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;

/**
 * The tickets of a file, one after another.
 * @throws UsageError for a file of unknown kind, and for an option about cells if the file has none
 */
export function ticketRows(file: string, options: RowOptions): AsyncGenerator<TicketRow> {
  const lines = file === '-' || /\.(ndjson|jsonl)$/i.test(file);
  if (!lines && !/\.(csv|tsv|txt)$/i.test(file)) throw new UsageError(`${file}: the name must end in .csv or .ndjson`);
  if (lines) refuseForLines(options);
  const bytes: AsyncIterable<Buffer> = file === '-' ? process.stdin : bytesOf(file);
  const text = decoded(bytes, options.encoding ?? 'utf-8');
  return lines ? lineTickets(text, options.map) : csvTickets(text, options);
}

/** Opens the file only when bytes are read: nobody would handle a stream that failed before. */
async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file);
}

/** @throws UsageError rather than ignoring an option silently */
function refuseForLines({ map, delimiter, decimalComma, dates }: RowOptions): void {
  for (const [option, isGiven] of [
    ['--columns', map.columns.size > 0],
    ['--delimiter', delimiter !== undefined],
    ['--decimal-comma', decimalComma],
    ['--date-format and --time-zone', dates !== undefined],
  ] as const)
    if (isGiven)
      throw new UsageError(
        `${option} ${option.includes(' and ') ? 'are' : 'is'} for CSV: each line of NDJSON is a ticket, with the fields' own names`,
      );
}

/** The tickets of NDJSON: one per line. */
export async function* lineTickets(chunks: AsyncIterable<string>, map: ColumnMap): AsyncGenerator<TicketRow> {
  let rest = '';
  let line = 0;
  const read = (text: string): TicketRow | undefined => {
    line++;
    const ticket = text.replace(/^\uFEFF/, '').trim();
    if (ticket === '') return undefined;
    try {
      const value: unknown = JSON.parse(ticket);
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return { line, fault: 'a ticket must be a JSON object' };
      // Verbatim, so that number spelling and field order reach the server; constants only for missing fields.
      const { externalId = '' } = value as { externalId?: unknown };
      return { line, text: withConstants(ticket, value, map.constants), externalId: String(externalId ?? '') };
    } catch (error) {
      return { line, fault: (error as Error).message };
    }
  };
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    if (rest.length > LONGEST_LINE)
      throw new FileFault('row-too-long', `line ${line + 1} is longer than ${LONGEST_LINE} characters`);
    for (const text of lines) {
      const row = read(text);
      if (row) yield row;
    }
  }
  const last = read(rest);
  if (last) yield last;
}

/** Sets values that a ticket lacks; a complete ticket is passed on unchanged. */
function withConstants(text: string, value: object, constants: ReadonlyMap<string, string>): string {
  const cells = new Map<string, string>();
  for (const [field, constant] of constants) {
    const held = field
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], value);
    if (held === undefined) cells.set(field, constant);
  }
  if (cells.size === 0) return text;
  const top = [...cells].filter(([field]) => !field.includes('.'));
  const deep = cells.size - top.length;
  if (deep > 0) throw new SyntaxError('--set of a field inside an object works with CSV only');
  const added = top.map(([field, constant]) => `${JSON.stringify(field)}:${literal(field, constant)}`);
  const rest = text.slice(text.indexOf('{') + 1);
  return `{${added.join(',')}${Object.keys(value).length === 0 ? '' : ','}${rest}`;
}

async function* csvTickets(chunks: AsyncIterable<string>, options: RowOptions): AsyncGenerator<TicketRow> {
  const { map, decimalComma, dates } = options;
  const [head, all] = await peek(chunks);
  const heading = head.split(/[\r\n]+/).find((line) => line.trim() !== '') ?? '';
  const delimiter = options.delimiter === 'tab' ? '\t' : (options.delimiter ?? guessDelimiter(heading));
  let width = 0;
  let columns: Map<string, number> | undefined;
  for await (const { line, cells, fault } of csvRows(all, delimiter)) {
    if (columns === undefined) {
      if (fault !== undefined) throw new UsageError(`the heading in line ${line}: ${fault}`);
      columns = columnsOf(cells, map);
      width = cells.length;
      const used = new Set(columns.values());
      options.leftOut?.(cells.filter((name, i) => name !== '' && !used.has(i) && !SERVICE_FIELDS.includes(name)));
      continue;
    }
    const values = new Map(map.constants);
    let wrong: string | undefined;
    for (const [field, index] of columns) {
      // White space means nothing in fields other than text, even within quotes.
      const cell = FIELDS.get(field)!.type === 'string' ? (cells[index] ?? '') : (cells[index] ?? '').trim();
      if (cell === '') continue;
      try {
        values.set(field, sentValue(field, cell, decimalComma, dates));
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        wrong ??= `${field}: ${error.message}`;
      }
    }
    const bad = [...values].find(([field, value]) => isNumber(field) && !NUMBER.test(value));
    if (bad !== undefined) wrong ??= `${bad[0]}: ${JSON.stringify(bad[1])} is not a number`;
    const externalId = values.get('externalId') ?? '';
    if (fault !== undefined) yield { line, externalId, fault };
    else if (cells.slice(width).some((cell) => cell !== ''))
      yield {
        line,
        externalId,
        fault: `the row has ${cells.length} cells, the heading ${width}: is there a delimiter in an unquoted cell?`,
      };
    else if (wrong !== undefined) yield { line, externalId, fault: wrong };
    else yield { line, externalId, text: compose(values) };
  }
}

/**
 * The value of a cell as the interface spells it.
 * @throws RangeError with a sentence for a cell that is not what the field holds
 */
function sentValue(field: string, cell: string, decimalComma: boolean, dates: DateFormat | undefined): string {
  if (isNumber(field)) {
    const value = decimalComma ? withPoint(cell) : cell;
    if (value === undefined || !NUMBER.test(value)) throw new RangeError(`${JSON.stringify(cell)} is not a number`);
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
 * @throws UsageError for a missing column or one that appears twice
 */
function columnsOf(heading: readonly string[], map: ColumnMap): Map<string, number> {
  const found = new Map<string, number>();
  for (const field of FIELDS.keys()) {
    const wanted = map.columns.get(field);
    const index = heading.indexOf(wanted ?? field);
    if (index >= 0 && heading.includes(wanted ?? field, index + 1))
      throw new UsageError(`there are two columns "${wanted ?? field}"; give one of them another name`);
    if (index >= 0) found.set(field, index);
    else if (wanted !== undefined)
      throw new UsageError(`there is no column "${wanted}"; the columns are ${heading.join(', ')}`);
  }
  return found;
}

function isNumber(field: string): boolean {
  const type = FIELDS.get(field)?.type;
  return type === 'number' || type === 'integer';
}

/** A value as JSON: a number keeps its spelling. */
function literal(field: string, value: string): string {
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
