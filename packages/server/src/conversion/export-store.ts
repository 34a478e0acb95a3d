import type { Clock } from '../core/clock.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import type { ExportRow } from './rows.ts';

/** Exports kept of one job; the oldest goes first. */
const MOST_PER_JOB = 50;

/** What an export is made of: the same key, the same bytes. */
export interface ExportKey {
  readonly jobId: string;
  readonly revision: number;
  readonly format: string;
  /** Options as JSON with sorted names. */
  readonly options: string;
}

/** Exports kept by revision, format and options. Methods named `…Within` are called inside a write operation. */
export class ExportStore {
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;

  constructor(database: SpaceDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  find({ jobId, revision, format, options }: ExportKey): ExportRow | undefined {
    const text = 'SELECT * FROM exports WHERE jobId = ? AND revision = ? AND format = ? AND options = ?';
    return this.#database.sql(text).get(jobId, revision, format, options) as ExportRow | undefined;
  }

  /** SHA-256 of every export that is kept of a revision. */
  digests(jobId: string, revision: number): string[] {
    const text = 'SELECT sha256 FROM exports WHERE jobId = ? AND revision = ?';
    return this.#database
      .sql(text)
      .all(jobId, revision)
      .map((row) => String(row['sha256']));
  }

  /**
   * Keeps an export, if the job still is there.
   * @returns the blobs of exports that are not kept any more; undefined when this one is not kept
   */
  insertWithin(row: Omit<ExportRow, 'createdAt'>): string[] | undefined {
    const { jobId, revision, format, options, blob, size, sha256, issues } = row;
    const { changes } = this.#database
      .sql(
        `INSERT OR REPLACE INTO exports
         SELECT id, ?, ?, ?, ?, ?, ?, ?, ? FROM jobs WHERE id = ?`,
      )
      .run(revision, format, options, blob, size, sha256, issues, this.#clock.now(), jobId);
    if (changes !== 1) return undefined;
    const old = this.#database
      .sql(
        `SELECT * FROM exports WHERE jobId = ? AND (revision < ? OR createdAt <
           coalesce((SELECT createdAt FROM exports WHERE jobId = ? ORDER BY createdAt DESC LIMIT 1 OFFSET ${MOST_PER_JOB - 1}), 0))`,
      )
      .all(jobId, revision, jobId) as unknown as ExportRow[];
    for (const gone of old) {
      this.#database
        .sql('DELETE FROM exports WHERE jobId = ? AND revision = ? AND format = ? AND options = ?')
        .run(gone.jobId, gone.revision, gone.format, gone.options);
    }
    return old.map((gone) => gone.blob);
  }

  /** Removes every export of a job: it has a new revision. Returns their blobs. */
  clearWithin(jobId: string): string[] {
    const old = this.#database.sql('SELECT blob FROM exports WHERE jobId = ?').all(jobId);
    this.#database.sql('DELETE FROM exports WHERE jobId = ?').run(jobId);
    return old.map((row) => String(row['blob']));
  }
}
