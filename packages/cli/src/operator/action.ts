import type { DeskClient, DeskMethod } from './desk-client.ts';

/** Options of an action by name, as given; one that may be repeated has a line for each value. */
export type ActionOptions = Readonly<Record<string, string | undefined>>;

/** A call of the desk. */
export interface DeskCall {
  readonly method: DeskMethod;
  /** Below /operator/v1. */
  readonly path: string;
  readonly body?: unknown;
}

/** An action of the operator's command line: translates arguments into a call of the desk. */
export interface Action {
  /** For instance `credentials issue`. */
  readonly words: string;
  readonly summary: string;
  /** Names of the operands that follow, for the help; all are required. */
  readonly operands: readonly string[];
  /** Options with a placeholder for their value: `!` in front if it is required, `…` behind if it may be repeated. */
  readonly options: Readonly<Record<string, string>>;
  readonly call: (
    operands: readonly string[],
    options: ActionOptions,
    desk: DeskClient,
  ) => DeskCall | Promise<DeskCall>;
}

/** Whether an option is required. */
export function isNeeded(form: string): boolean {
  return form.startsWith('!');
}

/** Whether an option may be repeated. */
export function isRepeatable(form: string): boolean {
  return form.endsWith('…');
}
