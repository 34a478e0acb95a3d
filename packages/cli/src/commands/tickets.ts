import type { ColumnMap } from '@fieldbridge/ticket-file/column-map.ts';
import { type Command, type CommandIo, EXIT, UsageError } from '../command.ts';
import { counted } from '../counted.ts';
import { FORCE_OPTION } from '../overwriting.ts';
import { readWords } from '../read-words.ts';
import { CONNECTION_USAGE } from '../remote/connection.ts';
import { runAction } from '../remote/group.ts';
import { TICKET_GROUP, TICKET_GROUP_USAGE } from '../remote/ticket-group.ts';
import { readColumnMap } from '../tickets/column-map.ts';
import { importTickets } from '../tickets/import.ts';
import { credentialsOf, datesOf, ROW_OPTIONS, refuseRowOptions, SERVER_OPTIONS } from '../tickets/options.ts';
import { NOT_REHEARSED, Rehearsal } from '../tickets/rehearsal.ts';
import { openResults } from '../tickets/result-file.ts';
import { ticketRows } from '../tickets/rows.ts';
import { TicketServer } from '../tickets/server.ts';

const USAGE = `fieldbridge tickets import FILE --server URL [options]
fieldbridge tickets forward FOLDER --server URL [options]
fieldbridge tickets ACTION --server URL --environment sandbox|production [options] [--json]

import sends the tickets of a CSV or NDJSON file to the weighing interface of a server. It can be repeated: tickets already stored are
left alone, so nothing is duplicated. Tickets that the server refuses are listed with the reason.

FILE                 .csv (first line: column names) or .ndjson (one ticket per line); - reads standard input as NDJSON
--server URL         address of the environment, for instance http://127.0.0.1:8080/weighing-sandbox/v2
--client-id ID       or FIELDBRIDGE_CLIENT_ID
--client-secret-file FILE  a file with the secret, or FIELDBRIDGE_CLIENT_SECRET (never on the command line, where others see it)
--columns MAP        which column holds which field: "nettWeight.quantity=Netto,externalId=Bon"; or @FILE with JSON
                     { "externalId": "Bon", … }. Other fields are taken from the column of their own name (nettWeight.quantity).
                     For CSV only, like --delimiter and --decimal-comma: a line of NDJSON is already a ticket
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
--dry-run            check every ticket by the rules of the interface, show the first one and the unused columns, and send
                     nothing; only the server can check whether a weigh bridge is yours and which tickets are stored
--json               a summary as JSON on standard output

forward reads the files that another program writes to FOLDER (.csv .tsv .txt .ndjson .jsonl, and .json with a ticket or an array
of them), keeps their tickets on the disk, and sends them in order as soon as the server can be reached, until it is stopped. Files
are then moved to FOLDER/done, with the rows that are not tickets in NAME.refused.txt. It has the options above except FILE,
--results, --force and --dry-run, and these:

--every SECONDS      pause between two polls of the folder (default 2); a file is read if it has not changed in between
--queue DIR          where tickets wait (default FOLDER/queue); on this machine's own disk if FOLDER is on the network
--once               read and send the files that are there, and end

${TICKET_GROUP_USAGE}

These accept the address of the server with --environment, or that of the environment as above:

${CONNECTION_USAGE}

Exit status: 0 all stored or stored before, 3 some refused, 1 the server could not be reached or the file could not be read.`;

/** `fieldbridge tickets …`: import of old tickets, forwarding of a folder, and the tickets on a server. */
export const tickets: Command = {
  name: 'tickets',
  summary: 'weighing tickets on a server: send from files, list, correct, follow',
  usage: USAGE,
  run: async (args, io) => {
    if (args[0] === 'forward') return (await import('./tickets-forward.ts')).forward(args.slice(1), io);
    if (TICKET_GROUP.actions.some(({ name }) => name === args[0])) return runAction(TICKET_GROUP, args, io);
    const { values, positionals } = readWords({
      args: [...args],
      allowPositionals: true,
      options: {
        ...SERVER_OPTIONS,
        ...ROW_OPTIONS,
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
    refuseRowOptions(values);
    const map: ColumnMap = await readColumnMap(values.columns, values.set);
    const { encoding, delimiter, 'decimal-comma': decimalComma } = values;
    let unused: readonly string[] = [];
    const leftOut = (columns: readonly string[]): void => void (unused = columns);
    const dates = datesOf(values['date-format'], values['time-zone']);
    const rows = ticketRows(file, { map, encoding, delimiter, decimalComma, dates, leftOut });
    const dryRun = values['dry-run'];
    const receiver = dryRun ? new Rehearsal() : await serverOf(values, io);
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
      io.err(`${counted(count, 'rows')}: ${done}, ${refused} refused\n`);
      if (dryRun) io.err(`  ${NOT_REHEARSED}\n`);
      if (unused.length > 0) io.err(`  unused columns: ${unused.join(', ')}\n`);
      for (const reason of summary.reasons) io.err(`  ${reason}\n`);
    }
    return summary.refused > 0 ? EXIT.partial : EXIT.done;
  },
};

async function serverOf(
  values: Parameters<typeof credentialsOf>[0],
  { env, signal }: Pick<CommandIo, 'env' | 'signal'>,
): Promise<TicketServer> {
  const { address, clientId, clientSecret } = await credentialsOf(values, env);
  return new TicketServer(address, clientId, clientSecret, signal);
}
