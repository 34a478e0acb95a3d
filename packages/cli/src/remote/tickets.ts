import { readFile } from 'node:fs/promises';
import type { Ticket, TicketChange, TicketQuery } from '@fieldbridge/client';
import { FIELDS } from '@fieldbridge/ticket-file/column-map.ts';
import { EXIT, UsageError } from '../command.ts';
import { counted } from '../counted.ts';
import { readColumnMap } from '../tickets/column-map.ts';
import { importTickets } from '../tickets/import.ts';
import { jsonTickets } from '../tickets/json-tickets.ts';
import { datesOf, refuseRowOptions } from '../tickets/options.ts';
import { ticketRows } from '../tickets/rows.ts';
import { many, one, type RemoteAction, type RemoteCall, type RemoteOptions, type RemoteResult } from './action.ts';
import { type Digits, digitsOf } from './digits.ts';
import { follow } from './follow.ts';
import { limited } from './limited.ts';
import { fieldLines, textTable } from './text-table.ts';
import { ticketCells } from './ticket-cells.ts';

const FILTERS = {
  location: 'ID',
  'external-id': 'TEXT',
  from: 'TIME',
  to: 'TIME',
  'modified-since': 'TIME',
  project: 'TEXT',
  product: 'TEXT',
  customer: 'TEXT',
  licenseplate: 'TEXT',
} as const;

/** Tickets of one call of `send`. */
const BATCH = 500;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The actions of `fieldbridge tickets` that call the weighing interface through the client. */
export const TICKET_ACTIONS: readonly RemoteAction[] = [
  {
    name: 'list',
    summary: 'list tickets by weigh bridge and time of weighing; times are ISO 8601',
    operands: [],
    options: { ...FILTERS, limit: 'N' },
    run: async (call) => {
      const { client, options, io } = call;
      const items = await limited(client.tickets.iterate(queryOf(options), { signal: io.signal }), call);
      return { value: { items }, text: textTable(items.map(ticketCells)) };
    },
  },
  {
    name: 'show',
    summary: 'show a ticket, or with --history every version of it',
    operands: ['UUID'],
    options: { history: '' },
    run: async ({ client, operands: [uuid], options, io: { signal } }) => {
      if (options['history'] !== true) return shown((await client.tickets.get(uuid!, { signal })).value);
      const items = await Array.fromAsync(client.tickets.history(uuid!, { signal }));
      return { value: { items }, text: items.map((version) => fieldLines(leaves(version))).join('\n') };
    },
  },
  {
    name: 'send',
    summary: 'send the tickets of a file: .json (one, or an array), .ndjson or .csv; stored tickets are not changed',
    operands: ['FILE'],
    options: {
      ...{ columns: 'MAP', set: 'FIELD=VALUE…', delimiter: 'C', 'decimal-comma': '' },
      ...{ 'date-format': 'F', 'time-zone': 'ZONE', encoding: 'NAME' },
    },
    run: send,
  },
  {
    name: 'correct',
    summary: 'change fields of a ticket, by --set (an empty value removes a field) or by a JSON merge patch',
    operands: ['UUID'],
    options: { set: 'FIELD=VALUE…', patch: 'FILE.json' },
    run: async ({ client, operands: [uuid], options, io: { signal } }) => {
      const change = await changeOf(options);
      // Of the current version: a colleague's correction in between is not overwritten.
      const { etag } = await client.tickets.get(uuid!, { signal });
      return shown((await client.tickets.update(uuid!, change, { ifMatch: etag, signal })).value);
    },
  },
  {
    name: 'delete',
    summary: 'delete a ticket',
    operands: ['UUID'],
    options: {},
    run: async ({ client, operands: [uuid], io: { signal } }) => {
      await client.tickets.delete(uuid!, { signal });
      return { value: { deleted: uuid }, text: `ticket ${uuid} deleted\n` };
    },
  },
  {
    name: 'follow',
    summary:
      'print tickets as they are created or changed, a line each (with --json a document each), until Ctrl-C; --position\n' +
      '      saves the position in a file, so that the next call misses none',
    operands: [],
    options: { since: 'TIME', position: 'FILE', every: 'SECONDS' },
    run: follow,
  },
];

