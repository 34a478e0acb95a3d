import { closeSync, constants, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs';
import type { Ticket } from '@fieldbridge/client';

/** What a pipe holds: what was printed before that, its reader has read. */
const PIPE_BYTES = 65_536;

/**
 * The file of `tickets follow --position`: a time, then a line for each ticket printed that was changed since. A time
 * alone does not say it: tickets come in order of weighing, and several may be changed in one millisecond.
 */
export class FollowPosition {
  readonly #path: string;
  #since: string;
  readonly #before: ReadonlySet<string>;
  #isOver = false;
  /** In order of printing: what belongs into the file, and what a pipe may still hold. */
  #printed: { readonly key: string; readonly bytes: number }[];

  /** @param since where to begin if there is no file yet */
  constructor(path: string, since: string) {
    this.#path = path;
    const [time, ...keys] = (textOf(path) ?? since).trim().split('\n');
    this.#since = time!;
    this.#before = new Set(keys);
    this.#printed = keys.map((key) => ({ key, bytes: 0 }));
  }

  get since(): string {
    return this.#since;
  }

  /** Whether the call before this one printed it. */
  has(ticket: Ticket): boolean {
    return this.#before.has(keyOf(ticket));
  }

  /** @param bytes how many were printed */
  add(ticket: Ticket, bytes: number): void {
    this.#printed.push({ key: keyOf(ticket), bytes });
  }

  /** All changes until this time are printed. */
  moveTo(since: string): void {
    this.#since = since;
    let later = 0;
    const kept = this.#printed.toReversed().filter(({ key, bytes }) => {
      later += bytes;
      return key >= since || later - bytes < PIPE_BYTES;
    });
    this.#printed = kept.reverse();
    this.write();
  }

  /** Writes the file for the last time. @param unread how many bytes at the end nobody will read */
  end(unread: number): void {
    if (this.#isOver) return;
    for (let left = unread; left > 0 && this.#printed.length > 0; ) {
      const { key, bytes } = this.#printed.pop()!;
      left -= bytes;
      const [time] = key.split(' ') as [string];
      if (time < this.#since) this.#since = time;
    }
    this.write();
    this.#isOver = true;
  }

  write(): void {
    const keys = this.#printed.flatMap(({ key }) => (key >= this.#since ? [key] : []));
    writeFileSync(`${this.#path}.part`, `${[this.#since, ...keys].join('\n')}\n`, { flush: true });
    renameSync(`${this.#path}.part`, this.#path);
  }
}

const keyOf = ({ modifiedAt, uuid }: Ticket): string => `${modifiedAt} ${uuid}`;

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** How many bytes are left in the pipe of standard output, whose reader is gone; Linux lets us read them. */
export function unreadOutput(): number {
  let pipe: number;
  try {
    pipe = openSync('/proc/self/fd/1', constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return 0;
  }
  const bytes = Buffer.alloc(PIPE_BYTES);
  let unread = 0;
  try {
    for (let read = 1; read > 0; unread += read) read = readSync(pipe, bytes);
  } catch (error) {
    // There is no more, and this process could still write some.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  } finally {
    closeSync(pipe);
  }
  return unread;
}
