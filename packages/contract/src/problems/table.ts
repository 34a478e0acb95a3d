import { consoleProblems } from '../console/problems.ts';
import { conversionProblems } from '../conversion/problems.ts';
import type { ProblemRow } from '../problem-row.ts';
import { projectProblems } from '../project/problems.ts';
import { weighingProblems } from '../weighing/problems.ts';
import { commonProblems } from './common.ts';
import { operatorProblems } from './operator.ts';

/** Every problem code: the one table behind the answers and docs/problems.md. */
export const problemTable = {
  ...commonProblems,
  ...projectProblems,
  ...weighingProblems,
  ...conversionProblems,
  ...operatorProblems,
  ...consoleProblems,
} as const;

/** A code of the table. */
export type ProblemCode = keyof typeof problemTable;

/** The row of a code. */
export function problemRow(code: ProblemCode): ProblemRow {
  return problemTable[code];
}
