import type { ProblemRows } from '../problems/row.ts';

/** Problem codes that only the conversion interface uses. */
export const conversionProblems = {} as const satisfies ProblemRows;
