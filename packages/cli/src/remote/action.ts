import type { Fieldbridge } from '@fieldbridge/client';
import type { CommandIo } from '../command.ts';

/** Options of an action by name, as given: a flag is `true`, one that may be repeated a list. */
export type RemoteOptions = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

/** The context of an action. */
export interface RemoteCall {
  readonly operands: readonly string[];
  readonly options: RemoteOptions;
  readonly client: Fieldbridge;
  readonly io: CommandIo;
  readonly json: boolean;
}

/** The result of an action: the document of `--json`, and the same for people. */
export interface RemoteResult {
  readonly value: unknown;
  readonly text: string;
  readonly exit?: number;
}

/** A call of a server: `fieldbridge jobs list`. */
export interface RemoteAction {
  readonly name: string;
  readonly summary: string;
  /** Names of the words that follow; the last may be repeated: `JOB`, `FILE…`. */
  readonly operands: readonly string[];
  /** With a placeholder for the value: none for a flag, `!` in front if required, `…` behind if it may be repeated. */
  readonly options: Readonly<Record<string, string>>;
  /** @returns nothing if it has printed everything itself */
  readonly run: (call: RemoteCall) => Promise<RemoteResult | undefined>;
}

/** An option with one value. */
export function one(options: RemoteOptions, name: string): string | undefined {
  return options[name] as string | undefined;
}

/** An option that may be repeated. */
export function many(options: RemoteOptions, name: string): readonly string[] {
  return (options[name] ?? []) as readonly string[];
}
