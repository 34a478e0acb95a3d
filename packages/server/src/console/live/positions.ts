import type { Positions } from './change-feed.ts';

/** Longest id of an event that is read: a handful of positions. */
const TEXT_LENGTH_MAX = 1000;

/** Positions as the id of an event, which browsers send back when they connect again. */
export function textOf(positions: Positions): string {
  return [...positions].map(([space, position]) => `${space}=${position}`).join(',');
}

/**
 * The positions of an id.
 * @param heads used for spaces missing from the id, because they are new
 */
export function positionsOf(text: string | undefined, heads: Positions): Positions {
  if (text === undefined || text === '' || text.length > TEXT_LENGTH_MAX) return heads;
  const given = new Map(text.split(',').map((part) => part.split('=', 2) as [string, string | undefined]));
  return new Map([...heads].map(([space, head]) => [space, given.get(space) ?? head]));
}
