import type { StatedIssue } from './protocol.ts';

/** Why a converter process did not finish a task, besides the codes of the formats themselves. */
export type SandboxCode =
  | 'converter-died'
  /** No process could be started: the system's fault, not the input's. */
  | 'converter-start'
  | 'converter-memory'
  | 'converter-time'
  | 'converter-cancelled'
  | 'converter-closed'
  | 'converter-answer'
  /** The disk has no more room than is kept for tickets and tokens. */
  | 'disk-full'
  /** The work folder of a process cannot be created, emptied or removed. */
  | 'converter-folder';

/**
 * A task that a converter process did not finish: the process was stopped or died (`SandboxCode`), or the task itself
 * failed (the code of the format's error). The text may be shown to callers of the interface.
 */
export class ConverterFailure extends Error {
  readonly code: string;
  /** Of the sentence, if the code is one of a format. */
  readonly parameters: Readonly<Record<string, string | number>> | undefined;
  /** What the task reported before, if it says so. */
  readonly issues: readonly StatedIssue[] | undefined;

  constructor(
    code: SandboxCode | (string & {}),
    text: string,
    parameters?: Readonly<Record<string, string | number>>,
    issues?: readonly StatedIssue[],
  ) {
    super(text);
    this.name = 'ConverterFailure';
    this.code = code;
    this.parameters = parameters;
    this.issues = issues;
  }
}
