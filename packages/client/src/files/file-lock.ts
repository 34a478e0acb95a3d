import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** How often a holder shows that it is alive. */
const BEAT_MS = 2000;
/** A lock without a sign of life for this long is abandoned. */
const ABANDONED_MS = 20_000;
/** Pause between two checks of a held lock. */
const LOOK_MS = 25;

/** Who holds a lock. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

/** A lock is held by another process, or by another part of this one. */
export class HeldError extends Error {
  override readonly name = 'HeldError';
  readonly code = 'held';
}

/** A lock between processes, also on a network folder: a file that names its holder. */
export class FileLock {
  readonly #path: string;
  readonly #token: string;
  readonly #beat: NodeJS.Timeout;

  private constructor(path: string, token: string) {
    this.#path = path;
    this.#token = token;
    this.#beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), BEAT_MS);
    this.#beat.unref();
  }

  /**
   * Takes the lock: at once if its holder's process has ended, or after 20 s without a sign of life.
   * @param patienceMs how long to wait for a live holder
   * @throws {HeldError} that names the holder, or the error of the file system
   */
  static async take(path: string, patienceMs: number): Promise<FileLock> {
    const holder: Holder = { pid: process.pid, host: hostname(), token: randomUUID() };
    const began = performance.now();
    let seen = { mtimeMs: -1, since: began };
    for (;;) {
      if (await createWith(path, JSON.stringify(holder))) return new FileLock(path, holder.token);
      const state = await stat(path).catch(() => undefined);
      const other = await readHolder(path);
      if (state === undefined) continue;
      const now = performance.now();
      // Clocks of two machines may differ, so only a change of the file's time is meaningful.
      if (state.mtimeMs !== seen.mtimeMs) seen = { mtimeMs: state.mtimeMs, since: now };
      const hasEnded = other?.host === hostname() && !isRunning(other.pid);
      if (hasEnded || now - seen.since > ABANDONED_MS) {
        await removeOf(path, other?.token);
        continue;
      }
      const isSilent = Date.now() - state.mtimeMs > ABANDONED_MS;
      if (now - began > (isSilent ? Math.max(patienceMs, 2 * ABANDONED_MS) : patienceMs))
        throw new HeldError(
          other === undefined
            ? `${path} is being written by another process`
            : `${path} is held by process ${other.pid} on ${other.host}`,
        );
      await pause(LOOK_MS);
    }
  }

  /** Whether this process still has the lock: one that was stopped for a long time may have lost it. */
  async isHeld(): Promise<boolean> {
    return (await readHolder(this.#path))?.token === this.#token;
  }

  async release(): Promise<void> {
    clearInterval(this.#beat);
    if (await this.isHeld()) await rm(this.#path, { force: true });
  }
}

/** @returns false if the file exists */
async function createWith(path: string, text: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    // EPERM: on Windows, a file that is being removed.
    if (['EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/**
 * Removes the lock of a certain holder. It is moved first, so that of several processes that find it, none removes the
 * lock of a new holder.
 */
async function removeOf(path: string, token: string | undefined): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readHolder(aside))?.token !== token) await rename(aside, path).catch(() => {});
  await rm(aside, { force: true });
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const holder = JSON.parse(await readFile(path, 'utf8')) as Holder;
    return typeof holder.pid === 'number' && typeof holder.token === 'string' ? holder : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
