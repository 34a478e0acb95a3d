/** How a caller must authenticate if it did not, or not correctly: values of WWW-Authenticate (RFC 9110 §11.6.1). */

/**
 * For the header pair. A custom scheme: with Basic a browser would open a dialog whose answer no interface accepts.
 */
export const HEADER_PAIR = 'ClientHeaders realm="fieldbridge", headers="X-ClientId X-ClientSecret"';
/** For a caller without a token. No error code, because it sent nothing wrong (RFC 6750 §3.1). */
export const NO_TOKEN = 'Bearer realm="fieldbridge"';
/** For a token that is expired, revoked or not one of ours. */
export const WRONG_TOKEN = 'Bearer realm="fieldbridge", error="invalid_token"';
/** For client credentials in the form of a token request; no browser asks its user for these either. */
export const CLIENT_FORM = 'ClientForm realm="token"';
