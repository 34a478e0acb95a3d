import { ProblemError } from '../core/problem.ts';
import type { WriteBody } from '../storage/port/space-store.ts';
import { failureOf, refusalOf } from './failure.ts';
import type { ConversionParts } from './parts.ts';
import type { FileRow, JobRow } from './rows.ts';

/** Makes content reports, thumbnails and views of uploaded files. */
export class Reporter {
  readonly #parts: ConversionParts;
  readonly #reports = new Map<
    string,
    { readonly jobId: string; readonly stop: AbortController; readonly done: Promise<void> }
  >();
  /** Pictures that are being made, by kind and file. */
  readonly #pictures = new Map<string, Promise<string>>();

  constructor(parts: ConversionParts) {
    this.#parts = parts;
  }

  /** Resumes the reports that were being made when the server ended. */
  async resume(): Promise<void> {
    for (const file of await this.#parts.files.unfinishedReports()) {
      const job = await this.#parts.jobs.find(file.jobId);
      if (job !== undefined) void this.report(job, file.id);
    }
  }

  /** Makes the report of a file, unless it is made already; resolves when the report or its failure is stored. */
  report(job: JobRow, fileId: string): Promise<void> {
    const before = this.#reports.get(fileId);
    if (before !== undefined) return before.done;
    const stop = new AbortController();
    const done = this.#make(job, fileId, stop.signal)
      .catch((error: unknown) => this.#parts.log.error({ err: error, fileId }, 'a report could not be stored'))
      .finally(() => this.#reports.delete(fileId));
    this.#reports.set(fileId, { jobId: job.id, stop, done });
    return done;
  }

  /** Resolves when the report that is being made of a file is stored; at once when there is nothing to wait for. */
  settled(fileId: string): Promise<void> {
    return this.#reports.get(fileId)?.done ?? Promise.resolve();
  }

  /** Stops what is made for a job that is deleted. */
  cancelJob(jobId: string): void {
    for (const report of this.#reports.values()) if (report.jobId === jobId) report.stop.abort();
  }

  /**
   * The blob with a file's thumbnail or view, made now or earlier.
   * @throws ProblemError when the file cannot be read
   */
  picture(kind: 'thumbnail' | 'view', job: JobRow, fileId: string): Promise<string> {
    const key = `${kind} ${fileId}`;
    let found = this.#pictures.get(key);
    if (found === undefined) {
      found = this.#findOrDraw(kind, job, fileId).finally(() => this.#pictures.delete(key));
      this.#pictures.set(key, found);
    }
    return found;
  }

  #task(job: JobRow, file: FileRow) {
    const { onDuplicate: _, ...options } = JSON.parse(file.options) as Record<string, unknown>;
    const target = { ...(job.unit === null ? {} : { unit: job.unit }), ...(job.crs === null ? {} : { crs: job.crs }) };
    return { options, limits: this.#parts.limits, target };
  }

  async #make(job: JobRow, fileId: string, signal: AbortSignal): Promise<void> {
    const { store, files, pool, calls, log } = this.#parts;
    const file = await files.find(fileId);
    if (file?.reportState !== 'running') return;
    try {
      const rest = { owner: job.organisationId, signal };
      const { report, issues } = await pool.run(calls.report(file, this.#task(job, file), rest));
      await this.#keep([report.id, issues.id], (tx) => files.storeReport(tx, fileId, report.id, issues.id));
    } catch (error) {
      const failure = failureOf(error);
      // A stopping server leaves the report unfinished: the next start resumes it.
      if (failure?.code === 'converter-closed') return;
      if (failure === undefined) log.error({ err: error, fileId }, 'a report failed');
      const stored = failure ?? { code: 'internal', text: 'the server failed' };
      await store.write((tx) => files.failReport(tx, fileId, stored));
    }
  }

  async #findOrDraw(kind: 'thumbnail' | 'view', job: JobRow, fileId: string): Promise<string> {
    const { files, pool, calls } = this.#parts;
    const file = await files.get(job.id, fileId);
    const known = file[kind];
    if (known !== null) return known;
    const task = kind === 'view' ? 'fileView' : kind;
    const call = calls.picture(task, file, this.#task(job, file), { owner: job.organisationId });
    const { id } = await pool.run(call).catch((error: unknown) => {
      throw refusalOf(error, 'file-unreadable');
    });
    if (!(await this.#keep([id], (tx) => files.storePicture(tx, fileId, kind, id))))
      throw new ProblemError('not-found', 'The job was deleted.');
    return id;
  }

  /**
   * Stores rows that refer to new blobs; the blobs are deleted when no row does, because it is gone or the disk is
   * full.
   */
  async #keep(made: readonly string[], body: WriteBody<boolean>): Promise<boolean> {
    const { store, blobs } = this.#parts;
    let isKept = false;
    try {
      isKept = await store.write(body);
      return isKept;
    } finally {
      if (!isKept) await Promise.all(made.map((id) => blobs.delete(id)));
    }
  }
}
