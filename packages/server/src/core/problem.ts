import {
  type ProblemCode,
  type ProblemDocument,
  type ProblemIssue,
  type ProblemLanguage,
  problemRow,
  problemTitle,
} from '@fieldbridge/contract';
import { type Detail, type Fault, faultsIn } from './detail.ts';
import { uuidv7 } from './uuid.ts';

/** The optional parts of a refusal, besides its code and sentence. */
export interface ProblemOptions {
  /** Each fault with its position. */
  readonly errors?: readonly Fault[];
  /** Issues reported while a file was read, in the reader's language. */
  readonly issues?: (language: ProblemLanguage) => readonly ProblemIssue[];
  /** Headers of the answer, for instance `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Members of the problem document beyond RFC 9457's, for instance `existing`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** The cause, for the log only. */
  readonly cause?: unknown;
}

/** A refusal with a code of the table. Throw it anywhere below a route. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly status: number;
  readonly options: ProblemOptions;
  /** The sentence about it, in the reader's language. */
  readonly detail: Detail;

  /**
   * @param code a code of the problem table
   * @param detail the fault, its place and what to do; shown to the caller, so it must not contain a secret
   */
  constructor(code: ProblemCode, detail?: Detail, options: ProblemOptions = {}) {
    super(detail?.('en') ?? problemRow(code).title, { cause: options.cause });
    this.code = code;
    this.detail = detail ?? ((language) => problemTitle(code, language));
    this.status = problemRow(code).status;
    this.options = options;
  }
}

/**
 * The problem document of a refusal (RFC 9457), for the body of an answer or an item of a batch.
 * @param where the request it belongs to; left out inside batches
 * @param language of the title and the sentences
 */
export function problemDocument(
  problem: ProblemError,
  where?: { instance: string; requestId: string },
  language: ProblemLanguage = 'en',
): ProblemDocument {
  const { errors, issues } = problem.options;
  return {
    type: `/docs/problems#${problem.code}`,
    title: problemTitle(problem.code, language),
    status: problem.status,
    code: problem.code,
    detail: problem.detail(language),
    ...where,
    ...(errors === undefined ? {} : { errors: faultsIn(errors, language) }),
    ...(issues === undefined ? {} : { issues: [...issues(language)] }),
    ...problem.options.extra,
  };
}

/**
 * A problem outside any request of the application: its row of the table, a new request id, and its document as text.
 */
export function bareProblem(code: ProblemCode): { status: number; title: string; requestId: string; body: string } {
  const { status, title } = problemRow(code);
  const requestId = uuidv7();
  const body = JSON.stringify({ type: `/docs/problems#${code}`, title, status, code, requestId });
  return { status, title, requestId, body };
}
