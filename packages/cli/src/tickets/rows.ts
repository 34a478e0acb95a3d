import { createReadStream } from 'node:fs';
import type { ColumnMap } from '@fieldbridge/ticket-file/column-map.ts';
import { type CsvOptions, csvTickets, literal, type TicketRow } from '@fieldbridge/ticket-file/csv-tickets.ts';
import { decoded } from '@fieldbridge/ticket-file/decoded.ts';
import { FileFault } from '@fieldbridge/ticket-file/file-fault.ts';
import { UsageError } from '../command.ts';

export interface RowOptions extends CsvOptions {
  /** Encoding of the file, as the Encoding Standard names it; UTF-8 by default. */
  readonly encoding?: string;
}

/** Longest line of NDJSON. The server's own limit on a ticket would refuse longer ones anyway. */
const LONGEST_LINE = 1024 * 1024;
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

/** Opens the file only when bytes are read: an earlier failure of the stream would go unhandled. */
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
