import type { Limits } from '@fieldbridge/formats';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../core/clock.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import type { Blobs } from '../storage/port/blobs.ts';
import type { ConverterPool } from '../work/converters/pool.ts';
import type { ConverterCalls } from './converter-calls.ts';
import type { ExportStore } from './export-store.ts';
import type { FileStore } from './file-store.ts';
import type { ImportStore } from './import-store.ts';
import type { JobStore } from './job-store.ts';
import type { NameIndex } from './name-index.ts';
import type { ProgressRegistry } from './progress-registry.ts';

/** What imports, exports and reports work with: the stores, the converter processes, and how these are ordered to work. */
export interface ConversionParts {
  readonly database: SpaceDatabase;
  readonly blobs: Blobs;
  readonly jobs: JobStore;
  readonly files: FileStore;
  readonly imports: ImportStore;
  readonly exports: ExportStore;
  readonly names: NameIndex;
  readonly progress: ProgressRegistry;
  readonly pool: ConverterPool;
  readonly calls: ConverterCalls;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Bounds for readers, as the operator set them. */
  readonly limits: Limits;
}
