import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TokenSet, TokenStore } from '../tokens/token-store.ts';
import { FileLock } from './file-lock.ts';

/** How long a process waits for another one that is renewing: longer than a renewal with all its attempts. */
const PATIENCE_MS = 120_000;

/**
 * Tokens in files of a folder that only its owner can read, for all processes that use it: a restarted or second
 * process uses the existing token. A damaged file counts as absent and is replaced.
 */
export class FileTokenStore implements TokenStore {
  readonly #folder: string;

  /** @param folder is created with mode 0700 */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(key: string): Promise<TokenSet | undefined> {
    let text: string;
    try {
      text = await readFile(this.#path(key), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    try {
      const { accessToken, refreshToken } = JSON.parse(text) as Partial<Record<keyof TokenSet, unknown>>;
      if (!isToken(accessToken)) return undefined;
      return isToken(refreshToken) ? { accessToken, refreshToken } : { accessToken };
    } catch {
      return undefined;
    }
  }

  async write(key: string, tokens: TokenSet): Promise<void> {
    const path = this.#path(key);
    const draft = `${path}.${randomUUID()}`;
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(JSON.stringify(tokens));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async exclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const lock = await FileLock.take(`${this.#path(key)}.lock`, PATIENCE_MS);
    try {
      return await work();
    } finally {
      await lock.release();
    }
  }

  /** The key contains an address and an id, which are not a file name. */
  #path(key: string): string {
    return join(this.#folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  }
}

/** Visible characters only: anything else would be a damaged file, and no header could carry it. */
const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
