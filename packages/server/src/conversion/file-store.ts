import type { Clock } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { SpaceStore, Transaction } from '../storage/port/space-store.ts';
import type { FileRow, ReportState } from './rows.ts';

/** A received file: its blob is stored, but no row refers to it yet. */
export interface ReceivedFile {
  readonly name: string;
  /** The format that the caller named: an id, an extension or `auto`. */
  readonly requestedFormat: string;
  readonly format: string;
  /** Options of the import, as given by the caller. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly size: number;
  readonly sha256: string;
  readonly blob: string;
}

/** Columns of a FileRow; the table calls the requested format `wanted`. */
const COLUMNS = `id, jobId, name, wanted AS requestedFormat, format, options, size, sha256, blob,
  report, reportState, reportFailure, reportIssues, thumbnail, createdAt, view, reportHolder`;

const STORE_PICTURE = {
  thumbnail: 'UPDATE files SET thumbnail = ? WHERE id = ? AND thumbnail IS NULL',
  view: 'UPDATE files SET view = ? WHERE id = ? AND view IS NULL',
} as const;

/** Uploaded files. */
export class FileStore {
  readonly #store: SpaceStore;
  readonly #clock: Clock;

  constructor(store: SpaceStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async find(id: string): Promise<FileRow | undefined> {
    return this.#store.first(`SELECT ${COLUMNS} FROM files WHERE id = ?`, id);
  }

  /** A file of a job. @throws ProblemError not-found */
  async get(jobId: string, id: string): Promise<FileRow> {
    const file = await this.find(id);
    if (file?.jobId !== jobId) throw new ProblemError('not-found', detailOf('The job has no such file.'));
    return file;
  }

  async insert(
    tx: Transaction,
    id: string,
    jobId: string,
    file: ReceivedFile,
    reportState: ReportState,
  ): Promise<void> {
    const { name, requestedFormat, format, options, size, sha256, blob } = file;
    await tx.run(
      'INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, NULL, NULL, NULL, ?, NULL, NULL)',
      ...[id, jobId, name, requestedFormat, format, JSON.stringify(options), size, sha256, blob],
      ...[reportState, this.#clock.now()],
    );
  }

  /** Files whose reports were being made when the server ended. */
  async unfinishedReports(): Promise<FileRow[]> {
    return this.#store.read(`SELECT ${COLUMNS} FROM files WHERE reportState = 'running'`);
  }

  /** How many reports wait or are being made, on all servers. */
  async reportsWaiting(): Promise<number> {
    const text = "SELECT count(*) AS reports FROM files WHERE reportState = 'running'";
    return (await this.#store.first<{ reports: number }>(text))!.reports;
  }

  /**
   * Takes over the making of a report.
   * @param file as it was read @param holder the server
   * @returns false if it is already made, or another server was faster
   */
  async claimReport(tx: Transaction, { id, reportHolder }: FileRow, holder: string): Promise<boolean> {
    const text = "UPDATE files SET reportHolder = ? WHERE id = ? AND reportState = 'running' AND reportHolder IS ?";
    return (await tx.run(text, holder, id, reportHolder)) === 1;
  }

  /** Whether a server still makes the report of a file. */
  async isReportHeld(tx: Transaction, id: string, holder: string): Promise<boolean> {
    const text = "SELECT 1 FROM files WHERE id = ? AND reportState = 'running' AND reportHolder = ?";
    return (await tx.first(text, id, holder)) !== undefined;
  }

  /** Stores a report; false when the file was deleted meanwhile. */
  async storeReport(tx: Transaction, id: string, report: string, issues: string): Promise<boolean> {
    const text = "UPDATE files SET report = ?, reportIssues = ?, reportState = 'done' WHERE id = ?";
    return (await tx.run(text, report, issues, id)) === 1;
  }

  /** Stores why there is no report. */
  async failReport(
    tx: Transaction,
    id: string,
    failure: { readonly code: string; readonly text: string },
  ): Promise<void> {
    await tx.run(
      "UPDATE files SET reportFailure = ?, reportState = 'failed' WHERE id = ?",
      JSON.stringify(failure),
      id,
    );
  }

  /** Stores a picture; false when there is one, or the file was deleted meanwhile. */
  async storePicture(tx: Transaction, id: string, kind: 'thumbnail' | 'view', blob: string): Promise<boolean> {
    return (await tx.run(STORE_PICTURE[kind], blob, id)) === 1;
  }
}
