import { join } from 'node:path';
import { Fieldbridge } from '@fieldbridge/client';
import { type Outcome, TicketQueue } from '@fieldbridge/client/queue';
import { type CommandIo, EXIT, UsageError } from '../command.ts';
import { counted } from '../counted.ts';
import { readWords } from '../read-words.ts';
import { readColumnMap } from '../tickets/column-map.ts';
import { jsonTickets } from '../tickets/json-tickets.ts';
import { credentialsOf, datesOf, ROW_OPTIONS, refuseRowOptions, SERVER_OPTIONS } from '../tickets/options.ts';
import { ticketRows } from '../tickets/rows.ts';
import { TicketFolder } from '../tickets/ticket-folder.ts';
import { untilEnded } from '../until-ended.ts';

/** `fieldbridge tickets forward FOLDER`: sends the tickets that another program writes to a folder. */
export async function forward(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readWords({
    args: [...args],
    allowPositionals: true,
    options: {
      ...SERVER_OPTIONS,
      ...ROW_OPTIONS,
      queue: { type: 'string' },
      every: { type: 'string', default: '2' },
      batch: { type: 'string', default: '100' },
      once: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new UsageError('the usage is: tickets forward FOLDER');
  const every = Number(values.every);
  if (!(every >= 0.1 && every <= 3600)) throw new UsageError('--every must be from 0.1 to 3600 seconds');
  const batch = Number(values.batch);
  if (!Number.isInteger(batch) || batch < 1 || batch > 1000) throw new UsageError('--batch must be from 1 to 1000');
  refuseRowOptions(values);
  const { encoding, delimiter, 'decimal-comma': decimalComma } = values;
  const map = await readColumnMap(values.columns, values.set);
  const dates = datesOf(values['date-format'], values['time-zone']);
  const isLines = (path: string): boolean => /\.(ndjson|jsonl)$/i.test(path);
  const rows = (path: string) => {
    const constants = { columns: new Map<string, string>(), constants: map.constants };
    if (/\.json$/i.test(path)) return jsonTickets(path, encoding, constants);
    const cells = isLines(path) ? { map: constants, decimalComma: false } : { map, decimalComma, delimiter, dates };
    return ticketRows(path, { encoding, ...cells });
  };
  const { address, clientId, clientSecret } = await credentialsOf(values, io.env);
  const weighing = { baseUrl: address.replace(/\/+$/, '').replace(/(\/v\d+)\/weighing$/, '$1') };
  const { tickets } = new Fieldbridge({
    baseUrl: address,
    environment: 'production',
    clientId,
    clientSecret,
    weighing,
  });
  using ending = untilEnded(io.signal);
  const { signal } = ending;
  const queue = await TicketQueue.open(values.queue ?? join(folder, 'queue'));
  const counts = { files: 0, stored: 0, present: 0, refused: 0 };
  const show = (): void => {
    if (!io.terminal) return;
    io.rewrite(
      `${queue.size} waiting, ${counts.stored} stored, ${counts.present} stored before, ${counts.refused} refused`,
    );
  };
  const say = (text: string): void => {
    if (io.terminal) io.rewrite('');
    io.err(`${text}\n`);
    show();
  };
  const onDone = (outcomes: readonly Outcome[]): void => {
    for (const { ticket, result, reason } of outcomes) {
      counts[result]++;
      if (result === 'refused') say(`refused: ${reason}: ${ticket.text.slice(0, 200)}`);
    }
    if (!io.terminal) io.err(`${outcomes.length} sent, ${queue.size} waiting\n`);
    show();
  };
  const onTrouble = (error: unknown, pauseMs: number): void =>
    say(`${(error as Error).message}; ${queue.size} waiting, next attempt in ${Math.ceil(pauseMs / 1000)} s`);
  const source = new TicketFolder(folder, rows);
  const look = async (): Promise<void> => {
    for await (const { name, tickets: count, faults } of source.take(queue)) {
      counts.files++;
      counts.refused += faults.length;
      say(
        `${name}: ${counted(count, 'tickets')}${faults.length > 0 ? `, ${faults.length} refused: ${faults[0]}` : ''}`,
      );
    }
  };
  const pause = (): Promise<void> => paused(every * 1000, signal);
  try {
    if (values.once) {
      do {
        await look();
        if (source.waiting > 0) await pause();
      } while (source.waiting > 0 && !signal.aborted);
      await queue.forward({ tickets, batch, untilEmpty: true, signal, onDone });
    } else {
      const sending = queue.forward({ tickets, batch, signal, onDone, onTrouble });
      while (!signal.aborted) {
        // A network folder may be unavailable for a while, and the disk may be full for a while.
        await look().catch((error: unknown) => say(`${folder}: ${(error as Error).message}`));
        await pause();
      }
      await sending;
    }
  } finally {
    await queue.close();
  }
  if (values.json) io.out(`${JSON.stringify({ ...counts, waiting: queue.size }, null, 2)}\n`);
  return counts.refused > 0 ? EXIT.partial : EXIT.done;
}

/** Waits, and ends early when the signal aborts. */
function paused(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
