import { setTimeout as pause } from 'node:timers/promises';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Transaction, WriteBody } from '../storage/port/space-store.ts';
import { undoBlobs } from '../storage/undo-blobs.ts';
import type { Exporter } from './exporter.ts';
import { awaitsStore, failureOf, refusalOf, STORE_RETRY_MS } from './failure.ts';
import type { ConversionParts } from './parts.ts';
import type { FileRow, JobRow } from './rows.ts';

/** How often to check whether another server has made a report. */
const AGAIN_MS = 300;
/** Notices between servers: a report is wanted. */
const WANTED = 'report wanted';

/** The parts that the reporter uses. */
export interface ReporterParts extends ConversionParts {
  readonly exporter: Pick<Exporter, 'fileFeatures'>;
}

/** A report that is being made, then the view. */
interface Making {
  readonly jobId: string;
  readonly stop: AbortController;
  /** Settles when the report, or its failure, is stored. */
  readonly stored: Promise<void>;
  /** Settles when the view is stored, too, or cannot be made. */
  readonly ended: Promise<void>;
}

/** Makes content reports, thumbnails and views of uploaded files. */
export class Reporter {
  readonly #parts: ReporterParts;
  readonly #reports = new Map<string, Making>();
  /** Pictures being made, by kind and file. */
  readonly #pictures = new Map<string, Promise<string>>();

  #isOpen = false;

