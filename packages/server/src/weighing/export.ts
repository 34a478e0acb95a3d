import { leafFields, TICKET_FIELDS } from '@fieldbridge/contract';
import type { JsonObject } from './json/node.ts';
import { scanText } from './json/scan.ts';
import { TicketReader } from './ticket.ts';
import { type TicketVersion, ticketText } from './version.ts';

const COLUMNS = leafFields(TICKET_FIELDS).map(({ path, field }) => ({ path, type: field.type }));

/** First line of a CSV (RFC 4180): every field by its way, then what the service adds. */
export const CSV_HEAD = `${[...COLUMNS.map(({ path }) => path.join('.')), 'uuid', 'createdAt', 'modifiedAt'].join(',')}\r\n`;

/** A ticket as a line of CSV; numbers as they were spelled. */
export function csvRow(version: TicketVersion): string {
  const { text, root } = scanText(version.body!);
  const reader = new TicketReader(text, root as JsonObject);
  const cells = COLUMNS.map(({ path, type }) =>
    type === 'number' || type === 'integer' ? (reader.number(path) ?? '') : csvCell(reader.string(path)),
  );
  const times = [version.createdAt, version.modifiedAt].map((time) => new Date(time).toISOString());
  return `${[...cells, version.uuid, ...times].join(',')}\r\n`;
}

/** A cell, quoted where RFC 4180 asks for it. */
function csvCell(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** A ticket on a line of its own. Line breaks in JSON stand only between its parts, so taking them out changes nothing. */
export function ndjsonRow(version: TicketVersion): string {
  return `${ticketText(version).replace(/[\r\n]+/g, ' ')}\n`;
}
