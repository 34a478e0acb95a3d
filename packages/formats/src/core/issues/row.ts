import type { Severity } from './severity.ts';

/** One row of the table of issue codes: severity, message and advice. */
export interface IssueRow {
  readonly level: Severity;
  /**
   * The sentence with parameters in braces: `{name}` is replaced by a value, `{count point|points}` by a whole number
   * and the matching word ("1 point", "3 points").
   */
  readonly text: string;
  /** Advice for the user, if any; appended to the sentence and shown in the docs. */
  readonly advice?: string;
  /**
   * Parameters that are clauses: the values of each are codes, with the words that stand for them in the sentence. They
   * may have parameters in braces, too. Programs and translations use the code.
   */
  readonly clauses?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The parameter whose values a summary lists apart: an element that is not read is counted under its own name. */
  readonly per?: string;
}

/** Rows by code. A code is lower-case words with hyphens and is never renamed once published. */
export type IssueRows = Readonly<Record<string, IssueRow>>;
