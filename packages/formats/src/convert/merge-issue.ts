import type { MergeNote } from '@fieldbridge/fieldjob';
import type { Issue } from '../core/issues/issue.ts';
import { issueOf } from '../core/issues/issue-of.ts';

/** The outcome for a name that both sides have, as an issue of the report. */
export function mergeIssue({ what, name, newName = '' }: MergeNote): Issue {
  return what === 'point-renamed' ? issueOf(what, { name, newName }) : issueOf(what, { name });
}
