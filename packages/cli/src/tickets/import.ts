import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { TicketRow } from '@fieldbridge/ticket-file/csv-tickets.ts';
import { outcomeOf, type Result } from '@fieldbridge/ticket-file/outcome.ts';
import type { CommandIo } from '../command.ts';
import type { ItemResult } from './server.ts';

/** The outcome of an import. */
export interface ImportSummary {
  rows: number;
  created: number;
  /** Already stored with the same data. */
  present: number;
  refused: number;
  /** The first reasons for refusals, one line each. */
  readonly reasons: string[];
  /** The first ticket, as it is or would be sent. */
  first?: string;
}

/** Takes tickets: a server, or a rehearsal of one. */
export interface TicketReceiver {
  /** @returns per ticket the outcome; undefined for a ticket that would be stored */
  send(texts: readonly string[]): Promise<ItemResult[]> | (ItemResult | undefined)[];
}

export interface ImportOptions {
  readonly receiver: TicketReceiver;
  /** Rows sent together. */
  readonly batch: number;
  /** Receives a CSV line for each row. */
  readonly results?: Writable;
  readonly io: Pick<CommandIo, 'err' | 'rewrite' | 'terminal'>;
}

/** Reasons shown at the end; the result file has all of them. */
const REASONS_SHOWN = 10;
/** Rows between two lines of progress where lines cannot be rewritten. */
const PROGRESS_ROWS = 10_000;

/**
 * Sends the rows in order, one batch after another, so that memory does not grow with the file.
 * @throws ServerRefusal if the server accepts no more; what was stored before is in the result file. The error of the
 * result
 *   file if it cannot be written; the abort reason of the server's signal
 */
export async function importTickets(rows: AsyncIterable<TicketRow>, options: ImportOptions): Promise<ImportSummary> {
  const summary: ImportSummary = { rows: 0, created: 0, present: 0, refused: 0, reasons: [] };
  const { receiver, results, io } = options;
  let broken: Error | undefined;
  results?.on('error', (error) => (broken = error));
  results?.write('row,externalId,result,uuid,reason\r\n');
  const note = async (row: TicketRow, result: Result | 'mapped', uuid = '', reason = ''): Promise<void> => {
    if (result !== 'mapped') summary[result]++;
    if (result === 'refused' && summary.reasons.length < REASONS_SHOWN)
      summary.reasons.push(`line ${row.line}, ticket ${row.externalId || '?'}: ${reason}`);
    if (broken !== undefined) throw broken;
    const line = `${[String(row.line), row.externalId ?? '', result, uuid, reason].map(cell).join(',')}\r\n`;
    if (results?.write(line) === false) await once(results, 'drain');
  };
  /** Sends the tickets among some rows, and records the outcome of each row in the order of the file. */
  const flush = async (batch: readonly TicketRow[]): Promise<void> => {
    const texts = batch.flatMap(({ text }) => text ?? []);
    const rest = (texts.length === 0 ? [] : await receiver.send(texts)).values();
    for (const row of batch) {
      if (row.text === undefined) {
        await note(row, 'refused', '', row.fault);
        continue;
      }
      const item = rest.next().value;
      if (item === undefined) await note(row, 'mapped');
      else {
        const { result, uuid, reason } = outcomeOf(item);
        await note(row, result, uuid, reason);
      }
    }
    if (io.terminal) io.rewrite(`${summary.rows} rows`);
    else if (Math.floor(summary.rows / PROGRESS_ROWS) > Math.floor((summary.rows - batch.length) / PROGRESS_ROWS))
      io.err(`${summary.rows} rows\n`);
  };
  let batch: TicketRow[] = [];
  try {
    for await (const row of rows) {
      summary.rows++;
      summary.first ??= row.text;
      batch.push(row);
      if (batch.length < options.batch) continue;
      await flush(batch);
      batch = [];
    }
    await flush(batch);
  } finally {
    if (io.terminal) io.rewrite('');
    if (results) {
      results.end();
      await finished(results);
    }
  }
  return summary;
}

function cell(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
