import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemCode } from '@fieldbridge/contract';
import { bareProblem } from '../core/problem.ts';
import { PROBLEM_TYPE } from './error-handler.ts';

/** Node's error for a request that could not be parsed or did not arrive in time. */
export interface ParseFailure extends Error {
  readonly code?: string;
  /** The bytes that could not be parsed. */
  readonly rawPacket?: Uint8Array;
}

/** Longest request line and headers together: Node's own limit. */
const HEAD_BYTES = 16 * 1024;
const LINE_END = 0x0a;
const FIRST_LETTER = /^[A-Z]$/;

/** The problem code for a failure. */
export function codeOfFailure({ code, rawPacket }: ParseFailure): ProblemCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request-timeout';
  if (code !== 'HPE_HEADER_OVERFLOW') return 'malformed-request';
  return rawPacket !== undefined && isAllTarget(rawPacket) ? 'uri-too-long' : 'headers-too-large';
}

/** Whether bytes that were too long begin a request without the end of its first line: then its target is too long. */
function isAllTarget(bytes: Uint8Array): boolean {
  const end = bytes.indexOf(LINE_END);
  return FIRST_LETTER.test(String.fromCharCode(bytes[0] ?? 0)) && (end < 0 || end > HEAD_BYTES);
}

/**
 * Answers a request that could not be parsed as HTTP, or did not arrive in time, and ends the connection. Answers are
 * in the order of their requests (RFC 9112 §9.3.2): if an earlier one is still being answered, that answer is finished
 * first.
 */
export function answerBrokenRequest(error: ParseFailure, socket: Socket): void {
  // A write before the end of a TLS handshake would wait for it, and the connection with it, for ever.
  const { secureConnecting } = socket as Socket & { readonly secureConnecting?: boolean };
  if (error.code === 'ECONNRESET' || !socket.writable || secureConnecting === true) {
    socket.destroy();
    return;
  }
  const answer = (): void => endWithProblem(socket, codeOfFailure(error));
  // Node's internal name for the current answer; Node itself checks it before writing its default answer.
  const { _httpMessage: before } = socket as Socket & { readonly _httpMessage?: ServerResponse | null };
  if (before === undefined || before === null || before.writableFinished) answer();
  else if (before.req.complete) before.once('finish', answer);
  // The broken part is the body of the request that is being answered.
  else if (before.headersSent) socket.destroy();
  else answer();
}

/** Writes a problem to a connection without a request of the application, and ends it. */
export function endWithProblem(
  socket: Socket,
  code: ProblemCode,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { status, title, requestId, body } = bareProblem(code);
  const lines = [
    `HTTP/1.1 ${status} ${title}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
