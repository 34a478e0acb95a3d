import { type IssueLanguage, issueIn } from '@fieldbridge/formats/core/issues/in-language.ts';
import { ProblemError } from '../core/problem.ts';
import type { Blobs } from '../storage/port/blobs.ts';
import type { Cluster } from '../storage/port/cluster.ts';
import { ConverterFailure } from '../work/converters/failure.ts';
import type { StatedIssue } from '../work/converters/protocol.ts';
import type { Failure } from './import-store.ts';

/** Codes of failures caused by a limit. */
const LIMIT_CODES = ['limit-exceeded', 'converter-memory', 'converter-time'];
/** Codes of failures that are not a property of the file. */
const STOPPED_CODES = ['converter-closed', 'converter-cancelled', 'converter-start'];
const UNREADABLE_ANYWAY = ['converter-died', 'converter-answer', 'conversion-failed'];

/**
 * The failure of a task for the status of an import.
 * @returns undefined for a defect of the server, which must be logged
 */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof ConverterFailure) return describedFailure(error);
  if (error instanceof ProblemError) return { code: error.code, text: error.message };
  return undefined;
}

/** How long an import or a report waits for an unresponsive store before it is tried again. */
export const STORE_RETRY_MS = 1000;

/** Whether work failed because a store behind a network is unavailable, so that the work can be done later. */
export function awaitsStore(error: unknown, cluster: Pick<Cluster, 'isShared'>, blobs: Pick<Blobs, 'isFar'>): boolean {
  return error instanceof ProblemError && error.code === 'unavailable' && (cluster.isShared || blobs.isFar === true);
}

/**
 * The refusal for a failed task if the caller waits for it.
 * @param fallback code for failures of the file or the job
 * @param issues reported before, which may explain the failure
 */
export function problemOf(
  failure: Failure,
  fallback: 'file-unreadable' | 'export-failed',
  issues?: readonly StatedIssue[],
): ProblemError {
  const { code: reason } = failure;
  const extra = { reason };
  const text = (language: IssueLanguage): string => issueIn(failure, language).text;
  const more = {
    extra,
    ...(issues && { issues: (language: IssueLanguage) => issues.map((issue) => issueIn(issue, language)) }),
  };
  if (reason === 'disk-full') return new ProblemError('disk-full', text, more);
  if (reason === 'format-unknown') return new ProblemError('format-unknown', text, more);
  if (LIMIT_CODES.includes(reason)) return new ProblemError('limit-exceeded', text, more);
  if (STOPPED_CODES.includes(reason))
    return new ProblemError('unavailable', text, { ...more, headers: { 'retry-after': '5' } });
  if (UNREADABLE_ANYWAY.includes(reason)) return new ProblemError('conversion-failed', text, more);
  return new ProblemError(fallback, text, more);
}

/**
 * The error for a caller waiting for a failed task: the store's own refusals and defects are passed on unchanged.
 * @param fallback as for `problemOf`
 */
export function refusalOf(error: unknown, fallback: 'file-unreadable' | 'export-failed'): unknown {
  return error instanceof ConverterFailure ? problemOf(describedFailure(error), fallback, error.issues) : error;
}

function describedFailure({ code, message: text, parameters }: ConverterFailure): Failure {
  return { code, text, ...(parameters === undefined ? {} : { parameters }) };
}
