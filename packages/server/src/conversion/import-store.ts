import type { ImportResult } from '@fieldbridge/contract';
import type { Clock } from '../core/clock.ts';
import type { Reader, SpaceStore, Transaction } from '../storage/port/space-store.ts';
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

/** Why an import failed: a code, a sentence and, if it is an issue of the table, its parameters. */
export interface Failure {
  readonly code: string;
  readonly text: string;
  readonly parameters?: Readonly<Record<string, string | number>>;
}

/** The result of a finished import, besides its segment. */
export interface Finished {
  readonly result: ImportResult;
  /** JSON. */
  readonly outcome: string;
  /** Blob. */
  readonly issues: string;
}

/** A start of an import, and its server. */
export type Claim = Pick<ImportRow, 'id' | 'holder' | 'fence'>;

/** A job with a waiting import. */
export interface WaitingJob {
  readonly jobId: string;
  readonly organisationId: string;
  /** Its place among the jobs of the organisation, with running imports counted before it. */
  readonly turn: number;
}

/** The fields of an import that the status of a job needs. */
export type ImportBrief = Omit<
  ImportRow,
  'options' | 'selection' | 'failure' | 'outcome' | 'issues' | 'holder' | 'fence'
>;

/** A finished import whose segment is in the job. */
export interface ImportedFile {
  readonly fileId: string;
  /** Name of the file. */
  readonly name: string;
  /** JSON of an ImportOutcome. */
  readonly outcome: string;
  /** Blob with point names that earlier segments no longer hold. */
  readonly replaced: string | null;
}

/** The imports of all jobs: their history, and the queue. */
export class ImportStore {
  readonly #store: SpaceStore;
  readonly #clock: Clock;

