/** How a caller authenticates where it did not, or not correctly: values of WWW-Authenticate (RFC 9110 §11.6.1). */

/**
 * For the header pair. A scheme of its own: with Basic a browser would open a dialog whose answer no interface takes.
 */
export const HEADER_PAIR = 'ClientHeaders realm="fieldbridge", headers="X-ClientId X-ClientSecret"';
/** For a caller without a token. No error code: nothing was wrong with what it sent (RFC 6750 §3.1). */
export const NO_TOKEN = 'Bearer realm="fieldbridge"';
/** For a token that is expired, revoked or none of ours. */
export const WRONG_TOKEN = 'Bearer realm="fieldbridge", error="invalid_token"';
/** For client credentials in the form of a token request; no browser asks its user for these either. */
export const CLIENT_FORM = 'ClientForm realm="token"';
