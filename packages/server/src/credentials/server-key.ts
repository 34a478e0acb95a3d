import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const KEY_BYTES = 32;

/** The server's own key: secrets and tokens are stored under it, cursors are signed with keys made from it. */
export class ServerKey {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    if (key.length !== KEY_BYTES)
      throw new RangeError(`The server key must have ${KEY_BYTES} bytes, not ${key.length}.`);
    this.#key = key;
  }

  /** Reads `server.key` of the data directory, readable by the owner only; makes it at first start. */
  static open(directory: string): ServerKey {
    const path = join(directory, 'server.key');
    if (!existsSync(path)) {
      const file = openSync(path, 'wx', 0o600);
      writeSync(file, randomBytes(KEY_BYTES).toString('base64'));
      fsyncSync(file);
      closeSync(file);
    }
    chmodSync(path, 0o600);
    return new ServerKey(Buffer.from(readFileSync(path, 'utf8'), 'base64'));
  }

  /** HMAC-SHA-256 of a text, the form in which secrets and tokens are stored. */
  hash(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }

  /** Whether a text is the one behind a stored hash, compared in constant time. */
  matches(text: string, hash: Uint8Array): boolean {
    const own = this.hash(text);
    return own.length === hash.length && timingSafeEqual(own, hash);
  }

  /** A key for one purpose, so that a signature made for one is worthless for another. */
  derive(purpose: string): ServerKey {
    return new ServerKey(createHmac('sha256', this.#key).update(`derive:${purpose}`).digest());
  }
}
