import { checkTicket } from '@fieldbridge/server/weighing/ticket-check.ts';
import type { ItemResult } from './server.ts';

/** What a rehearsal cannot check. */
export const NOT_REHEARSED = 'not checked: whether the weigh bridges are yours, and which tickets are already stored';

/**
 * Answers in place of a server in a dry run, by the interface's own rules, like a server with an empty store. It
 * remembers each ticket's identity and digest, so its memory grows with the file (about 250 bytes a ticket).
 */
export class Rehearsal {
  readonly #seen = new Map<string, string>();

  /** @returns per ticket the refusal, or undefined for one that would be stored */
  send(texts: readonly string[]): (ItemResult | undefined)[] {
    return texts.map((text) => this.#answer(text));
  }

  #answer(text: string): ItemResult | undefined {
    const checked = checkTicket(text);
    if (typeof checked === 'string') return { status: 422, problem: { code: 'validation-failed', detail: checked } };
    const { locationId, externalId, digest } = checked;
    const key = `${locationId} ${externalId}`;
    const before = this.#seen.get(key);
    if (before === undefined) {
      this.#seen.set(key, digest);
      return undefined;
    }
    const detail = 'An earlier line has this ticket with other data.';
    return { status: 409, problem: { code: 'ticket-exists', detail, identical: before === digest } };
  }
}
