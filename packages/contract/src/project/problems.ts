import type { ProblemRows } from '../problem-row.ts';

/** Problem codes that only the project interface uses. */
export const projectProblems = {
  'division-unknown': {
    status: 422,
    title: 'The division does not belong to your organisation',
    doc: 'The body names a division that does not exist or belongs to another organisation. Use an id from GET /divisions.',
  },
  'project-number-taken': {
    status: 409,
    title: 'A project of the division already has this number',
    doc: 'Project numbers are unique within a division, archived projects included. `existing` is the id of the project with that number.',
  },
  'project-dates-reversed': {
    status: 422,
    title: 'The project ends before it starts',
    doc: 'endDate is before startDate. Correct one of them.',
  },
} as const satisfies ProblemRows;