function queryOf(options: RemoteOptions): TicketQuery {
  const { location, 'external-id': externalId, 'modified-since': modifiedSince, ...same } = options;
  const { from, to, project, product, customer, licenseplate } = same;
  const all = { locationId: location, externalId, modifiedSince, from, to, project, product, customer, licenseplate };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as TicketQuery;
}

async function send({ client, operands, options, io }: RemoteCall): Promise<RemoteResult> {
  const file = operands[0]!;
  const [encoding, delimiter] = [one(options, 'encoding') ?? 'utf-8', one(options, 'delimiter')];
  refuseRowOptions({ encoding, delimiter });
  const map = await readColumnMap(one(options, 'columns'), many(options, 'set'));
  const dates = datesOf(one(options, 'date-format'), one(options, 'time-zone'));
  const decimalComma = options['decimal-comma'] === true;
  const isJson = /\.json$/i.test(file);
  if (isJson && (map.columns.size > 0 || delimiter !== undefined || decimalComma || dates !== undefined))
    throw new UsageError('--columns, --delimiter, --decimal-comma, --date-format and --time-zone are for .csv');
  const rows = isJson
    ? jsonTickets(file, encoding, map)
    : ticketRows(file, { map, encoding, delimiter, decimalComma, dates });
  const receiver = { send: (texts: readonly string[]) => client.tickets.sendTexts(texts, { signal: io.signal }) };
  const summary = await importTickets(rows, { receiver, batch: BATCH, io });
  const { rows: count, created, present, refused, reasons } = summary;
  for (const reason of reasons) io.err(`${reason}\n`);
  return {
    value: { rows: count, created, present, refused, reasons },
    text: `${counted(count, 'tickets')}: ${created} stored, ${present} stored before, ${refused} refused\n`,
    exit: refused > 0 ? EXIT.partial : EXIT.done,
  };
}

/** @throws UsageError for a field that a ticket does not have, or if there is nothing to change */
async function changeOf(options: RemoteOptions): Promise<TicketChange> {
  const patch = one(options, 'patch');
  const { constants } = await readColumnMap(undefined, many(options, 'set'));
  if ((patch === undefined) === (constants.size === 0))
    throw new UsageError('name what to change: --set FIELD=VALUE, or --patch FILE.json');
  if (patch !== undefined) {
    try {
      return JSON.parse(await readFile(patch, 'utf8')) as TicketChange;
    } catch (error) {
      if (error instanceof SyntaxError) throw new UsageError(`${patch}: ${error.message}`);
      throw error;
    }
  }
  const change: Record<string, unknown> = {};
  for (const [field, text] of constants) {
    const path = field.split('.');
    let parent = change;
    for (const name of path.slice(0, -1)) parent = (parent[name] ??= {}) as Record<string, unknown>;
    parent[path.at(-1)!] = text === '' ? null : sentAs(field, text);
  }
  return change as TicketChange;
}

/** A number keeps its spelling when sent. */
function sentAs(field: string, text: string): unknown {
  const { type } = FIELDS.get(field)!;
  if (type !== 'number' && type !== 'integer') return text;
  if (!NUMBER.test(text)) throw new UsageError(`--set ${field}: "${text}" is not a number`);
  return (JSON as unknown as { rawJSON(text: string): object }).rawJSON(text);
}

function shown(ticket: Ticket): RemoteResult {
  return { value: ticket, text: fieldLines(leaves(ticket)) };
}

/** The values of an object by their paths: `nettWeight.unit`. */
function leaves(value: object, path = ''): Record<string, string | Digits> {
  const found: Record<string, string | Digits> = {};
  for (const [name, field] of Object.entries(value)) {
    if (field === null || field === undefined) continue;
    if (typeof field === 'object') Object.assign(found, leaves(field, `${path}${name}.`));
    else
      found[path + name] = typeof field === 'number' ? digitsOf(value as Record<string, number>, name) : String(field);
  }
  return found;
}
