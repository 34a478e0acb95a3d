import type { Limits } from '@fieldbridge/formats';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../credentials/index.ts';
import type { EventHub } from '../events/index.ts';
import type { ConverterPool } from '../sandbox/pool.ts';
import type { ServiceContext } from '../service.ts';
import type { BlobStore } from '../storage/blobs.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import type { ExportStore } from './export-store.ts';
import type { Exporter } from './exporter.ts';
import type { FileStore } from './file-store.ts';
import type { ImportStore } from './import-store.ts';
import type { Importer } from './importer.ts';
import type { JobStore } from './job-store.ts';
import type { NameIndex } from './name-index.ts';
import type { Orders } from './orders.ts';
import type { ProgressBoard } from './progress-board.ts';
import type { Reporter } from './reporter.ts';
import type { ResumableUploads } from './resumable-uploads.ts';
import type { conversionSettings } from './settings.ts';
import type { StatusDesk } from './status.ts';

/** All parts of the running conversion interface, as its routes use them. */
export interface Conversion {
  /** Path of the interface, without a slash at the end. */
  readonly base: string;
  readonly context: ServiceContext<typeof conversionSettings>;
  readonly database: SpaceDatabase;
  readonly blobs: BlobStore;
  readonly jobs: JobStore;
  readonly files: FileStore;
  readonly imports: ImportStore;
  readonly exports: ExportStore;
  readonly names: NameIndex;
  readonly board: ProgressBoard;
  readonly pool: ConverterPool;
  readonly orders: Orders;
  /** Bounds for readers, as the operator set them. */
  readonly limits: Limits;
  readonly importer: Importer;
  readonly exporter: Exporter;
  readonly reporter: Reporter;
  readonly status: StatusDesk;
  readonly hub: EventHub;
  readonly uploads: ResumableUploads;
  readonly principalOf: (request: FastifyRequest) => Principal;
}
