import { setTimeout as pause } from 'node:timers/promises';
import type { OnDuplicate } from '@fieldbridge/fieldjob';
import { ProblemError } from '../core/problem.ts';
import type { Outbox } from '../events/index.ts';
import { ConverterFailure } from '../work/converters/failure.ts';
import { QueuePerKey } from '../work/queue/queue-per-key.ts';
import { type ImportedSegment, resultOf } from './converter-calls.ts';
import { failureOf } from './failure.ts';
import type { Failure } from './import-store.ts';
import type { ConversionParts } from './parts.ts';
import { DEFAULT_AS, type FileRow, type ImportRow, type JobRow } from './rows.ts';
import { fullSelection } from './selection.ts';

/** Times an import is taken up; a file that ends the server itself must not do so for ever. */
const MOST_ATTEMPTS = 3;
const STORE_RETRY_MS = 1000;

/** What the importer works with. */
export interface ImporterParts extends ConversionParts {
  readonly outbox: Outbox;
}

/** An import that runs. */
interface Running {
  readonly jobId: string;
  readonly stop: AbortController;
  /** Whether it is in the job, or all but: then it is too late to stop it. */
  arrived: boolean;
}

/** Runs the queued imports: those of one job in their order, those of different jobs at the same time. */
export class Importer {
  readonly #parts: ImporterParts;
  readonly #queues = new QueuePerKey((jobId) => this.#work(jobId));
  readonly #running = new Map<string, Running>();

  /** True when the server stops: what is not stored by then is taken up by the next one. */
  #closing = false;

  constructor(parts: ImporterParts) {
    this.#parts = parts;
  }

  /** Takes up what a server that ended left waiting or running. */
  async resume(): Promise<void> {
    const { imports, names, database } = this.#parts;
    const unfinished = imports.unfinished();
    for (const row of unfinished) {
      // One that came in since this server listens is its own.
      if (row.state !== 'running' || this.#running.has(row.id)) continue;
      await names.release(row.jobId, row.id);
      await database.writer.run(() => imports.handBackWithin(row.id, true));
    }
    for (const jobId of new Set(unfinished.map((row) => row.jobId))) this.wake(jobId);
  }

  /** Says that a job may have imports that wait. */
  wake(jobId: string): void {
    this.#parts.progress.changed(jobId);
    this.#queues.wake(jobId);
  }

  /** Stops an import that runs, or takes it out of the queue. @throws ProblemError not-running when it is in the job already */
  async cancel(row: ImportRow): Promise<void> {
    const running = this.#running.get(row.id);
    if (running?.arrived === true) throw new ProblemError('not-running', 'The import of this file has just been done.');
    if (running !== undefined) running.stop.abort();
    else await this.#fail(row, { code: 'cancelled', text: 'the import was cancelled before it began' });
  }

  /** Stops what runs for a job that is deleted. */
  cancelJob(jobId: string): void {
    for (const running of this.#running.values()) if (running.jobId === jobId) running.stop.abort();
  }

  /** Takes nothing up any more; resolves when what runs has ended, which closing the pool makes it do. */
  close(): Promise<void> {
    this.#closing = true;
    return this.#queues.close();
  }

  async #work(jobId: string): Promise<boolean> {
    const { imports, jobs, files, database, log } = this.#parts;
    const row = imports.next(jobId);
    const job = jobs.find(jobId);
    const file = row === undefined ? undefined : files.find(row.fileId);
    if (row === undefined || job === undefined || file === undefined) return false;
    const running: Running = { jobId, stop: new AbortController(), arrived: false };
    this.#running.set(row.id, running);
    try {
      if (!(await database.writer.run(() => imports.startWithin(row.id)))) return true;
      this.#parts.progress.update(jobId, row.id, { done: 0, total: 1, phase: 'reading' });
      if (row.attempts >= MOST_ATTEMPTS)
        throw new ConverterFailure('import-interrupted', `the server ended ${MOST_ATTEMPTS} times while it ran`);
      await this.#import(job, file, row, running);
    } catch (error) {
      await this.#settle(row, error);
    } finally {
      this.#running.delete(row.id);
      this.#parts.progress.forget(row.id);
      this.#parts.progress.changed(jobId);
      if (jobs.find(jobId) === undefined)
        await this.#parts.names
          .remove(jobId)
          .catch((error: unknown) => log.error({ err: error, jobId }, 'names of a deleted job remain'));
    }
    return true;
  }

  async #import(job: JobRow, file: FileRow, row: ImportRow, running: Running): Promise<void> {
    const { pool, calls, progress, names, blobs, limits } = this.#parts;
    const options = JSON.parse(row.options) as Record<string, unknown>;
    const { onDuplicate = 'rename', ...readOptions } = options;
    const call = calls.import(
      file,
      {
        options: readOptions,
        limits,
        target: { ...(job.unit === null ? {} : { unit: job.unit }), ...(job.crs === null ? {} : { crs: job.crs }) },
        defaultAs: DEFAULT_AS[row.kind],
        onDuplicate: onDuplicate as OnDuplicate,
        importedAt: row.createdAt,
        ...(row.selection === null ? {} : { selection: await fullSelection(blobs, file, row.selection) }),
      },
      {
        owner: row.organisationId,
        signal: running.stop.signal,
        progress: (news) => progress.update(row.jobId, row.id, news),
        ask: (question) => names.answer(row.jobId, row.id, question),
      },
    );
    const imported = await pool.run(call);
    progress.update(row.jobId, row.id, { done: 0, total: 1, phase: 'storing' });
    await this.#commit(job, row, imported, running);
  }

