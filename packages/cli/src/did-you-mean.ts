import { nearest } from '@fieldbridge/server/core/nearest.ts';

/**
 * The end of a sentence about a name that there is not: the nearest there is, or nothing when none is near.
 * @param known names as the person would write them
 */
export function didYouMean(name: string, known: readonly string[]): string {
  const close = nearest(name, known);
  return close === undefined ? '' : `; did you mean ${close}?`;
}
