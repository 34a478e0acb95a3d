import { type Clock, isoTime } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { SpaceStore, Transaction } from '../storage/port/space-store.ts';

/** An action at the desk, or an event that concerns the desk. */
export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  /** Name of the operator, `form` for a request submitted by form, `server` for actions of the server itself. */
  readonly actor: string;
  /** `credential.issued`, `organisation.created`, … */
  readonly action: string;
  /** Id of the object of the action. */
  readonly subject: string | null;
  readonly organisationId: string | null;
  /** Must not contain a secret. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** An entry to add to the audit trail. */
export interface AuditNote {
  readonly actor: string;
  readonly action: string;
  readonly subject?: string;
  readonly organisationId?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The append-only audit trail. */
export class Audit {
  readonly #store: SpaceStore;
  readonly #clock: Clock;

  constructor(store: SpaceStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Adds an entry in its own transaction. For changes in other spaces use `around`. */
  note(note: AuditNote): Promise<void> {
    return this.#store.write((tx) => this.noteNow(tx, note));
  }

  /**
   * Records a change in another space, then makes it. A change that fails gets a second entry that records the failure.
   */
  async around<T>(note: AuditNote, change: () => Promise<T>): Promise<T> {
    await this.note(note);
    try {
      return await change();
    } catch (error) {
      const reason = error instanceof ProblemError ? error.code : 'internal';
      await this.note({ ...note, action: `${note.action}.failed`, details: { ...note.details, reason } });
      throw error;
    }
  }

  /** Adds an entry in a transaction of the desk's space. */
  async noteNow(tx: Transaction, { actor, action, subject, organisationId, details = {} }: AuditNote): Promise<void> {
    const now = this.#clock.now();
    await tx.run(
      'INSERT INTO audit (id, at, actor, action, subject, organisationId, details) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[uuidv7(now), now, actor, action, subject ?? null, organisationId ?? null, JSON.stringify(details)],
    );
  }

  /**
   * The trail, newest first.
   * @param before id of the entry to continue after; undefined for the newest
   */
  async list(limit: number, before = '~', organisationId?: string): Promise<AuditEntry[]> {
    // Two statements, so that an organisation's few entries are found by their index, however long the trail is.
    const rows = await (organisationId === undefined
      ? this.#store.read<AuditRow>('SELECT * FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?', before, limit)
      : this.#store.read<AuditRow>(
          'SELECT * FROM audit WHERE organisationId = ? AND id < ? ORDER BY id DESC LIMIT ?',
          ...[organisationId, before, limit],
        ));
    return rows.map((row) => ({
      ...row,
      at: isoTime(row.at),
      details: JSON.parse(row.details) as Record<string, unknown>,
    }));
  }
}

type AuditRow = Omit<AuditEntry, 'at' | 'details'> & { readonly at: number; readonly details: string };
