import type { Clock } from '../../core/clock.ts';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { Reader, SpaceStore, Transaction } from '../../storage/port/space-store.ts';
import type { ServerKey } from '../../storage/server-key.ts';
import { newSecret, SECRET_LENGTH_MAX } from '../secret.ts';
import type { People } from './people.ts';
import type { Person } from './person.ts';

/** invitation: the person makes a passkey or chooses a password. sign-in: the link itself signs in, once. */
export type LinkPurpose = 'invitation' | 'sign-in';

const DAY_MS = 24 * 3_600_000;
const LIFETIME_MS: Readonly<Record<LinkPurpose, number>> = { invitation: 7 * DAY_MS, 'sign-in': DAY_MS };

interface LinkRow {
  readonly personId: string;
  readonly purpose: LinkPurpose;
  readonly expiresAt: number;
}

/** One-time links of people, stored as keyed hashes. A new one replaces the person's earlier ones. */
export class PersonLinks {
  readonly #store: SpaceStore;
  readonly #people: People;
  readonly #key: ServerKey;
  readonly #validity: Pick<Clock, 'now'>;

  constructor(store: SpaceStore, people: People, key: ServerKey, validity: Pick<Clock, 'now'>) {
    this.#store = store;
    this.#people = people;
    this.#key = key.derive('person links');
    this.#validity = validity;
  }

  /** @returns the token for the link's address, which is only in the result */
  async make(personId: string, purpose: LinkPurpose): Promise<{ token: string; expiresAt: number }> {
    const token = newSecret('li');
    const now = this.#validity.now();
    const expiresAt = now + LIFETIME_MS[purpose];
    await this.#store.write(async (tx) => {
      await tx.run('DELETE FROM personLinks WHERE personId = ? OR expiresAt <= ?', personId, now);
      await tx.run(
        'INSERT INTO personLinks (hash, personId, purpose, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?)',
        ...[this.#key.hash(token), personId, purpose, now, expiresAt],
      );
    });
    return { token, expiresAt };
  }

  /**
   * The person and the purpose of a link. @throws ProblemError link-over if it was used, has expired or never existed
   */
  async look(token: string, from: Reader = this.#store): Promise<{ person: Person; purpose: LinkPurpose }> {
    const hash = this.#key.hash(token.slice(0, SECRET_LENGTH_MAX));
    const row = await from.first<LinkRow>('SELECT * FROM personLinks WHERE hash = ?', hash);
    const person = row && (await this.#people.find(row.personId, from));
    if (row === undefined || person === undefined || row.expiresAt <= this.#validity.now())
      throw new ProblemError('link-over', detailOf('This link has been used or is too old. Ask for a new one.'));
    return { person, purpose: row.purpose };
  }

  /** Uses up a link. @throws ProblemError link-over */
  async useNow(tx: Transaction, token: string, purpose: LinkPurpose): Promise<Person> {
    const found = await this.look(token, tx);
    if (found.purpose !== purpose) throw new ProblemError('link-over', detailOf('This link is for something else.'));
    await tx.run('DELETE FROM personLinks WHERE hash = ?', this.#key.hash(token));
    return found.person;
  }
}
