import { leafFields, TICKET_FIELDS } from '@fieldbridge/contract';
import { detailOf, type Fault } from '../core/detail.ts';
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
export function unknownName(name: string, { slots }: Shape, at: string): Fault {
  const shown = name.slice(0, SHOWN);
  const here = [...slots.keys()];
  const close = nearest(name, here) ?? placeOf(name);
  return {
    pointer: `#${at}/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    detail: close
      ? detailOf('There is no field {name}. Did you mean {close}?', {
          ...{ name: JSON.stringify(shown), close: JSON.stringify(close) },
        })
      : detailOf('There is no field {name}. Known: {known}.', {
          ...{ name: JSON.stringify(shown), known: here.join(', ') },
        }),
    ...(close ? { nearest: close } : {}),
  };
}

/** A name known elsewhere in the ticket, as its path from the root. */
function placeOf(name: string): string | undefined {
  const close = nearest(name, PLACE_NAMES);
  return close && PLACES.get(close);
}
