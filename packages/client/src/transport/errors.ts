import type { ProblemDocument } from '../wire/problem.ts';

/** Every error of this library: `code` is stable, the message explains what to do. */
export class FieldbridgeError extends Error {
  override readonly name: string = 'FieldbridgeError';
  /** A code of docs/problems.md if the server refused, otherwise one of docs/client.md. */
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** The server cannot be reached, or the connection broke before the answer was complete. */
export class NetworkError extends FieldbridgeError {
  override readonly name = 'NetworkError';
}

/** Nothing was sent or received for `timeoutMs`. */
export class TimeoutError extends FieldbridgeError {
  override readonly name = 'TimeoutError';
}

/** The answer is not from this interface: a page of HTML, a redirect, JSON of another shape. */
export class UnexpectedAnswerError extends FieldbridgeError {
  override readonly name = 'UnexpectedAnswerError';
}

/** Neither a refresh nor the client's id and secret gave a token. */
export class CredentialsRefusedError extends FieldbridgeError {
  override readonly name = 'CredentialsRefusedError';
}

/** A body that can be read only once, where the request may have to be sent again. */
export class BodyNotRepeatableError extends FieldbridgeError {
  override readonly name = 'BodyNotRepeatableError';
}

/** The server refused: its problem document (RFC 9457). */
export class ProblemError extends FieldbridgeError {
  override readonly name: string = 'ProblemError';
  readonly status: number;
  /** The whole document, with `errors[]`; of other servers, whatever JSON object they sent. */
  readonly problem: Partial<ProblemDocument> & Readonly<Record<string, unknown>>;
  /** Quote it to the operator of the server. */
  readonly requestId: string | undefined;
  /** The pause the server asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, problem: ProblemError['problem'], requestId?: string, retryAfterMs?: number) {
    const code = typeof problem.code === 'string' ? problem.code : `http-${status}`;
    const says = [problem.detail, problem.title].find((one) => typeof one === 'string');
    super(code, `the server answered ${status}${says === undefined ? '' : `: ${says}`}`);
    this.status = status;
    this.problem = problem;
    this.requestId = requestId ?? problem.requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** 400, 405, 406, 414, 415, …: the request itself is wrong. */
export class BadRequestError extends ProblemError {
  override readonly name = 'BadRequestError';
}
/** 401, also with a fresh token. */
export class NotAuthenticatedError extends ProblemError {
  override readonly name = 'NotAuthenticatedError';
}
/** 403: for instance a weigh bridge that is not yours. */
export class ForbiddenError extends ProblemError {
  override readonly name = 'ForbiddenError';
}
/** 404: a wrong id, deleted, or of another organisation. */
export class NotFoundError extends ProblemError {
  override readonly name = 'NotFoundError';
}
/** 409: the stored data does not allow the change. */
export class ConflictError extends ProblemError {
  override readonly name: string = 'ConflictError';
}
/** 409 `ticket-exists`: the weigh bridge has a ticket of this number. */
export class TicketExistsError extends ConflictError {
  override readonly name = 'TicketExistsError';
  /** Of the existing ticket; undefined if the server does not state it. */
  get uuid(): string | undefined {
    return this.problem['uuid'] as string | undefined;
  }
  /** Whether it is the same ticket; undefined if the server does not state it. */
  get identical(): boolean | undefined {
    return this.problem['identical'] as boolean | undefined;
  }
}
/** 412: the resource has changed since it was read. */
export class PreconditionFailedError extends ProblemError {
  override readonly name = 'PreconditionFailedError';
}
/** 413: the body exceeds a limit that the message names. */
export class TooLargeError extends ProblemError {
  override readonly name = 'TooLargeError';
}
/** 422: against a rule; `problem.errors` names each field. */
export class ValidationError extends ProblemError {
  override readonly name = 'ValidationError';
}
/** 429: wait for `retryAfterMs`. */
export class RateLimitedError extends ProblemError {
  override readonly name = 'RateLimitedError';
}
/** 5xx: a fault of the server, or it is busy, or its disk is full. */
export class ServerError extends ProblemError {
  override readonly name = 'ServerError';
}

const BY_CODE: Readonly<Record<string, typeof ProblemError>> = { 'ticket-exists': TicketExistsError };
const BY_STATUS: Readonly<Record<number, typeof ProblemError>> = {
  401: NotAuthenticatedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  413: TooLargeError,
  422: ValidationError,
  429: RateLimitedError,
};

/** The error for a refusal, of the class for its code, otherwise for its status. */
export function problemError(...[status, problem, ...rest]: ConstructorParameters<typeof ProblemError>): ProblemError {
  const known = BY_CODE[problem.code ?? ''] ?? BY_STATUS[status] ?? (status < 500 ? BadRequestError : ServerError);
  return new known(status, problem, ...rest);
}
