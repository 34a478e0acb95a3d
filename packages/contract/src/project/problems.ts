import type { ProblemRows } from '../problem-row.ts';

/** Problem codes that only the project interface uses. */
export const projectProblems = {
  'division-unknown': {
    status: 422,
    title: 'The division is not one of your organisation',
    doc: 'A body named a division that does not exist or belongs to another organisation. Take an id from GET /divisions.',
  },
  'project-number-taken': {
    status: 409,
    title: 'A project of the division has this number already',
    doc: 'Project numbers are unique within a division, archived projects included. `existing` holds the id of the project that has it.',
  },
  'project-dates-reversed': {
    status: 422,
    title: 'The project ends before it starts',
    doc: 'endDate lies before startDate. Correct one of them.',
  },
} as const satisfies ProblemRows;
