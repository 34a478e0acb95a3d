import type { Clock } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import { newSecret, SECRET_LENGTH_MAX } from '../directory/secret.ts';
import type { SpaceStore, Transaction } from '../storage/port/space-store.ts';
import type { ServerKey } from '../storage/server-key.ts';

/** A link that shows one job to everybody who has it. */
export interface ShareRow {
  readonly id: string;
  readonly jobId: string;
  /** Name of the person, or client id. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** 1 if its holders may download the job. */
  readonly downloads: 0 | 1;
}

const COLUMNS = 'id, jobId, createdBy, createdAt, expiresAt, downloads';
/** Links of one job at a time. */
const MOST_SHARES = 100;

/** Links to shared jobs; secrets as keyed hashes. */
export class ShareStore {
  readonly #store: SpaceStore;
  readonly #clock: Clock;
  readonly #key: ServerKey;

  constructor(store: SpaceStore, clock: Clock, key: ServerKey) {
    this.#store = store;
    this.#clock = clock;
    this.#key = key.derive('job shares');
  }

  /** @returns the link and its secret, which is available only here @throws ProblemError quota-exceeded */
  async make(
    tx: Transaction,
    share: Omit<ShareRow, 'id' | 'createdAt'>,
  ): Promise<ShareRow & { readonly secret: string }> {
    const now = this.#clock.now();
    const { jobId, createdBy, expiresAt, downloads } = share;
    await tx.run('DELETE FROM shares WHERE expiresAt <= ?', now);
    const count = await tx.first<{ n: number }>('SELECT count(*) AS n FROM shares WHERE jobId = ?', jobId);
    if (count!.n >= MOST_SHARES)
      throw new ProblemError(
        'quota-exceeded',
        detailOf('The job has {most} links; revoke one first.', { most: MOST_SHARES }),
      );
    const secret = newSecret('sh');
    const row = { ...share, id: uuidv7(now), createdAt: now };
    await tx.run(
      `INSERT INTO shares (${COLUMNS}, hash) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[row.id, jobId, createdBy, now, expiresAt, downloads, this.#key.hash(secret)],
    );
    return { ...row, secret };
  }

  /** The links of a job that have not expired, oldest first. */
  async ofJob(jobId: string): Promise<ShareRow[]> {
    return this.#store.read(
      `SELECT ${COLUMNS} FROM shares WHERE jobId = ? AND expiresAt > ? ORDER BY id`,
      ...[jobId, this.#clock.now()],
    );
  }

  /** Revokes a link. @throws ProblemError not-found */
  async end(tx: Transaction, jobId: string, id: string): Promise<void> {
    const row = await tx.first('SELECT id FROM shares WHERE id = ? AND jobId = ?', id, jobId);
    if (row === undefined) throw new ProblemError('not-found', detailOf('The job has no such link.'));
    await tx.run('DELETE FROM shares WHERE id = ?', id);
  }

  /** The link with an id and its secret; undefined if it has expired, was revoked or never existed. */
  async open(id: string, secret: string): Promise<ShareRow | undefined> {
    return this.#store.first(
      `SELECT ${COLUMNS} FROM shares WHERE id = ? AND hash = ? AND expiresAt > ?`,
      ...[id, this.#key.hash(secret.slice(0, SECRET_LENGTH_MAX)), this.#clock.now()],
    );
  }
}
