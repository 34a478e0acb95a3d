import { randomSecret } from '../secret.ts';

/** Bytes of the row's number before the secret: enough for 2^48 pairs. */
const NUMBER_BYTES = 6;
const SECRET_BYTES = 32;
const FORM = /^fb(at|rt)_([\w-]{51})$/;

export type TokenKind = 'at' | 'rt';

/**
 * The text of a new token: a prefix that secret scanners recognise, the number of its row, 256 random bits. The number
 * finds the row without an index over random keys, which would rewrite a page per token.
 */
export function newToken(kind: TokenKind, id: number): string {
  const bytes = Buffer.allocUnsafe(NUMBER_BYTES + SECRET_BYTES);
  bytes.writeUIntBE(id, 0, NUMBER_BYTES);
  randomSecret().copy(bytes, NUMBER_BYTES);
  return `fb${kind}_${bytes.toString('base64url')}`;
}

/** The row number of a token; undefined if the text is not a token of this kind. */
export function rowOfToken(kind: TokenKind, token: string): number | undefined {
  const [, found, text] = FORM.exec(token) ?? [];
  return found === kind ? Buffer.from(text!, 'base64url').readUIntBE(0, NUMBER_BYTES) : undefined;
}
