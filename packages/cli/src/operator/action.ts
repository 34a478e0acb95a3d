import type { DeskClient, DeskMethod } from './desk-client.ts';

/** Options of an action by name, as they were given. */
export type ActionOptions = Readonly<Record<string, string | undefined>>;

/** A call of the desk. */
export interface DeskCall {
  readonly method: DeskMethod;
  /** Below /operator/v1. */
  readonly path: string;
  readonly body?: unknown;
}

/** One thing the operator's command line can do: words in, a call of the desk out. */
export interface Action {
  /** For instance `credentials issue`. */
  readonly words: string;
  readonly summary: string;
  /** Names of the words that follow, for the help; all are needed. */
  readonly operands: readonly string[];
  /** Options with the form of their value; a leading `!` marks one that is needed. */
  readonly options: Readonly<Record<string, string>>;
  readonly call: (
    operands: readonly string[],
    options: ActionOptions,
    desk: DeskClient,
  ) => DeskCall | Promise<DeskCall>;
}

/** Whether an option has to be given. */
export function isNeeded(form: string): boolean {
  return form.startsWith('!');
}
