import type { CountedIssue } from '@fieldbridge/formats';

/**
 * An issue as one line for people: the sentence, where it first occurred and how often, unless the sentence says so.
 */
export function issueLine({ severity, text, line, offset, handle, count }: CountedIssue): string {
  const place = line === undefined ? (offset === undefined ? [] : [`byte ${offset}`]) : [`line ${line}`];
  if (handle !== undefined) place.push(`handle ${handle}`);
  const where = place.length === 0 ? [] : [count > 1 ? `first: ${place.join(', ')}` : place.join(', ')];
  const more = [...(count > 1 && !text.includes(`${count} `) ? [`${count} times`] : []), ...where];
  return `${severity}: ${text}${more.length === 0 ? '' : ` (${more.join('; ')})`}\n`;
}
