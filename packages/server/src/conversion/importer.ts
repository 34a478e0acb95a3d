import { setTimeout as pause } from 'node:timers/promises';
import type { OnDuplicate } from '@fieldbridge/fieldjob';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Outbox } from '../events/index.ts';
import type { SpareRoom } from '../storage/spare-room.ts';
import { undoBlobs } from '../storage/undo-blobs.ts';
import { ConverterFailure } from '../work/converters/failure.ts';
import { QueuePerKey } from '../work/queue/queue-per-key.ts';
import { type ImportedSegment, type NothingImported, resultOf } from './converter-calls.ts';
import { awaitsStore, failureOf, STORE_RETRY_MS } from './failure.ts';
import type { Claim, Failure, Finished, WaitingJob } from './import-store.ts';
import type { ConversionParts } from './parts.ts';
import { DEFAULT_AS, type FileRow, type ImportRow, type JobRow } from './rows.ts';
import { fullSelection } from './selection.ts';

/**
 * Attempts at an import: a file that crashes the server must not do so forever. With several servers an attempt also
 * ends when one of them is frozen or cut off. Of 336 imports that were killed, frozen and cut off for ten minutes
 * (`npm run campaign:servers`), one lost three attempts by bad luck.
 */
const [MOST_ATTEMPTS, MOST_AMONG_SERVERS] = [5, 10];
/** Most jobs with waiting imports that one poll starts; the next poll finds the others. */
const MOST_LOOKED_AT = 1000;
/** Organisations remembered for taking turns. */
const MOST_SERVED = 10_000;
/** Notices between servers: a job with a waiting import, a cancelled import, a deleted job. */
const [QUEUED, CANCELLED, DELETED] = ['import queued', 'import cancelled', 'job deleted'];

/** The parts that the importer uses. */
export interface ImporterParts extends ConversionParts {
  readonly outbox: Outbox;
  readonly spareRoom: Pick<SpareRoom, 'around'>;
  /** Most imports that this server runs at a time, if others may run the rest. */
  readonly capacity: number;
  /** Called after an import is in its job. */
  readonly onImported: (jobId: string) => void;
  /** Counts an import by its result. */
  readonly count: (result: ImportEnd) => void;
}

/** Results of an import. */
export const IMPORT_ENDS = ['success', 'partialSuccess', 'failed', 'cancelled'] as const;
export type ImportEnd = (typeof IMPORT_ENDS)[number];

/** A running import. */
interface Running {
  readonly jobId: string;
  readonly stop: AbortController;
  /** Undefined until the transaction of its start has begun. */
  claim?: Claim;
  /** Whether that is committed and visible to others. */
  isStarted: boolean;
  /** Whether it is in the job, or about to be, so that it is too late to stop it. */
  arrived: boolean;
  /** Whether it was cancelled, which counts even if another server runs it by then. */
  isCancelled: boolean;
}

/** Runs the queued imports: those of one job in their order, those of different jobs at the same time. */
export class Importer {
  readonly #parts: ImporterParts;
  readonly #queues = new QueuePerKey((jobId) => this.#work(jobId));
  readonly #running = new Map<string, Running>();

  /** True when the server stops: the next start resumes the imports that are not stored by then. */
  #closing = false;
  #isOpen = false;
  /** When an import was last started, by organisation. */
  readonly #served = new Map<string, number>();
  /** Imports that this server runs or is about to start. */
  #busy = 0;

