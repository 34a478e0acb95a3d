import type { ImportResult } from '@fieldbridge/contract';
import type { Clock } from '../core/clock.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import type { ImportKind, ImportRow, OrderedSegment, SegmentRow } from './rows.ts';

/** An import to be queued. */
export interface NewImport {
  readonly id: string;
  readonly jobId: string;
  readonly organisationId: string;
  readonly fileId: string;
  readonly kind: ImportKind;
  readonly options: Readonly<Record<string, unknown>>;
  readonly selection?: string;
}

/** Why an import failed: the code of what was found, and a sentence. */
export interface Failure {
  readonly code: string;
  readonly text: string;
}

/** What a finished import leaves, besides its segment. */
export interface Finished {
  readonly result: ImportResult;
  /** JSON. */
  readonly outcome: string;
  /** Blob. */
  readonly issues: string;
}

/** What a status needs of every import of a job. */
export type ImportBrief = Pick<ImportRow, 'id' | 'state' | 'result' | 'createdAt' | 'finishedAt'>;

/** The imports of all jobs: their history, and the queue. Methods named `…Within` are called inside a write operation. */
export class ImportStore {
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;

  constructor(database: SpaceDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  find(id: string): ImportRow | undefined {
    return this.#database.sql('SELECT * FROM imports WHERE id = ?').get(id) as ImportRow | undefined;
  }

  /** Imports of a job in their order. */
  ofJob(jobId: string): ImportRow[] {
    const text = 'SELECT * FROM imports WHERE jobId = ? ORDER BY sequence';
    return this.#database.sql(text).all(jobId) as unknown as ImportRow[];
  }

  /** Imports of a job in their order, without what they brought and why they failed. */
  briefOfJob(jobId: string): ImportBrief[] {
    const text = 'SELECT id, state, result, createdAt, finishedAt FROM imports WHERE jobId = ? ORDER BY sequence';
    return this.#database.sql(text).all(jobId) as unknown as ImportBrief[];
  }

  /** Imports of a file, oldest first. */
  ofFile(fileId: string): ImportRow[] {
    const text = 'SELECT * FROM imports WHERE fileId = ? ORDER BY sequence';
    return this.#database.sql(text).all(fileId) as unknown as ImportRow[];
  }

  /** The next import of a job that waits. */
  next(jobId: string): ImportRow | undefined {
    const text =
      "SELECT * FROM imports WHERE jobId = ? AND state <> 'idle' AND state = 'queued' ORDER BY sequence LIMIT 1";
    return this.#database.sql(text).get(jobId) as ImportRow | undefined;
  }

  /** Whether an import of the job waits or runs. */
  isBusy(jobId: string): boolean {
    const text = "SELECT 1 FROM imports WHERE jobId = ? AND state <> 'idle' LIMIT 1";
    return this.#database.sql(text).get(jobId) !== undefined;
  }

  /** Imports that wait or run: of one organisation, or of all. */
  waiting(organisationId?: string): number {
    const row =
      organisationId === undefined
        ? this.#database.sql("SELECT count(*) AS n FROM imports WHERE state <> 'idle'").get()
        : this.#database
            .sql("SELECT count(*) AS n FROM imports WHERE state <> 'idle' AND organisationId = ?")
            .get(organisationId);
    return Number(row!['n']);
  }

  /** Imports that a server which ended left waiting or running. */
  unfinished(): ImportRow[] {
    return this.#database.sql("SELECT * FROM imports WHERE state <> 'idle'").all() as unknown as ImportRow[];
  }

  insertWithin(given: NewImport): void {
    const { id, jobId, organisationId, fileId, kind, options, selection } = given;
    this.#database
      .sql(
        `INSERT INTO imports
         SELECT ?, ?, ?, ?, coalesce(max(sequence), 0) + 1, ?, ?, ?, 'queued', NULL, 0, NULL, NULL, NULL, ?, NULL, NULL
         FROM imports WHERE jobId = ?`,
      )
      .run(
        id,
        jobId,
        organisationId,
        fileId,
        kind,
        JSON.stringify(options),
        selection ?? null,
        this.#clock.now(),
        jobId,
      );
  }

  /** Takes an import up; false when it is gone or not waiting any more. */
  startWithin(id: string): boolean {
    const text =
      "UPDATE imports SET state = 'running', attempts = attempts + 1, startedAt = ? WHERE id = ? AND state = 'queued'";
    return this.#database.sql(text).run(this.#clock.now(), id).changes === 1;
  }

  /** Puts an import back into the queue. @param counts whether the try counts: not when the server stops in good order */
  handBackWithin(id: string, counts: boolean): void {
    this.#database
      .sql("UPDATE imports SET state = 'queued', attempts = attempts - ? WHERE id = ? AND state = 'running'")
      .run(counts ? 0 : 1, id);
  }

  finishWithin(id: string, { result, outcome, issues }: Finished): void {
    this.#database
      .sql("UPDATE imports SET state = 'idle', result = ?, outcome = ?, issues = ?, finishedAt = ? WHERE id = ?")
      .run(result, outcome, issues, this.#clock.now(), id);
  }

  failWithin(id: string, failure: Failure): void {
    this.#database
      .sql("UPDATE imports SET state = 'idle', result = 'failed', failure = ?, finishedAt = ? WHERE id = ?")
      .run(JSON.stringify(failure), this.#clock.now(), id);
  }

  /** The segments of a job's present revision. */
  segments(jobId: string): OrderedSegment[] {
    const text = `SELECT s.*, coalesce(i.options ->> 'onDuplicate', 'rename') AS onDuplicate
      FROM segments s JOIN imports i ON i.id = s.importId WHERE s.jobId = ? ORDER BY s.position`;
    return this.#database.sql(text).all(jobId) as unknown as OrderedSegment[];
  }

  /**
   * Makes the next revision of a job: one segment more. Nothing but this changes what a job holds.
   * @param expected revision that the import started from
   * @returns false when the job is gone or at another revision: then another one was faster, and nothing is changed
   */
  appendWithin(
    expected: number,
    segment: Omit<SegmentRow, 'position'>,
    settled: { unit: string | null; crs: string | null },
  ): boolean {
    const { jobId, importId, blob, size, sha256, replaced } = segment;
    const { changes } = this.#database
      .sql(
        `UPDATE jobs SET revision = revision + 1, bytes = bytes + ?, modifiedAt = ?, warnedAt = NULL,
         unit = coalesce(unit, ?), crs = coalesce(crs, ?) WHERE id = ? AND revision = ?`,
      )
      .run(size, this.#clock.now(), settled.unit, settled.crs, jobId, expected);
    if (changes !== 1) return false;
    this.#database
      .sql('INSERT INTO segments VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(jobId, expected, importId, blob, size, sha256, replaced);
    return true;
  }
}
