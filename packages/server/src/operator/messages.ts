import type { MessageView } from '@fieldbridge/contract';
import { type Clock, isoTime } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import type { Letter } from './letter.ts';
import { timeOrNull } from './views.ts';

/** The desk's messages: always stored, whether or not they are sent. They contain no secret. */
export class Messages {
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;

  constructor(database: SpaceDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Stores a message, inside a write operation of the desk. */
  addNow(accessRequestId: string, recipient: string, { subject, body }: Letter): MessageView {
    const now = this.#clock.now();
    const id = uuidv7(now);
    this.#database
      .sql('INSERT INTO messages (id, accessRequestId, recipient, subject, body, createdAt) VALUES (?, ?, ?, ?, ?, ?)')
      .run(id, accessRequestId, recipient, subject, body, now);
    return this.require(id);
  }

  /** Records the result of sending. @param failure reason, or undefined if it was sent */
  noteSending(id: string, failure: string | undefined): Promise<MessageView> {
    return this.#database.writer.run(() => {
      this.#database
        .sql('UPDATE messages SET sentAt = ?, failure = ? WHERE id = ?')
        .run(failure === undefined ? this.#clock.now() : null, failure ?? null, id);
      return this.require(id);
    });
  }

  /** @throws ProblemError not-found */
  require(id: string): MessageView {
    const row = this.#database.sql('SELECT * FROM messages WHERE id = ?').get(id);
    if (row === undefined) throw new ProblemError('not-found', 'There is no such message.');
    return view(row);
  }

  /** Newest first. */
  list(limit: number, before = '~'): MessageView[] {
    return this.#database
      .sql('SELECT * FROM messages WHERE id < ? ORDER BY id DESC LIMIT ?')
      .all(before, limit)
      .map(view);
  }
}

function view(row: Record<string, unknown>): MessageView {
  return {
    ...(row as unknown as MessageView),
    createdAt: isoTime(row['createdAt'] as number),
    sentAt: timeOrNull(row['sentAt'] as number | null),
  };
}
