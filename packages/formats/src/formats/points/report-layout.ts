import type { Issue } from '../../core/issues/issue.ts';
import { COMMA } from '../../kit/text/number.ts';
import { delimiterName } from './delimiter.ts';
import type { Layout, Sure } from './layout.ts';

/** Below this the order of the coordinates is called assumed in an issue of its own. */
const SURE_ENOUGH = 0.8;

/** Says what was found out about a file, and how sure each finding is. */
export function reportLayout(layout: Layout, report: (issue: Issue) => void): void {
  const { encoding, delimiter, mark, header, roles, order, angle } = layout;
  const parts = [
    `columns ${roles.value.join(', ')} (${sure(roles)})`,
    `order ${order.value} (${sure(order)})`,
    `delimiter ${delimiterName(delimiter.value)} (${sure(delimiter)})`,
    `decimal ${mark.value === COMMA ? 'comma' : 'point'} (${sure(mark)})`,
    header.value === 0 ? `no header (${sure(header)})` : `header in line ${header.value} (${sure(header)})`,
    `encoding ${encoding.value} (${sure(encoding)})`,
  ];
  if (roles.value.includes('latitude')) parts.push(`angles ${angle.value} (${sure(angle)})`);
  report({ code: 'points-layout', severity: 'note', text: parts.join('; ') });
  if (header.value > 0 && header.confidence < SURE_ENOUGH) {
    report({
      code: 'header-assumed',
      severity: 'note',
      text: `the line was taken as a header (${sure(header)}); give header=false if it is a point`,
      line: header.value,
    });
  }
  if (order.confidence < SURE_ENOUGH) {
    report({
      code: 'coordinate-order-assumed',
      severity: 'note',
      text: `${order.value === 'NE' ? 'northing' : 'easting'} was taken to come first (${percent(order.confidence)}: ${order.because}); give order=${order.value === 'NE' ? 'EN' : 'NE'} if it is the other way round`,
    });
  }
  if (roles.value.includes('latitude') && angle.confidence < SURE_ENOUGH) {
    report({
      code: 'angle-format-assumed',
      severity: 'note',
      text: `angles were read as ${angle.value}: ${angle.because}`,
    });
  }
}

function sure({ confidence, because }: Sure<unknown>): string {
  return confidence === 1 ? because : `${percent(confidence)}: ${because}`;
}

function percent(confidence: number): string {
  return `${Math.round(100 * confidence)} %`;
}
