import { leafFields, SERVICE_FIELDS, TICKET_FIELDS } from '@fieldbridge/contract';

/** Every name that a ticket can have, at any depth. */
export const NAMES_OF_TICKET: ReadonlySet<string> = new Set([
  ...leafFields(TICKET_FIELDS).flatMap(({ path }) => path),
  ...SERVICE_FIELDS,
]);

const SLOTS = 128;
/** Names shorter than this are not kept: the slot depends on so many characters. */
const SHORTEST = 4;

/**
 * Names that most bodies are made of. Each is handed out as the one string that is here, not as a new one cut out of the text:
 * that saves the cutting, and looking it up in a table later needs neither a hash nor a comparison of characters.
 */
export class KnownNames {
  readonly #slots = new Array<string | undefined>(SLOTS).fill(undefined);

  /** @param names of two that fall on the same slot the later one is known */
  constructor(names: Iterable<string>) {
    for (const name of names) if (name.length >= SHORTEST) this.#slots[slotOf(name, 0, name.length)] = name;
  }

  /** The known name that stands in a text from `start` to before `end`; undefined when none does. */
  at(text: string, start: number, end: number): string | undefined {
    const known = this.#slots[slotOf(text, start, end)];
    if (known?.length !== end - start) return undefined;
    for (let i = 0; i < known.length; i++) if (known.charCodeAt(i) !== text.charCodeAt(start + i)) return undefined;
    return known;
  }
}

/** From the length and the first and fourth characters: no two field names of a ticket share a slot (a test holds it). */
function slotOf(text: string, start: number, end: number): number {
  return (text.charCodeAt(start) * 7 + text.charCodeAt(start + SHORTEST - 1) * 23 + (end - start) * 11) & (SLOTS - 1);
}
