export * from './chunk.ts';
export type { ChunkHead } from './columns.ts';
export * from './decode-chunk.ts';
export * from './encode-chunk.ts';
export * from './feature.ts';
export * from './limits.ts';
export * from './manifest.ts';
export * from './simplify.ts';
export * from './view-wire-error.ts';
