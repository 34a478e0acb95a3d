import type { Clock } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import type { ExportRow, FileRow, ImportRow, JobRow, SegmentRow } from './rows.ts';

/** What an organisation may keep; 0 stands for no limit. */
export interface Quotas {
  readonly jobs: number;
  readonly bytes: number;
}

/** Jobs of the conversion space. Methods named `…Within` are called inside a write operation. */
export class JobStore {
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;
  readonly #quotas: Quotas;

  constructor(database: SpaceDatabase, clock: Clock, quotas: Quotas) {
    this.#database = database;
    this.#clock = clock;
    this.#quotas = quotas;
  }

  /** The job of that id, whoever's it is. */
  find(id: string): JobRow | undefined {
    return this.#database.sql('SELECT * FROM jobs WHERE id = ?').get(id) as JobRow | undefined;
  }

  /** The caller's job. @throws ProblemError not-found, also when it is another organisation's */
  get(organisationId: string, id: string): JobRow {
    const job = this.find(id);
    if (job?.organisationId !== organisationId) throw new ProblemError('not-found', 'There is no such job.');
    return job;
  }

  /** A page of an organisation's jobs, oldest first. @param after id of the last one of the page before, or '' */
  list(organisationId: string, after: string, count: number): JobRow[] {
    const text = 'SELECT * FROM jobs WHERE organisationId = ? AND id > ? ORDER BY id LIMIT ?';
    return this.#database.sql(text).all(organisationId, after, count) as unknown as JobRow[];
  }

  /** Inserts a job, when the organisation may have one more. */
  insertWithin(
    organisationId: string,
    given: { readonly name: string; readonly unit: string | null; readonly crs: string | null },
  ): JobRow {
    this.checkQuota(organisationId, 1, 0);
    const now = this.#clock.now();
    const job: JobRow = {
      id: uuidv7(now),
      organisationId,
      ...given,
      revision: 0,
      bytes: 0,
      createdAt: now,
      modifiedAt: now,
      warnedAt: null,
    };
    const { id, name, unit, crs, createdAt, modifiedAt } = job;
    this.#database
      .sql('INSERT INTO jobs VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?, NULL)')
      .run(id, organisationId, name, unit, crs, createdAt, modifiedAt);
    return job;
  }

  /** @throws ProblemError quota-exceeded when so much more would be too much */
  checkQuota(organisationId: string, moreJobs: number, moreBytes: number): void {
    const { jobs, bytes } = this.#quotas;
    if (jobs === 0 && bytes === 0) return;
    const used = this.#database
      .sql('SELECT count(*) AS jobs, coalesce(sum(bytes), 0) AS bytes FROM jobs WHERE organisationId = ?')
      .get(organisationId) as { jobs: number; bytes: number };
    if (jobs > 0 && used.jobs + moreJobs > jobs) {
      const text = `The organisation keeps ${used.jobs} jobs; the quota jobsPerOrganisation is ${jobs}.`;
      throw new ProblemError('quota-exceeded', `${text} Delete jobs that are no longer needed.`);
    }
    if (bytes > 0 && used.bytes + moreBytes > bytes) {
      const text = `The organisation keeps ${used.bytes} bytes and ${moreBytes} would be added; the quota bytesPerOrganisation is ${bytes}.`;
      throw new ProblemError('quota-exceeded', `${text} Delete jobs that are no longer needed.`);
    }
  }

  /** Adds to the bytes kept for a job and marks it as used now. */
  growWithin(id: string, bytes: number): void {
    this.#database
      .sql('UPDATE jobs SET bytes = bytes + ?, modifiedAt = ?, warnedAt = NULL WHERE id = ?')
      .run(bytes, this.#clock.now(), id);
  }

  /** Jobs that were last changed before a time, oldest first. */
  olderThan(time: number, count: number): JobRow[] {
    const text = 'SELECT * FROM jobs WHERE modifiedAt < ? ORDER BY modifiedAt LIMIT ?';
    return this.#database.sql(text).all(time, count) as unknown as JobRow[];
  }

  /** Jobs that were last changed before a time and whose owners were not told of their end, oldest first. */
  unwarned(time: number, count: number): JobRow[] {
    const text = 'SELECT * FROM jobs WHERE modifiedAt < ? AND warnedAt IS NULL ORDER BY modifiedAt LIMIT ?';
    return this.#database.sql(text).all(time, count) as unknown as JobRow[];
  }

  /** Remembers that the owner was told of the coming end. */
  warnWithin(id: string): void {
    this.#database.sql('UPDATE jobs SET warnedAt = ? WHERE id = ?').run(this.#clock.now(), id);
  }

  /** Removes a job's rows but its point names, which may be many. Returns the blobs that nothing names any more. */
  deleteWithin(id: string): string[] {
    const sql = (text: string) => this.#database.sql(text);
    const files = sql('SELECT * FROM files WHERE jobId = ?').all(id) as unknown as FileRow[];
    const imports = sql('SELECT * FROM imports WHERE jobId = ?').all(id) as unknown as ImportRow[];
    const segments = sql('SELECT * FROM segments WHERE jobId = ?').all(id) as unknown as SegmentRow[];
    const exports = sql('SELECT * FROM exports WHERE jobId = ?').all(id) as unknown as ExportRow[];
    sql('DELETE FROM jobs WHERE id = ?').run(id);
    sql('DELETE FROM files WHERE jobId = ?').run(id);
    sql('DELETE FROM imports WHERE jobId = ?').run(id);
    sql('DELETE FROM segments WHERE jobId = ?').run(id);
    sql('DELETE FROM exports WHERE jobId = ?').run(id);
    return [
      ...files.flatMap((file) => [file.blob, file.report, file.reportIssues, file.thumbnail]),
      ...imports.map(({ issues }) => issues),
      ...segments.flatMap(({ blob, replaced }) => [blob, replaced]),
      ...exports.map(({ blob }) => blob),
    ].filter((blob) => blob !== null);
  }
}
