export type { Statements } from './sqlite/old-statements.ts';
