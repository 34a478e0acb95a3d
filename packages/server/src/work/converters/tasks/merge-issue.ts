import type { MergeNote } from '@fieldbridge/fieldjob';
import { type Issue, issueOf } from '@fieldbridge/formats';

/** What happened to a name that both sides have, as an issue of the report. */
export function mergeIssue({ what, name, newName = '' }: MergeNote): Issue {
  return what === 'point-renamed' ? issueOf(what, { name, newName }) : issueOf(what, { name });
}
