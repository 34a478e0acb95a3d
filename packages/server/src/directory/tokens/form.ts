import { isUtf8 } from 'node:buffer';
import { OAuthError } from './oauth-error.ts';

/** Most parameters of a request, unknown ones included. */
const PARAMETERS_MAX = 100;

/** The parameters of a token request: each once, empty ones left out. */
export type TokenForm = ReadonlyMap<string, string>;

/**
 * Parses a form body.
 * @throws OAuthError invalid_request for a repeated parameter (RFC 6749 §3.2) and for invalid UTF-8
 */
export function readForm(body: Buffer): TokenForm {
  if (!isUtf8(body)) throw new OAuthError('invalid_request', 'The body is not UTF-8.');
  const form = new Map<string, string>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) {
    if (++count > PARAMETERS_MAX) throw new OAuthError('invalid_request', `More than ${PARAMETERS_MAX} parameters.`);
    if (form.has(name)) throw new OAuthError('invalid_request', `The parameter ${printable(name)} is repeated.`);
    form.set(name, value);
  }
  // "Parameters sent without a value MUST be treated as if they were omitted" (§3.2).
  return new Map([...form].filter(([, value]) => value !== ''));
}

/** A name from the caller, reduced to what §5.2 allows in a description. */
export function printable(text: string): string {
  return text.slice(0, 40).replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
