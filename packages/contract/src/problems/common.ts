import type { ProblemRows } from '../problem-row.ts';

/** Problem codes that every interface may return. */
export const commonProblems = {
  'malformed-request': {
    status: 400,
    title: 'The request is malformed',
    doc: 'The request line, a header or the framing of the body violates HTTP, or the method is unknown to HTTP (for a known method that the address does not support, see `method-not-allowed`). Send a request that follows RFC 9110 and 9112.',
  },
  'malformed-json': {
    status: 400,
    title: 'The body is not JSON',
    doc: 'The body could not be parsed as UTF-8 JSON. `detail` describes the fault and its position.',
  },
  'missing-body': {
    status: 400,
    title: 'The body is missing',
    doc: 'The operation needs a body, but none was sent. Send one with the right Content-Type.',
  },
  'invalid-parameter': {
    status: 400,
    title: 'A parameter cannot be read',
    doc: 'A query parameter or header has the wrong type, is out of range, or is unknown. Numbers are plain decimal digits. `errors` names each fault.',
  },
  'invalid-cursor': {
    status: 400,
    title: 'The cursor does not belong to this list',
    doc: 'A cursor is opaque: pass `next` of the last page back unchanged, with the same filters, or start again without a cursor.',
  },
  'not-authenticated': {
    status: 401,
    title: 'The request is not authenticated',
    doc: "Credentials are missing, wrong, revoked, expired, or belong to another interface or environment. Only the operator's log has the reason.",
  },
  'secret-expired': {
    status: 401,
    title: 'The client secret has expired',
    doc: 'Client id and secret are right, but the secret has expired. Ask the operator for a new secret (`fieldbridge operator credentials rotate`). In the days before, answers have the header Fieldbridge-Secret-Expires.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    doc: 'The address is wrong, or the resource was deleted or belongs to another organisation.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The method is not allowed at this address',
    doc: 'The header Allow lists the methods of this address.',
  },
  'not-acceptable': {
    status: 406,
    title: 'None of the accepted media types is available',
    doc: 'The header Accept excludes everything this address can return. `detail` lists what is available.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request took too long to arrive',
    doc: 'Headers or body did not arrive within the time limit. Send the request again.',
  },
  conflict: {
    status: 409,
    title: 'The request conflicts with the current state',
    doc: 'The stored data does not allow the change. Read it again and decide what to do.',
  },
  'idempotency-in-progress': {
    status: 409,
    title: 'A request with this Idempotency-Key is still running',
    doc: 'Wait for the answer to the first request, or ask again a little later with the same key.',
  },
  'precondition-failed': {
    status: 412,
    title: 'The resource has changed',
    doc: 'The ETag in If-Match is out of date. Read the resource again, apply your change to it, and send that.',
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    doc: '`detail` names the limit and its value. Send less, or ask the operator to raise the limit.',
  },
  'uri-too-long': {
    status: 414,
    title: 'The address is too long',
    doc: 'The address, or a part of it, exceeds the limit. Shorten it.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The media type is not supported at this address',
    doc: 'Set Content-Type to one of the types named in `detail`, and send the body without a Content-Encoding.',
  },
  'range-not-satisfiable': {
    status: 416,
    title: 'The range is outside the content',
    doc: 'The header Content-Range of the answer gives the length. Ask for a range within it.',
  },
  'expectation-failed': {
    status: 417,
    title: 'The expectation cannot be met',
    doc: 'Only `Expect: 100-continue` is understood.',
  },
  'validation-failed': {
    status: 422,
    title: 'The body breaks a rule',
    doc: 'The body is JSON, but not what this operation accepts. `errors` lists each fault with a JSON pointer.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    doc: 'A key identifies one request and its body for 24 hours. Use a new key for a new request.',
  },
  'idempotency-full': {
    status: 429,
    title: 'Too many answers are stored for Idempotency-Keys',
    doc: 'Answers to requests with an Idempotency-Key are stored for 24 hours, up to a limit per organisation that `detail` names. Nothing was done. Send the request without a key, or after the seconds in Retry-After.',
  },
  'precondition-required': {
    status: 428,
    title: 'The operation needs If-Match',
    doc: 'A change that cannot be undone applies only to the version you have read. Send its ETag in If-Match.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    doc: 'Wait for the seconds in Retry-After. RateLimit-Policy states the limit: `organisation` is the quota of all credentials of the organisation together.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The headers are too large',
    doc: 'All headers together, with the address, may have 16 KiB.',
  },
  internal: {
    status: 500,
    title: 'The server failed',
    doc: 'The server has a defect. Nothing was stored by this request unless the answer says so. Give the requestId to the operator: the cause is in the server log.',
  },
  unavailable: {
    status: 503,
    title: 'The server cannot handle the request now',
    doc: 'It is starting, stopping or overloaded. Send the request again after the seconds in Retry-After.',
  },
  'disk-full': {
    status: 507,
    title: 'The server is out of disk space',
    doc: 'Nothing was stored. Ask the operator to free space, then send the request again.',
  },
} as const satisfies ProblemRows;
