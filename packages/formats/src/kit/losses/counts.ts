import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { IssueParameters } from '../../core/issues/sentence.ts';
import type { IssueCode } from '../../core/issues/table.ts';

/** An issue code whose only parameter is a count. */
export type CountedCode = {
  [Code in IssueCode]: { readonly count: number } extends IssueParameters<Code>
    ? IssueParameters<Code> extends { readonly count: number }
      ? Code
      : never
    : never;
}[IssueCode];

/** Reports each code that happened at least once. @param counts how often each happened */
export function reportCounts(
  counts: Iterable<readonly [code: CountedCode, count: number]>,
  { report }: Pick<WriteContext, 'report'>,
): void {
  for (const [code, count] of counts) if (count > 0) report(issueOf(code, { count }));
}
