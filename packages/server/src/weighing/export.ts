import { type Field, leafFields, TICKET_FIELDS } from '@fieldbridge/contract';
import { marked, verbatim } from '@fieldbridge/formats/kit/text/formula-mark.ts';
import type { JsonNode, JsonObject } from './json/node.ts';
import { raw } from './json/node.ts';
import { scanText } from './json/scan.ts';
import { type TicketVersion, ticketText } from './version.ts';

const COLUMNS = leafFields(TICKET_FIELDS);

/** First line of a CSV (RFC 4180): the path of every field, then the service's own fields. */
export const CSV_HEAD = `${[...COLUMNS.map(({ path }) => path.join('.')), 'uuid', 'createdAt', 'modifiedAt'].join(',')}\r\n`;

/** The destination of an object's fields: a column, or the fields of a nested object. */
interface Shelf {
  readonly column: number;
  readonly inner: ReadonlyMap<string, Shelf> | undefined;
}

let columns = 0;
const shelvesOf = (fields: readonly Field[]): ReadonlyMap<string, Shelf> =>
  new Map(
    fields.map(({ name, fields: inner }) => [
      name,
      inner ? { column: -1, inner: shelvesOf(inner) } : { column: columns++, inner: undefined },
    ]),
  );
/** In the order of `COLUMNS`, because both follow the table of fields. */
const SHELVES = shelvesOf(TICKET_FIELDS);

/**
 * A ticket as a line of CSV, with numbers as sent.
 * @param marks whether texts that a spreadsheet would run as formulas get an apostrophe
 */
export function csvRow(version: TicketVersion, marks = false): string {
  const { text, root } = scanText(version.body!);
  const cells: string[] = new Array(COLUMNS.length).fill('');
  fill(cells, text, root as JsonObject, SHELVES, marks);
  const created = new Date(version.createdAt).toISOString();
  const modified = version.modifiedAt === version.createdAt ? created : new Date(version.modifiedAt).toISOString();
  return `${cells.join(',')},${version.uuid},${created},${modified}\r\n`;
}

function fill(
  cells: string[],
  text: string,
  object: JsonObject,
  shelves: ReadonlyMap<string, Shelf>,
  marks: boolean,
): void {
  for (const { name, value } of object.members) {
    const shelf = shelves.get(name);
    if (shelf === undefined) continue;
    if (shelf.inner === undefined) cells[shelf.column] = cellOf(text, value, marks);
    else if (value.kind === 'object') fill(cells, text, value, shelf.inner, marks);
  }
}

function cellOf(text: string, value: JsonNode, marks: boolean): string {
  if (value.kind === 'string') return csvCell(marks ? marked(value.value) : verbatim(value.value));
  return value.kind === 'number' ? raw(text, value) : '';
}

/** A cell, quoted if RFC 4180 requires it, or if readers might trim white space at its ends. */
function csvCell(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** A ticket on one line. Line breaks in JSON are only between tokens, so removing them changes nothing. */
export function ndjsonRow(version: TicketVersion): string {
  return `${ticketText(version).replace(/[\r\n]+/g, ' ')}\n`;
}
