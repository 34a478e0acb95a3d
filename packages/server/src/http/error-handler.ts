import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Detail, detailOf } from '../core/detail.ts';
import { ProblemError, problemDocument } from '../core/problem.ts';
import { storageFailure } from '../storage/failure.ts';
import { answerLanguage } from './language.ts';
import { pathOfTarget } from './request-target.ts';
import { validationProblem } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request was answered with, if it was refused or failed. */
    problem?: ProblemError;
  }
}

export const PROBLEM_TYPE = 'application/problem+json';
/** Most characters of one segment of a path. */
export const MOST_PARAMETER = 200;
const INTERNAL = 500;
/** The end of a path: its query, or a fragment, which nobody should send. */
const PATH_END = /[?#]/;

/** A secret or token that a server issues (directory/secret.ts, directory/tokens/token-text.ts), whole or truncated. */
const ISSUED = /\bfb[a-z]{2}_[\w-]{8,}/;

/**
 * The path of a request for logs and problems: without query, without a path that is itself a secret, and without
 * secrets inside other paths.
 */
export function shownPath(request: FastifyRequest, { config, url } = request.routeOptions): string {
  if (config.secretPath === true) return url ?? '';
  const end = request.url.search(PATH_END);
  const path = end < 0 ? request.url : request.url.slice(0, end);
  // The address of a page with a secret is not a route if a mail scanner sends OPTIONS to it, or if something is
  // appended.
  const plain = path.includes('%') ? pathOfTarget(path) : path;
  return ISSUED.test(plain) ? plain.replaceAll(new RegExp(ISSUED, 'g'), '(secret)') : path;
}

/** Answers with a problem document. For batches and streams use `problemDocument` itself. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: ProblemError): FastifyReply {
  const instance = shownPath(request);
  request.problem = problem;
  // No hook has run if the router itself refuses (an address that is too long).
  reply.code(problem.status).headers({ 'x-request-id': request.id, ...problem.options.headers });
  if (problem.code === 'unavailable' && !reply.hasHeader('retry-after')) reply.header('retry-after', '5');
  const language = answerLanguage(request, reply);
  reply.type(PROBLEM_TYPE);
  return reply.send(JSON.stringify(problemDocument(problem, { instance, requestId: request.id }, language)));
}

/** The error handler of every scope: everything thrown becomes a problem; the stack goes to the log only. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error, request);
  logFailure(request, problem, error);
  return sendProblem(request, reply, problem);
}

/**
 * Logs an answer of 500 and above. Our own refusals, of a full queue for instance, are not defects: they are warnings
 * without a stack, so that alerts on errors do not fire.
 * @param error the error that was thrown
 */
export function logFailure(request: Pick<FastifyRequest, 'log'>, problem: ProblemError, error: unknown): void {
  if (problem.status < INTERNAL) return;
  const { code, status, cause, message } = problem;
  if (status !== INTERNAL && error === problem && cause === undefined)
    request.log.warn({ code, detail: message }, 'request refused');
  else request.log.error({ err: cause ?? error, code }, 'request failed');
}

/** The sentence about a media type that nothing here reads. */
function mediaTypeText({ headers }: FastifyRequest): Detail {
  const type = headers['content-type'];
  return type === undefined
    ? detailOf('The body has no Content-Type.')
    : detailOf('The Content-Type {type} is not a media type, or not one that this address accepts.', {
        type: JSON.stringify(type.slice(0, 100)),
      });
}

/** The problem that the caller sees for an error. */
export function toProblem(error: unknown, request: FastifyRequest): ProblemError {
  const known = storageFailure(error);
  if (known instanceof ProblemError) return known;
  const { validation, validationContext, code } = error as FastifyError;
  if (validation !== undefined)
    return validationProblem(
      validation,
      validationContext ?? 'body',
      request.body === undefined || request.body === null,
    );
  // A caller that hung up during its body: nobody reads the answer, and it is not a failure of the server.
  if ((code as string) === 'ECONNRESET' && request.raw.destroyed && !request.raw.complete)
    return new ProblemError('malformed-request', detailOf('The connection ended in the middle of the body.'));
  // Likewise a caller that left just before an answer was streamed to it.
  if ((code as string) === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed)
    return new ProblemError('malformed-request', detailOf('The connection ended before the answer.'));
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ProblemError(
        'body-too-large',
        detailOf('The body limit of this address is {bodyLimit} bytes.', { bodyLimit: request.routeOptions.bodyLimit }),
      );
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ProblemError('unsupported-media-type', mediaTypeText(request));
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new ProblemError('missing-body', detailOf('The operation needs a body.'));
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ProblemError('malformed-request', detailOf("The body's length differs from its Content-Length."));
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new ProblemError(
        'malformed-request',
        detailOf('The Content-Type is empty: send a media type, or leave the header out.'),
      );
    case 'FST_ERR_BAD_URL':
      return new ProblemError(
        'malformed-request',
        detailOf('A % in the path is not followed by two hex digits of UTF-8.'),
      );
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ProblemError(
        'uri-too-long',
        detailOf('A name or id in the path has more than {most} characters.', { most: MOST_PARAMETER }),
      );
  }
  return new ProblemError('internal', detailOf('The server failed; the cause is in its log under this requestId.'), {
    cause: error,
  });
}
