import type { AccessRequestInput, AccessRequestView } from '@fieldbridge/contract';
import { type Clock, isoTime } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { Audit } from '../directory/audit.ts';
import { checkTimeZone } from '../directory/weigh-bridges.ts';
import type { SpaceDatabase } from '../storage/database.ts';
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
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;
  readonly #audit: Audit;

  constructor(database: SpaceDatabase, clock: Clock, audit: Audit) {
    this.#database = database;
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
    return this.#database.writer.run(() => {
      this.#database
        .sql(
          `INSERT INTO accessRequests (id, organisationName, contactName, email, interface, environment, note, weighBridges, origin, state, createdAt)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?)`,
        )
        .run(
          id,
          input.organisationName.trim(),
          input.contactName ?? null,
          input.email,
          input.interface,
          input.environment ?? null,
          input.note ?? null,
          JSON.stringify(input.weighBridges ?? []),
          origin,
          now,
        );
      this.#audit.noteNow({ actor, action: 'access-request.entered', subject: id, details: { origin } });
      return this.require(id);
    });
  }

  /** Closes a request, inside a write operation of the desk. @throws ProblemError request-decided */
  decideNow(id: string, { state, by, reason, organisationId, clientId }: Decision): AccessRequestView {
    this.requirePending(id);
    this.#database
      .sql(
        'UPDATE accessRequests SET state = ?, decidedAt = ?, decidedBy = ?, reason = ?, organisationId = ?, clientId = ? WHERE id = ?',
      )
      .run(state, this.#clock.now(), by, reason ?? null, organisationId ?? null, clientId ?? null, id);
    this.#audit.noteNow({
      actor: by,
      action: `access-request.${state}`,
      subject: id,
      organisationId,
      details: { clientId, reason },
    });
    return this.require(id);
  }

  /** @throws ProblemError not-found */
  require(id: string): AccessRequestView {
    const row = this.#database.sql('SELECT * FROM accessRequests WHERE id = ?').get(id);
    if (row === undefined) throw new ProblemError('not-found', 'There is no such access request.');
    return view(row);
  }

  /** @throws ProblemError not-found, request-decided */
  requirePending(id: string): AccessRequestView {
    const found = this.require(id);
    if (found.state !== 'pending')
      throw new ProblemError(
        'request-decided',
        `The request was ${found.state} by ${found.decidedBy} at ${found.decidedAt}.`,
      );
    return found;
  }

  /** In order of arrival. */
  list(state: string | undefined, limit: number, after = ''): AccessRequestView[] {
    // Two statements, so that the few pending requests are found by their index.
    const rows =
      state === undefined
        ? this.#database.sql('SELECT * FROM accessRequests WHERE id > ? ORDER BY id LIMIT ?').all(after, limit)
        : this.#database
            .sql('SELECT * FROM accessRequests WHERE state = ? AND id > ? ORDER BY id LIMIT ?')
            .all(state, after, limit);
    return rows.map(view);
  }
}

function view(row: Record<string, unknown>): AccessRequestView {
  return {
    ...(row as unknown as AccessRequestView),
    weighBridges: JSON.parse(row['weighBridges'] as string) as AccessRequestView['weighBridges'],
    createdAt: isoTime(row['createdAt'] as number),
    decidedAt: timeOrNull(row['decidedAt'] as number | null),
  };
}
