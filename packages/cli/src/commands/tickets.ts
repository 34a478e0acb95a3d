import { readFile } from 'node:fs/promises';
import { type Command, EXIT, UsageError } from '../command.ts';
import { FORCE_OPTION } from '../overwriting.ts';
import { readWords } from '../read-words.ts';
import { type ColumnMap, readColumnMap } from '../tickets/column-map.ts';
import { DateFormat } from '../tickets/date-format.ts';
import { importTickets } from '../tickets/import.ts';
import { NOT_REHEARSED, Rehearsal } from '../tickets/rehearsal.ts';
import { openResults } from '../tickets/result-file.ts';
import { ticketRows } from '../tickets/rows.ts';
import { TicketServer } from '../tickets/server.ts';

const USAGE = `fieldbridge tickets import FILE --server URL [options]

Sends the tickets of a CSV or NDJSON file to the weighing interface of a server. It can be repeated: tickets already stored are
left alone, so nothing is duplicated. Tickets that the server refuses are listed with the reason.

FILE                 .csv (first line: column names) or .ndjson (one ticket per line); - reads standard input as NDJSON
--server URL         address of the environment, for instance http://127.0.0.1:8080/weighing-sandbox/v2
--client-id ID       or FIELDBRIDGE_CLIENT_ID
--client-secret-file FILE  a file with the secret, or FIELDBRIDGE_CLIENT_SECRET (never on the command line, where others see it)
--columns MAP        which column holds which field: "nettWeight.quantity=Netto,externalId=Bon"; or @FILE with JSON
                     { "externalId": "Bon", … }. Other fields are taken from the column of their own name (nettWeight.quantity).
                     For CSV only, like --delimiter and --decimal-comma: a line of NDJSON already is a ticket
--set FIELD=VALUE    a value for every ticket, for instance --set locationId=UUID --set nettWeight.unit=kg (repeatable)
--delimiter C        delimiter of the CSV: "," ";" or "tab" (default: detected from the first line)
--decimal-comma      numbers of the CSV are written 1234,5 or 1.234,5
--date-format F      how times of the CSV are written, for instance "dd.MM.yyyy HH:mm" (yyyy yy MM M dd d HH H mm ss, X for an
                     offset such as +02:00); without it they are ISO 8601
--time-zone ZONE     the zone of times that state no offset from UTC, for instance Europe/Amsterdam
--encoding NAME      encoding of the file, for instance windows-1252 (default utf-8)
--results FILE       a CSV with a line for each row: row, externalId, result, uuid, reason
--force              replace FILE of --results if it exists, without asking
--batch N            tickets per call, 1 to 1000 (default 500)
--dry-run            checks every ticket by the rules of the interface, shows the first one and the unused columns, and sends
                     nothing; only the server knows whether a weigh bridge is yours and what is stored already
--json               a summary as JSON on standard output

Exit status: 0 all stored or stored before, 3 some refused, 1 the server could not be reached or the file could not be read.`;

/** `fieldbridge tickets import`: imports old tickets into a server. */
export const tickets: Command = {
  name: 'tickets',
  summary: 'import weighing tickets into a server',
  usage: USAGE,
  run: async (args, io) => {
    const { values, positionals } = readWords({
      args: [...args],
      allowPositionals: true,
      options: {
        server: { type: 'string' },
        'client-id': { type: 'string' },
        'client-secret-file': { type: 'string' },
        columns: { type: 'string' },
        set: { type: 'string', multiple: true, default: [] },
        delimiter: { type: 'string' },
        'decimal-comma': { type: 'boolean', default: false },
        'date-format': { type: 'string' },
        'time-zone': { type: 'string' },
        encoding: { type: 'string', default: 'utf-8' },
        results: { type: 'string' },
        ...FORCE_OPTION,
        batch: { type: 'string', default: '500' },
        'dry-run': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    });
    const [action, file] = positionals;
    if (action !== 'import' || file === undefined || positionals.length > 2)
      throw new UsageError('the usage is: tickets import FILE');
    const batch = Number(values.batch);
    if (!Number.isInteger(batch) || batch < 1 || batch > 1000) throw new UsageError('--batch must be from 1 to 1000');
    if (values.delimiter !== undefined && values.delimiter !== 'tab' && [...values.delimiter].length !== 1)
      throw new UsageError('--delimiter must be one character, or the word tab');
    if (!isEncoding(values.encoding)) throw new UsageError(`--encoding: "${values.encoding}" is not a known encoding`);
    const map: ColumnMap = await readColumnMap(values.columns, values.set);
    const { encoding, delimiter, 'decimal-comma': decimalComma } = values;
    let unused: readonly string[] = [];
    const leftOut = (columns: readonly string[]): void => void (unused = columns);
    const dates = datesOf(values['date-format'], values['time-zone']);
    const rows = ticketRows(file, { map, encoding, delimiter, decimalComma, dates, leftOut });
    const dryRun = values['dry-run'];
    const receiver = dryRun ? new Rehearsal() : await serverOf(values, io.env, io.signal);
    const results =
      values.results === undefined
        ? undefined
        : await openResults(values.results, file, { force: values.force, ask: io.ask });
    const summary = await importTickets(rows, { receiver, batch, results, io });
    if (values.json)
      io.out(`${JSON.stringify({ ...summary, ...(unused.length > 0 ? { leftOut: unused } : {}) }, null, 2)}\n`);
    else {
      if (dryRun && summary.first !== undefined) io.out(`${summary.first}\n`);
      const { rows: count, created, present, refused } = summary;
      const repeats = present > 0 ? `, ${present} repeated in the file` : '';
      const done = dryRun ? `nothing sent${repeats}` : `${created} stored, ${present} stored before`;
      io.err(`${count} rows: ${done}, ${refused} refused\n`);
      if (dryRun) io.err(`  ${NOT_REHEARSED}\n`);
      if (unused.length > 0) io.err(`  unused columns: ${unused.join(', ')}\n`);
      for (const reason of summary.reasons) io.err(`  ${reason}\n`);
    }
    return summary.refused > 0 ? EXIT.partial : EXIT.done;
  },
};

/** How times are read; undefined for ISO 8601 with an offset, which needs no change. */
function datesOf(format: string | undefined, zone: string | undefined): DateFormat | undefined {
  return format === undefined && zone === undefined ? undefined : new DateFormat(format, zone);
}

function isEncoding(name: string): boolean {
  try {
    new TextDecoder(name);
    return true;
  } catch {
    return false;
  }
}

async function serverOf(
  values: { server?: string; 'client-id'?: string; 'client-secret-file'?: string },
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<TicketServer> {
  const { server, 'client-id': id = env['FIELDBRIDGE_CLIENT_ID'], 'client-secret-file': secretFile } = values;
  const secret =
    secretFile === undefined ? env['FIELDBRIDGE_CLIENT_SECRET'] : (await readFile(secretFile, 'utf8')).trim();
  if (server === undefined || !URL.canParse(server))
    throw new UsageError('--server needs the address of the environment');
  if (!id || !secret)
    throw new UsageError(
      'credentials are missing: --client-id and --client-secret-file, or FIELDBRIDGE_CLIENT_ID and FIELDBRIDGE_CLIENT_SECRET',
    );
  return new TicketServer(server, id, secret, signal);
}