  constructor(parts: ImporterParts) {
    this.#parts = parts;
    const { cluster, log } = parts;
    cluster.onTold(QUEUED, (jobId) => this.#take(jobId));
    cluster.onTold(CANCELLED, (id) => this.#running.get(id)?.stop.abort());
    cluster.onTold(DELETED, (jobId) => this.#stopJob(jobId));
    cluster.onLook(() => {
      if (this.#isOpen) this.#look().catch((error: unknown) => log.error({ err: error }, 'polling the imports failed'));
    });
  }

  /**
   * Resumes the imports that were waiting or running when the server ended, and those of other servers that have ended.
   */
  async resume(): Promise<void> {
    this.#isOpen = true;
    await this.#look();
  }

  /** Runs the waiting imports of a job, here or on another server. */
  wake(jobId: string): void {
    const { progress, cluster } = this.#parts;
    progress.changed(jobId);
    this.#take(jobId);
    cluster.tell(QUEUED, jobId);
  }

  /** Stops an import, or takes it out of the queue. @throws ProblemError not-running when it is in the job already */
  async cancel(row: ImportRow): Promise<void> {
    const running = this.#running.get(row.id);
    if (running?.arrived === true)
      throw new ProblemError('not-running', detailOf('The import of this file has just finished.'));
    if (running !== undefined) {
      running.isCancelled = true;
      running.stop.abort();
      return;
    }
    const isCancelled = await this.#fail(row, { code: 'cancelled', text: 'the import was cancelled before it began' });
    if (!isCancelled) throw new ProblemError('not-running', detailOf('The import of this file has just finished.'));
    // Another server may run it; it notices by itself, but later.
    this.#parts.cluster.tell(CANCELLED, row.id);
  }

  /** Stops the running work of a deleted job. */
  cancelJob(jobId: string): void {
    this.#stopJob(jobId);
    this.#parts.cluster.tell(DELETED, jobId);
  }

  #stopJob(jobId: string): void {
    for (const running of this.#running.values()) if (running.jobId === jobId) running.stop.abort();
  }

  /** Starts no further import; resolves when the running ones have ended, which closing the pool causes. */
  close(): Promise<void> {
    this.#closing = true;
    return this.#queues.close();
  }

  #take(jobId: string): void {
    if (this.#parts.takesWork) this.#queues.wake(jobId);
  }

  #hasRoom(): boolean {
    return !this.#parts.cluster.isShared || this.#busy < this.#parts.capacity;
  }

  /**
   * Takes over the imports of servers that have ended, stops those that another server has taken over from this one,
   * and starts what waits.
   */
  async #look(): Promise<void> {
    const { imports, store, takesWork, cluster } = this.#parts;
    // The current ones: an import that starts while the rows are read is not among the rows.
    const own = [...this.#running.values()].filter(({ isStarted }) => isStarted);
    const running = await imports.running();
    for (const { claim, stop } of own)
      if (claim !== undefined && !running.some((row) => isSame(row, claim))) stop.abort();
    if (!takesWork || this.#closing) return;
    for (const row of running)
      if (await this.#isAbandoned(row))
        await store.write(
          async (tx) => (await imports.isHeld(tx, row)) && imports.handBack(tx, row.id, row.holder !== cluster.id),
        );
    if (!this.#hasRoom()) return;
    const most = cluster.isShared ? MOST_LOOKED_AT : Number.MAX_SAFE_INTEGER;
    const waiting = await imports.waitingJobs(most);
    const lastOf = ({ organisationId }: WaitingJob): number => this.#served.get(organisationId) ?? 0;
    waiting.sort((a, b) => a.turn - b.turn || lastOf(a) - lastOf(b));
    for (const { jobId } of waiting) this.#queues.wake(jobId);
  }

  async #isAbandoned({ id, holder }: Claim): Promise<boolean> {
    // Imports that this server has started since it began to listen are its own.
    if (this.#running.has(id)) return false;
    const { cluster } = this.#parts;
    return holder === null || holder === cluster.id || cluster.isGone(holder);
  }

  async #work(jobId: string): Promise<boolean> {
    if (!this.#hasRoom()) return false;
    this.#busy++;
    try {
      const isDone = await this.#workOn(jobId);
      // With several servers the next poll decides whose import is next, as the pool does on a single one.
      return isDone && !this.#parts.cluster.isShared;
    } catch (error) {
      // The store is unavailable; the imports wait in it.
      this.#parts.log.error({ err: error, jobId }, 'the imports of a job cannot be read');
      return false;
    } finally {
      this.#busy--;
      // Others may be waiting that were not started for lack of capacity.
      if (this.#parts.cluster.isShared) setImmediate(() => void this.#look().catch(() => {}));
    }
  }

  async #workOn(jobId: string): Promise<boolean> {
    const { imports, jobs, files, names, store, log, cluster, tracer } = this.#parts;
    const row = await imports.next(jobId);
    const job = await jobs.find(jobId);
    const file = row === undefined ? undefined : await files.find(row.fileId);
    if (row === undefined || job === undefined || file === undefined) return false;
    const running: Running = {
      jobId,
      stop: new AbortController(),
      isStarted: false,
      arrived: false,
      isCancelled: false,
    };
    this.#running.set(row.id, running);
    try {
      const started = await store.write(async (tx) => {
        if (cluster.isShared && (await imports.isRunning(tx, jobId))) return 'elsewhere';
        if (await imports.start(tx, row.id, cluster.id)) running.claim = (await imports.find(row.id, tx))!;
        return running.claim;
      });
      // The server that runs an import of the job continues with the next.
      if (started === 'elsewhere') return false;
      if (started === undefined) return true;
      running.isStarted = true;
      this.#serve(row.organisationId);
      this.#parts.progress.update(jobId, row.id, { done: 0, total: 1, phase: 'reading' });
      const most = cluster.isShared ? MOST_AMONG_SERVERS : MOST_ATTEMPTS;
      if (row.attempts >= most)
        throw new ConverterFailure('import-interrupted', `the server ended ${most} times while it ran`);
      const attributes = { ...spanOf(row), 'fieldbridge.import.attempt': row.attempts + 1 };
      // Another server may have added to the job between the poll and the start.
      const present = (cluster.isShared ? await jobs.find(jobId) : undefined) ?? job;
      await tracer.within('import', { parent: 'none', attributes }, async (span) => {
        const refusal = await this.#import(present, file, row, running);
        if (refusal !== undefined) span?.end(refusal);
      });
    } catch (error) {
      // Done first, because on a full disk it makes room.
      await names.end(row.id);
      await this.#settle(row, running, error);
    } finally {
      this.#running.delete(row.id);
      this.#parts.progress.forget(row.id);
      this.#parts.progress.changed(jobId);
      await names.end(row.id);
      if ((await jobs.find(jobId)) === undefined)
        await names
          .remove(jobId)
          .catch((error: unknown) => log.error({ err: error, jobId }, 'names of a deleted job remain'));
    }
    return true;
  }

  /** Remembers whose import was started last: with several servers the other organisations come first. */
  #serve(organisationId: string): void {
    if (!this.#parts.cluster.isShared) return;
    if (this.#served.size >= MOST_SERVED) this.#served.clear();
    this.#served.set(organisationId, performance.now());
  }

  /** @returns the code of the reason if nothing was imported, which is then recorded */
  async #import(job: JobRow, file: FileRow, row: ImportRow, running: Running): Promise<string | undefined> {
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
        ask: async (question) => {
          await this.#requireHeld(running);
          return names.answer(row.jobId, row.id, question);
        },
      },
    );
    const imported = await pool.run(call);
    progress.update(row.jobId, row.id, { done: 0, total: 1, phase: 'storing' });
    if (!('failure' in imported)) {
      await this.#commit(job, row, imported, running);
      return undefined;
    }
    await this.#refuse(row, imported, running);
    return imported.failure.code;
  }

  /** Records that nothing was imported, with the issues that explain it. */
  async #refuse(
    row: ImportRow,
    { outcome, issues, failure }: NothingImported,
    { claim, stop }: Running,
  ): Promise<void> {
    const { log, blobs } = this.#parts;
    try {
      if (stop.signal.aborted) throw new ConverterFailure('converter-cancelled', 'the import was cancelled');
      const found = { outcome: JSON.stringify(outcome), issues: issues.id };
      if (!(await this.#fail(row, failure, claim, found))) await blobs.delete(issues.id);
    } catch (error) {
      await undoBlobs(blobs, [issues.id], error);
      throw error;
    }
    log.info({ jobId: row.jobId, importId: row.id, failure: failure.code }, 'an import failed');
  }

  /** Makes the job's next revision in one transaction; blobs that no row refers to are deleted. */
  async #commit(job: JobRow, row: ImportRow, imported: ImportedSegment, running: Running): Promise<void> {
    const { store, jobs, imports, exports, names, outbox, blobs } = this.#parts;
    const { segment, issues, replaced, outcome } = imported;
    const stored = [segment.id, issues.id, ...(replaced === undefined ? [] : [replaced.id])];
    let stale: string[] | undefined;
    try {
      // If the segment is not added after all, the next import of the job releases them.
      await names.keep(row.id);
      stale = await store.write(async (tx) => {
        if (!(await imports.isHeld(tx, running.claim!))) return undefined;
        // From here on it counts as being in the job: cancelling it is refused with not-running.
        if (running.stop.signal.aborted) throw new ConverterFailure('converter-cancelled', 'the import was cancelled');
        running.arrived = true;
        const { id: blob, size, sha256 } = segment;
        const added = { jobId: job.id, importId: row.id, blob, size, sha256, replaced: replaced?.id ?? null };
        const settled = { unit: outcome.unit, crs: outcome.crs };
        if (size > (await jobs.quotaLeft(row.organisationId, tx)))
          throw new ProblemError(
            'quota-exceeded',
            detailOf('The import has {size} bytes, more than the quota leaves.', { size }),
          );
        if (!(await imports.append(tx, job.revision, added, settled))) return undefined;
        const result = resultOf(outcome);
        await imports.finish(tx, row.id, { result, outcome: JSON.stringify(outcome), issues: issues.id });
        await outbox.add(
          {
            organisationId: row.organisationId,
            type: result === 'success' ? 'job.import.succeeded' : 'job.import.partial',
            data: { jobId: job.id, fileId: row.fileId, result, revision: job.revision + 1, counts: outcome.counts },
          },
          tx,
        );
        const cleared = await exports.clear(tx, job.id, replaced !== undefined);
        const room = await jobs.quotaLeft(row.organisationId, tx);
        return [...cleared, ...(await exports.trim(tx, row.organisationId, room))];
      });
    } catch (error) {
      await undoBlobs(blobs, stored, error);
      throw error;
    }
    await Promise.all((stale ?? stored).map((id) => blobs.delete(id)));
    if (stale === undefined) return;
    this.#parts.count(resultOf(outcome));
    this.#parts.onImported(job.id);
  }

  /** Records why an import ended early. */
  async #settle(row: ImportRow, { claim, isCancelled }: Running, error: unknown): Promise<void> {
    const { log, store, imports, spareRoom, cluster, blobs } = this.#parts;
    const stopped = error instanceof ConverterFailure ? error.code : undefined;
    const isAway = awaitsStore(error, cluster, blobs);
    // It was not started, and keeps waiting.
    if (isAway && claim === undefined) return;
    if (claim !== undefined && (stopped === 'converter-closed' || isAway)) {
      if (isAway) {
        log.warn({ err: error, jobId: row.jobId, importId: row.id }, 'an import waits for a store');
        if (!this.#closing) await pause(STORE_RETRY_MS);
      }
      // The next start or another server resumes the import, even if this cannot be stored.
      const handBack = store.write(
        async (tx) => (await imports.isHeld(tx, claim)) && imports.handBack(tx, row.id, false),
      );
      await handBack.catch(() => {});
      return;
    }
    const failure =
      stopped === 'converter-cancelled' ? { code: 'cancelled', text: 'the import was cancelled' } : failureOf(error);
    if (failure === undefined) log.error({ err: error, jobId: row.jobId, importId: row.id }, 'an import failed');
    else log.info({ jobId: row.jobId, importId: row.id, failure: failure.code }, 'an import failed');
    // The job's queue waits until the failure is stored: a full disk must not lose an import silently.
    while (!this.#closing) {
      try {
        const found = failure ?? { code: 'internal', text: 'the server failed; the cause is in the server log' };
        await spareRoom.around(() => this.#fail(row, found, isCancelled ? undefined : claim));
        return;
      } catch (storeError) {
        log.error({ err: storeError, importId: row.id }, 'the failure of an import could not be stored yet');
        await pause(STORE_RETRY_MS);
      }
    }
  }

  /**
   * @param claim the start that failed, if it was started
   * @param found the result of reading despite the failure, if there is any
   * @returns whether it has failed for that reason
   */
  async #fail(row: ImportRow, failure: Failure, claim?: Claim, found?: Omit<Finished, 'result'>): Promise<boolean> {
    const { store, imports, outbox, progress } = this.#parts;
    const isStored = await store.write(async (tx) => {
      const present = await imports.find(row.id, tx);
      if (present === undefined || present.state === 'idle') return false;
      // Nor one that was put back into the queue, which still names its last holder.
      if (claim !== undefined && !(await imports.isHeld(tx, claim))) return false;
      await imports.fail(tx, row.id, failure, found);
      const { organisationId, jobId, fileId } = row;
      // Without its text, which may quote the file: an event outlives the job.
      const data = { jobId, fileId, result: 'failed', failure: { code: failure.code } };
      await outbox.add({ organisationId, type: 'job.import.failed', data }, tx);
      return true;
    });
    if (!isStored) return false;
    this.#parts.count(failure.code === 'cancelled' ? 'cancelled' : 'failed');
    progress.changed(row.jobId);
    return true;
  }

  /** The names of a job belong to the server that runs its import, which may have changed after a long pause. */
  async #requireHeld({ claim, stop }: Running): Promise<void> {
    const { cluster, store, imports } = this.#parts;
    if (cluster.isAlive) return;
    if (await store.write((tx) => imports.isHeld(tx, claim!))) return;
    stop.abort();
    throw new ConverterFailure('converter-cancelled', 'another server has taken the import over');
  }
}

/** The attributes of an import's span: which import it is, but nothing about the file. */
function spanOf({ organisationId, jobId, fileId, id }: ImportRow) {
  return {
    'fieldbridge.organisation': organisationId,
    'fieldbridge.job': jobId,
    'fieldbridge.file': fileId,
    'fieldbridge.import': id,
  };
}

function isSame(row: Claim, { id, holder, fence }: Claim): boolean {
  return row.id === id && row.holder === holder && row.fence === fence;
}
