import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { ServerKey } from './server-key.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts texts that the server itself has to read again, with a key derived from its own. */
export class Seal {
  readonly #key: Buffer;

  /** @param purpose a text sealed for one purpose opens for no other */
  constructor(key: ServerKey, purpose: string) {
    this.#key = key.derive(`seal ${purpose}`).hash('key');
  }

  close(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** The text; undefined if it was not sealed by this server for this purpose. */
  open(sealed: Uint8Array): string | undefined {
    if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(ALGORITHM, this.#key, sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return undefined;
    }
  }
}
