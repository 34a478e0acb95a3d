import type { Clock } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import type { FileRow, ReportState } from './rows.ts';

/** A file that has arrived: its blob is stored, no row refers to it yet. */
export interface ReceivedFile {
  readonly name: string;
  /** The format that the caller named: an id, an extension or `auto`. */
  readonly requestedFormat: string;
  readonly format: string;
  /** Options of the import, as the caller gave them. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly size: number;
  readonly sha256: string;
  readonly blob: string;
}

/** Columns of a FileRow; the table calls the requested format `wanted`. */
const COLUMNS = '*, wanted AS requestedFormat';

/** Uploaded files. Methods named `…Within` are called inside a write operation. */
export class FileStore {
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;

  constructor(database: SpaceDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  find(id: string): FileRow | undefined {
    return this.#database.sql(`SELECT ${COLUMNS} FROM files WHERE id = ?`).get(id) as FileRow | undefined;
  }

  /** A file of a job. @throws ProblemError not-found */
  get(jobId: string, id: string): FileRow {
    const file = this.find(id);
    if (file?.jobId !== jobId) throw new ProblemError('not-found', 'The job has no such file.');
    return file;
  }

  insertWithin(id: string, jobId: string, file: ReceivedFile, reportState: ReportState): void {
    const { name, requestedFormat, format, options, size, sha256, blob } = file;
    this.#database
      .sql('INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, NULL, NULL, NULL, ?)')
      .run(
        id,
        jobId,
        name,
        requestedFormat,
        format,
        JSON.stringify(options),
        size,
        sha256,
        blob,
        reportState,
        this.#clock.now(),
      );
  }

  /** Files whose reports were being made when the server ended. */
  unfinishedReports(): FileRow[] {
    return this.#database
      .sql(`SELECT ${COLUMNS} FROM files WHERE reportState = 'running'`)
      .all() as unknown as FileRow[];
  }

  /** Stores a report; false when the file was deleted meanwhile. */
  reportDoneWithin(id: string, report: string, issues: string): boolean {
    const text = "UPDATE files SET report = ?, reportIssues = ?, reportState = 'done' WHERE id = ?";
    return this.#database.sql(text).run(report, issues, id).changes === 1;
  }

  reportFailedWithin(id: string, failure: { readonly code: string; readonly text: string }): void {
    this.#database
      .sql("UPDATE files SET reportFailure = ?, reportState = 'failed' WHERE id = ?")
      .run(JSON.stringify(failure), id);
  }

  /** Stores a thumbnail; false when the file was deleted meanwhile. */
  thumbnailWithin(id: string, thumbnail: string): boolean {
    return this.#database.sql('UPDATE files SET thumbnail = ? WHERE id = ?').run(thumbnail, id).changes === 1;
  }
}
