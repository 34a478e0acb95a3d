import type { Caller, CallOptions, Query } from '../transport/caller.ts';
import { NotFoundError, TicketExistsError, UnexpectedAnswerError } from '../transport/errors.ts';
import { everyItem, type Page } from '../transport/pages.ts';
import type { ChangeOptions, Version } from '../transport/version.ts';
import type { Finding } from '../wire/finding.ts';
import type { Ticket, TicketInput } from '../wire/ticket.ts';
import { type FollowOptions, followTickets } from './follow.ts';

/** Filters of lists, streams and totals; docs/weighing.md explains them. */
export interface TicketQuery {
  readonly locationId?: string;
  readonly externalId?: string;
  /** Weighed at this time or later; ISO 8601. */
  readonly from?: string;
  /** Weighed before this time; ISO 8601. */
  readonly to?: string;
  readonly modifiedSince?: string;
  readonly project?: string;
  readonly product?: string;
  readonly customer?: string;
  readonly licenseplate?: string;
}

/** The outcome of one ticket of several. */
export interface TicketResult {
  readonly status: number;
  readonly ticket?: Ticket;
  readonly problem?: {
    readonly code: string;
    readonly detail?: string;
    readonly uuid?: string;
    readonly identical?: boolean;
  };
}

/** Changes of a ticket: a merge patch, null removes a field. */
export type TicketChange = { readonly [Field in keyof TicketInput]?: Partial<TicketInput[Field]> | null };

/** A weigh bridge of the caller. */
export interface WeighBridge {
  readonly locationId: string;
  readonly name: string;
  /** IANA name; it determines the days of totals. */
  readonly timeZone: string;
}

/** A ticket whose current version has findings. */
export interface TicketFindings {
  readonly uuid: string;
  readonly locationId: string;
  readonly externalId: string;
  readonly modifiedAt: string;
  readonly findings: readonly Finding[];
  /** Absent while they are open. */
  readonly settled?: Settlement;
}

/** A statement that somebody has checked the findings and leaves the ticket unchanged. */
export interface Settlement {
  readonly at: string;
  /** Client id; `person:` and an id for a person. */
  readonly by: string;
  readonly person: string | null;
  readonly note: string;
}

/** A sum of nett weights; fields that it is not grouped by are absent. */
export interface TicketTotal {
  readonly day?: string;
  readonly project?: string;
  readonly product?: string;
  readonly customer?: string;
  readonly locationId?: string;
  readonly count: number;
  readonly quantity: number;
  readonly unit: string;
}

/** Most tickets sent in one request. */
const MAX_BATCH = 1000;
const PATH = '/weighing';

