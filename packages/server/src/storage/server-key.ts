import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from '../config/parse.ts';
import { DataDirectoryDamaged } from './damaged.ts';
import { syncFolder } from './data-directory.ts';

const KEY_BYTES = 32;
/** So many bytes in base64. */
const FORM = /^[A-Za-z0-9+/]{43}=$/;

/** The server's own key: secrets and tokens are hashed with it, and cursors signed with keys derived from it. */
export class ServerKey {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    if (key.length !== KEY_BYTES)
      throw new RangeError(`The server key must have ${KEY_BYTES} bytes, not ${key.length}.`);
    this.#key = key;
  }

  /**
   * Reads `server.key` of the data directory, readable by the owner only. Creates it at the first start, completely or
   * not at all: a partial key after a full disk or a power cut would block every later start.
   * @throws DataDirectoryDamaged if the file is not a key
   */
  static open(directory: string): ServerKey {
    const path = join(directory, 'server.key');
    if (!existsSync(path)) {
      const unfinished = `${path}.new`;
      writeFileSync(unfinished, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600, flush: true });
      renameSync(unfinished, path);
      syncFolder(directory);
    }
    chmodSync(path, 0o600);
    return ServerKey.read(directory)!;
  }

  /**
   * The key of a data directory, which is left as it is; undefined if it has none yet.
   * @throws DataDirectoryDamaged if the file is not a key
   */
  static read(directory: string): ServerKey | undefined {
    const path = join(directory, 'server.key');
    if (!existsSync(path)) return undefined;
    const key = Buffer.from(readFileSync(path, 'utf8'), 'base64');
    if (key.length !== KEY_BYTES)
      throw new DataDirectoryDamaged(
        `The server's own key, ${path}, has ${key.length} bytes instead of ${KEY_BYTES}: it is damaged. Put the file back from a backup; without it no issued secret or token is valid.`,
      );
    return new ServerKey(key);
  }

  /**
   * The key that a setting names.
   * @param setting a file, or what such a file holds
   * @throws SettingError
   */
  static named(setting: string): ServerKey {
    const given = Buffer.from(setting, 'base64');
    if (FORM.test(setting)) return new ServerKey(given);
    let text: string;
    try {
      text = readFileSync(setting, 'utf8').trim();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new SettingError(`The setting key names a file that cannot be read (${code}).`, { cause: error });
    }
    if (!FORM.test(text))
      throw new SettingError(
        `The setting key names a file that holds no key: ${KEY_BYTES} bytes in base64 are needed.`,
      );
    return new ServerKey(Buffer.from(text, 'base64'));
  }

  /** A name for the server that anybody may know: it differs between keys and says nothing about them. */
  get publicId(): string {
    return this.derive('public id').hash('fieldbridge').toString('hex').slice(0, 32);
  }

  /** HMAC-SHA-256 of a text, the form in which secrets and tokens are stored. */
  hash(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }

  /** Whether a text matches a stored hash, compared in constant time. */
  matches(text: string, hash: Uint8Array): boolean {
    const own = this.hash(text);
    return own.length === hash.length && timingSafeEqual(own, hash);
  }

  /** A key for one purpose, so that a signature made for one purpose is invalid for another. */
  derive(purpose: string): ServerKey {
    return new ServerKey(createHmac('sha256', this.#key).update(`derive:${purpose}`).digest());
  }
}
