import type { ProblemRows } from '../problems/row.ts';

/** Problem codes that only the weighing interface uses. */
export const weighingProblems = {} as const satisfies ProblemRows;