  constructor(parts: ReporterParts) {
    this.#parts = parts;
    const { cluster, log } = parts;
    const look = (): void => {
      if (this.#isOpen) this.#look().catch((error: unknown) => log.error({ err: error }, 'polling the reports failed'));
    };
    cluster.onTold(WANTED, look);
    cluster.onLook(look);
  }

  /** Resumes the reports that were being made when the server ended, and those of other servers that have ended. */
  async resume(): Promise<void> {
    this.#isOpen = this.#parts.takesWork;
    if (this.#isOpen) await this.#look();
  }

  /** Makes the reports that no server is making. */
  async #look(): Promise<void> {
    const { files, jobs, cluster } = this.#parts;
    for (const file of await files.unfinishedReports()) {
      const { id, reportHolder: holder } = file;
      if (this.#reports.has(id)) continue;
      if (cluster.isShared && holder !== null && holder !== cluster.id && !(await cluster.isGone(holder))) continue;
      const job = await jobs.find(file.jobId);
      if (job !== undefined) void this.report(job, id);
    }
  }

  /** Makes the report of a file, unless it is already made; resolves when the report or its failure is stored. */
  report(job: JobRow, fileId: string): Promise<void> {
    const before = this.#reports.get(fileId);
    if (before !== undefined) return before.stored;
    const stop = new AbortController();
    const { promise: stored, resolve: isStored } = Promise.withResolvers<void>();
    const ended = this.#make(job, fileId, stop.signal, isStored)
      .catch((error: unknown) => this.#parts.log.error({ err: error, fileId }, 'a report could not be stored'))
      .finally(() => {
        this.#reports.delete(fileId);
        isStored();
      });
    this.#reports.set(fileId, { jobId: job.id, stop, stored, ended });
    return stored;
  }

  /** Resolves when the report being made of a file is stored; at once if there is nothing to wait for. */
  settled(fileId: string): Promise<void> {
    return this.#reports.get(fileId)?.stored ?? Promise.resolve();
  }

  /** Stops the work for a deleted job. */
  cancelJob(jobId: string): void {
    for (const report of this.#reports.values()) if (report.jobId === jobId) report.stop.abort();
  }

  /** The blob with the features of a file, made now or earlier. @throws ProblemError when the file cannot be read */
  async features(job: JobRow, fileId: string): Promise<string> {
    const { files, exporter, calls } = this.#parts;
    const file = await files.get(job.id, fileId);
    const { blob } = await exporter.fileFeatures(job, file, () =>
      calls.fileFeatures(file, this.#task(job, file), { owner: job.organisationId }),
    );
    return blob;
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

  /** Makes a report, however long a store that it needs is unavailable. */
  async #make(job: JobRow, fileId: string, signal: AbortSignal, isStored: () => void): Promise<void> {
    const { cluster, blobs, log } = this.#parts;
    for (;;) {
      try {
        return await this.#attempt(job, fileId, signal, isStored);
      } catch (error) {
        if (!awaitsStore(error, cluster, blobs) || signal.aborted) throw error;
        log.warn({ err: error, fileId }, 'a report waits for a store');
        await pause(STORE_RETRY_MS, undefined, { ref: false });
      }
    }
  }

  async #attempt(job: JobRow, fileId: string, signal: AbortSignal, isStored: () => void): Promise<void> {
    const { store, files, blobs, pool, calls, log, cluster, takesWork } = this.#parts;
    const file = await files.find(fileId);
    if (file?.reportState !== 'running') return;
    if (!takesWork) cluster.tell(WANTED, fileId);
    const holder = cluster.id;
    if (!takesWork || (cluster.isShared && !(await this.#claim(file, holder))))
      return this.#untilStored(fileId, signal);
    const isMine = async (tx: Transaction): Promise<boolean> =>
      !cluster.isShared || files.isReportHeld(tx, fileId, holder);
    let hasReport = false;
    try {
      const rest = { owner: job.organisationId, signal };
      const call = calls.report(file, this.#task(job, file), rest, async ({ report, issues }) => {
        await this.#keep(
          [report.id, issues.id],
          async (tx) => (await isMine(tx)) && files.storeReport(tx, fileId, report.id, issues.id),
        );
        hasReport = true;
        isStored();
      });
      const view = await pool.run(call);
      if (view !== undefined) await this.#keep([view.id], (tx) => files.storePicture(tx, fileId, 'view', view.id));
    } catch (error) {
      if (awaitsStore(error, cluster, blobs)) throw error;
      const failure = failureOf(error);
      // A stopping server leaves the report unfinished: the next start resumes it.
      if (failure?.code === 'converter-closed') return;
      if (failure === undefined) log.error({ err: error, fileId }, 'a report failed');
      // It is made again for the first person who views the file, who sees the reason if that fails.
      if (hasReport) return;
      const stored = failure ?? { code: 'internal', text: 'the server failed' };
      await store.write(async (tx) => {
        if (await isMine(tx)) await files.failReport(tx, fileId, stored);
      });
    }
  }

  /** Takes on the report of a file, unless another server is making it. */
  async #claim(file: FileRow, holder: string): Promise<boolean> {
    const { cluster, files, store } = this.#parts;
    const before = file.reportHolder;
    if (before !== null && before !== holder && !(await cluster.isGone(before))) return false;
    return store.write((tx) => files.claimReport(tx, file, holder));
  }

  /** Waits for the report that another server is making. */
  async #untilStored(fileId: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.#parts.files.find(fileId))?.reportState === 'running')
      await pause(AGAIN_MS, undefined, { ref: false });
  }

  async #findOrDraw(kind: 'thumbnail' | 'view', job: JobRow, fileId: string): Promise<string> {
    const { files, pool, calls } = this.#parts;
    if (kind === 'view') await this.#reports.get(fileId)?.ended;
    const file = await files.get(job.id, fileId);
    const known = file[kind];
    if (known !== null) return known;
    const task = kind === 'view' ? 'fileView' : kind;
    const call = calls.picture(task, file, this.#task(job, file), { owner: job.organisationId });
    const { id } = await pool.run(call).catch((error: unknown) => {
      throw refusalOf(error, 'file-unreadable');
    });
    if (await this.#keep([id], (tx) => files.storePicture(tx, fileId, kind, id))) return id;
    // Another server was faster, or the file was deleted.
    const present = (await files.find(fileId))?.[kind] ?? undefined;
    if (present === undefined) throw new ProblemError('not-found', detailOf('The job was deleted.'));
    return present;
  }

  /**
   * Stores rows that refer to new blobs; the blobs are deleted if no row was stored, because it is gone or the disk is
   * full.
   */
  async #keep(made: readonly string[], body: WriteBody<boolean>): Promise<boolean> {
    const { store, blobs } = this.#parts;
    const isKept = await store.write(body).catch(async (error: unknown) => {
      await undoBlobs(blobs, made, error);
      throw error;
    });
    if (!isKept) await Promise.all(made.map((id) => blobs.delete(id)));
    return isKept;
  }
}
