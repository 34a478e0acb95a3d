import type { FastifyRequest } from 'fastify';
import type { Principal } from '../directory/index.ts';
import type { EventHub } from '../events/index.ts';
import type { OpenLimit } from '../http/open-limit.ts';
import type { ServiceContext } from '../service/service.ts';
import type { Exporter } from './exporter.ts';
import type { Importer } from './importer.ts';
import type { JobChanges } from './job-changes.ts';
import type { ConversionParts } from './parts.ts';
import type { Reporter } from './reporter.ts';
import type { ResumableUploads } from './resumable-uploads.ts';
import type { conversionSettings } from './settings.ts';
import type { ShareStore } from './share-store.ts';
import type { StatusDesk } from './status.ts';
import type { UploadHolds } from './upload-holds.ts';
import type { ViewsAhead } from './views-ahead.ts';

/** All parts of the running conversion interface, as its routes use them. */
export interface Conversion extends ConversionParts {
  /** Path of the interface, without a slash at the end. */
  readonly base: string;
  readonly context: ServiceContext<typeof conversionSettings>;
  readonly importer: Importer;
  readonly exporter: Exporter;
  readonly reporter: Reporter;
  readonly viewsAhead: ViewsAhead;
  readonly status: StatusDesk;
  readonly hub: EventHub;
  readonly changes: JobChanges;
  readonly shares: ShareStore;
  readonly uploads: ResumableUploads;
  readonly holds: UploadHolds;
  /** Uploads in progress by credential. */
  readonly openUploads: OpenLimit;
  /** Open event streams by credential. */
  readonly openStreams: OpenLimit;
  readonly principalOf: (request: FastifyRequest) => Principal;
}