  constructor(store: SpaceStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** @param from the transaction to read in, if any */
  async find(id: string, from: Reader = this.#store): Promise<ImportRow | undefined> {
    return from.first('SELECT * FROM imports WHERE id = ?', id);
  }

  /** Imports of a job in their order. */
  async ofJob(jobId: string): Promise<ImportRow[]> {
    return this.#store.read('SELECT * FROM imports WHERE jobId = ? ORDER BY sequence', jobId);
  }

  /** Imports of a job in order, without the texts that may be long. */
  async briefOfJob(jobId: string): Promise<ImportBrief[]> {
    const text = `SELECT id, jobId, organisationId, fileId, sequence, kind, state, result, attempts,
      createdAt, startedAt, finishedAt FROM imports WHERE jobId = ? ORDER BY sequence`;
    return this.#store.read(text, jobId);
  }

  /** Imports of a file, oldest first. @param from the transaction to read in, if any */
  async ofFile(fileId: string, from: Reader = this.#store): Promise<ImportRow[]> {
    return from.read('SELECT * FROM imports WHERE fileId = ? ORDER BY sequence', fileId);
  }

  /** The next waiting import of a job. */
  async next(jobId: string): Promise<ImportRow | undefined> {
    const text =
      "SELECT * FROM imports WHERE jobId = ? AND state <> 'idle' AND state = 'queued' ORDER BY sequence LIMIT 1";
    return this.#store.first(text, jobId);
  }

  /** Whether an import of the job waits or runs. */
  async isBusy(jobId: string): Promise<boolean> {
    const text = "SELECT 1 AS busy FROM imports WHERE jobId = ? AND state <> 'idle' LIMIT 1";
    return (await this.#store.first(text, jobId)) !== undefined;
  }

  /** How many imports wait or run: of one organisation, or of all. */
  async waiting(organisationId?: string): Promise<number> {
    const all = "SELECT count(*) AS n FROM imports WHERE state <> 'idle'";
    const row = await (organisationId === undefined
      ? this.#store.first<{ n: number }>(all)
      : this.#store.first<{ n: number }>(`${all} AND organisationId = ?`, organisationId));
    return row!.n;
  }

  /** Imports that wait or run. */
  async unfinished(): Promise<ImportRow[]> {
    return this.#store.read("SELECT * FROM imports WHERE state <> 'idle'");
  }

  /** Queues an import. */
  async insert(tx: Transaction, given: NewImport): Promise<void> {
    const { id, jobId, organisationId, fileId, kind, options, selection } = given;
    await tx.run(
      `INSERT INTO imports
       SELECT ?, ?, ?, ?, coalesce(max(sequence), 0) + 1, ?, ?, ?, 'queued', NULL, 0, NULL, NULL, NULL, ?, NULL, NULL, NULL, 0
       FROM imports WHERE jobId = ?`,
      ...[id, jobId, organisationId, fileId, kind, JSON.stringify(options), selection ?? null],
      ...[this.#clock.now(), jobId],
    );
  }

  /** Starts an import; false when it was deleted or is not waiting any more. @param holder the server that runs it */
  async start(tx: Transaction, id: string, holder = ''): Promise<boolean> {
    const text = `UPDATE imports SET state = 'running', attempts = attempts + 1, startedAt = ?, holder = ?,
      fence = fence + 1 WHERE id = ? AND state = 'queued'`;
    return (await tx.run(text, this.#clock.now(), holder, id)) === 1;
  }

  /** Whether an import of the job runs. */
  async isRunning(tx: Transaction, jobId: string): Promise<boolean> {
    const text = "SELECT 1 FROM imports WHERE jobId = ? AND state <> 'idle' AND state = 'running' LIMIT 1";
    return (await tx.first(text, jobId)) !== undefined;
  }

  /** Whether an import still runs as started: on the same server, and not restarted. */
  async isHeld(tx: Transaction, { id, holder, fence }: Claim): Promise<boolean> {
    const text = "SELECT 1 FROM imports WHERE id = ? AND state = 'running' AND holder = ? AND fence = ?";
    return (await tx.first(text, id, holder, fence)) !== undefined;
  }

  /** Imports that run. */
  async running(): Promise<(Claim & Pick<ImportRow, 'jobId'>)[]> {
    return this.#store.read("SELECT id, jobId, holder, fence FROM imports WHERE state <> 'idle' AND state = 'running'");
  }

  /**
   * Jobs with a waiting import and no running one: for each organisation those waiting longest, beginning with the
   * organisations that have the fewest running imports.
   */
  async waitingJobs(most: number): Promise<WaitingJob[]> {
    const text = `SELECT jobId, organisationId, min(createdAt) AS since,
      row_number() OVER (PARTITION BY organisationId ORDER BY min(createdAt)) + (SELECT count(*) FROM imports AS busy
        WHERE busy.organisationId = imports.organisationId AND busy.state <> 'idle' AND busy.state = 'running') AS turn
      FROM imports WHERE state <> 'idle' AND state = 'queued'
      AND NOT EXISTS (SELECT 1 FROM imports AS other
        WHERE other.jobId = imports.jobId AND other.state <> 'idle' AND other.state = 'running')
      GROUP BY jobId, organisationId ORDER BY turn, since LIMIT ?`;
    return this.#store.read(text, most);
  }

  /**
   * Puts an import back into the queue. @param counts whether the attempt counts: not when the server stops normally
   */
  async handBack(tx: Transaction, id: string, counts: boolean): Promise<void> {
    const text = "UPDATE imports SET state = 'queued', attempts = attempts - ? WHERE id = ? AND state = 'running'";
    await tx.run(text, counts ? 0 : 1, id);
  }

  async finish(tx: Transaction, id: string, { result, outcome, issues }: Finished): Promise<void> {
    const text = "UPDATE imports SET state = 'idle', result = ?, outcome = ?, issues = ?, finishedAt = ? WHERE id = ?";
    await tx.run(text, result, outcome, issues, this.#clock.now(), id);
  }

  /** @param found the result of reading despite the failure, if there is any */
  async fail(tx: Transaction, id: string, failure: Failure, found?: Omit<Finished, 'result'>): Promise<void> {
    const text = `UPDATE imports SET state = 'idle', result = 'failed', failure = ?, outcome = ?, issues = ?,
      finishedAt = ? WHERE id = ?`;
    const { outcome = null, issues = null } = found ?? {};
    await tx.run(text, JSON.stringify(failure), outcome, issues, this.#clock.now(), id);
  }

  /** The segments of a job's revision: its first ones. */
  async segments(jobId: string, revision: number): Promise<OrderedSegment[]> {
    const text = `SELECT s.*, coalesce(i.options ->> 'onDuplicate', 'rename') AS onDuplicate
      FROM segments s JOIN imports i ON i.id = s.importId WHERE s.jobId = ? ORDER BY s.position LIMIT ?`;
    return this.#store.read(text, jobId, revision);
  }

  /**
   * Revision of the last segment, from a position on, that replaced points of segments before it; 0 if there is no such
   * segment.
   */
  async replacedAfter(jobId: string, position: number): Promise<number> {
    const text =
      'SELECT max(position) AS last FROM segments WHERE jobId = ? AND position >= ? AND replaced IS NOT NULL';
    const { last } = (await this.#store.first<{ last: number | null }>(text, jobId, position))!;
    return last === null ? 0 : last + 1;
  }

  /** The imports whose segments a job has. */
  async owners(jobId: string): Promise<string[]> {
    const text = 'SELECT importId FROM segments WHERE jobId = ? ORDER BY position';
    return (await this.#store.read<{ importId: string }>(text, jobId)).map(({ importId }) => importId);
  }

  /** The files that a job's revision consists of, in the order of its segments. */
  async imported(jobId: string, revision: number): Promise<ImportedFile[]> {
    const text = `SELECT i.fileId, coalesce(f.name, '') AS name, i.outcome, s.replaced
      FROM segments s JOIN imports i ON i.id = s.importId LEFT JOIN files f ON f.id = i.fileId
      WHERE s.jobId = ? ORDER BY s.position LIMIT ?`;
    return this.#store.read(text, jobId, revision);
  }

  /**
   * Makes the next revision of a job by appending a segment. Nothing else changes the content of a job.
   * @param expected revision that the import started from @returns false, with nothing changed, if the job was deleted
   *   or is at another revision
   */
  async append(
    tx: Transaction,
    expected: number,
    segment: Omit<SegmentRow, 'position'>,
    settled: { unit: string | null; crs: string | null },
  ): Promise<boolean> {
    const { jobId, importId, blob, size, sha256, replaced } = segment;
    const changed = await tx.run(
      `UPDATE jobs SET revision = revision + 1, bytes = bytes + ?, modifiedAt = ?, warnedAt = NULL,
       unit = coalesce(unit, ?), crs = coalesce(crs, ?) WHERE id = ? AND revision = ?`,
      ...[size, this.#clock.now(), settled.unit, settled.crs, jobId, expected],
    );
    if (changed !== 1) return false;
    const text = 'INSERT INTO segments VALUES (?, ?, ?, ?, ?, ?, ?)';
    await tx.run(text, jobId, expected, importId, blob, size, sha256, replaced);
    return true;
  }
}
