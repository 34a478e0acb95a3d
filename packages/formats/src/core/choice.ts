import type { IssueCode } from './issues/table.ts';

/** A question about a doubtful file that a caller should answer before an import, by an option. */
export interface Choice {
  /** The option that decides. */
  readonly option: string;
  /** The issue that explains the doubt. */
  readonly code: IssueCode;
  /** The value in force unless the caller chooses another. */
  readonly chosen: string;
  readonly values: readonly { readonly value: string; readonly text: string }[];
}
