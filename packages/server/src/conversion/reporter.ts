import { ProblemError } from '../core/problem.ts';
import { failureOf, refusalOf } from './failure.ts';
import type { ConversionParts } from './parts.ts';
import type { FileRow, JobRow } from './rows.ts';

/** Makes content reports and thumbnails of uploaded files. */
export class Reporter {
  readonly #parts: ConversionParts;
  readonly #reports = new Map<
    string,
    { readonly jobId: string; readonly stop: AbortController; readonly done: Promise<void> }
  >();
  readonly #thumbnails = new Map<string, Promise<string>>();

  constructor(parts: ConversionParts) {
    this.#parts = parts;
  }

  /** Takes up the reports that a server which ended left unfinished. */
  resume(): void {
    for (const file of this.#parts.files.unfinishedReports()) {
      const job = this.#parts.jobs.find(file.jobId);
      if (job !== undefined) void this.report(job, file);
    }
  }

  /** Makes the report of a file; resolves when it is stored, or its failure is. */
  report(job: JobRow, file: FileRow): Promise<void> {
    const before = this.#reports.get(file.id);
    if (before !== undefined) return before.done;
    const stop = new AbortController();
    const done = this.#make(job, file, stop.signal)
      .catch((error: unknown) => this.#parts.log.error({ err: error, fileId: file.id }, 'a report could not be stored'))
      .finally(() => this.#reports.delete(file.id));
    this.#reports.set(file.id, { jobId: job.id, stop, done });
    return done;
  }

  /** Resolves when the report that is being made of a file is settled; at once when none is. */
  settled(fileId: string): Promise<void> {
    return this.#reports.get(fileId)?.done ?? Promise.resolve();
  }

  /** Stops what is made for a job that is deleted. */
  cancelJob(jobId: string): void {
    for (const report of this.#reports.values()) if (report.jobId === jobId) report.stop.abort();
  }

  /** The blob with a file's thumbnail, made now or before. @throws ProblemError when the file cannot be read */
  thumbnail(job: JobRow, file: FileRow): Promise<string> {
    if (file.thumbnail !== null) return Promise.resolve(file.thumbnail);
    let making = this.#thumbnails.get(file.id);
    if (making === undefined) {
      making = this.#draw(job, file).finally(() => this.#thumbnails.delete(file.id));
      this.#thumbnails.set(file.id, making);
    }
    return making;
  }

  #task(job: JobRow, file: FileRow) {
    const { onDuplicate: _, ...options } = JSON.parse(file.options) as Record<string, unknown>;
    const target = { ...(job.unit === null ? {} : { unit: job.unit }), ...(job.crs === null ? {} : { crs: job.crs }) };
    return { options, limits: this.#parts.limits, target };
  }

  async #make(job: JobRow, file: FileRow, signal: AbortSignal): Promise<void> {
    const { database, files, pool, calls, log } = this.#parts;
    try {
      const rest = { owner: job.organisationId, signal };
      const { report, issues } = await pool.run(calls.report(file, this.#task(job, file), rest));
      await this.#keep([report.id, issues.id], () => files.reportDoneWithin(file.id, report.id, issues.id));
    } catch (error) {
      const failure = failureOf(error);
      // A stopping server leaves the report unfinished: the next one takes it up.
      if (failure?.code === 'converter-closed') return;
      if (failure === undefined) log.error({ err: error, fileId: file.id }, 'a report failed');
      const told = failure ?? { code: 'internal', text: 'the server failed' };
      await database.writer.run(() => files.reportFailedWithin(file.id, told));
    }
  }

  async #draw(job: JobRow, file: FileRow): Promise<string> {
    const { files, pool, calls } = this.#parts;
    const call = calls.thumbnail(file, this.#task(job, file), { owner: job.organisationId });
    const { id } = await pool.run(call).catch((error: unknown) => {
      throw refusalOf(error, 'file-unreadable');
    });
    if (!(await this.#keep([id], () => files.thumbnailWithin(file.id, id))))
      throw new ProblemError('not-found', 'The job was deleted.');
    return id;
  }

  /** Names blobs in the rows of their file; where nothing names them, because it is gone or the disk is full, they go. */
  async #keep(made: readonly string[], store: () => boolean): Promise<boolean> {
    const { database, blobs } = this.#parts;
    let named = false;
    try {
      named = await database.writer.run(store);
      return named;
    } finally {
      if (!named) await Promise.all(made.map((id) => blobs.delete(id)));
    }
  }
}
