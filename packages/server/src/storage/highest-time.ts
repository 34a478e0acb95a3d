import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, isoTime } from '../core/clock.ts';
import { syncPath } from './sync-path.ts';

/** File in the data directory with the highest time ever seen. */
const FILE = 'highest-time';
/** How often it is stored: a server that is killed forgets at most this much, unless a token expired meanwhile. */
const KEPT_EVERY_MS = 60_000;
/** Behind by less, nobody needs to know. */
const TOLERANCE_MS = 10_000;
/** Behind by less, a time service corrected the clock: many such steps must not add up. */
const CORRECTION_MS = 1000;

/**
 * A clock for ends of validity: it never steps back, also across restarts. While the wall clock is behind the highest
 * time ever seen, it advances from there by the monotonic clock, so that setting the clock back revives no token.
 */
export class HighestTime implements Clock {
  /** Milliseconds that the wall clock is behind; 0 if it was only corrected. */
  get behind(): number {
    const behind = this.now() - this.#clock.now();
    return behind > TOLERANCE_MS ? behind : 0;
  }

  /** What `/health/ready` says while the wall clock is behind; undefined otherwise. */
  get trouble(): string | undefined {
    return this.behind > 0 ? 'clock-behind' : undefined;
  }

  readonly #directory: string;
  readonly #clock: Clock;
  #highest: number;
  /** On the monotonic clock: when `#highest` was true. */
  #at: number;
  #kept: number;
  #keeping: Promise<void> | undefined;

  /**
   * @param directory the data directory
   * @param warn receives a sentence if the clock is behind, or the stored time cannot be read
   */
  constructor(directory: string, clock: Clock, warn: (text: string) => void) {
    this.#directory = directory;
    this.#clock = clock;
    const path = join(directory, FILE);
    const text = readStored(path);
    const stored = Date.parse(text ?? '');
    if (text !== undefined && Number.isNaN(stored)) warn(`${path} holds no time; it is written again.`);
    const now = clock.now();
    this.#kept = Number.isNaN(stored) ? Number.NEGATIVE_INFINITY : stored;
    this.#highest = Math.max(now, this.#kept);
    this.#at = clock.monotonic();
    if (this.#highest - now > TOLERANCE_MS)
      warn(
        `The clock says ${isoTime(now)}, but it was ${isoTime(stored)} before: it was set back. Tokens expire as if it went on from there.`,
      );
  }

  now(): number {
    const passed = this.#clock.monotonic();
    const wall = this.#clock.now();
    if (wall >= this.#highest - CORRECTION_MS) this.#highest = Math.max(this.#highest, wall);
    else this.#highest += passed - this.#at;
    this.#at = passed;
    if (this.#highest - this.#kept >= KEPT_EVERY_MS) this.keep();
    return Math.floor(this.#highest);
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  /** Stores the time if it is not stored yet. @param least a time that has to be stored, by default now */
  keep(least = this.#highest): void {
    if (this.#keeping !== undefined || this.#kept >= least) return;
    const time = Math.ceil(this.#highest);
    this.#keeping = this.#write(time).then(
      () => {
        this.#kept = time;
        this.#keeping = undefined;
      },
      // A full disk: the next use of the clock tries again.
      () => {
        this.#keeping = undefined;
      },
    );
  }

  /** Stores the time at the end. */
  async close(): Promise<void> {
    await this.#keeping;
    this.now();
    this.keep();
    await this.#keeping;
  }

  async #write(time: number): Promise<void> {
    const path = join(this.#directory, FILE);
    const file = await open(`${path}.new`, 'w', 0o600);
    try {
      await file.writeFile(`${isoTime(time)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.new`, path);
    await syncPath(this.#directory);
  }
}

/** The time stored in a data directory, in milliseconds since 1970; undefined if it has none that can be read. */
export function storedHighestTime(directory: string): number | undefined {
  const time = Date.parse(readStored(join(directory, FILE)) ?? '');
  return Number.isNaN(time) ? undefined : time;
}

function readStored(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
