import type { ImportResult, ImportStatus, JobStatus } from '@fieldbridge/contract';
import type { Counts } from '@fieldbridge/fieldjob';
import { isoTime } from '../core/clock.ts';
import type { ImportOutcome } from '../work/converters/tasks/task-types.ts';
import type { FileStore } from './file-store.ts';
import type { Failure, ImportBrief, ImportStore } from './import-store.ts';
import type { JobStore } from './job-store.ts';
import type { ConversionParts } from './parts.ts';
import type { LiveProgress, ProgressRegistry } from './progress-registry.ts';
import type { JobRow } from './rows.ts';

/** Most imports that a status lists: the last ones. */
const MOST_LISTED = 200;
/** Finished imports whose status is kept in memory. */
const MOST_REMEMBERED = 20_000;
const WORST: readonly ImportResult[] = ['failed', 'partialSuccess', 'success'];

type Parts = Pick<ConversionParts, 'jobs' | 'files' | 'imports' | 'progress'> &
  Partial<Pick<ConversionParts, 'cluster' | 'blobs'>>;

/** Makes the status of jobs from what is stored and from the progress of running imports. */
export class StatusDesk {
  readonly #jobs: JobStore;
  readonly #files: FileStore;
  readonly #imports: ImportStore;
  readonly #progress: ProgressRegistry;
  readonly #retentionMs: number;
  /** Whether imports wait for unavailable stores, or are taken over by other servers. */
  readonly #isInterrupted: boolean;
  readonly #finished = new Map<string, ImportStatus>();

  constructor({ jobs, files, imports, progress, cluster, blobs }: Parts, retentionMs: number) {
    this.#isInterrupted = cluster?.isShared === true || blobs?.isFar === true;
    this.#jobs = jobs;
    this.#files = files;
    this.#imports = imports;
    this.#progress = progress;
    this.#retentionMs = retentionMs;
  }

  /** When a job is removed by retention, or null. */
  expiresAt(job: JobRow): string | null {
    return this.#retentionMs === 0 ? null : isoTime(job.modifiedAt + this.#retentionMs);
  }

  /** The status of a job as its callers see it; undefined when the job was deleted. */
  async of(jobId: string): Promise<JobStatus | undefined> {
    // In this order, so that the status of an import that ends meanwhile never goes back, and the revision is that of
    // an idle job.
    const live = this.#progress.all();
    const rows = (await this.#imports.briefOfJob(jobId)).map((row) => this.#seen(row));
    const job = await this.#jobs.find(jobId);
    if (job === undefined) return undefined;
    const imports: ImportStatus[] = [];
    for (const row of rows.slice(-MOST_LISTED))
      imports.push(this.#finished.get(row.id) ?? (await this.#import(row, live.get(row.id))));
    const busy = rows.filter(({ state }) => state !== 'idle');
    const running = busy.find(({ state }) => state === 'running');
    const results = rows.flatMap(({ result }) => result ?? []);
    const percent = ({ id, state }: ImportBrief): number => (state === 'idle' ? 100 : (live.get(id)?.percent ?? 0));
    const shares = busy.length === 0 ? [100] : rows.slice(-batchLength(rows)).map(percent);
    return {
      jobId,
      state: running === undefined ? (busy.length === 0 ? 'idle' : 'queued') : 'running',
      result: busy.length > 0 ? null : (WORST.find((result) => results.includes(result)) ?? null),
      progress: Math.floor(shares.reduce((sum, share) => sum + share, 0) / shares.length),
      phase: busy.length === 0 ? 'done' : ((running && live.get(running.id)?.phase) ?? 'queued'),
      revision: job.revision,
      imports,
      expiresAt: this.expiresAt(job),
    };
  }

  /**
   * An import that another server takes over, or that is tried again, waits for a moment; callers see it as running.
   */
  #seen(row: ImportBrief): ImportBrief {
    const isTakenOver = this.#isInterrupted && row.state === 'queued' && row.startedAt !== null;
    return isTakenOver ? { ...row, state: 'running' } : row;
  }

  /** Finished imports never change: the status of a job with many of them does not read them all again. */
  #remember(id: string, status: ImportStatus): void {
    if (this.#finished.size >= MOST_REMEMBERED) this.#finished.delete(this.#finished.keys().next().value!);
    this.#finished.set(id, status);
  }

  async #import(row: ImportBrief, live: LiveProgress | undefined): Promise<ImportStatus> {
    const file = await this.#files.find(row.fileId);
    const idle = row.state === 'idle';
    const finished = idle ? await this.#imports.find(row.id) : undefined;
    const outcome = fromJson<ImportOutcome>(finished?.outcome);
    const time = (at: number | null): string | null => (at === null ? null : isoTime(at));
    const status: ImportStatus = {
      fileId: row.fileId,
      name: file?.name ?? '',
      format: outcome?.format ?? file?.format ?? '',
      state: row.state,
      result: row.result,
      progress: idle ? 100 : (live?.percent ?? 0),
      phase: idle ? 'done' : (live?.phase ?? 'queued'),
      done: live?.done ?? 0,
      total: live?.total ?? 0,
      read: sum(outcome?.source ?? [], ({ read }) => read),
      written: outcome === undefined ? 0 : features(outcome.counts),
      skipped: sum(outcome?.source ?? [], ({ skipped }) => skipped),
      failure: fromJson<Failure>(finished?.failure) ?? null,
      issues: {
        notes: countOf(outcome, 'note'),
        warnings: countOf(outcome, 'warning'),
        errors: countOf(outcome, 'error'),
      },
      timings: { queuedAt: isoTime(row.createdAt), startedAt: time(row.startedAt), finishedAt: time(row.finishedAt) },
    };
    if (idle) this.#remember(row.id, status);
    return status;
  }
}

function fromJson<T>(text: string | null | undefined): T | undefined {
  return text === null || text === undefined ? undefined : (JSON.parse(text) as T);
}

/**
 * The number of imports at the end of the list that were queued before the previous one ended: progress covers all of
 * them.
 */
function batchLength(rows: readonly ImportBrief[]): number {
  let length = 1;
  for (let i = rows.length - 1; i > 0; i--, length++) {
    const before = rows[i - 1]!;
    if (before.finishedAt !== null && before.finishedAt < rows[i]!.createdAt) break;
  }
  return length;
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}

function countOf(outcome: ImportOutcome | undefined, severity: string): number {
  return sum(
    (outcome?.issues ?? []).filter((issue) => issue.severity === severity),
    ({ count }) => count,
  );
}

/** Features of every kind; layers and triangles are parts of them. */
export function features(counts: Counts): number {
  const { layers: _layers, triangles: _triangles, ...things } = counts;
  return sum(Object.values(things), (count) => count);
}
