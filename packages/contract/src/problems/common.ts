import type { ProblemRows } from '../problem-row.ts';

/** Problem codes that every interface may answer. */
export const commonProblems = {
  'malformed-request': {
    status: 400,
    title: 'The request is malformed',
    doc: 'The request line, a header or the framing of the body breaks HTTP, or the method is one that HTTP does not know (for one that it knows and the address does not take, see `method-not-allowed`). Send the request again as RFC 9110 and 9112 ask.',
  },
  'malformed-json': {
    status: 400,
    title: 'The body is not JSON',
    doc: 'The body could not be parsed as UTF-8 JSON. `detail` says what was found and at which position.',
  },
  'missing-body': {
    status: 400,
    title: 'The body is missing',
    doc: 'The operation needs a body and none was sent. Send one with the right Content-Type.',
  },
  'invalid-parameter': {
    status: 400,
    title: 'A parameter cannot be read',
    doc: 'A query parameter or header is not of its type, is out of range, or is not known. Numbers are written in plain decimal digits. `errors` names each one.',
  },
  'invalid-cursor': {
    status: 400,
    title: 'The cursor is not one of this list',
    doc: 'A cursor is opaque: pass `next` of the last page back unchanged, with the same filters, or start again without a cursor.',
  },
  'not-authenticated': {
    status: 401,
    title: 'The request is not authenticated',
    doc: "Credentials are missing, wrong, revoked, expired, or belong to another interface or environment. Which one it is stands only in the operator's log.",
  },
  'not-found': {
    status: 404,
    title: 'There is nothing here',
    doc: 'The address is wrong, the thing was deleted, or it belongs to another organisation.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The address does not take this method',
    doc: 'The header Allow lists the methods that this address takes.',
  },
  'not-acceptable': {
    status: 406,
    title: 'None of the accepted media types can be made',
    doc: 'The header Accept excludes everything this address can answer with. `detail` lists what it can.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request took too long to arrive',
    doc: 'Headers or body did not arrive within the time limit. Send the request again.',
  },
  conflict: {
    status: 409,
    title: 'The request conflicts with the present state',
    doc: 'What is stored does not allow the change. Read it again and decide anew.',
  },
  'idempotency-in-progress': {
    status: 409,
    title: 'A request with this Idempotency-Key is still running',
    doc: 'Wait for the answer of the first request, or ask again a little later with the same key.',
  },
  'precondition-failed': {
    status: 412,
    title: 'The resource has changed',
    doc: 'The ETag in If-Match is not the present one. Read the resource again, apply your change to it, and send that.',
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    doc: '`detail` names the limit and its value. Send less, or ask the operator to raise the limit.',
  },
  'uri-too-long': {
    status: 414,
    title: 'The address is too long',
    doc: 'The address or one of the names in it passes the limit. Shorten it.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body has a media type this address does not take',
    doc: 'Set Content-Type to one of the types named in `detail`, and send the body without a Content-Encoding.',
  },
  'range-not-satisfiable': {
    status: 416,
    title: 'The range lies outside the content',
    doc: 'The header Content-Range of the answer holds the length. Ask for a range inside it.',
  },
  'expectation-failed': {
    status: 417,
    title: 'The expectation cannot be met',
    doc: 'Only `Expect: 100-continue` is understood.',
  },
  'validation-failed': {
    status: 422,
    title: 'The body breaks a rule',
    doc: 'The body is JSON, but not what this operation takes. `errors` lists each fault with a JSON pointer.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    doc: 'A key stands for one request and its body for 24 hours. Take a new key for a new request.',
  },
  'idempotency-full': {
    status: 429,
    title: 'Too much is kept for Idempotency-Keys',
    doc: 'Answers to requests with an Idempotency-Key are kept for 24 hours, of one organisation up to a limit that `detail` names. Nothing was done. Send the request without a key, or after the seconds in Retry-After.',
  },
  'precondition-required': {
    status: 428,
    title: 'The operation needs If-Match',
    doc: 'What cannot be undone is done only to the version you have read. Send its ETag in If-Match.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    doc: 'Wait for the seconds in Retry-After. RateLimit-Policy says how much is allowed.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The headers are too large',
    doc: 'All headers together, with the address, may have 16 KiB.',
  },
  internal: {
    status: 500,
    title: 'The server failed',
    doc: 'A defect of the server. Nothing was stored by this request unless it says so; give the requestId to the operator, whose log has the cause.',
  },
  unavailable: {
    status: 503,
    title: 'The server cannot take the request now',
    doc: 'It is starting, stopping or overloaded. Send the request again after the seconds in Retry-After.',
  },
  'disk-full': {
    status: 507,
    title: 'The server has no space left',
    doc: 'Nothing of the request was stored. Ask the operator to free space, then send the request again.',
  },
} as const satisfies ProblemRows;
