import { type Clock, isoTime } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { SpaceDatabase } from '../storage/database.ts';

/** Something that was done at the desk, or that happened and concerns the desk. */
export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  /** Name of the operator, `form` for a request submitted by form, `server` for what the server itself did. */
  readonly actor: string;
  /** `credential.issued`, `organisation.created`, … */
  readonly action: string;
  /** Id of the thing it was done to. */
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
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;

  constructor(database: SpaceDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Adds an entry in its own transaction. For changes in other spaces use `around`. */
  note(note: AuditNote): Promise<void> {
    return this.#database.writer.run(() => this.noteNow(note));
  }

  /** Records a change in another space, then makes it. A change that fails gets a second entry that says so. */
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

  /** Adds an entry inside a write operation of the desk's database. */
  noteNow({ actor, action, subject, organisationId, details = {} }: AuditNote): void {
    const now = this.#clock.now();
    this.#database
      .sql('INSERT INTO audit (id, at, actor, action, subject, organisationId, details) VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(uuidv7(now), now, actor, action, subject ?? null, organisationId ?? null, JSON.stringify(details));
  }

  /**
   * The trail, newest first.
   * @param before id of the entry to continue after; undefined for the newest
   */
  list(limit: number, before?: string, organisationId?: string): AuditEntry[] {
    // Two statements, so that an organisation's few entries are found by their index, however long the trail is.
    const rows =
      organisationId === undefined
        ? this.#database.sql('SELECT * FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?').all(before ?? '~', limit)
        : this.#database
            .sql('SELECT * FROM audit WHERE organisationId = ? AND id < ? ORDER BY id DESC LIMIT ?')
            .all(organisationId, before ?? '~', limit);
    return rows.map((row) => ({
      ...(row as unknown as AuditEntry),
      at: isoTime(row['at'] as number),
      details: JSON.parse(row['details'] as string) as Record<string, unknown>,
    }));
  }
}
