import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { TicketRow } from '@fieldbridge/ticket-file/csv-tickets.ts';
import { FileFault } from '@fieldbridge/ticket-file/file-fault.ts';

/** Accepts tickets durably. */
interface Queue {
  add(texts: readonly string[]): Promise<void>;
}

/** A file that has been read. */
export interface Taken {
  readonly name: string;
  readonly tickets: number;
  /** Rows that are not tickets. */
  readonly faults: readonly string[];
}

/** Rows that go into the queue together. */
const CHUNK = 1000;
/** Most files read in one poll. */
const MAX_FILES = 10_000;
const EXTENSIONS: readonly string[] = ['.csv', '.tsv', '.txt', '.ndjson', '.jsonl', '.json'];

/** A folder into which another program writes files of tickets. */
export class TicketFolder {
  readonly #path: string;
  readonly #rows: (path: string) => AsyncIterable<TicketRow>;
  /** Size and time of each file at the last poll. */
  #seen = new Map<string, string>();

  /** @param rows reads the tickets of a file */
  constructor(path: string, rows: (path: string) => AsyncIterable<TicketRow>) {
    this.#path = path;
    this.#rows = rows;
  }

  /**
   * Reads the files that have not changed since the last poll: others are still being written. A file that was read is
   * moved to `done`; for rows that are not tickets, or an unreadable file, `NAME.refused.txt` is put next to it.
   * @throws the error of the file system if the folder cannot be read, or the queue cannot be written
   */
  async *take(queue: Queue): AsyncGenerator<Taken> {
    const before = this.#seen;
    this.#seen = new Map();
    const entries = await readdir(this.#path, { withFileTypes: true });
    const files = entries.filter((one) => one.isFile() && EXTENSIONS.includes(extname(one.name).toLowerCase()));
    for (const name of files
      .map((one) => one.name)
      .sort()
      .slice(0, MAX_FILES)) {
      const state = await stat(join(this.#path, name)).catch(() => undefined);
      if (state === undefined) continue;
      const look = `${state.size} ${state.mtimeMs}`;
      if (before.get(name) === look) yield await this.#takeFile(name, queue);
      else this.#seen.set(name, look);
    }
  }

  /** Files that were there at the last poll and were not read. */
  get waiting(): number {
    return this.#seen.size;
  }

  async #takeFile(name: string, queue: Queue): Promise<Taken> {
    const path = join(this.#path, name);
    const faults: string[] = [];
    let tickets = 0;
    let texts: string[] = [];
    const flush = async (): Promise<void> => {
      await queue.add(texts);
      tickets += texts.length;
      texts = [];
    };
    try {
      for await (const row of this.#rows(path)) {
        const fault = row.fault ?? faultOf(row.text!);
        if (fault === undefined) texts.push(row.text!);
        else faults.push(`line ${row.line}, ticket ${row.externalId || '?'}: ${fault}`);
        if (texts.length === CHUNK) await flush();
      }
    } catch (error) {
      // The rows before it are tickets; the place where the file becomes unreadable is reported.
      if (!(error instanceof FileFault || (error as Error).name === 'UsageError')) throw error;
      faults.push((error as Error).message);
    }
    await flush();
    // Only now: a file that is read twice, because this was interrupted, is sent twice but stored once.
    const done = join(this.#path, 'done');
    await mkdir(done, { recursive: true });
    const isTaken = (await stat(join(done, name)).catch(() => undefined)) !== undefined;
    const target = isTaken ? `${new Date().toISOString().replaceAll(':', '-')}-${name}` : name;
    await rename(path, join(done, target));
    if (faults.length > 0) await writeFile(join(done, `${target}.refused.txt`), `${faults.join('\r\n')}\r\n`);
    return { name, tickets, faults };
  }
}

function faultOf(text: string): string | undefined {
  const { locationId } = JSON.parse(text) as { locationId?: unknown };
  return typeof locationId === 'string' ? undefined : 'locationId is missing; add --set locationId=UUID';
}
