/** Why a converter process did not finish a task, beside the codes that formats themselves report. */
export type SandboxCode =
  | 'converter-died'
  | 'converter-memory'
  | 'converter-time'
  | 'converter-cancelled'
  | 'converter-closed'
  | 'converter-answer'
  /** The work folder of a process cannot be made, emptied or removed. */
  | 'converter-folder';

/**
 * A task that a converter process did not finish: the process was stopped or died (`SandboxCode`), or the task itself
 * said why it failed (the code of the format's error). The text is fit for the caller of the interface.
 */
export class ConverterFailure extends Error {
  readonly code: string;

  constructor(code: SandboxCode | (string & {}), text: string) {
    super(text);
    this.name = 'ConverterFailure';
    this.code = code;
  }
}
