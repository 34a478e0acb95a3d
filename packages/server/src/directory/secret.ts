import { randomFillSync } from 'node:crypto';

/** Bytes of every secret and token: 256 bits. */
const SECRET_BYTES = 32;
/** Longest secret that is checked; anything longer is wrong. */
export const SECRET_LENGTH_MAX = 256;

const pool = Buffer.alloc(SECRET_BYTES * 64);
let used = pool.length;

/** 32 fresh random bytes; drawn from the system many at a time, and wiped here once they are handed out. */
export function randomSecret(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Buffer.from(pool.subarray(used, used + SECRET_BYTES));
  pool.fill(0, used, used + SECRET_BYTES);
  used += SECRET_BYTES;
  return bytes;
}

/**
 * A new random secret: 43 URL-safe characters after a prefix that secret scanners recognise.
 * @param kind `cs` client secret, `op` operator key, `se` session, `li` one-time link, `sh` link to a
 * shared job
 */
export function newSecret(kind: 'cs' | 'op' | 'se' | 'li' | 'sh'): string {
  return `fb${kind}_${randomSecret().toString('base64url')}`;
}
