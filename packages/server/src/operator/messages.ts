import type { MessageView } from '@fieldbridge/contract';
import { type Clock, isoTime } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { Reader, SpaceStore, Transaction } from '../storage/port/space-store.ts';
import type { Letter } from './letter.ts';
import { timeOrNull } from './views.ts';

/** The desk's messages: always stored, whether or not they are sent. They contain no secret. */
export class Messages {
  readonly #store: SpaceStore;
  readonly #clock: Clock;

  constructor(store: SpaceStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Stores a message in a transaction of the desk's space. */
  async addNow(
    tx: Transaction,
    accessRequestId: string,
    recipient: string,
    { subject, body }: Letter,
  ): Promise<MessageView> {
    const now = this.#clock.now();
    const id = uuidv7(now);
    await tx.run(
      'INSERT INTO messages (id, accessRequestId, recipient, subject, body, createdAt) VALUES (?, ?, ?, ?, ?, ?)',
      ...[id, accessRequestId, recipient, subject, body, now],
    );
    return this.require(id, tx);
  }

  /** Records the result of sending. @param failure reason, or undefined if it was sent */
  noteSending(id: string, failure: string | undefined): Promise<MessageView> {
    return this.#store.write(async (tx) => {
      const sentAt = failure === undefined ? this.#clock.now() : null;
      await tx.run('UPDATE messages SET sentAt = ?, failure = ? WHERE id = ?', sentAt, failure ?? null, id);
      return this.require(id, tx);
    });
  }

  /** @param from the transaction to read in, if one is open @throws ProblemError not-found */
  async require(id: string, from: Reader = this.#store): Promise<MessageView> {
    const row = await from.first<MessageRow>('SELECT * FROM messages WHERE id = ?', id);
    if (row === undefined) throw new ProblemError('not-found', detailOf('There is no such message.'));
    return view(row);
  }

  /** Newest first. */
  async list(limit: number, before = '~'): Promise<MessageView[]> {
    const text = 'SELECT * FROM messages WHERE id < ? ORDER BY id DESC LIMIT ?';
    return (await this.#store.read<MessageRow>(text, before, limit)).map(view);
  }
}

type MessageRow = Omit<MessageView, 'createdAt' | 'sentAt'> & {
  readonly createdAt: number;
  readonly sentAt: number | null;
};

function view(row: MessageRow): MessageView {
  return { ...row, createdAt: isoTime(row.createdAt), sentAt: timeOrNull(row.sentAt) };
}
