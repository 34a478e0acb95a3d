import type { AccessRequestInput, AccessRequestView } from '@fieldbridge/contract';
import { type Clock, isoTime } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { Audit } from '../directory/audit.ts';
import { checkTimeZone } from '../directory/weigh-bridges.ts';
import type { Reader, SpaceStore, Transaction } from '../storage/port/space-store.ts';
import { spaceOf } from './spaces.ts';
import { timeOrNull } from './views.ts';

/** How a decision closes a request. */
export interface Decision {
  readonly state: 'approved' | 'declined';
  readonly by: string;
  readonly reason?: string;
  readonly organisationId?: string;
  readonly clientId?: string;
}

/** Requests for access, submitted by form or entered from an email. */
export class AccessRequests {
  readonly #store: SpaceStore;
  readonly #clock: Clock;
  readonly #audit: Audit;

  constructor(store: SpaceStore, clock: Clock, audit: Audit) {
    this.#store = store;
    this.#clock = clock;
    this.#audit = audit;
  }

  /** @param origin form: from the applicant; desk: entered by the actor @throws ProblemError validation-failed */
  add(actor: string, origin: 'form' | 'desk', input: AccessRequestInput): Promise<AccessRequestView> {
    spaceOf(input.interface, input.environment);
    // Checked now, while the applicant can correct it: an invalid weigh bridge would make the request impossible to
    // approve.
    for (const [i, { timeZone }] of (input.weighBridges ?? []).entries())
      checkTimeZone(timeZone, `#/weighBridges/${i}/timeZone`);
    const now = this.#clock.now();
    const id = uuidv7(now);
    return this.#store.write(async (tx) => {
      await tx.run(
        `INSERT INTO accessRequests (id, organisationName, contactName, email, interface, environment, note, weighBridges, origin, state, createdAt)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?)`,
        ...[id, input.organisationName.trim(), input.contactName ?? null, input.email, input.interface],
        ...[input.environment ?? null, input.note ?? null, JSON.stringify(input.weighBridges ?? []), origin, now],
      );
      await this.#audit.noteNow(tx, { actor, action: 'access-request.entered', subject: id, details: { origin } });
      return this.require(id, tx);
    });
  }

  /** Closes a request in a transaction of the desk's space. @throws ProblemError request-decided */
  async decideNow(
    tx: Transaction,
    id: string,
    { state, by, reason, organisationId, clientId }: Decision,
  ): Promise<AccessRequestView> {
    await this.requirePending(id, tx);
    await tx.run(
      'UPDATE accessRequests SET state = ?, decidedAt = ?, decidedBy = ?, reason = ?, organisationId = ?, clientId = ? WHERE id = ?',
      ...[state, this.#clock.now(), by, reason ?? null, organisationId ?? null, clientId ?? null, id],
    );
    await this.#audit.noteNow(tx, {
      actor: by,
      action: `access-request.${state}`,
      subject: id,
      organisationId,
      details: { clientId, reason },
    });
    return this.require(id, tx);
  }

  /** @param from the transaction to read in, if one is open @throws ProblemError not-found */
  async require(id: string, from: Reader = this.#store): Promise<AccessRequestView> {
    const row = await from.first<AccessRequestRow>('SELECT * FROM accessRequests WHERE id = ?', id);
    if (row === undefined) throw new ProblemError('not-found', detailOf('There is no such access request.'));
    return view(row);
  }

  /** @param from as for `require` @throws ProblemError not-found, request-decided */
  async requirePending(id: string, from: Reader = this.#store): Promise<AccessRequestView> {
    const found = await this.require(id, from);
    if (found.state !== 'pending')
      throw new ProblemError(
        'request-decided',
        detailOf('The request was {state} by {decidedBy} at {decidedAt}.', {
          state: found.state,
          decidedBy: found.decidedBy ?? '',
          decidedAt: found.decidedAt ?? '',
        }),
      );
    return found;
  }

  /** In order of arrival. */
  async list(state: string | undefined, limit: number, after = ''): Promise<AccessRequestView[]> {
    // Two statements, so that the few pending requests are found by their index.
    const rows = await (state === undefined
      ? this.#store.read<AccessRequestRow>(
          'SELECT * FROM accessRequests WHERE id > ? ORDER BY id LIMIT ?',
          after,
          limit,
        )
      : this.#store.read<AccessRequestRow>(
          'SELECT * FROM accessRequests WHERE state = ? AND id > ? ORDER BY id LIMIT ?',
          ...[state, after, limit],
        ));
    return rows.map(view);
  }
}

type AccessRequestRow = Omit<AccessRequestView, 'weighBridges' | 'createdAt' | 'decidedAt'> & {
  readonly weighBridges: string;
  readonly createdAt: number;
  readonly decidedAt: number | null;
};

function view(row: AccessRequestRow): AccessRequestView {
  return {
    ...row,
    weighBridges: JSON.parse(row.weighBridges) as AccessRequestView['weighBridges'],
    createdAt: isoTime(row.createdAt),
    decidedAt: timeOrNull(row.decidedAt),
  };
}
