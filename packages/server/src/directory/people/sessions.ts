import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import { uuidv7 } from '../../core/uuid.ts';
import type { Reader, SpaceStore, Transaction } from '../../storage/port/space-store.ts';
import type { ServerKey } from '../../storage/server-key.ts';
import type { Audit } from '../audit.ts';
import { newSecret, SECRET_LENGTH_MAX } from '../secret.ts';
import type { Operator, Operators } from './operators.ts';
import type { People } from './people.ts';
import type { Person } from './person.ts';

const HOUR_MS = 3_600_000;
/** An unused session ends after somewhat more than a working day. */
const IDLE_MS = 12 * HOUR_MS;
/** Longest life of a session that is used every day; its cookie is kept that long. */
const MOST_MS = 30 * 24 * HOUR_MS;
export const SESSION_SECONDS_MAX = MOST_MS / 1000;
/** How often the use of a session is stored. */
const NOTE_MS = 5 * 60_000;

/** Time after signing in during which secrets may be issued and roles changed. */
const FRESH_MS = 15 * 60_000;

/** Whose session it is. */
export type SessionOwner =
  | { readonly kind: 'operator'; readonly operator: Operator }
  | { readonly kind: 'person'; readonly person: Person };

/** A newly opened session; its cookie is in clear text only here. */
export interface OpenedSession {
  readonly owner: SessionOwner;
  readonly token: string;
  /** Repeated by the page on every change. */
  readonly csrfToken: string;
  readonly expiresAt: number;
}

/** An open session of a request: whose it is, and the check of its CSRF token. */
export interface FoundSession {
  readonly owner: SessionOwner;
  readonly csrfToken: string;
  readonly expiresAt: number;
  /** Until when the sign-in is fresh enough for secrets and roles; in the past if it is not. */
  readonly freshUntil: number;
  readonly isCsrf: (text: string) => boolean;
}

/** A session as its owner sees it in a list. */
export interface ListedSession {
  readonly id: string;
  /** From the User-Agent header. */
  readonly device: string;
  readonly signedInAt: number;
  /** Accurate to a few minutes. */
  readonly lastUsedAt: number;
  readonly isCurrent: boolean;
}

/** Of an open session, on the monotonic clock. */
interface Life {
  readonly begun: number;
  end: number;
  /** When its use was last stored. */
  noted: number;
}

type Validity = Pick<Clock, 'now'>;
/** Two clocks, because the times of a session are by the wall clock. */
interface Clocks {
  readonly clock: Clock;
  readonly validity: Validity;
}

interface SessionRow {
  readonly hash: Uint8Array;
  readonly id: string;
  readonly device: string;
  readonly lastUsedAt: number;
  readonly kind: SessionOwner['kind'];
  readonly ownerId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/**
 * Browser sessions of operators and people, stored as keyed hashes. The CSRF token is derived from the session's, so
 * that a page that is loaded again can ask for it. While the process runs, their time is counted on the monotonic
 * clock: setting the wall clock neither lengthens nor ends a session. After a restart the highest
 * time ever seen decides.
 */
export class Sessions {
  readonly #store: SpaceStore;
  readonly #operators: Operators;
  readonly #people: People;
  readonly #key: ServerKey;
  readonly #csrfKey: ServerKey;
  readonly #clock: Clock;
  readonly #validity: Validity;
  readonly #audit: Audit;
  /** By hash in hex. */
  readonly #lives = new Map<string, Life>();

  constructor(
    store: SpaceStore,
    { operators, people }: { readonly operators: Operators; readonly people: People },
    key: ServerKey,
    clocks: Clocks,
    audit: Audit,
  ) {
    this.#people = people;
    this.#audit = audit;
    this.#store = store;
    this.#operators = operators;
    this.#key = key.derive('sessions');
    this.#csrfKey = key.derive('csrf');
    this.#clock = clocks.clock;
    this.#validity = clocks.validity;
  }

