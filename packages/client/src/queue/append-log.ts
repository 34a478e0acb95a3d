import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Deferred, deferred } from './deferred.ts';

/** Largest log that is read: a million tickets. */
const MAX_LOG_BYTES = 1024 ** 3;

/** The log cannot be read: a line in the middle is damaged. */
export class DamagedLogError extends Error {
  override readonly name = 'DamagedLogError';
  readonly code = 'queue-damaged';
}

/** A file of JSON values, one per line with a checksum. Values written by `append` survive a power cut. */
export class AppendLog {
  readonly #path: string;
  #file: FileHandle;
  #bytes: number;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting: { readonly lines: string; readonly written: Deferred }[] = [];

  private constructor(path: string, file: FileHandle, bytes: number) {
    this.#path = path;
    this.#file = file;
    this.#bytes = bytes;
  }

  /** Opens a log, or creates one. @returns its values @throws {DamagedLogError} */
  static async open(path: string): Promise<{ log: AppendLog; values: unknown[] }> {
    const file = await open(path, 'a+', 0o600);
    try {
      const { size } = await file.stat();
      if (size > MAX_LOG_BYTES)
        throw new DamagedLogError(`${path} has ${size} bytes; a queue has at most ${MAX_LOG_BYTES}`);
      const text = (await file.readFile()).toString('utf8');
      const lines = text.split('\n');
      // A last line without a line break was never acknowledged: its writer was killed.
      const torn = lines.pop()!;
      const whole = size - Buffer.byteLength(torn);
      const values = lines.map((line, i) => readLine(line, `${path}, line ${i + 1}`));
      // By its path: Windows cannot shorten a file that is open for appending.
      if (torn !== '') await truncate(path, whole);
      return { log: new AppendLog(path, file, whole), values };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Resolves when the values are on the disk; several calls share a write. */
  append(values: readonly unknown[]): Promise<void> {
    const written = deferred();
    this.#waiting.push({ lines: values.map(lineOf).join(''), written });
    this.#turn = this.#turn.then(() => this.#flush());
    return written.promise;
  }

  /** Replaces all values. */
  replace(values: readonly unknown[]): Promise<void> {
    const turn = this.#turn.then(async () => {
      const draft = `${this.#path}.${randomUUID()}`;
      try {
        const file = await open(draft, 'wx', 0o600);
        const text = values.map(lineOf).join('');
        try {
          await file.writeFile(text);
          await file.sync();
        } finally {
          await file.close();
        }
        // Windows cannot rename over an open file.
        await this.#file.close();
        await rename(draft, this.#path);
        this.#bytes = Buffer.byteLength(text);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      } finally {
        this.#file = await open(this.#path, 'a+', 0o600);
      }
      await syncFolder(dirname(this.#path));
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async close(): Promise<void> {
    await this.#turn;
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting.splice(0);
    if (batch.length === 0) return;
    const bytes = Buffer.from(batch.map(({ lines }) => lines).join(''));
    try {
      await this.#file.appendFile(bytes);
      await this.#file.datasync();
      this.#bytes += bytes.length;
      for (const { written } of batch) written.resolve();
    } catch (error) {
      // Half a line, left by a full disk, would be a damaged line as soon as more is written.
      await truncate(this.#path, this.#bytes).catch(() => {});
      for (const { written } of batch) written.reject(error);
    }
  }
}

/** Makes the name of a file durable; Windows has no such call for folders. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const checksum = (json: string): string => createHash('sha256').update(json).digest('hex').slice(0, 12);

function lineOf(value: unknown): string {
  const json = JSON.stringify(value);
  return `${checksum(json)} ${json}\n`;
}

function readLine(line: string, where: string): unknown {
  const json = line.slice(13);
  if (checksum(json) === line.slice(0, 12)) return JSON.parse(json);
  throw new DamagedLogError(`${where} is damaged: move the file away, begin a new queue, and send its tickets again`);
}
