import type { FastifyContextConfig } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Headers that the route takes besides those that follow from the rest of its configuration: name and what it does. */
    documentedHeaders?: Readonly<Record<string, string>>;
    /** Headers of its answers of success besides those of every answer: name and what it says. */
    answeredHeaders?: Readonly<Record<string, string>>;
    /** Headers of its refusals (4XX) besides those of every refusal. */
    refusedHeaders?: Readonly<Record<string, string>>;
  }
}

/** What the document says of a header. */
type DocumentedHeaders = Readonly<Record<string, { readonly type: string; readonly description: string }>>;

/** For `documentedHeaders` of a route that changes or deletes one thing. */
export const IF_MATCH = {
  'If-Match': 'ETags of the version that is meant, or *; 412 when the present one is not among them',
} as const;
/** For `answeredHeaders` of a route that makes one thing. */
export const LOCATION = { Location: 'Address of what was made' } as const;
/** For `answeredHeaders` of a route that answers with the present state of one thing. */
export const ETAG = { ETag: 'The present version' } as const;

const IF_NONE_MATCH = { 'If-None-Match': 'ETags the caller has, or *; 304 when the present one is among them' };
const IDEMPOTENCY_KEY = {
  'Idempotency-Key':
    '1 to 255 visible ASCII characters of the caller, one for each piece of work: the first answer is kept 24 hours and given again, so that a retried request does its work once',
};
const REPLAYED = { 'Idempotency-Replayed': '`true` when the answer is the kept one of an earlier request' };
const EVERY = {
  'X-Request-Id': 'Id of the request: the one sent, or a new one; it stands in the log',
  RateLimit: 'What is left of the limit, and seconds until more',
  'RateLimit-Policy': 'The limit on requests of this credential',
};
const REFUSED = { 'Retry-After': 'Seconds to wait before the request is sent again' };
const REFUSED_CALLER = {
  'WWW-Authenticate':
    'With 401 where a token or Basic authentication was sent or is needed: the scheme and what is wrong',
  Allow: 'With 405: the methods that the address takes',
};

/** The request headers of a route, as a schema; undefined when it takes none of its own. */
export function requestHeaders(config: FastifyContextConfig): object | undefined {
  const all = {
    ...(config.conditional === true ? IF_NONE_MATCH : {}),
    ...(config.idempotent === true ? IDEMPOTENCY_KEY : {}),
    ...config.documentedHeaders,
  };
  return Object.keys(all).length === 0 ? undefined : { type: 'object', properties: described(all) };
}

/**
 * The headers of a route's answers of one status.
 * @param status as the document has it: `200`, `2XX`, `4XX` …
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
