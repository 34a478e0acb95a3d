import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock } from '../../core/clock.ts';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { Reader, SpaceStore, Transaction } from '../../storage/port/space-store.ts';
import type { Person } from './person.ts';

/** RFC 9106 §4, the second recommended choice: 64 MiB, three passes; one lane, because a server has other work. */
const MEMORY_KIB = 64 * 1024;
const PASSES = 3;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Shortest and longest password; longer ones would only cost time. */
export const PASSWORD_LENGTH = { min: 12, max: 256 } as const;
/** Words that guesses begin with, besides the person's own name: these are refused at any length. */
const COMMON = ['password', 'passwort', 'wachtwoord', 'fieldbridge', '123456789', 'qwertyuiop', 'letmein'];

const hashed = promisify(argon2);

/** The passwords of people, as argon2id hashes. */
export class Passwords {
  readonly #store: SpaceStore;
  readonly #clock: Clock;
  readonly #memory: number;
  /** Compared for people who have no password, so that the time does not reveal who exists. */
  #nobody: Promise<string> | undefined;

  /** @param memory KiB that a hash takes */
  constructor(store: SpaceStore, clock: Clock, memory: number = MEMORY_KIB) {
    this.#store = store;
    this.#clock = clock;
    this.#memory = memory;
  }

  /** Whether a password is that of a person; takes just as long if there is no such person. */
  async verify(person: Person | undefined, password: string): Promise<boolean> {
    const row =
      person && (await this.#store.first<{ hash: string }>('SELECT hash FROM passwords WHERE personId = ?', person.id));
    const isRight = await matches(
      row?.hash ?? (await (this.#nobody ??= hashOf(randomBytes(SALT_BYTES).toString('hex'), this.#memory))),
      password.slice(0, PASSWORD_LENGTH.max),
    );
    return isRight && row !== undefined && password.length <= PASSWORD_LENGTH.max;
  }

  /** Whether a person has one. @param from the transaction to read in, if one is open */
  async has({ id }: Pick<Person, 'id'>, from: Reader = this.#store): Promise<boolean> {
    return (await from.first('SELECT 1 FROM passwords WHERE personId = ?', id)) !== undefined;
  }

  /**
   * Prepares a person's password, which replaces an earlier one: the hash takes too long for a transaction.
   * @returns the step that stores it, in a transaction of the desk's space
   * @throws ProblemError password-weak
   */
  async prepare(person: Person, password: string): Promise<(tx: Transaction) => Promise<void>> {
    refuseWeak(person, password);
    const hash = await hashOf(password, this.#memory);
    return async (tx) => {
      const now = this.#clock.now();
      await tx.run('DELETE FROM passwords WHERE personId = ?', person.id);
      await tx.run('INSERT INTO passwords (personId, hash, changedAt) VALUES (?, ?, ?)', person.id, hash, now);
    };
  }
}

/** @throws ProblemError password-weak */
function refuseWeak({ name, email }: Person, password: string): void {
  const lower = password.toLowerCase();
  const own = [name, email?.split('@')[0] ?? ''].map((text) => text.toLowerCase()).filter((text) => text.length > 3);
  const reason =
    password.length < PASSWORD_LENGTH.min
      ? detailOf('It has {length} characters; at least {least} are needed.', {
          ...{ length: password.length, least: PASSWORD_LENGTH.min },
        })
      : new Set(lower).size < 5
        ? detailOf('It consists of very few different characters.')
        : [...COMMON, ...own].some((text) => lower.startsWith(text))
          ? detailOf('It begins with a word that is easy to guess.')
          : undefined;
  if (reason === undefined) return;
  throw new ProblemError(
    'password-weak',
    detailOf('{reason} A sentence of your own is easy to remember and hard to guess.', { reason }),
  );
}

/** In the usual notation (PHC string): it states its own parameters, so that they can be raised later. */
async function hashOf(password: string, memory: number, nonce = randomBytes(SALT_BYTES)): Promise<string> {
  const parameters = { message: password.normalize('NFKC'), nonce, parallelism: 1 };
  const tag = await hashed('argon2id', { ...parameters, memory, passes: PASSES, tagLength: TAG_BYTES });
  return `$argon2id$v=19$m=${memory},t=${PASSES},p=1$${base64(nonce)}$${base64(tag)}`;
}

async function matches(stored: string, password: string): Promise<boolean> {
  const [, memory, passes, nonce, tag] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(stored)!;
  const expected = Buffer.from(tag!, 'base64');
  const made = await hashed('argon2id', {
    message: password.normalize('NFKC'),
    nonce: Buffer.from(nonce!, 'base64'),
    ...{ parallelism: 1, memory: Number(memory), passes: Number(passes), tagLength: expected.length },
  });
  return timingSafeEqual(made, expected);
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
