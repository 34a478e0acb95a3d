import { convertIssues } from './convert.ts';
import { lossIssues } from './losses.ts';
import { mergeIssues } from './merge.ts';
import type { IssueRow, IssueRows } from './row.ts';

/** The table in parts, each with its heading in the docs. */
export const ISSUE_PARTS = [
  ['Reading and converting', convertIssues],
  ['Appending to a job', mergeIssues],
  ['Left out when writing', lossIssues],
] as const satisfies readonly (readonly [title: string, rows: IssueRows])[];

/** Every issue code there is: the one table behind the reports and behind docs/issues.md. */
export const issueTable = { ...convertIssues, ...mergeIssues, ...lossIssues } as const;

/** A code of the table. */
export type IssueCode = keyof typeof issueTable;

/** The row of a code, or undefined for one that is not in the table. */
export function issueRow(code: string): IssueRow | undefined {
  return Object.hasOwn(issueTable, code) ? issueTable[code as IssueCode] : undefined;
}
