import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { TicketRow } from './rows.ts';
import type { ItemResult, TicketServer } from './server.ts';

/** What became of a file. */
export interface ImportSummary {
  rows: number;
  created: number;
  /** Already stored with the same data: sent before. */
  present: number;
  refused: number;
  /** The first reasons for a refusal, one line each. */
  readonly reasons: string[];
  /** The first ticket, as it is or would be sent. */
  first?: string;
}

export interface ImportOptions {
  /** Undefined for a dry run. */
  readonly server?: TicketServer;
  /** Rows that are sent together. */
  readonly batch: number;
  /** Takes a CSV line for each row. */
  readonly results?: Writable;
  readonly progress: (text: string) => void;
  readonly terminal: boolean;
}

/** Reasons shown at the end; all of them stand in the result file. */
const REASONS_SHOWN = 10;
/** Rows between two lines of progress where no line can be rewritten. */
const PROGRESS_ROWS = 10_000;

type Result = 'created' | 'present' | 'refused';

/**
 * Sends the rows in batches, in order, one batch after another, so that memory does not grow with the file.
 * @throws ServerRefusal when the server takes no more; what was stored before is in the result file. The error of the result
 *   file when that cannot be written; what the server's signal was aborted with
 */
export async function importTickets(rows: AsyncIterable<TicketRow>, options: ImportOptions): Promise<ImportSummary> {
  const summary: ImportSummary = { rows: 0, created: 0, present: 0, refused: 0, reasons: [] };
  const { server, results, progress, terminal } = options;
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
  /** Sends the tickets among some rows, and notes what became of each row, in the order of the file. */
  const flush = async (batch: readonly TicketRow[]): Promise<void> => {
    const texts = batch.flatMap(({ text }) => text ?? []);
    const items = server === undefined || texts.length === 0 ? [] : await server.send(texts);
    const rest = items.values();
    for (const row of batch) {
      if (row.text === undefined) {
        await note(row, 'refused', '', row.fault);
        continue;
      }
      const item = rest.next().value;
      if (item === undefined) await note(row, 'mapped');
      else await note(row, ...outcome(item));
    }
    if (terminal) progress(`\r\u001b[K${summary.rows} rows`);
    else if (Math.floor(summary.rows / PROGRESS_ROWS) > Math.floor((summary.rows - batch.length) / PROGRESS_ROWS))
      progress(`${summary.rows} rows\n`);
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
    if (terminal) progress('\r\u001b[K');
    if (results) {
      results.end();
      await finished(results);
    }
  }
  return summary;
}

/** A ticket that is there already with the same data has been imported before; with other data it is refused. */
function outcome({ status, ticket, problem }: ItemResult): [Result, string, string] {
  if (status === 201) return ['created', ticket!.uuid, ''];
  if (problem?.code === 'ticket-exists' && problem.identical === true) return ['present', problem.uuid ?? '', ''];
  return ['refused', problem?.uuid ?? '', problem?.detail ?? problem?.code ?? `status ${status}`];
}

function cell(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
