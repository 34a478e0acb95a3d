import { timingSafeEqual } from 'node:crypto';
import type { TokenForm } from './form.ts';
import { OAuthError } from './oauth-error.ts';

/** A client id and secret as received, not yet verified. */
export interface ClientSecret {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Takes the client's id and secret from the Authorization header, the form, or both if they are equal (RFC 6749
 * §2.3.1).
 * @throws OAuthError invalid_client if they are missing, invalid_request if the two contradict each other
 */
export function readClientSecret(authorization: string | undefined, form: TokenForm): ClientSecret {
  const basic = authorization === undefined ? undefined : readBasic(authorization);
  const clientId = form.get('client_id');
  const clientSecret = form.get('client_secret');
  if (basic === undefined) {
    if (clientId === undefined || clientSecret === undefined)
      throw new OAuthError('invalid_client', 'client_id and client_secret are needed, in the form or by HTTP Basic.');
    return { clientId, clientSecret };
  }
  const differs = (own: string, other: string | undefined) => other !== undefined && !same(own, other);
  if (differs(basic.clientId, clientId) || differs(basic.clientSecret, clientSecret)) {
    throw new OAuthError('invalid_request', 'The credentials in the form are not those in the Authorization header.');
  }
  return basic;
}

/** The pair is form-encoded before it is put into Basic (§2.3.1). */
function readBasic(header: string): ClientSecret {
  const encoded = /^basic +([\w+/=-]+)$/i.exec(header)?.[1];
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 1)
    throw new OAuthError('invalid_client', 'The Authorization header is not HTTP Basic with client id and secret.');
  return { clientId: decode(pair.slice(0, colon)), clientSecret: decode(pair.slice(colon + 1)) };
}

/** A client that does not encode may send a bare percent sign: then the text is taken literally. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
