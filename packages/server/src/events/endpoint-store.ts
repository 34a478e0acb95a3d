import type { Clock } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { Reader, SpaceStore } from '../storage/port/space-store.ts';
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
  readonly #store: SpaceStore;
  readonly #key: ServerKey;
  readonly #clock: Clock;

  constructor(store: SpaceStore, key: ServerKey, clock: Clock) {
    this.#store = store;
    this.#key = key;
    this.#clock = clock;
  }

  /** @throws ProblemError conflict if the organisation has its 20 */
  add(organisationId: string, { url, types, description, enabled }: EndpointFields): Promise<Endpoint> {
    const now = this.#clock.now();
    const id = uuidv7(now);
    return this.#store.write(async (tx) => {
      if ((await listWithin(tx, organisationId)).length >= MOST_ENDPOINTS)
        throw new ProblemError(
          'conflict',
          detailOf('An organisation may have {most} endpoints; remove one first.', { most: MOST_ENDPOINTS }),
        );
      await tx.run(
        'INSERT INTO webhookEndpoints VALUES (?, ?, ?, ?, ?, ?, 1, NULL, ?, ?)',
        ...[id, organisationId, url, JSON.stringify(types), description, enabled ? 1 : 0, now, now],
      );
      return getWithin(tx, organisationId, id);
    });
  }

  /** @throws ProblemError not-found */
  get(organisationId: string, id: string): Promise<Endpoint> {
    return getWithin(this.#store, organisationId, id);
  }

  list(organisationId: string): Promise<Endpoint[]> {
    return listWithin(this.#store, organisationId);
  }

  /** Every endpoint that takes events, of all organisations. */
  enabled(): Promise<Endpoint[]> {
    return this.enabledWithin(this.#store);
  }

  /** The same as a write operation sees it. */
  async enabledWithin(reader: Reader): Promise<Endpoint[]> {
    const rows = await reader.read<EndpointRow>('SELECT * FROM webhookEndpoints WHERE enabled = 1');
    return rows.map(endpointOf);
  }

  /** One endpoint that takes events; undefined if it was deleted or disabled. */
  async listening(id: string): Promise<Endpoint | undefined> {
    const text = 'SELECT * FROM webhookEndpoints WHERE id = ? AND enabled = 1';
    const row = await this.#store.first<EndpointRow>(text, id);
    return row && endpointOf(row);
  }

  /**
   * Changes fields; deliveries of a disabled endpoint wait.
   * @param check is given the current endpoint and throws if the change is not allowed
   * @throws ProblemError not-found
   */
  change(organisationId: string, id: string, change: Partial<EndpointFields>, check = anyVersion): Promise<Endpoint> {
    return this.#store.write(async (tx) => {
      const present = await getWithin(tx, organisationId, id);
      check(present);
      const { url, types, description, enabled } = { ...present, ...change };
      await tx.run(
        'UPDATE webhookEndpoints SET url = ?, types = ?, description = ?, enabled = ?, modifiedAt = ? WHERE id = ?',
        ...[url, JSON.stringify(types), description, enabled ? 1 : 0, this.#clock.now(), present.id],
      );
      return getWithin(tx, organisationId, id);
    });
  }

  /** Creates a new secret; the old one also signs for a day. @throws ProblemError not-found */
  rotate(organisationId: string, id: string): Promise<Endpoint> {
    return this.#store.write(async (tx) => {
      const { id: known } = await getWithin(tx, organisationId, id);
      const now = this.#clock.now();
      await tx.run(
        `UPDATE webhookEndpoints
         SET secretGeneration = secretGeneration + 1, secretRotatedAt = ?, modifiedAt = ? WHERE id = ?`,
        ...[now, now, known],
      );
      return getWithin(tx, organisationId, known);
    });
  }

  /**
   * Removes it with its deliveries. There may be a million of these, so they are removed in batches, while the endpoint
   * takes no new ones; the endpoint goes last.
   * @param check as for `change`
   * @throws ProblemError not-found
   */
  async remove(organisationId: string, id: string, check = anyVersion): Promise<void> {
    const known = await this.#store.write(async (tx) => {
      const present = await getWithin(tx, organisationId, id);
      check(present);
      await tx.run('UPDATE webhookEndpoints SET enabled = 0 WHERE id = ?', present.id);
      return present.id;
    });
    const some = `DELETE FROM webhookDeliveries WHERE seq IN (SELECT seq FROM webhookDeliveries WHERE endpointId = ? LIMIT ${REMOVED_AT_ONCE})`;
    for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; )
      removed = await this.#store.write((tx) => tx.run(some, known), REMOVED_AT_ONCE);
    await this.#store.write((tx) => tx.run('DELETE FROM webhookEndpoints WHERE id = ?', known));
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

interface EndpointRow extends Omit<Endpoint, 'types' | 'enabled'> {
  /** JSON array. */
  readonly types: string;
  readonly enabled: number;
}

function endpointOf(row: EndpointRow): Endpoint {
  return { ...row, types: JSON.parse(row.types) as string[], enabled: row.enabled === 1 };
}

/** @throws ProblemError not-found */
async function getWithin(reader: Reader, organisationId: string, id: string): Promise<Endpoint> {
  const text = 'SELECT * FROM webhookEndpoints WHERE id = ? AND organisationId = ?';
  const row = await reader.first<EndpointRow>(text, id.toLowerCase(), organisationId);
  if (!row) throw new ProblemError('not-found', detailOf('Your organisation has no such endpoint.'));
  return endpointOf(row);
}

async function listWithin(reader: Reader, organisationId: string): Promise<Endpoint[]> {
  const text = 'SELECT * FROM webhookEndpoints WHERE organisationId = ? ORDER BY id';
  return (await reader.read<EndpointRow>(text, organisationId)).map(endpointOf);
}

/** Whether an endpoint wants events of a type. */
export function wants({ types }: Pick<Endpoint, 'types'>, type: string): boolean {
  return (
    types.length === 0 || types.some((one) => one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))))
  );
}
