import type { Limits } from '@fieldbridge/formats';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../core/clock.ts';
import type { Blobs } from '../storage/port/blobs.ts';
import type { Cluster } from '../storage/port/cluster.ts';
import type { SpaceStore } from '../storage/port/space-store.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { ConverterPool } from '../work/converters/pool.ts';
import type { ConverterCalls } from './converter-calls.ts';
import type { ExportStore } from './export-store.ts';
import type { FileStore } from './file-store.ts';
import type { ImportStore } from './import-store.ts';
import type { JobStore } from './job-store.ts';
import type { NameIndex } from './name-index.ts';
import type { ProgressRegistry } from './progress-registry.ts';

/** The parts that imports, exports and reports share: the stores, the converter processes and the calls of them. */
export interface ConversionParts {
  readonly store: SpaceStore;
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
  readonly tracer: Tracer;
  /** The servers that share the work. */
  readonly cluster: Cluster;
  /** Whether this one takes waiting work, or leaves it to others. */
  readonly takesWork: boolean;
  /** Limits for readers, as set by the operator. */
  readonly limits: Limits;
}
