import type { Severity } from './severity.ts';

/** One row of the table of issue codes: how grave it is, what it says, and what the reader can do. */
export interface IssueRow {
  readonly level: Severity;
  /**
   * The sentence, with its parameters in braces: `{name}` is replaced by a value, `{count point|points}` by a whole number and
   * the word that fits it ("1 point", "3 points").
   */
  readonly text: string;
  /** What to do about it, where there is something to do; appended to the sentence and shown in the docs. */
  readonly advice?: string;
}

/** Rows by code. A code is lower-case words with hyphens and is never renamed once published. */
export type IssueRows = Readonly<Record<string, IssueRow>>;
