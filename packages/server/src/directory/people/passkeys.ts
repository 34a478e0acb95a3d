import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Clock } from '../../core/clock.ts';
import { asWritten, type Detail, detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { hasPasskeys, pageAddress } from '../../http/page-address.ts';
import { ConstraintFailure } from '../../storage/port/constraint-failure.ts';
import type { Awaitable, Reader, SpaceStore, Transaction } from '../../storage/port/space-store.ts';
import { CHALLENGE_MS, type PasskeyChallenges } from './passkey-challenges.ts';
import type { People } from './people.ts';
import { type Person, refuseCompany } from './person.ts';

/** A passkey of a person, as it is listed. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

interface PasskeyRow extends Passkey {
  readonly personId: string;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
}

/** Passkeys of one person. */
const MOST = 20;
const SIGN_IN = 'sign-in';
const makingFor = ({ id }: Pick<Person, 'id'>): string => `make ${id}`;
/** EdDSA, ES256 and RS256 (COSE): every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];
/** Needed by few requests. */
const library = () => import('@simplewebauthn/server');

/** The passkeys of people (WebAuthn level 3), each for the host of the public URL. */
export class Passkeys {
  readonly #store: SpaceStore;
  readonly #people: People;
  readonly #challenges: PasskeyChallenges;
  readonly #clock: Clock;
  readonly #publicUrl: () => string;

  constructor(store: SpaceStore, people: People, challenges: PasskeyChallenges, clock: Clock, publicUrl: () => string) {
    this.#store = store;
    this.#people = people;
    this.#challenges = challenges;
    this.#clock = clock;
    this.#publicUrl = publicUrl;
  }

  /** Whether browsers support passkeys at this server's address. */
  get arePossible(): boolean {
    return hasPasskeys(this.#address());
  }

  /** The options for a browser to sign in with any passkey of this server. @throws ProblemError passkeys-impossible */
  async optionsToSignIn(): Promise<object> {
    const { rpID } = this.#party();
    const { generateAuthenticationOptions } = await library();
    const challenge = this.#challenges.issue(SIGN_IN);
    return generateAuthenticationOptions({ rpID, challenge, timeout: CHALLENGE_MS, userVerification: 'required' });
  }

  /** The options for a browser to make a passkey for a person. @throws ProblemError passkeys-impossible, conflict */
  async optionsToMake(person: Person): Promise<object> {
    const { rpID } = this.#party();
    refuseCompany(person);
    const present = await this.#rows(person.id);
    if (present.length >= MOST)
      throw new ProblemError('conflict', detailOf('There are {most} passkeys; remove some first.', { most: MOST }));
    const { generateRegistrationOptions } = await library();
    return generateRegistrationOptions({
      ...{ rpID, rpName: 'Fieldbridge', challenge: this.#challenges.issue(makingFor(person)), timeout: CHALLENGE_MS },
      ...{ userID: new TextEncoder().encode(person.id), userName: person.email ?? person.name },
      ...{ userDisplayName: person.name, attestationType: 'none', supportedAlgorithmIDs: ALGORITHMS },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: present.map(({ credentialId: id }) => ({ id })),
    });
  }

  /**
   * Checks a passkey that a browser made for a person.
   * @param response as the browser sent it @param name for the list
   * @returns its id, and the step that stores it in a transaction of the desk's space
   * @throws ProblemError passkey-refused, passkeys-impossible
   */
  async prepare(person: Person, response: unknown, name: string): Promise<(tx: Transaction) => Promise<string>> {
    const { rpID, origin } = this.#party();
    const { verifyRegistrationResponse } = await library();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: (challenge) => this.#challenges.take(makingFor(person), challenge),
      ...{ expectedOrigin: origin, expectedRPID: rpID, supportedAlgorithmIDs: ALGORITHMS },
    }).catch(refuse);
    if (registrationInfo === undefined) throw refusal(detailOf('its signature is wrong'));
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    return async (tx) => {
      const now = this.#clock.now();
      const id = uuidv7(now);
      await tx.run(
        `INSERT INTO passkeys (id, personId, credentialId, publicKey, counter, name, createdAt)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[id, person.id, credentialId, publicKey, counter, name, now],
      );
      return id;
    };
  }

  /** Stores the result of `prepare`, as a separate change. @throws ProblemError passkey-refused if it is known */
  async keep(store: (tx: Transaction) => Promise<string>): Promise<string> {
    return this.#store.write(store).catch((error: unknown) => {
      throw error instanceof ConstraintFailure ? refusal(detailOf('it is already known')) : error;
    });
  }

  /** The person whose passkey has signed a challenge of this server; undefined without one. */
  async ownerOf(response: unknown): Promise<Person | undefined> {
    const { rpID, origin } = this.#party();
    const { id: credentialId } = response as AuthenticationResponseJSON;
    const row = await this.#store.first<PasskeyRow>('SELECT * FROM passkeys WHERE credentialId = ?', credentialId);
    if (row === undefined) return undefined;
    const { verifyAuthenticationResponse } = await library();
    const { credentialId: id, publicKey, counter } = row;
    const answer = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => this.#challenges.take(SIGN_IN, challenge),
      ...{ expectedOrigin: origin, expectedRPID: rpID },
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    }).catch(() => undefined);
    if (answer?.verified !== true) return undefined;
    const text = 'UPDATE passkeys SET counter = ?, lastUsedAt = ? WHERE id = ?';
    await this.#store.write((tx) => tx.run(text, answer.authenticationInfo.newCounter, this.#clock.now(), row.id));
    return this.#people.find(row.personId);
  }

  /** A person's passkeys, oldest first. */
  async list(personId: string, from: Reader = this.#store): Promise<Passkey[]> {
    return (await this.#rows(personId, from)).map(({ id, name, createdAt, lastUsedAt }) => ({
      ...{ id, name, createdAt, lastUsedAt },
    }));
  }

  /** Removes one, in a transaction of the desk's space. @throws ProblemError not-found */
  async removeNow(tx: Transaction, personId: string, id: string): Promise<void> {
    if ((await tx.run('DELETE FROM passkeys WHERE personId = ? AND id = ?', personId, id)) === 0)
      throw new ProblemError('not-found', detailOf('You have no such passkey.'));
  }

  #rows(personId: string, from: Reader = this.#store): Awaitable<PasskeyRow[]> {
    return from.read<PasskeyRow>('SELECT * FROM passkeys WHERE personId = ? ORDER BY id', personId);
  }

  #address(): string {
    return pageAddress(this.#publicUrl());
  }

  /** @throws ProblemError passkeys-impossible */
  #party(): { rpID: string; origin: string } {
    const address = this.#address();
    if (!hasPasskeys(address))
      throw new ProblemError(
        'passkeys-impossible',
        detailOf('Browsers do not support passkeys at {address}: it needs a name and TLS.', { address }),
      );
    const { hostname, origin } = new URL(address);
    return { rpID: hostname, origin };
  }
}

function refuse(error: unknown): never {
  throw refusal(asWritten(error instanceof Error ? error.message : String(error)));
}

function refusal(reason: Detail): ProblemError {
  return new ProblemError('passkey-refused', detailOf('This passkey cannot be used: {reason}', { reason }));
}
