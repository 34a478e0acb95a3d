/**
 * Messages between the server and a converter process over the process's IPC channel, as JSON. Only small things travel
 * here: files and long results are in the process's work folder.
 */
import type { FormatError } from '@fieldbridge/formats/core/failure.ts';

/** A task as the pool sees it; the converter entry knows the meaning of its kind. */
export interface Task {
  readonly kind: string;
}

/** From the server to the process. */
export type ToConverter =
  | { readonly type: 'run'; readonly id: number; readonly task: Task }
  | { readonly type: 'reply'; readonly id: number; readonly question: number; readonly answer: unknown };

/** The progress of a task; `done` and `total` have the same measure. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly phase: string;
}

/** Why a task failed; `parameters` are those of the sentence, if the code is one of a format. */
export interface TaskFailure {
  readonly code: string;
  readonly text: string;
  readonly parameters?: Readonly<Record<string, string | number>>;
}

/** From the process to the server. */
export type FromConverter =
  | { readonly type: 'ready' }
  | ({ readonly type: 'progress'; readonly id: number } & Progress)
  | { readonly type: 'ask'; readonly id: number; readonly question: number; readonly body: unknown }
  | { readonly type: 'done'; readonly id: number; readonly result: unknown }
  | ({ readonly type: 'failed'; readonly id: number } & TaskFailure);

const MOST_TEXT = 4000;
const MOST_PARAMETERS = 30;

/**
 * Checks a message from a converter process. A process taken over by a hostile file may send anything, so nothing is
 * used unchecked.
 * @returns undefined if it is not a message of the protocol
 */
export function parseMessage(value: unknown): FromConverter | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const message = value as Record<string, unknown>;
  const { type, id } = message;
  if (type === 'ready') return { type };
  if (typeof id !== 'number') return undefined;
  if (type === 'progress') {
    const { done, total, phase } = message;
    const sound = Number.isFinite(done) && Number.isFinite(total) && typeof phase === 'string' && phase.length <= 100;
    return sound ? { type, id, done: done as number, total: total as number, phase } : undefined;
  }
  if (type === 'ask') {
    return typeof message['question'] === 'number'
      ? { type, id, question: message['question'], body: message['body'] }
      : undefined;
  }
  if (type === 'done') return { type, id, result: message['result'] };
  const failure = type === 'failed' ? parseFailure(message) : undefined;
  return failure === undefined ? undefined : { type: 'failed', id, ...failure };
}

/** Why a task failed, by the error of the format that says it. */
export function taskFailureOf({ code, message, parameters }: FormatError): TaskFailure {
  return { code, text: message, parameters };
}

/** Checks why a task failed, as a converter process states it. @returns undefined if that is no reason */
export function parseFailure(value: object): TaskFailure | undefined {
  const { code, text, parameters: stated } = value as Record<string, unknown>;
  if (typeof code !== 'string' || typeof text !== 'string' || !/^[a-z][a-z0-9-]{0,60}$/.test(code)) return undefined;
  const parameters = soundParameters(stated);
  return { code, text: text.slice(0, MOST_TEXT), ...(parameters === undefined ? {} : { parameters }) };
}

/** An issue as a converter process states it. */
export interface StatedIssue extends TaskFailure {
  readonly severity: string;
  readonly line?: number;
  readonly offset?: number;
  readonly handle?: string;
  readonly place?: { readonly easting: number; readonly northing: number };
  readonly count?: number;
  readonly times?: number;
}

/** Checks the issues that a converter process states, and leaves out anything else. */
export function parseIssues(value: unknown): StatedIssue[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return [];
    const failure = parseFailure(one);
    const { severity, handle, place, ...more } = one as Record<string, unknown>;
    if (failure === undefined || !['note', 'warning', 'error'].includes(severity as string)) return [];
    const { easting, northing } = (place ?? {}) as Record<string, unknown>;
    const numbers = ['line', 'offset', 'count', 'times'].filter((name) => Number.isSafeInteger(more[name]));
    return {
      ...failure,
      severity: severity as string,
      ...Object.fromEntries(numbers.map((name) => [name, more[name]])),
      ...(typeof handle === 'string' && handle.length <= MOST_TEXT ? { handle } : {}),
      ...(Number.isFinite(easting) && Number.isFinite(northing)
        ? { place: { easting: easting as number, northing: northing as number } }
        : {}),
    };
  });
}

/** The parameters of a sentence; undefined for anything else. */
function soundParameters(value: unknown): Record<string, string | number> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value as Record<string, unknown>);
  const isSound = ([name, one]: [string, unknown]): boolean =>
    /^\w{1,60}$/.test(name) && (Number.isFinite(one) || (typeof one === 'string' && one.length <= MOST_TEXT));
  if (entries.length > MOST_PARAMETERS || !entries.every(isSound)) return undefined;
  return Object.fromEntries(entries) as Record<string, string | number>;
}
