import type { Project, ProjectInput } from '@fieldbridge/contract';
import { isoTime } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';

/** The fields of a project that the caller sets, each with a value or null. */
export type ProjectFields = Omit<Project, 'id' | 'createdAt' | 'modifiedAt'>;

/** A project in the store, with the revision its ETag is made from. */
export interface ProjectRecord {
  readonly project: Project;
  readonly revision: number;
}

/**
 * The fields of a caller's input: identifiers in lower case, absent optional fields null, the service's own fields
 * dropped.
 * @throws ProblemError project-dates-reversed
 */
export function fieldsOf(input: ProjectInput): ProjectFields {
  const { startDate = null, endDate = null } = input;
  if (startDate !== null && endDate !== null && endDate < startDate) {
    const detail = detailOf('endDate {endDate} is before startDate {startDate}.', { endDate, startDate });
    throw new ProblemError('project-dates-reversed', detail, { errors: [{ pointer: '#/endDate', detail }] });
  }
  return {
    divisionId: input.divisionId.toLowerCase(),
    number: input.number,
    name: input.name,
    status: input.status ?? 'planned',
    description: input.description ?? null,
    address: input.address ?? null,
    countryCode: input.countryCode ?? null,
    location: input.location ?? null,
    startDate,
    endDate,
    coordinateSystem: input.coordinateSystem ?? null,
  };
}

/** The text that is searched. */
export function searchTextOf({ number, name, description, address }: ProjectFields): string {
  return [number, name, description ?? '', address ?? ''].join('\n').toLowerCase();
}

/** The columns read from a row of the table. */
export interface ProjectRow {
  readonly id: string;
  readonly revision: number;
  /** JSON object. */
  readonly fields: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** A row of the table as a record. */
export function recordOf({ id, revision, fields, createdAt, modifiedAt }: ProjectRow): ProjectRecord {
  return {
    revision,
    project: {
      id,
      ...(JSON.parse(fields) as ProjectFields),
      createdAt: isoTime(createdAt),
      modifiedAt: isoTime(modifiedAt),
    },
  };
}
