import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { Usage } from '../service/usage.ts';
import type { Reader, Row, SpaceStore, Transaction } from '../storage/port/space-store.ts';
import type { JobRow } from './rows.ts';

/** The quotas of an organisation; 0 means no limit. */
export interface StoreQuotas {
  readonly jobs: number;
  readonly bytes: number;
}

/** Jobs searched for a text in one step: about a millisecond. */
const SLICE = 1000;

/** The columns that refer to blobs. */
const BLOBS = [
  'SELECT blob, report, reportIssues, thumbnail, view FROM files',
  'SELECT issues FROM imports',
  'SELECT blob, replaced FROM segments',
  'SELECT blob FROM exports',
];

/** Those of unfinished uploads, which belong to no job yet. */
const PIECES = 'SELECT blob FROM uploadPieces';

/** Jobs of the conversion space. */
export class JobStore {
  readonly #store: SpaceStore;
  readonly #clock: Clock;
  readonly #quotasOf: (organisationId: string) => StoreQuotas;

  constructor(store: SpaceStore, clock: Clock, quotasOf: (organisationId: string) => StoreQuotas) {
    this.#store = store;
    this.#clock = clock;
    this.#quotasOf = quotasOf;
  }

  /** The job with that id, of any organisation. @param from the transaction to read in, if any */
  async find(id: string, from: Reader = this.#store): Promise<JobRow | undefined> {
    return from.first('SELECT * FROM jobs WHERE id = ?', id);
  }

  /**
   * The caller's job. @param from the transaction to read in, if any @throws ProblemError not-found, also if it is
   * another organisation's
   */
  async get(organisationId: string, id: string, from?: Reader): Promise<JobRow> {
    const job = await this.find(id, from);
    if (job?.organisationId !== organisationId) throw new ProblemError('not-found', detailOf('There is no such job.'));
    return job;
  }

  /**
   * A page of an organisation's jobs. Jobs that must be searched for a text are read in slices, so that other requests
   * are served in between.
   * @param after id of the last one of the page before @param text part of the name, in any case
   */
  async list(
    organisationId: string,
    count: number,
    { after, text, isNewest }: { readonly after?: string; readonly text?: string; readonly isNewest?: boolean } = {},
  ): Promise<JobRow[]> {
    const [compare, direction, start] = isNewest ? ['<', 'DESC', '~'] : ['>', 'ASC', ''];
    const select = `SELECT * FROM jobs WHERE organisationId = ? AND id ${compare} ? ORDER BY id ${direction} LIMIT ?`;
    const wanted = text?.toLowerCase();
    if (wanted === undefined) return this.#store.read(select, organisationId, after ?? start, count);
    const found: JobRow[] = [];
    for (let place = after ?? start; ; await nextTurn()) {
      const rows = await this.#store.read<JobRow>(select, organisationId, place, SLICE);
      found.push(...rows.filter(({ name }) => name.toLowerCase().includes(wanted)));
      if (found.length >= count || rows.length < SLICE) return found.slice(0, count);
      place = rows.at(-1)!.id;
    }
  }

  /** Inserts a job. @throws ProblemError quota-exceeded if the organisation has reached its quota */
  async insert(
    tx: Transaction,
    organisationId: string,
    given: { readonly name: string; readonly unit: string | null; readonly crs: string | null },
  ): Promise<JobRow> {
    await this.checkQuota(organisationId, 1, 0, tx);
    const now = this.#clock.now();
    const job: JobRow = {
      id: uuidv7(now),
      organisationId,
      ...given,
      revision: 0,
      bytes: 0,
      createdAt: now,
      modifiedAt: now,
      warnedAt: null,
    };
    const { id, name, unit, crs, createdAt, modifiedAt } = job;
    const text = 'INSERT INTO jobs VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?, NULL)';
    await tx.run(text, id, organisationId, name, unit, crs, createdAt, modifiedAt);
    return job;
  }