  /** Swaps the job's revision in one transaction; what was stored for nothing is removed. */
  async #commit(job: JobRow, row: ImportRow, imported: ImportedSegment, running: Running): Promise<void> {
    const { database, imports, exports, outbox, blobs } = this.#parts;
    const { segment, issues, replaced, outcome } = imported;
    const stored = [segment.id, issues.id, ...(replaced === undefined ? [] : [replaced.id])];
    let stale: string[] | undefined;
    try {
      stale = await database.writer.run(() => {
        // From here on it is in the job: whoever stops it is told that it is too late.
        if (running.stop.signal.aborted) throw new ConverterFailure('converter-cancelled', 'the import was cancelled');
        running.arrived = true;
        const { id: blob, size, sha256 } = segment;
        const added = { jobId: job.id, importId: row.id, blob, size, sha256, replaced: replaced?.id ?? null };
        if (!imports.appendWithin(job.revision, added, { unit: outcome.unit, crs: outcome.crs })) return undefined;
        const result = resultOf(outcome);
        imports.finishWithin(row.id, { result, outcome: JSON.stringify(outcome), issues: issues.id });
        outbox.add({
          organisationId: row.organisationId,
          type: result === 'success' ? 'job.import.succeeded' : 'job.import.partial',
          data: { jobId: job.id, fileId: row.fileId, result, revision: job.revision + 1, counts: outcome.counts },
        });
        return exports.clearWithin(job.id);
      });
    } finally {
      await Promise.all((stale ?? stored).map((id) => blobs.delete(id)));
    }
  }

  /** What becomes of an import that did not come to its end. */
  async #settle(row: ImportRow, error: unknown): Promise<void> {
    const { log, database, imports, names } = this.#parts;
    const stopped = error instanceof ConverterFailure ? error.code : undefined;
    if (stopped === 'converter-closed') {
      // The next server releases the names and takes the import up again.
      await database.writer.run(() => imports.handBackWithin(row.id, false)).catch(() => {});
      return;
    }
    const failure =
      stopped === 'converter-cancelled' ? { code: 'cancelled', text: 'the import was cancelled' } : failureOf(error);
    if (failure === undefined) log.error({ err: error, jobId: row.jobId, importId: row.id }, 'an import failed');
    else log.info({ jobId: row.jobId, importId: row.id, failure }, 'an import failed');
    // Until the failure is stored the job's lane waits: a full disk must not lose an import without a word.
    while (!this.#closing) {
      try {
        await names.release(row.jobId, row.id);
        await this.#fail(
          row,
          failure ?? { code: 'internal', text: 'the server failed; its operator can find out why' },
        );
        return;
      } catch (storeError) {
        log.error({ err: storeError, importId: row.id }, 'the failure of an import could not be stored yet');
        await pause(STORE_RETRY_MS);
      }
    }
  }

  async #fail(row: ImportRow, failure: Failure): Promise<void> {
    const { database, imports, outbox, progress } = this.#parts;
    await database.writer.run(() => {
      const present = imports.find(row.id);
      if (present === undefined || present.state === 'idle') return;
      imports.failWithin(row.id, failure);
      const { organisationId, jobId, fileId } = row;
      outbox.add({ organisationId, type: 'job.import.failed', data: { jobId, fileId, result: 'failed', failure } });
    });
    progress.changed(row.jobId);
  }
}
