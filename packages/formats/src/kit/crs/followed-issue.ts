import type { FollowedAlignment, Unit } from '@fieldbridge/fieldjob';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';

/** Decimals of millionths: a metre in a thousand kilometres. */
const PARTS = 1e6;

/** What to report of an alignment that followed a change of reference system. @param unit of the tolerance */
export function followedIssue({ name, as, parted, scale, tolerance }: FollowedAlignment, unit: Unit): Issue {
  const place = { about: { kind: 'alignment', name } } as const;
  const within = Number(tolerance.toPrecision(3));
  if (as === 'line') return issueOf('alignment-moved-as-line', { name, within, unit }, place);
  const change = Math.round((scale - 1) * PARTS);
  if (as === 'elements') return issueOf('alignment-moved', { name, within, unit, change }, place);
  return issueOf('alignment-moved-in-parts', { name, count: parted, within, unit, change }, place);
}
