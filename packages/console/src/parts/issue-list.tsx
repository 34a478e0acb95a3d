import type { ComponentChildren } from 'preact';
import type { Issue, IssuePlace } from '../model/report.ts';
import { t } from '../text/index.ts';
import { Badge } from './bits.tsx';

const LEVELS = { error: 'bad', warning: 'doubt', note: 'quiet' } as const;
const SHOWN = 200;

interface IssueListProps {
  readonly issues: readonly Issue[];
  /** Shows a place; without it, places are not offered. */
  readonly showing?: (place: IssuePlace) => ComponentChildren;
}

/** Skipped, repaired and doubtful things, the worst first. */
export function IssueList({ issues, showing }: IssueListProps) {
  if (issues.length === 0) return <p class="quiet">{t('issues.none')}</p>;
  const rank = (issue: Issue): number => Object.keys(LEVELS).indexOf(issue.severity);
  const sorted = [...issues].sort((a, b) => rank(a) - rank(b));
  return (
    <ul class="issues">
      {sorted.slice(0, SHOWN).map((issue) => (
        <li>
          <Badge kind={levelOf(issue)} text={t(`level.${severityOf(issue)}`)} /> <bdi>{issue.text}</bdi>{' '}
          {issue.times !== undefined && <small class="quiet">× {issue.times}</small>}{' '}
          <small class="quiet">
            {issue.line !== undefined && `${t('issues.line', { line: String(issue.line) })} `}
            {issue.handle !== undefined && t('issues.handle', { handle: issue.handle })}{' '}
            <a href={`docs/guides/issues?q=${issue.code}#${issue.code}`} target="_blank" rel="noopener">
              {issue.code}
            </a>
          </small>{' '}
          {issue.place !== undefined && showing?.(issue.place)}
        </li>
      ))}
      {sorted.length > SHOWN && <li class="quiet">{t('report.more', { count: sorted.length - SHOWN })}</li>}
    </ul>
  );
}

const severityOf = ({ severity }: Issue) =>
  severity === 'error' || severity === 'warning' ? severity : ('note' as const);
const levelOf = (issue: Issue) => LEVELS[severityOf(issue)];
