import { randomBytes } from 'node:crypto';

/** Bytes of every secret and token: 256 bits. */
const SECRET_BYTES = 32;
/** Longest secret that is looked at; anything longer is wrong without a look. */
export const SECRET_LENGTH_MAX = 256;

/**
 * A new random secret: 43 URL-safe characters behind a prefix that lets secret scanners recognise it.
 * @param kind `cs` client secret, `at` access token, `rt` refresh token, `op` operator key, `se` session
 */
export function newSecret(kind: 'cs' | 'at' | 'rt' | 'op' | 'se'): string {
  return `fb${kind}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}
