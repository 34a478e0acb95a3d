export * from './formats.ts';
export * from './schemas.ts';
