import type { Reader, SpaceStore, Transaction } from '../storage/port/space-store.ts';
import type { ExportRow } from './rows.ts';

/** Exports kept of one job; the oldest is deleted first. */
const MOST_PER_JOB = 50;

/** In place of the format, for a view of two overlaid jobs. The number is raised when the layout changes. */
export const COMPARISON = 'job comparison 1';

/**
 * In place of the format, for views of segments and for their features. `revision` is that of the last segment; such
 * rows outlive it. The numbers are raised when the layout changes.
 */
export const SEGMENT_VIEW = 'segment view 1';
export const SEGMENT_FEATURES = 'segment features 1';
const LASTS = `format IN ('${SEGMENT_VIEW}', '${SEGMENT_FEATURES}')`;

const DELETE = 'DELETE FROM exports WHERE jobId = ? AND revision = ? AND format = ? AND options = ?';

/** The inputs of an export: the same key gives the same bytes. */
export interface ExportKey {
  readonly jobId: string;
  readonly revision: number;
  readonly format: string;
  /** Options as JSON with sorted names. */
  readonly options: string;
  /** Position of the first of several segments: stored exports of fewer of them are removed. */
  readonly from?: number;
}

/** Exports kept by revision, format and options. */
export class ExportStore {
  readonly #store: SpaceStore;

  constructor(store: SpaceStore) {
    this.#store = store;
  }

  /** @param from the transaction to read in, if any */
  async find(
    { jobId, revision, format, options }: ExportKey,
    from: Reader = this.#store,
  ): Promise<ExportRow | undefined> {
    const text = 'SELECT * FROM exports WHERE jobId = ? AND revision = ? AND format = ? AND options = ?';
    return from.first(text, jobId, revision, format, options);
  }

  /** SHA-256 of every stored export of a revision. @param from the transaction to read in, if any */
  async digests(jobId: string, revision: number, from: Reader = this.#store): Promise<string[]> {
    const text = 'SELECT sha256 FROM exports WHERE jobId = ? AND revision = ?';
    return (await from.read<{ sha256: string }>(text, jobId, revision)).map(({ sha256 }) => sha256);
  }

  /**
   * Stores an export, if the job still exists.
   * @param room bytes of exports that the organisation may keep, this one included, which must fit
   * @param from see ExportKey
   * @returns the blobs of removed exports; undefined if this one was not stored
   */
  async insert(
    tx: Transaction,
    row: ExportRow,
    room = Number.POSITIVE_INFINITY,
    from = row.revision,
  ): Promise<string[] | undefined> {
    const { jobId, revision, format, options, blob, size, sha256, issues, createdAt } = row;
    const inserted = await tx.run(
      `INSERT INTO exports (jobId, revision, format, options, blob, size, sha256, issues, createdAt, organisationId)
       SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, organisationId FROM jobs WHERE id = ?
       ON CONFLICT (jobId, revision, format, options) DO UPDATE SET blob = excluded.blob, size = excluded.size,
         sha256 = excluded.sha256, issues = excluded.issues, createdAt = excluded.createdAt`,
      ...[revision, format, options, blob, size, sha256, issues, createdAt, jobId],
    );
    if (inserted !== 1) return undefined;
    const old = await tx.read<ExportRow>(
      `SELECT * FROM exports WHERE jobId = ? AND (format = ? AND revision > ? AND revision < ?
         OR NOT ${LASTS} AND (revision < ? OR createdAt < coalesce((SELECT createdAt FROM exports
         WHERE jobId = ? AND NOT ${LASTS} ORDER BY createdAt DESC LIMIT 1 OFFSET ${MOST_PER_JOB - 1}), 0)))`,
      ...[jobId, format, from, revision, revision, jobId],
    );
    for (const gone of old) await tx.run(DELETE, gone.jobId, gone.revision, gone.format, gone.options);
    const owner = await tx.first<{ organisationId: string }>('SELECT organisationId FROM jobs WHERE id = ?', jobId);
    return [...old.map((gone) => gone.blob), ...(await this.trim(tx, owner!.organisationId, room, blob))];
  }

  /**
   * Deletes the oldest exports of an organisation until the rest fits.
   * @param room bytes that may be kept
   * @param except blob of an export that stays
   * @returns the blobs of the deleted ones
   */
  async trim(tx: Transaction, organisationId: string, room: number, except?: string): Promise<string[]> {
    if (room === Number.POSITIVE_INFINITY) return [];
    const sum = 'SELECT coalesce(sum(size), 0) AS bytes FROM exports WHERE organisationId = ?';
    let { bytes } = (await tx.first<{ bytes: number }>(sum, organisationId))!;
    const gone: string[] = [];
    while (bytes > room) {
      const text = 'SELECT * FROM exports WHERE organisationId = ? AND blob <> ? ORDER BY createdAt LIMIT 1';
      const oldest = await tx.first<ExportRow>(text, organisationId, except ?? '');
      if (oldest === undefined) break;
      await tx.run(DELETE, oldest.jobId, oldest.revision, oldest.format, oldest.options);
      gone.push(oldest.blob);
      bytes -= oldest.size;
    }
    return gone;
  }

  /** Deletes the comparisons with a deleted job. Returns their blobs. */
  async clearCompared(tx: Transaction, otherId: string, organisationId: string): Promise<string[]> {
    const which = 'FROM exports WHERE organisationId = ? AND format = ? AND options LIKE ?';
    const parameters = [organisationId, COMPARISON, `%"${otherId}"%`];
    const old = await tx.read<{ blob: string }>(`SELECT blob ${which}`, ...parameters);
    if (old.length > 0) await tx.run(`DELETE ${which}`, ...parameters);
    return old.map(({ blob }) => blob);
  }

  /**
   * Deletes the exports of a job, which has a new revision.
   * @param changes whether its earlier segments are changed, too @returns their blobs
   */
  async clear(tx: Transaction, jobId: string, changes = true): Promise<string[]> {
    const which = changes ? 'FROM exports WHERE jobId = ?' : `FROM exports WHERE jobId = ? AND NOT ${LASTS}`;
    const old = await tx.read<{ blob: string }>(`SELECT blob ${which}`, jobId);
    await tx.run(`DELETE ${which}`, jobId);
    return old.map(({ blob }) => blob);
  }
}
