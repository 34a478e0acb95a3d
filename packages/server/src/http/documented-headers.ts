import type { FastifyContextConfig } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Request headers of the route besides those implied by its configuration: name and description. */
    documentedHeaders?: Readonly<Record<string, string>>;
    /** Headers of its successful answers besides those of every answer: name and description. */
    answeredHeaders?: Readonly<Record<string, string>>;
    /** Headers of its refusals (4XX) besides those of every refusal. */
    refusedHeaders?: Readonly<Record<string, string>>;
  }
}

/** Headers as described in the document. */
type DocumentedHeaders = Readonly<Record<string, { readonly type: string; readonly description: string }>>;

/** For `documentedHeaders` of a route that changes or deletes one thing. */
export const IF_MATCH = {
  'If-Match': 'ETags of the expected version, or *; 412 if the current one is not among them',
} as const;
/** For `answeredHeaders` of a route that creates one thing. */
export const LOCATION = { Location: 'Address of the new resource' } as const;
/** For `answeredHeaders` of a route that returns the current state of one thing. */
export const ETAG = { ETag: 'The current version' } as const;

const IF_NONE_MATCH = { 'If-None-Match': 'ETags the caller has, or *; 304 if the current one is among them' };
const IDEMPOTENCY_KEY = {
  'Idempotency-Key':
    '1 to 255 visible ASCII characters chosen by the caller, one key for each piece of work: the first answer is stored for 24 hours and returned again, so that a retried request does its work once',
};
const REPLAYED = { 'Idempotency-Replayed': '`true` if the answer is the stored one of an earlier request' };
const EVERY = {
  'Fieldbridge-Secret-Expires': 'When the secret of the caller expires; only in the days of notice before',
  'X-Request-Id': 'Id of the request: the one sent, or a new one; the log contains it',
  RateLimit: 'Requests left, and seconds until more are available',
  'RateLimit-Policy': 'The limit on requests of this credential',
};
const REFUSED = { 'Retry-After': 'Seconds to wait before sending the request again' };
const REFUSED_CALLER = {
  'WWW-Authenticate': 'With 401 if a token or Basic authentication was sent or is needed: the scheme and what is wrong',
  Allow: 'With 405: the methods of the address',
};

/** The request headers of a route, as a schema; undefined if it has none of its own. */
export function requestHeaders(config: FastifyContextConfig): object | undefined {
  const all = {
    ...(config.conditional === true ? IF_NONE_MATCH : {}),
    ...(config.idempotent === true ? IDEMPOTENCY_KEY : {}),
    ...config.documentedHeaders,
  };
  return Object.keys(all).length === 0 ? undefined : { type: 'object', properties: described(all) };
}

/**
 * The headers of a route's answers with one status.
 * @param status as in the document: `200`, `2XX`, `4XX` …
 */
export function answerHeaders(config: FastifyContextConfig, status: string): DocumentedHeaders {
  const { conditional, idempotent, answeredHeaders, refusedHeaders } = config;
  const replayed = idempotent === true ? REPLAYED : {};
  if (status.startsWith('5')) return described({ ...EVERY, ...REFUSED });
  if (status.startsWith('4'))
    return described({ ...EVERY, ...REFUSED, ...REFUSED_CALLER, ...replayed, ...refusedHeaders });
  return described({ ...EVERY, ...replayed, ...(conditional === true ? ETAG : {}), ...answeredHeaders });
}

function described(headers: Readonly<Record<string, string>>): DocumentedHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { type: 'string', description }]),
  );
}
