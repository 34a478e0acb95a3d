export * from './formats.ts';
export * from './schemas.ts';
export * from './shares.ts';
export * from './systems.ts';
