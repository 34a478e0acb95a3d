import type { Project } from '@fieldbridge/contract';
import type { Clock } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { DivisionStore } from '../directory/division-store.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import { isConstraintFailure } from '../storage/failure.ts';
import { type ProjectFields, type ProjectRecord, recordOf, searchTextOf } from './project-record.ts';

/** Filters of a list; times in milliseconds since 1970. */
export interface ProjectFilter {
  readonly divisionId?: string;
  readonly status?: string;
  readonly text?: string;
  readonly modifiedSince?: number;
}

/** Called for every change, inside the transaction that makes it. */
export type ProjectListener = (type: ProjectEventType, organisationId: string, project: Project) => void;

export const PROJECT_EVENT_TYPES = ['project.created', 'project.updated', 'project.archived'] as const;
export type ProjectEventType = (typeof PROJECT_EVENT_TYPES)[number];

/** The projects of one environment. Methods that end in `Now` run inside a write operation. */
export class ProjectStore {
  readonly #database: SpaceDatabase;
  readonly #divisions: DivisionStore;
  readonly #clock: Clock;
  readonly #changed: ProjectListener;

  /** @param changed for events: what it writes is committed with the change or not at all */
  constructor(database: SpaceDatabase, divisions: DivisionStore, clock: Clock, changed: ProjectListener) {
    this.#database = database;
    this.#divisions = divisions;
    this.#clock = clock;
    this.#changed = changed;
  }

  /** Runs write operations of this store; resolves when they are on the disk. */
  write<T>(operation: () => T): Promise<T> {
    return this.#database.writer.run(operation);
  }

  /** @throws ProblemError division-unknown, project-number-taken */
  addNow(organisationId: string, fields: ProjectFields): ProjectRecord {
    const now = this.#clock.now();
    const id = uuidv7(now);
    this.#checkDivision(organisationId, fields);
    this.#unique(fields, () =>
      this.#database
        .sql(
          `INSERT INTO projects (id, organisationId, divisionId, number, status, fields, searchText, revision, createdAt, modifiedAt)
           VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
        )
        .run(
          id,
          organisationId,
          fields.divisionId,
          fields.number,
          fields.status,
          JSON.stringify(fields),
          searchTextOf(fields),
          now,
          now,
        ),
    );
    const added = this.get(organisationId, id)!;
    this.#changed('project.created', organisationId, added.project);
    return added;
  }

  /** Replaces the fields of an existing project. @throws ProblemError division-unknown, project-number-taken */
  changeNow(organisationId: string, id: string, fields: ProjectFields): ProjectRecord {
    this.#checkDivision(organisationId, fields);
    const before = this.get(organisationId, id)?.project.status;
    this.#unique(fields, () =>
      this.#database
        .sql(
          `UPDATE projects SET divisionId = ?, number = ?, status = ?, fields = ?, searchText = ?, revision = revision + 1, modifiedAt = max(?, createdAt)
           WHERE id = ? AND organisationId = ?`,
        )
        .run(
          fields.divisionId,
          fields.number,
          fields.status,
          JSON.stringify(fields),
          searchTextOf(fields),
          this.#clock.now(),
          id,
          organisationId,
        ),
    );
    const changed = this.get(organisationId, id)!;
    const isArchiving = fields.status === 'archived' && before !== 'archived';
    this.#changed(isArchiving ? 'project.archived' : 'project.updated', organisationId, changed.project);
    return changed;
  }

  removeNow(organisationId: string, id: string): void {
    this.#database.sql('DELETE FROM projects WHERE id = ? AND organisationId = ?').run(id, organisationId);
  }

  get(organisationId: string, id: string): ProjectRecord | undefined {
    const row = this.#database
      .sql('SELECT * FROM projects WHERE id = ? AND organisationId = ?')
      .get(id, organisationId);
    return row === undefined ? undefined : recordOf(row);
  }

  /**
   * Projects in order of creation.
   * @param after id to continue after; empty for the first
   */
  list(organisationId: string, filter: ProjectFilter, limit: number, after: string): ProjectRecord[] {
    const rows = this.#database
      .sql(
        `SELECT * FROM projects WHERE organisationId = :organisationId AND id > :after
           AND (:divisionId IS NULL OR divisionId = :divisionId)
           AND (:status IS NULL OR status = :status)
           AND (:modifiedSince IS NULL OR modifiedAt >= :modifiedSince)
           AND (:text IS NULL OR instr(searchText, :text) > 0)
         ORDER BY id LIMIT :limit`,
      )
      .all({
        organisationId,
        after,
        limit,
        divisionId: filter.divisionId?.toLowerCase() ?? null,
        status: filter.status ?? null,
        modifiedSince: filter.modifiedSince ?? null,
        text: filter.text?.toLowerCase() ?? null,
      });
    return rows.map(recordOf);
  }

  #checkDivision(organisationId: string, { divisionId }: ProjectFields): void {
    if (this.#divisions.get(organisationId, divisionId) !== undefined) return;
    const detail = `Your organisation has no division ${divisionId}. GET /divisions lists them.`;
    throw new ProblemError('division-unknown', detail, { errors: [{ pointer: '#/divisionId', detail }] });
  }

  #unique({ divisionId, number }: ProjectFields, write: () => unknown): void {
    try {
      write();
    } catch (error) {
      if (!isConstraintFailure(error)) throw error;
      const taken = this.#database
        .sql('SELECT id FROM projects WHERE divisionId = ? AND number = ?')
        .get(divisionId, number);
      const detail = `The division already has a project with the number ${JSON.stringify(number)}.`;
      throw new ProblemError('project-number-taken', detail, {
        errors: [{ pointer: '#/number', detail }],
        extra: { existing: taken?.['id'] },
        cause: error,
      });
    }
  }
}
