import { readFile } from 'node:fs/promises';
import type { ColumnMap } from '@fieldbridge/ticket-file/column-map.ts';
import type { TicketRow } from '@fieldbridge/ticket-file/csv-tickets.ts';
import { lineTickets } from './rows.ts';

/** Largest file of JSON: it is read as a whole. */
const MAX_JSON_BYTES = 64 * 1024 * 1024;

/** Missing in the compiler's library (ECMAScript proposal "JSON.parse source text access"). */
interface SourceJson {
  parse(text: string, reviver: (name: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): object;
}

/**
 * The tickets of a file that is one JSON object, or an array of them, as lines of NDJSON: a line is a position in the
 * array. Numbers keep their spelling.
 */
export async function* jsonTickets(path: string, encoding: string, map: ColumnMap): AsyncGenerator<TicketRow> {
  const bytes = await readFile(path);
  if (bytes.length > MAX_JSON_BYTES) {
    yield { line: 1, fault: `the file has ${bytes.length} bytes; a file of JSON may have ${MAX_JSON_BYTES}` };
    return;
  }
  let value: unknown;
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    const json = JSON as unknown as SourceJson;
    value = json.parse(text, (_, one, { source }) => (typeof one === 'number' ? json.rawJSON(source!) : one));
  } catch (error) {
    yield { line: 1, fault: (error as Error).message };
    return;
  }
  async function* lines(): AsyncGenerator<string> {
    for (const one of [value].flat()) yield `${JSON.stringify(one)}\n`;
  }
  yield* lineTickets(lines(), map);
}
