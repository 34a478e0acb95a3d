export * from './conversion/index.ts';
export * from './list.ts';
export * from './operator/index.ts';
export { commonProblems } from './problems/common.ts';
export * from './problems/row.ts';
export * from './problems/schema.ts';
export * from './problems/table.ts';
export * from './project/index.ts';
export * from './weighing/index.ts';
