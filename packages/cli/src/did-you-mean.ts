import { nearest } from '@fieldbridge/server/core/nearest.ts';

/**
 * The end of a sentence about an unknown name: the nearest known one, or nothing if none is near.
 * @param known names as the user would type them
 */
export function didYouMean(name: string, known: readonly string[]): string {
  const close = nearest(name, known);
  return close === undefined ? '' : `; did you mean ${close}?`;
}