  /**
   * Opens a session and removes expired ones.
   * @param device for the list of the owner's sessions
   * @throws ProblemError not-authenticated if the owner was removed, or got another key or password, since the check
   */
  async open(owner: SessionOwner, device = ''): Promise<OpenedSession> {
    const token = newSecret('se');
    const now = this.#clock.now();
    const begin = this.#validity.now();
    const over = await this.#store.write(async (tx) => {
      await this.#requireUnchanged(owner, tx);
      const { id, name } = identityOf(owner);
      const over = await this.#sweep(tx);
      await tx.run(
        `INSERT INTO sessions (hash, id, kind, ownerId, device, createdAt, lastUsedAt, expiresAt)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[this.#key.hash(token), uuidv7(now), owner.kind, id, device, begin, begin, begin + IDLE_MS],
      );
      const table = owner.kind === 'operator' ? 'operators' : 'people';
      await tx.run(`UPDATE ${table} SET lastSignInAt = ? WHERE id = ?`, now, id);
      await this.#audit.noteNow(tx, { actor: name, action: `${owner.kind}.signed-in`, subject: id });
      return over;
    });
    for (const hash of over) this.#lives.delete(hash);
    const begun = this.#clock.monotonic();
    this.#lives.set(this.#key.hash(token).toString('hex'), { begun, end: begun + IDLE_MS, noted: begun });
    return { owner, token, csrfToken: this.#csrfOf(token), expiresAt: now + IDLE_MS };
  }

  /** The session of its owner's request, which extends it. */
  async use(token: string): Promise<FoundSession | undefined> {
    const found = await this.find(token);
    const life = found && this.#lives.get(this.#key.hash(token).toString('hex'));
    if (found === undefined || life === undefined) return found;
    const monotonic = this.#clock.monotonic();
    // Former employees of a company must not stay signed in, so its people sign in every day.
    const isOfCompany = found.owner.kind === 'person' && found.owner.person.companySubject !== null;
    const end = Math.min(monotonic + IDLE_MS, life.begun + (isOfCompany ? IDLE_MS : MOST_MS));
    const expiresAt = found.expiresAt + Math.max(0, end - life.end);
    life.end = Math.max(life.end, end);
    if (monotonic - life.noted >= NOTE_MS) {
      life.noted = monotonic;
      const now = this.#validity.now();
      const text = 'UPDATE sessions SET lastUsedAt = ?, expiresAt = ? WHERE hash = ?';
      const bindings = [now, now + Math.round(life.end - monotonic), this.#key.hash(token)] as const;
      // If that fails for lack of room, a later use stores it.
      const stored = this.#store.write((tx) => tx.run(text, ...bindings)).catch(() => {});
      // The next request may come to another server.
      if (this.#store.memory.isShared) await stored;
    }
    return { ...found, expiresAt };
  }

  /** The owner of a session, and the check of its CSRF token. It is not extended. */
  async find(token: string): Promise<FoundSession | undefined> {
    if (token.length > SECRET_LENGTH_MAX) return undefined;
    const hash = this.#key.hash(token);
    const row = await this.#store.first<SessionRow>('SELECT * FROM sessions WHERE hash = ?', hash);
    if (row === undefined) return undefined;
    const life = this.#lifeOf(hash.toString('hex'), row);
    const monotonic = this.#clock.monotonic();
    if (life === undefined || life.end <= monotonic) {
      this.#forget(hash);
      return undefined;
    }
    const owner = await this.#ownerOf(row);
    if (owner === undefined) return undefined;
    const now = this.#clock.now();
    const csrfToken = this.#csrfOf(token);
    return {
      owner,
      csrfToken,
      expiresAt: Math.round(now + life.end - monotonic),
      freshUntil: Math.round(now + life.begun + FRESH_MS - monotonic),
      isCsrf: (text) => text.length === csrfToken.length && timingSafeEqual(Buffer.from(text), Buffer.from(csrfToken)),
    };
  }

  /** Ends a session; ending one that has already ended is not an error. */
  async close(token: string): Promise<void> {
    const hash = this.#key.hash(token);
    await this.#store.write(async (tx) => {
      const row = await tx.first<SessionRow>('SELECT * FROM sessions WHERE hash = ?', hash);
      const owner = row && (await this.#ownerOf(row, tx));
      await tx.run('DELETE FROM sessions WHERE hash = ?', hash);
      if (owner === undefined) return;
      const { id, name } = identityOf(owner);
      await this.#audit.noteNow(tx, { actor: name, action: `${owner.kind}.signed-out`, subject: id });
    });
    this.#lives.delete(hash.toString('hex'));
  }

  /** The open sessions of the owner of one, the last used first. @param token of that one */
  async list(owner: SessionOwner, token: string): Promise<ListedSession[]> {
    const current = this.#key.hash(token);
    const text = 'SELECT * FROM sessions WHERE kind = ? AND ownerId = ? ORDER BY lastUsedAt DESC, id DESC';
    const rows = await this.#store.read<SessionRow>(text, owner.kind, identityOf(owner).id);
    const monotonic = this.#clock.monotonic();
    const isOpen = (row: SessionRow): boolean =>
      (this.#lifeOf(Buffer.from(row.hash).toString('hex'), row)?.end ?? monotonic) > monotonic;
    return rows.filter(isOpen).map(({ id, device, createdAt, lastUsedAt, hash }) => ({
      ...{ id, device, signedInAt: createdAt, lastUsedAt, isCurrent: current.equals(hash) },
    }));
  }

  /**
   * Ends a session of an owner, or all but one. @param which its id, or the token of the one that stays
   * @throws ProblemError not-found
   */
  async end(owner: SessionOwner, which: { readonly id: string } | { readonly but: string }): Promise<void> {
    const { id: ownerId, name } = identityOf(owner);
    const own = 'DELETE FROM sessions WHERE kind = ? AND ownerId = ? AND';
    await this.#store.write(async (tx) => {
      const ended =
        'id' in which
          ? await tx.run(`${own} id = ?`, owner.kind, ownerId, which.id)
          : await tx.run(`${own} hash <> ?`, owner.kind, ownerId, this.#key.hash(which.but));
      if (ended === 0 && 'id' in which) throw new ProblemError('not-found', detailOf('You have no such session.'));
      const details = { sessions: ended };
      await this.#audit.noteNow(tx, { actor: name, action: `${owner.kind}.signed-out`, subject: ownerId, details });
    });
  }

  async #ownerOf({ kind, ownerId }: SessionRow, from: Reader = this.#store): Promise<SessionOwner | undefined> {
    if (kind === 'operator') {
      const operator = await this.#operators.get(ownerId, from);
      return operator && { kind, operator };
    }
    const person = await this.#people.find(ownerId, from);
    return person && { kind, person };
  }

  async #requireUnchanged(owner: SessionOwner, tx: Transaction): Promise<void> {
    const isSame =
      owner.kind === 'operator'
        ? (await this.#operators.get(owner.operator.id, tx))?.keyChangedAt === owner.operator.keyChangedAt
        : (await this.#people.find(owner.person.id, tx))?.accessChangedAt === owner.person.accessChangedAt;
    if (!isSame)
      throw new ProblemError(
        'not-authenticated',
        detailOf('This passkey, password or key was changed while it was used. Sign in again.'),
      );
  }

  #csrfOf(token: string): string {
    return `fbct_${this.#csrfKey.hash(token).toString('base64url')}`;
  }

  /** For a session opened by an earlier process, the highest time decides, once. Undefined if it has ended. */
  #lifeOf(hash: string, { createdAt, lastUsedAt, expiresAt }: SessionRow): Life | undefined {
    const known = this.#lives.get(hash);
    // With several servers the row decides: another server may have extended the session.
    if (known !== undefined && !this.#store.memory.isShared) return known;
    const now = this.#validity.now();
    // A clock set back to before its start must not prolong it.
    if (now >= expiresAt || now < createdAt - IDLE_MS) return undefined;
    const monotonic = this.#clock.monotonic();
    const begun = monotonic - Math.max(0, now - createdAt);
    const noted = this.#store.memory.isShared ? monotonic - Math.max(0, now - lastUsedAt) : monotonic;
    const life = { begun, end: monotonic + Math.min(IDLE_MS, expiresAt - now), noted };
    this.#lives.set(hash, life);
    return life;
  }

  /** Stores that it has ended: otherwise, after a restart, a wall clock that was set back would revive it. */
  #forget(hash: Buffer): void {
    // If that fails, the session has still ended, and its next use tries again.
    this.#delete(hash).catch(() => {});
  }

  async #delete(hash: Buffer): Promise<void> {
    await this.#store.write((tx) => tx.run('DELETE FROM sessions WHERE hash = ?', hash));
    this.#lives.delete(hash.toString('hex'));
  }

  /** Removes expired sessions. @returns the hashes whose time has passed, to forget after the commit */
  async #sweep(tx: Transaction): Promise<readonly string[]> {
    const rows = await tx.read<SessionRow>('SELECT hash, createdAt, expiresAt FROM sessions');
    const now = this.#clock.monotonic();
    for (const row of rows) {
      const life = this.#lifeOf(Buffer.from(row.hash).toString('hex'), row);
      if (life === undefined || life.end <= now) await tx.run('DELETE FROM sessions WHERE hash = ?', row.hash);
    }
    return [...this.#lives].filter(([, { end }]) => end <= now).map(([hash]) => hash);
  }
}

/** Id and name of the owner of a session. */
export function identityOf(owner: SessionOwner): { readonly id: string; readonly name: string } {
  return owner.kind === 'operator' ? owner.operator : owner.person;
}
