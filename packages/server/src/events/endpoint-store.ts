import type { Clock } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import type { ServerKey } from '../storage/server-key.ts';
import { writeSecret } from './signature.ts';

/** A receiver of webhooks. */
export interface Endpoint {
  readonly id: string;
  readonly organisationId: string;
  readonly url: string;
  /** Event types sent there; `ticket.*` means all of a kind; an empty list means every type. */
  readonly types: readonly string[];
  readonly description: string;
  readonly enabled: boolean;
  readonly secretGeneration: number;
  readonly secretRotatedAt: number | null;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

export type EndpointFields = Pick<Endpoint, 'url' | 'types' | 'description' | 'enabled'>;

/** Most endpoints of one organisation in one space. */
const MOST_ENDPOINTS = 20;
/** Deliveries removed in one write operation. */
const REMOVED_AT_ONCE = 500;
/** How long the previous secret still signs. */
const OLD_SECRET_MS = 24 * 3_600_000;

/** The webhook endpoints of one space. Their secrets are derived from the server's key and never stored. */
export class EndpointStore {
  readonly #database: SpaceDatabase;
  readonly #key: ServerKey;
  readonly #clock: Clock;

  constructor(database: SpaceDatabase, key: ServerKey, clock: Clock) {
    this.#database = database;
    this.#key = key;
    this.#clock = clock;
  }

  /** @throws ProblemError conflict if the organisation has its 20 */
  add(organisationId: string, { url, types, description, enabled }: EndpointFields): Promise<Endpoint> {
    const now = this.#clock.now();
    const id = uuidv7(now);
    return this.#database.writer.run(() => {
      if (this.list(organisationId).length >= MOST_ENDPOINTS)
        throw new ProblemError('conflict', `An organisation may have ${MOST_ENDPOINTS} endpoints; remove one first.`);
      this.#database
        .sql('INSERT INTO webhookEndpoints VALUES (?, ?, ?, ?, ?, ?, 1, NULL, ?, ?)')
        .run(id, organisationId, url, JSON.stringify(types), description, enabled ? 1 : 0, now, now);
      return this.get(organisationId, id);
    });
  }

  /** @throws ProblemError not-found */
  get(organisationId: string, id: string): Endpoint {
    const row = this.#database
      .sql('SELECT * FROM webhookEndpoints WHERE id = ? AND organisationId = ?')
      .get(id.toLowerCase(), organisationId);
    if (!row) throw new ProblemError('not-found', 'Your organisation has no such endpoint.');
    return endpointOf(row);
  }

  list(organisationId: string): Endpoint[] {
    const rows = this.#database
      .sql('SELECT * FROM webhookEndpoints WHERE organisationId = ? ORDER BY id')
      .all(organisationId);
    return rows.map(endpointOf);
  }

  /** Every endpoint that takes events, of all organisations. */
  enabled(): Endpoint[] {
    return this.#database.sql('SELECT * FROM webhookEndpoints WHERE enabled = 1').all().map(endpointOf);
  }

  /** One endpoint that takes events; undefined if it was deleted or disabled. */
  listening(id: string): Endpoint | undefined {
    const row = this.#database.sql('SELECT * FROM webhookEndpoints WHERE id = ? AND enabled = 1').get(id);
    return row && endpointOf(row);
  }

  /**
   * Changes fields; deliveries of a disabled endpoint wait.
   * @param check is given the current endpoint and throws if the change is not allowed
   * @throws ProblemError not-found
   */
  change(organisationId: string, id: string, change: Partial<EndpointFields>, check = anyVersion): Promise<Endpoint> {
    return this.#database.writer.run(() => {
      const present = this.get(organisationId, id);
      check(present);
      const { url, types, description, enabled } = { ...present, ...change };
      this.#database
        .sql(
          'UPDATE webhookEndpoints SET url = ?, types = ?, description = ?, enabled = ?, modifiedAt = ? WHERE id = ?',
        )
        .run(url, JSON.stringify(types), description, enabled ? 1 : 0, this.#clock.now(), id.toLowerCase());
      return this.get(organisationId, id);
    });
  }

  /** Creates a new secret; the old one also signs for a day. @throws ProblemError not-found */
  rotate(organisationId: string, id: string): Promise<Endpoint> {
    return this.#database.writer.run(() => {
      const { id: known } = this.get(organisationId, id);
      this.#database
        .sql(
          'UPDATE webhookEndpoints SET secretGeneration = secretGeneration + 1, secretRotatedAt = ?, modifiedAt = ? WHERE id = ?',
        )
        .run(this.#clock.now(), this.#clock.now(), known);
      return this.get(organisationId, known);
    });
  }

  /**
   * Removes it with its deliveries. There may be a million of these, so they are removed in batches, while the endpoint
   * takes no new ones; the endpoint goes last.
   * @param check as for `change`
   * @throws ProblemError not-found
   */
  async remove(organisationId: string, id: string, check = anyVersion): Promise<void> {
    const { writer } = this.#database;
    const known = await writer.run(() => {
      const present = this.get(organisationId, id);
      check(present);
      this.#database.sql('UPDATE webhookEndpoints SET enabled = 0 WHERE id = ?').run(present.id);
      return present.id;
    });
    const some = `DELETE FROM webhookDeliveries WHERE seq IN (SELECT seq FROM webhookDeliveries WHERE endpointId = ? LIMIT ${REMOVED_AT_ONCE})`;
    for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; )
      removed = await writer.run(() => Number(this.#database.sql(some).run(known).changes), REMOVED_AT_ONCE);
    await writer.run(() => this.#database.sql('DELETE FROM webhookEndpoints WHERE id = ?').run(known));
  }

  /** The current secret, as a receiver configures it. */
  secret(endpoint: Endpoint): string {
    return writeSecret(this.#secretBytes(endpoint.id, endpoint.secretGeneration));
  }

  /** The secrets that sign now: the current one, and for a day after a rotation the previous one. */
  signingSecrets({ id, secretGeneration, secretRotatedAt }: Endpoint): Buffer[] {
    const secrets = [this.#secretBytes(id, secretGeneration)];
    if (secretRotatedAt !== null && this.#clock.now() - secretRotatedAt < OLD_SECRET_MS)
      secrets.push(this.#secretBytes(id, secretGeneration - 1));
    return secrets;
  }

  #secretBytes(id: string, generation: number): Buffer {
    return this.#key.hash(`${id} ${generation}`);
  }
}

const anyVersion = (_present: Endpoint): void => {};

function endpointOf(row: Record<string, unknown>): Endpoint {
  return {
    ...(row as unknown as Endpoint),
    types: JSON.parse(row['types'] as string) as string[],
    enabled: row['enabled'] === 1,
  };
}

/** Whether an endpoint wants events of a type. */
export function wants({ types }: Pick<Endpoint, 'types'>, type: string): boolean {
  return (
    types.length === 0 || types.some((one) => one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))))
  );
}
