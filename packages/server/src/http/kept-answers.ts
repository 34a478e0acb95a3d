import type { Clock } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Awaitable, Reader, SpaceStore, Transaction } from '../storage/port/space-store.ts';

/** How long an answer is stored. */
const KEPT_MS = 24 * 3600 * 1000;
/** Old answers removed with each new one. */
const SWEEP = 20;
/** What an answer takes besides its headers and its body. */
const ROW_BYTES = 200;

/** A row of the table of answers, as far as it is returned again. */
export interface KeptAnswer {
  readonly fingerprint: Uint8Array;
  readonly status: number;
  /** JSON object. */
  readonly headers: string;
  readonly body: Uint8Array | null;
}

/** An answer to store. */
export interface NewAnswer {
  readonly key: Buffer;
  /** The organisation whose share it counts towards. */
  readonly owner: string;
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly headers: object;
  readonly body: string;
  /** Id of the thing that the answer describes, if its content must go with it. */
  readonly subject?: string | undefined;
}

/** The refusal of a request whose key another request uses. */
export function inProgress(): ProblemError {
  return new ProblemError(
    'idempotency-in-progress',
    detailOf(
      'The first request with this key has no answer yet: wait for it, or ask again with the same key in a moment.',
    ),
    { headers: { 'retry-after': '1' } },
  );
}

/** The answers of one space that are stored for Idempotency-Keys. */
export class KeptAnswers {
  readonly #store: SpaceStore;
  readonly #clock: Clock;
  readonly #share: number;

  /** @param share bytes of answers beyond which an owner's further requests with a key are refused; 0 for no limit */
  constructor(store: SpaceStore, clock: Clock, share: number) {
    this.#store = store;
    this.#clock = clock;
    this.#share = share;
  }

  find(key: Buffer): Awaitable<KeptAnswer | undefined> {
    const text = 'SELECT * FROM idempotentAnswers WHERE key = ? AND createdAt > ?';
    return this.#store.first<KeptAnswer>(text, key, this.#oldest());
  }

  /**
   * Checked before the work: an answer that could not be stored afterwards would let a repeat do it twice. @throws
   * ProblemError idempotency-full
   */
  async requireRoom(owner: string): Promise<void> {
    if (this.#share === 0) return;
    const share = 'SELECT bytes FROM idempotencyShares WHERE owner = ?';
    const all = (await this.#store.first<{ bytes: number }>(share, owner))?.bytes ?? 0;
    if (all < this.#share) return;
    // Expired answers count as deleted, though they are removed a few at a time.
    const expired = 'SELECT coalesce(sum(bytes), 0) AS bytes FROM idempotentAnswers WHERE owner = ? AND createdAt <= ?';
    const held = all - (await this.#store.first<{ bytes: number }>(expired, owner, this.#oldest()))!.bytes;
    if (held < this.#share) return;
    const live = 'SELECT min(createdAt) AS oldest FROM idempotentAnswers WHERE owner = ? AND createdAt > ?';
    const { oldest } = (await this.#store.first<{ oldest: number | null }>(live, owner, this.#oldest()))!;
    const wait = (oldest ?? this.#oldest()) - this.#oldest();
    throw new ProblemError(
      'idempotency-full',
      detailOf(
        'Your stored answers for Idempotency-Keys have {held} bytes, the limit is {share}. Send the request without a key, or wait until the oldest are a day old.',
        { held, share: this.#share },
      ),
      { headers: { 'retry-after': String(Math.ceil(wait / 1000)) } },
    );
  }

  /** Stores an answer. @param tx the write operation that does the work, or one for the answer alone */
  async keep({ key, owner, fingerprint, status, headers, body, subject }: NewAnswer, tx: Transaction): Promise<void> {
    // Also after its request was held up so long that another server has taken it for dead and done the work.
    if (this.#store.memory.isShared && (await this.#isThere(key, tx))) throw inProgress();
    const [head, content] = [JSON.stringify(headers), body === '' ? null : Buffer.from(body)];
    // In the order of the index: otherwise PostgreSQL, which supposes that many rows match, reads the table for them.
    await tx.run(
      `DELETE FROM idempotentAnswers WHERE key IN
        (SELECT key FROM idempotentAnswers WHERE createdAt <= ? ORDER BY createdAt LIMIT ?)`,
      ...[this.#oldest(), SWEEP],
    );
    // Not OR REPLACE, which would not fire the triggers that count the shares.
    await tx.run('DELETE FROM idempotentAnswers WHERE key = ?', key);
    await tx.run(
      `INSERT INTO idempotentAnswers (key, fingerprint, status, headers, body, createdAt, owner, bytes, subject)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[key, fingerprint, status, head, content],
      ...[this.#clock.now(), owner, ROW_BYTES + head.length + (content?.length ?? 0), subject ?? null],
    );
  }

  async #isThere(key: Buffer, from: Reader): Promise<boolean> {
    const text = 'SELECT 1 FROM idempotentAnswers WHERE key = ? AND createdAt > ?';
    return (await from.first(text, key, this.#oldest())) !== undefined;
  }

  /** Answers stored at or before this time have expired. */
  #oldest(): number {
    return this.#clock.now() - KEPT_MS;
  }
}

/**
 * Removes the content of the answers about a thing that is deleted. They stay as answers: a repeated request must not
 * do its work a second time.
 * @param body JSON that is answered instead
 */
export async function blankAnswers(tx: Transaction, subject: string, body: object): Promise<void> {
  const text = 'UPDATE idempotentAnswers SET body = ? WHERE subject = ? AND body IS NOT NULL';
  await tx.run(text, Buffer.from(JSON.stringify(body)), subject);
}
