import type { ImportResult, ImportStatus, JobStatus } from '@fieldbridge/contract';
import type { Counts } from '@fieldbridge/fieldjob';
import { isoTime } from '../core/clock.ts';
import type { ImportOutcome } from '../work/converters/tasks/task-types.ts';
import type { FileStore } from './file-store.ts';
import type { Failure, ImportBrief, ImportStore } from './import-store.ts';
import type { ProgressRegistry } from './progress-registry.ts';
import type { ImportRow, JobRow } from './rows.ts';

/** Imports that a status lists: the last ones; all of them are in the history of the job. */
const MOST_LISTED = 200;
/** Finished imports whose status is kept in memory. */
const MOST_REMEMBERED = 20_000;
const WORST: readonly ImportResult[] = ['failed', 'partialSuccess', 'success'];

/** Puts the status of jobs together: what is stored, and what runs right now. */
export class StatusDesk {
  readonly #files: FileStore;
  readonly #imports: ImportStore;
  readonly #progress: ProgressRegistry;
  readonly #retentionMs: number;
  readonly #finished = new Map<string, ImportStatus>();

  constructor(files: FileStore, imports: ImportStore, progress: ProgressRegistry, retentionMs: number) {
    this.#files = files;
    this.#imports = imports;
    this.#progress = progress;
    this.#retentionMs = retentionMs;
  }

  /** When a job is removed by retention, or null. */
  expiresAt(job: JobRow): string | null {
    return this.#retentionMs === 0 ? null : isoTime(job.modifiedAt + this.#retentionMs);
  }

  /** The status of a job as its callers see it. */
  of(job: JobRow): JobStatus {
    const rows = this.#imports.briefOfJob(job.id);
    const imports = rows
      .slice(-MOST_LISTED)
      .map(({ id }) => this.#finished.get(id) ?? this.#import(this.#imports.find(id)!));
    const busy = rows.filter(({ state }) => state !== 'idle');
    const running = busy.find(({ state }) => state === 'running');
    const results = rows.flatMap(({ result }) => result ?? []);
    const percent = ({ id, state }: ImportBrief): number =>
      state === 'idle' ? 100 : (this.#progress.get(id)?.percent ?? 0);
    const shares = busy.length === 0 ? [100] : rows.slice(-batchLength(rows)).map(percent);
    return {
      jobId: job.id,
      state: running === undefined ? (busy.length === 0 ? 'idle' : 'queued') : 'running',
      result: busy.length > 0 ? null : (WORST.find((result) => results.includes(result)) ?? null),
      progress: Math.floor(shares.reduce((sum, share) => sum + share, 0) / shares.length),
      phase: busy.length === 0 ? 'done' : ((running && this.#progress.get(running.id)?.phase) ?? 'queued'),
      revision: job.revision,
      imports,
      expiresAt: this.expiresAt(job),
    };
  }

  /** Imports that are done do not change any more: a job with many of them is told without reading them all again. */
  #remember(id: string, status: ImportStatus): void {
    if (this.#finished.size >= MOST_REMEMBERED) this.#finished.delete(this.#finished.keys().next().value!);
    this.#finished.set(id, status);
  }

  #import(row: ImportRow): ImportStatus {
    const file = this.#files.find(row.fileId);
    const outcome = row.outcome === null ? undefined : (JSON.parse(row.outcome) as ImportOutcome);
    const live = this.#progress.get(row.id);
    const failure = row.failure === null ? null : (JSON.parse(row.failure) as Failure);
    const idle = row.state === 'idle';
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
      failure,
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

/** Imports at the end of the list that were queued before the one before them was done: progress is told of all of them. */
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

/** Things of every kind; layers and triangles are parts of them. */
export function features(counts: Counts): number {
  const { layers: _layers, triangles: _triangles, ...things } = counts;
  return sum(Object.values(things), (count) => count);
}
