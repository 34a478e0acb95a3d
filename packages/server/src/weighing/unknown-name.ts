import { leafFields, type ProblemDetailError, TICKET_FIELDS } from '@fieldbridge/contract';
import { nearest } from '../core/nearest.ts';
import type { Shape } from './leaves.ts';

/** Characters of an unknown name that are quoted. */
const SHOWN = 60;

/** The path of each field name in a ticket, to suggest that `licensePlate` belongs into `vehicle`. */
const PLACES: ReadonlyMap<string, string> = new Map(
  leafFields(TICKET_FIELDS).map(({ path }) => [path.at(-1)!, path.join('.')]),
);
const PLACE_NAMES = [...PLACES.keys()];

/**
 * The fault of an unknown name, with the nearest known one. Finding that is the most expensive part, so a body of
 * nothing but unknown names must not ask for all of them.
 * @param at pointer of the object
 */
export function unknownName(name: string, { slots }: Shape, at: string): ProblemDetailError {
  const shown = name.slice(0, SHOWN);
  const here = [...slots.keys()];
  const close = nearest(name, here) ?? placeOf(name);
  const hint = close ? `Did you mean ${JSON.stringify(close)}?` : `Known: ${here.join(', ')}.`;
  return {
    pointer: `#${at}/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    detail: `There is no field ${JSON.stringify(shown)}. ${hint}`,
    ...(close ? { nearest: close } : {}),
  };
}

/** A name known elsewhere in the ticket, as its path from the root. */
function placeOf(name: string): string | undefined {
  const close = nearest(name, PLACE_NAMES);
  return close && PLACES.get(close);
}