/** The weighing tickets of one environment. */
export class Tickets {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Sends a ticket. If only the answer to an earlier attempt was lost, the stored ticket is returned.
   * @throws {TicketExistsError} if the weigh bridge has a ticket of this number; `identical` states whether it is the
   *   same
   */
  async create(ticket: TicketInput, options: CallOptions = {}): Promise<Ticket> {
    let attempts = 0;
    try {
      return await this.#caller.json({
        method: 'POST',
        path: PATH,
        json: ticket,
        ...options,
        onAttempt: (attempt) => (attempts = attempt),
      });
    } catch (error) {
      const isOwn = attempts > 1 && error instanceof TicketExistsError && error.identical === true;
      if (!isOwn || error.uuid === undefined) throw error;
      return (await this.get(error.uuid, options)).value;
    }
  }

  /**
   * Sends several tickets; a bad one does not stop the others.
   * @returns the outcome of each, in order; a ticket that is stored already is 409 `ticket-exists` with `identical`
   */
  async createMany(tickets: readonly TicketInput[], options: CallOptions = {}): Promise<TicketResult[]> {
    return this.sendTexts(
      tickets.map((ticket) => JSON.stringify(ticket)),
      options,
    );
  }

  /** Sends several tickets as JSON texts, whose spelling of numbers (`25.40`) the server keeps. */
  async sendTexts(texts: readonly string[], options: CallOptions = {}): Promise<TicketResult[]> {
    const results: TicketResult[] = [];
    for (let at = 0; at < texts.length; at += MAX_BATCH) {
      const batch = texts.slice(at, at + MAX_BATCH);
      const { items } = await this.#caller.json<{ items: TicketResult[] }>({
        method: 'POST',
        path: PATH,
        body: `[${batch.join(',')}]`,
        headers: JSON_TYPE,
        ...options,
      });
      if (!Array.isArray(items) || items.length !== batch.length)
        throw new UnexpectedAnswerError('unexpected-answer', `${PATH}: the answer has no result for each ticket`);
      results.push(...items);
    }
    return results;
  }

  /** Sends one ticket as JSON text, in the form that every server of the interface document understands. */
  sendText(text: string, options: CallOptions = {}): Promise<Ticket> {
    return this.#caller.json({ method: 'POST', path: PATH, body: text, headers: JSON_TYPE, ...options });
  }

  /** Stores all of at most 1000 tickets, or none. @throws {ValidationError} with every failing ticket in `errors` */
  async createAllOrNone(tickets: readonly TicketInput[], options: CallOptions = {}): Promise<Ticket[]> {
    const answer = await this.#caller.json<{ items: (Ticket | { ticket: Ticket })[] }>({
      method: 'POST',
      path: PATH,
      query: { atomic: true },
      json: tickets,
      ...options,
    });
    return answer.items.map((item) => ('ticket' in item ? item.ticket : item));
  }

  get(uuid: string, options: CallOptions = {}): Promise<Version<Ticket>> {
    return this.#caller.version({ method: 'GET', path: one(uuid), ...options });
  }

  /** Replaces the whole ticket. */
  replace(uuid: string, ticket: TicketInput, options: ChangeOptions = {}): Promise<Version<Ticket>> {
    return this.#change('PUT', uuid, ticket, options);
  }

  /** Merges changes into the ticket. */
  update(uuid: string, change: TicketChange, options: ChangeOptions = {}): Promise<Version<Ticket>> {
    return this.#change('PATCH', uuid, change, options);
  }

  #change(
    method: string,
    uuid: string,
    json: unknown,
    { ifMatch, ...options }: ChangeOptions,
  ): Promise<Version<Ticket>> {
    const headers = { 'if-match': ifMatch };
    const repeatable = ifMatch === undefined;
    return this.#caller.version({ method, path: one(uuid), json, headers, repeatable, ...options });
  }

  /** Deletes a ticket. If only the answer to an earlier attempt was lost, a missing ticket is not an error. */
  async delete(uuid: string, { ifMatch, ...options }: ChangeOptions = {}): Promise<void> {
    let attempts = 0;
    const headers = { 'if-match': ifMatch };
    const onAttempt = (attempt: number): void => void (attempts = attempt);
    const repeatable = ifMatch === undefined;
    try {
      await this.#caller.done({ method: 'DELETE', path: one(uuid), headers, repeatable, onAttempt, ...options });
    } catch (error) {
      if (!(attempts > 1 && error instanceof NotFoundError)) throw error;
    }
  }

  /** One page, by weigh bridge and time of weighing. */
  list(
    query: TicketQuery & { readonly limit?: number; readonly cursor?: string } = {},
    options: CallOptions = {},
  ): Promise<Page<Ticket>> {
    return this.#caller.json({ method: 'GET', path: PATH, query: { ...query }, ...options });
  }

  /** Every ticket that matches: `for await (const ticket of tickets.iterate({ from }))`. */
  iterate(
    query: TicketQuery & { readonly limit?: number } = {},
    options: CallOptions = {},
  ): AsyncGenerator<Ticket, void> {
    return everyItem(this.#caller, PATH, { ...query }, options);
  }

  /**
   * Tickets as they are created or changed, for ever, or until the signal aborts. Misses none; after a restart from a
   * position it may give a ticket twice. Deletions are not included: they are in webhooks and histories.
   * @param since ISO 8601: the position at which an earlier call stopped, or the time to start from
   */
  follow(since: string, options: FollowOptions = {}): AsyncGenerator<Ticket, void> {
    return followTickets(this, this.#caller.settings.timing, since, options);
  }

  /** Every version of a ticket, oldest first. */
  history(uuid: string, options: CallOptions = {}): AsyncGenerator<Readonly<Record<string, unknown>>, void> {
    return everyItem(this.#caller, `${one(uuid)}/history`, {}, options);
  }

  /** The weigh bridges of the credentials. */
  locations(options: CallOptions = {}): AsyncGenerator<WeighBridge, void> {
    return everyItem(this.#caller, '/locations', {}, options);
  }

  /** The tickets whose current version has findings. */
  findings(
    query: {
      readonly code?: string;
      readonly locationId?: string;
      readonly modifiedSince?: string;
      readonly settled?: boolean;
    } = {},
    options: CallOptions = {},
  ): AsyncGenerator<TicketFindings, void> {
    return everyItem(this.#caller, `${PATH}/findings`, query, options);
  }

  /** Settles the findings of a ticket. @param note why it is left unchanged */
  settle(uuid: string, note: string, options: CallOptions = {}): Promise<Settlement> {
    return this.#caller.json({ method: 'PUT', path: `${one(uuid)}/settlement`, json: { note }, ...options });
  }

  /** Opens the findings of a ticket again. */
  reopen(uuid: string, options: CallOptions = {}): Promise<void> {
    return this.#caller.done({ method: 'DELETE', path: `${one(uuid)}/settlement`, ...options });
  }

  /** Sums of nett weights. @param by what to group by: `day`, `project`, `product`, `customer`, `location` */
  async totals(by: readonly string[], query: TicketQuery = {}, options: CallOptions = {}): Promise<TicketTotal[]> {
    const all: Query = { ...query, by: by.join(',') };
    const path = `${PATH}/totals`;
    return (await this.#caller.json<{ items: TicketTotal[] }>({ method: 'GET', path, query: all, ...options })).items;
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };
const one = (uuid: string): string => `${PATH}/${encodeURIComponent(uuid)}`;
