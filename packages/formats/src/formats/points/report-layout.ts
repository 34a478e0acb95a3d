import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { COMMA } from '../../kit/text/number.ts';
import { delimiterName } from './delimiter.ts';
import type { Layout, Sure } from './layout.ts';
import { isSystemHeading, type Role } from './roles.ts';

const ATTRIBUTE = 'attribute:';

/** Below this confidence the order of coordinates is reported as assumed in a separate issue. */
const SURE_ENOUGH = 0.8;
/** Unknown headings that are named. */
const NAMED = 10;

/** Reports the guessed layout with the part that is least certain. */
export function reportLayout(layout: Layout, report: (issue: Issue) => void): void {
  const { encoding, delimiter, mark, header, roles, order, angle } = layout;
  const angles = roles.value.includes('latitude') ? [`angles ${angle.value}`] : [];
  report(
    issueOf('points-layout', {
      columns: roles.value.join(', '),
      order: order.value,
      delimiter: delimiterName(delimiter.value),
      decimal: mark.value === COMMA ? 'comma' : 'point',
      header: [header.value === 0 ? 'no header' : `header in line ${header.value}`, encoding.value, ...angles].join(
        ', ',
      ),
      doubt: leastCertain({
        ...{ columns: roles, order, delimiter, 'decimal mark': mark, header, encoding },
        ...(angles.length > 0 && { angles: angle }),
      }),
    }),
  );
  if (header.value > 0 && header.confidence < SURE_ENOUGH)
    report(issueOf('header-assumed', { why: sure(header) }, { line: header.value }));
  const unknown = header.value > 0 && roles.confidence < 1 ? unknownHeadings(roles.value) : [];
  if (unknown.length > 0) {
    const more = unknown.length > NAMED ? ` and ${unknown.length - NAMED} more` : '';
    const headings = `${unknown.slice(0, NAMED).join(', ')}${more}`;
    report(issueOf('headings-unknown', { headings }, { line: header.value }));
  }
  if (order.confidence < SURE_ENOUGH) {
    const [first, other] = order.value === 'NE' ? ['northing', 'EN'] : ['easting', 'NE'];
    report(issueOf('coordinate-order-assumed', { first: first!, other: other!, why: sure(order) }));
  }
  if (layout.degreesDoubt) report(issueOf('coordinates-may-be-degrees'));
  if (roles.value.includes('latitude') && angle.confidence < SURE_ENOUGH)
    report(issueOf('angle-format-assumed', { format: angle.value, why: angle.because }));
}

/** The part of the layout that was guessed with the least confidence, and why. */
function leastCertain(parts: Readonly<Record<string, Sure<unknown>>>): string {
  const [[name, part]] = Object.entries(parts).sort(([, a], [, b]) => a.confidence - b.confidence) as [
    [string, Sure<unknown>],
  ];
  return part.confidence === 1 ? 'all of it certain' : `least certain: ${name}, ${sure(part)}`;
}

/** Headings of the columns that became attributes under them. */
function unknownHeadings(roles: readonly Role[]): string[] {
  return roles.flatMap((role) =>
    role.startsWith(ATTRIBUTE) && !/^attribute:column \d+$/.test(role) && !isSystemHeading(role)
      ? role.slice(ATTRIBUTE.length)
      : [],
  );
}

function sure({ confidence, because }: Sure<unknown>): string {
  return confidence === 1 ? because : `${percent(confidence)}: ${because}`;
}

function percent(confidence: number): string {
  return `${Math.round(100 * confidence)} %`;
}
