import type { Issue } from '@fieldbridge/formats';

/**
 * An issue as one line for people: the sentence, where it first occurred and how often, unless the sentence already
 * states it.
 */
export function issueLine({
  severity,
  text,
  line,
  offset,
  handle,
  times = 1,
}: Issue & { readonly times?: number }): string {
  const place = line === undefined ? (offset === undefined ? [] : [`byte ${offset}`]) : [`line ${line}`];
  if (handle !== undefined) place.push(`handle ${handle}`);
  const where = place.length === 0 ? [] : [times > 1 ? `first: ${place.join(', ')}` : place.join(', ')];
  const more = [...(times > 1 ? [`${times} times`] : []), ...where];
  return `${severity}: ${text}${more.length === 0 ? '' : ` (${more.join('; ')})`}\n`;
}
