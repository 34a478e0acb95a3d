import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../core/clock.ts';
import type { Metrics } from '../http/metrics.ts';
import type { BackupState } from '../service/backup-state.ts';
import { BackupRefused, type BackupSummary } from '../storage/backup/backup.ts';
import { BackupSeries } from '../storage/backup/backup-series.ts';
import type { DiskSpace } from '../storage/disk-space.ts';

const HOUR_MS = 3_600_000;
/** How often it is checked whether a backup is due. */
const TICK_MS = 30_000;
/** After a failure, unless backups are more frequent. */
const RETRY_MS = 15 * 60_000;

/** What scheduled backups need. */
export interface BackupSchedule {
  readonly data: string;
  /** An existing folder; undefined for no backups. */
  readonly folder: string | undefined;
  readonly everyHours: number;
  /** How many are kept. */
  readonly keep: number;
  readonly serverId: string;
  readonly disk: DiskSpace;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: FastifyBaseLogger;
}

/** Makes backups of the running server, in a thread of their own, and removes the oldest ones after each success. */
export class ScheduledBackups {
  readonly #schedule: BackupSchedule;
  /** On the monotonic clock: a wall clock that is set must neither skip a backup nor make many. */
  #dueAt = 0;
  #lastSuccess = 0;
  #failure: string | undefined;
  #running: Promise<void> | undefined;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(schedule: BackupSchedule) {
    this.#schedule = schedule;
    if (schedule.folder === undefined) return;
    const { metrics } = schedule;
    metrics.gauge(
      'fieldbridge_backup_last_success_seconds',
      'When the newest scheduled backup was begun, in seconds since 1970; 0 before the first',
      () => Math.floor(this.#lastSuccess / 1000),
    );
    metrics.gauge('fieldbridge_backup_failed', '1 if the last scheduled backup failed', () =>
      this.#failure === undefined ? 0 : 1,
    );
  }

  /** Why there is no new backup; undefined unless the last one failed. */
  get trouble(): string | undefined {
    return this.#failure === undefined ? undefined : `the last scheduled backup failed: ${this.#failure}`;
  }

  /** Undefined if none are scheduled. */
  async state(): Promise<BackupState | undefined> {
    const { folder, serverId, everyHours, keep } = this.#schedule;
    if (folder === undefined) return undefined;
    const made = await new BackupSeries(folder, serverId).list().catch(() => []);
    return { folder, everyHours, keep, made, failure: this.#failure ?? null };
  }

  /** Makes the first backup at once unless the folder has a recent one, later ones when they are due. */
  async start(): Promise<void> {
    const { folder, serverId, clock, everyHours } = this.#schedule;
    if (folder === undefined) return;
    const newest = (await new BackupSeries(folder, serverId).list().catch(() => []))[0]?.at ?? 0;
    const now = clock.now();
    this.#lastSuccess = newest;
    // One from the future proves nothing: the clock was set back.
    const wait = newest > now ? 0 : Math.max(0, newest + everyHours * HOUR_MS - now);
    this.#dueAt = clock.monotonic() + wait;
    this.#timer = setInterval(() => void this.tick(), TICK_MS).unref();
    void this.tick();
  }

  /** Makes a backup if one is due. It never fails: the outcome is in the log, the metrics and `trouble`. */
  tick(): Promise<void> {
    if (this.#isStopped || this.#schedule.clock.monotonic() < this.#dueAt) return this.#running ?? Promise.resolve();
    return (this.#running ??= this.#run().finally(() => (this.#running = undefined)));
  }

  /** Ends a running backup; the next start removes its leftovers. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#worker?.terminate();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { folder, serverId, clock, everyHours, keep, log } = this.#schedule;
    const [at, began] = [clock.now(), clock.monotonic()];
    try {
      const series = new BackupSeries(folder!, serverId);
      await this.#requireRoom(folder!);
      await series.clear();
      const { target, databases, files, fileBytes } = await this.#backUp(series.pathAt(at));
      const removed = await series.keep(keep);
      const bytes = databases.reduce((sum, one) => sum + one.bytes, fileBytes);
      const seconds = Math.round(clock.monotonic() - began) / 1000;
      log.info({ target, bytes, files, seconds, removed }, 'scheduled backup made');
      this.#lastSuccess = at;
      this.#failure = undefined;
      this.#dueAt = began + everyHours * HOUR_MS;
    } catch (error) {
      if (this.#isStopped) return;
      log.error({ err: error }, 'scheduled backup failed');
      this.#failure = (error as Error).message;
      this.#dueAt = clock.monotonic() + Math.min(RETRY_MS, everyHours * HOUR_MS);
    }
  }

  async #backUp(target: string): Promise<BackupSummary> {
    const workerData = { data: this.#schedule.data, target };
    const worker = new Worker(new URL('../storage/backup/backup-thread.ts', import.meta.url), { workerData });
    this.#worker = worker;
    try {
      // A failing thread emits its error instead; a terminated one only exits.
      const ended = once(worker, 'exit').then(() => Promise.reject(new Error('the thread of the backup has ended')));
      ended.catch(() => {});
      const [summary] = (await Promise.race([once(worker, 'message'), ended])) as [BackupSummary];
      return summary;
    } finally {
      this.#worker = undefined;
    }
  }

  /** @throws BackupRefused if the folder is missing, or a copy of the databases would use up the remaining room */
  async #requireRoom(folder: string): Promise<void> {
    const { data, disk } = this.#schedule;
    const there = statSync(folder, { throwIfNoEntry: false });
    // It is not created: if its disk is not mounted, the copies would fill another disk.
    if (there?.isDirectory() !== true)
      throw new BackupRefused(`The folder ${folder} (backupFolder) is missing; create it, or mount its disk.`);
    const { bavail, bsize } = await statfs(folder);
    const databases = readdirSync(data).filter((name) => /\.sqlite(-wal)?$/.test(name));
    const needed = databases.reduce((sum, name) => sum + statSync(join(data, name)).size, 0);
    const kept = there.dev === statSync(data).dev ? disk.reserve : 0;
    if (bavail * bsize - needed < kept)
      throw new BackupRefused(
        `The disk of ${folder} (backupFolder) has ${bavail * bsize} bytes left; the databases need ${needed}, and ${kept} are kept for tickets and tokens. Make room, or keep fewer backups (backupKeep).`,
      );
  }
}