  /**
   * @param from the transaction to read in, if any
   * @throws ProblemError quota-exceeded if that would exceed the organisation's quota
   */
  async checkQuota(
    organisationId: string,
    moreJobs: number,
    moreBytes: number,
    from: Reader = this.#store,
  ): Promise<void> {
    const { jobs, bytes } = this.#quotasOf(organisationId);
    if (jobs === 0 && bytes === 0) return;
    const used = await this.usage(organisationId, from);
    if (jobs > 0 && used.jobs + moreJobs > jobs) {
      const detail = detailOf(
        'The organisation keeps {used} jobs; the quota jobsPerOrganisation is {jobs}. Delete jobs that are no longer needed.',
        { used: used.jobs, jobs },
      );
      throw new ProblemError('quota-exceeded', detail);
    }
    if (bytes > 0 && used.bytes + moreBytes > bytes) {
      const detail = detailOf(
        'The organisation keeps {used} bytes and {more} would be added; the quota bytesPerOrganisation is {bytes}. Delete jobs that are no longer needed.',
        { used: used.bytes, more: moreBytes, bytes },
      );
      throw new ProblemError('quota-exceeded', detail);
    }
  }

  /**
   * The amounts that an organisation stores, as its quotas count them. @param from the transaction to read in, if any
   */
  async usage(organisationId: string, from: Reader = this.#store): Promise<Usage> {
    const text = 'SELECT count(*) AS jobs, coalesce(sum(bytes), 0) AS bytes FROM jobs WHERE organisationId = ?';
    return (await from.first<Usage>(text, organisationId))!;
  }

  /**
   * Bytes that an organisation may still store besides its files and jobs; exports are removed to make room for those.
   */
  async quotaLeft(organisationId: string, from: Reader = this.#store): Promise<number> {
    const { bytes } = this.#quotasOf(organisationId);
    if (bytes === 0) return Number.POSITIVE_INFINITY;
    const text = 'SELECT coalesce(sum(bytes), 0) AS bytes FROM jobs WHERE organisationId = ?';
    return Math.max(0, bytes - (await from.first<{ bytes: number }>(text, organisationId))!.bytes);
  }

  /** Adds to the bytes kept for a job and marks it as used now. */
  async grow(tx: Transaction, id: string, bytes: number): Promise<void> {
    const text = 'UPDATE jobs SET bytes = bytes + ?, modifiedAt = ?, warnedAt = NULL WHERE id = ?';
    await tx.run(text, bytes, this.#clock.now(), id);
  }

  /** Jobs that were last changed before a time, oldest first. */
  async olderThan(time: number, count: number): Promise<JobRow[]> {
    return this.#store.read('SELECT * FROM jobs WHERE modifiedAt < ? ORDER BY modifiedAt LIMIT ?', time, count);
  }

  /** Jobs that were last changed before a time and whose owners were not warned of their expiry, oldest first. */
  async unwarned(time: number, count: number): Promise<JobRow[]> {
    const text = 'SELECT * FROM jobs WHERE modifiedAt < ? AND warnedAt IS NULL ORDER BY modifiedAt LIMIT ?';
    return this.#store.read(text, time, count);
  }

  /** Records that the owner was warned of the expiry. */
  async warn(tx: Transaction, id: string): Promise<void> {
    await tx.run('UPDATE jobs SET warnedAt = ? WHERE id = ?', this.#clock.now(), id);
  }

  /**
   * Deletes a job's rows except its point names, which may be many. Returns the blobs that no row refers to any more.
   */
  async delete(tx: Transaction, id: string): Promise<string[]> {
    const blobs: string[] = [];
    for (const text of BLOBS) blobs.push(...blobsIn(await tx.read(`${text} WHERE jobId = ?`, id)));
    await tx.run('DELETE FROM jobs WHERE id = ?', id);
    await tx.run('DELETE FROM files WHERE jobId = ?', id);
    await tx.run('DELETE FROM imports WHERE jobId = ?', id);
    await tx.run('DELETE FROM segments WHERE jobId = ?', id);
    await tx.run('DELETE FROM exports WHERE jobId = ?', id);
    await tx.run('DELETE FROM shares WHERE jobId = ?', id);
    return blobs;
  }

  /** Every blob that a row refers to. */
  async blobs(): Promise<Set<string>> {
    const blobs = new Set<string>();
    for (const text of [...BLOBS, PIECES]) for (const blob of blobsIn(await this.#store.read(text))) blobs.add(blob);
    return blobs;
  }
}

/** The blobs that rows refer to. */
function blobsIn(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => Object.values(row)).flatMap((blob) => (blob === null ? [] : [String(blob)]));
}
