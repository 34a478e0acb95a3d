import { JsonFault } from './json/fault.ts';
import { scanText } from './json/scan.ts';
import { readTicket } from './ticket.ts';
import { ticketDigest } from './ticket-data.ts';
import { validateTicket, validationProblem } from './validate.ts';

/** The facts about a ticket that need no server. */
export interface CheckedTicket {
  readonly locationId: string;
  readonly externalId: string;
  /** Equal for two tickets with the same data, in any spelling. */
  readonly digest: string;
}

/**
 * Checks the JSON text of a ticket by the rules of `POST /weighing`, except those that need the store: whether the
 * weigh bridge is the caller's, and whether the ticket exists.
 * @returns the ticket's identity, or the message with which the interface would refuse it
 */
export function checkTicket(text: string): CheckedTicket | string {
  try {
    const { root } = scanText(text);
    const { faults, reader } = validateTicket(text, root);
    if (reader === undefined) return validationProblem(faults).message;
    const { locationId, externalId } = readTicket(reader);
    return { locationId, externalId, digest: ticketDigest(text, reader.root) };
  } catch (error) {
    if (error instanceof JsonFault) return error.message;
    throw error;
  }
}
