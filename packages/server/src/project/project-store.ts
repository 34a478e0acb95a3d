import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Project } from '@fieldbridge/contract';
import type { Clock } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { DivisionStore } from '../directory/division-store.ts';
import type { Awaitable, Reader, SpaceStore, Transaction, Value, WriteBody } from '../storage/port/space-store.ts';
import { type ProjectFields, type ProjectRecord, type ProjectRow, recordOf, searchTextOf } from './project-record.ts';

/** Projects that a filter looks at in one turn: some milliseconds. */
const SLICE = 1000;
/** Greater than every UUID in lower case. */
const AFTER_ALL_IDS = 'g';

/** Filters of a list; times in milliseconds since 1970. */
export interface ProjectFilter {
  readonly divisionId?: string;
  readonly status?: string;
  readonly text?: string;
  readonly modifiedSince?: number;
}

/** Called for every change, in the transaction that makes it. */
export type ProjectListener = (
  tx: Transaction,
  type: ProjectEventType,
  organisationId: string,
  project: Project,
) => Awaitable<unknown>;

export const PROJECT_EVENT_TYPES = ['project.created', 'project.updated', 'project.archived'] as const;
export type ProjectEventType = (typeof PROJECT_EVENT_TYPES)[number];

/** The projects of one environment. Methods that end in `Now` take the transaction they are part of. */
export class ProjectStore {
  readonly #store: SpaceStore;
  readonly #divisions: DivisionStore;
  readonly #clock: Clock;
  readonly #changed: ProjectListener;

  /** @param changed for events: what it writes is committed with the change or not at all */
  constructor(store: SpaceStore, divisions: DivisionStore, clock: Clock, changed: ProjectListener) {
    this.#store = store;
    this.#divisions = divisions;
    this.#clock = clock;
    this.#changed = changed;
  }

  /** Runs a write operation on this store; resolves when it is on the disk. */
  write<T>(body: WriteBody<T>): Promise<T> {
    return this.#store.write(body);
  }

  /** @throws ProblemError division-unknown, project-number-taken */
  async addNow(tx: Transaction, organisationId: string, fields: ProjectFields): Promise<ProjectRecord> {
    const now = this.#clock.now();
    const id = uuidv7(now);
    await this.#checkDivision(tx, organisationId, fields);
    await this.#checkNumber(tx, id, fields);
    await tx.run(
      `INSERT INTO projects (id, organisationId, divisionId, number, status, fields, searchText, revision, createdAt, modifiedAt)
       VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
      ...[id, organisationId, fields.divisionId, fields.number, fields.status],
      ...[JSON.stringify(fields), searchTextOf(fields), now, now],
    );
    const added = (await this.get(organisationId, id, tx))!;
    await this.#changed(tx, 'project.created', organisationId, added.project);
    return added;
  }

  /** Replaces the fields of an existing project. @throws ProblemError division-unknown, project-number-taken */
  async changeNow(tx: Transaction, organisationId: string, id: string, fields: ProjectFields): Promise<ProjectRecord> {
    await this.#checkDivision(tx, organisationId, fields);
    await this.#checkNumber(tx, id, fields);
    const now = this.#clock.now();
    const before = (await this.get(organisationId, id, tx))?.project.status;
    await tx.run(
      `UPDATE projects SET divisionId = ?, number = ?, status = ?, fields = ?, searchText = ?, revision = revision + 1,
         modifiedAt = CASE WHEN createdAt > ? THEN createdAt ELSE ? END
       WHERE id = ? AND organisationId = ?`,
      ...[fields.divisionId, fields.number, fields.status, JSON.stringify(fields), searchTextOf(fields)],
      ...[now, now, id, organisationId],
    );
    const changed = (await this.get(organisationId, id, tx))!;
    const isArchiving = fields.status === 'archived' && before !== 'archived';
    await this.#changed(tx, isArchiving ? 'project.archived' : 'project.updated', organisationId, changed.project);
    return changed;
  }

  async removeNow(tx: Transaction, organisationId: string, id: string): Promise<void> {
    await tx.run('DELETE FROM projects WHERE id = ? AND organisationId = ?', id, organisationId);
  }

  /** @param from the transaction to read in, if one is open */
  async get(organisationId: string, id: string, from: Reader = this.#store): Promise<ProjectRecord | undefined> {
    const text = 'SELECT * FROM projects WHERE id = ? AND organisationId = ?';
    const row = await from.first<ProjectRow>(text, id, organisationId);
    return row === undefined ? undefined : recordOf(row);
  }

  /**
   * Projects in order in which they were made. Those that a filter must look at are read in slices, between which
   * others get their turn.
   * @param after id to continue after; empty for the first
   */
  async list(organisationId: string, filter: ProjectFilter, limit: number, after: string): Promise<ProjectRecord[]> {
    const conditions: readonly (readonly [condition: string, value: Value | undefined])[] = [
      ['divisionId = ?', filter.divisionId?.toLowerCase()],
      ['status = ?', filter.status],
      ['modifiedAt >= ?', filter.modifiedSince],
      ['instr(searchText, ?) > 0', filter.text?.toLowerCase()],
    ];
    const given = conditions.filter(([, value]) => value !== undefined);
    const slice = `SELECT * FROM projects WHERE organisationId = ? AND id > ? AND id <= ?
      ${given.map(([text]) => `AND ${text} `).join('')}ORDER BY id LIMIT ?`;
    const rows: ProjectRow[] = [];
    for (let from = after; ; await nextTurn()) {
      const to = given.length === 0 ? undefined : await this.#sliceEnd(organisationId, from);
      const values = given.map(([, value]) => value!);
      const found = [organisationId, from, to ?? AFTER_ALL_IDS, ...values, limit - rows.length];
      rows.push(...(await this.#store.read<ProjectRow>(slice, ...found)));
      if (to === undefined || rows.length >= limit) return rows.map(recordOf);
      from = to;
    }
  }

  /** The last project of the slice that begins after one; undefined if that slice holds all that are left. */
  async #sliceEnd(organisationId: string, after: string): Promise<string | undefined> {
    const text = 'SELECT id FROM projects WHERE organisationId = ? AND id > ? ORDER BY id LIMIT 1 OFFSET ?';
    return (await this.#store.first<{ id: string }>(text, organisationId, after, SLICE - 1))?.id;
  }

  async #checkDivision(tx: Transaction, organisationId: string, { divisionId }: ProjectFields): Promise<void> {
    // In the transaction of this space, where the divisions are, too.
    if ((await this.#divisions.get(organisationId, divisionId, tx)) !== undefined) return;
    const detail = detailOf('Your organisation has no division {divisionId}. GET /divisions lists them.', {
      divisionId,
    });
    throw new ProblemError('division-unknown', detail, { errors: [{ pointer: '#/divisionId', detail }] });
  }

  /** Refuses a number that another project of the division has. */
  async #checkNumber(tx: Transaction, id: string, { divisionId, number }: ProjectFields): Promise<void> {
    const text = 'SELECT id FROM projects WHERE divisionId = ? AND number = ? AND id <> ?';
    const taken = await tx.first<{ id: string }>(text, divisionId, number, id);
    if (taken === undefined) return;
    const detail = detailOf('The division already has a project with the number {number}.', {
      number: JSON.stringify(number),
    });
    throw new ProblemError('project-number-taken', detail, {
      errors: [{ pointer: '#/number', detail }],
      extra: { existing: taken.id },
    });
  }
}
