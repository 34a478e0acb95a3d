export * from './division.ts';
export * from './project.ts';
