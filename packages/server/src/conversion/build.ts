import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../directory/index.ts';
import { EventHub } from '../events/index.ts';
import { publicPath } from '../http/answer-headers.ts';
import type { Metrics } from '../http/metrics.ts';
import { OpenLimit } from '../http/open-limit.ts';
import type { ServiceContext } from '../service/service.ts';
import { chooseOsUser } from '../work/converters/os-user.ts';
import { converterPlaces } from '../work/converters/permissions.ts';
import { ConverterPool } from '../work/converters/pool.ts';
import { admitResumable } from './admission.ts';
import type { Conversion } from './conversion.ts';
import { ConverterCalls } from './converter-calls.ts';
import { ExportStore } from './export-store.ts';
import { Exporter } from './exporter.ts';
import { FileStore } from './file-store.ts';
import { ImportStore } from './import-store.ts';
import { IMPORT_ENDS, type ImportEnd, Importer } from './importer.ts';
import { JobChanges } from './job-changes.ts';
import { JobStore } from './job-store.ts';
import { readerLimits } from './limit-settings.ts';
import { NameIndex } from './name-index.ts';
import { ProgressRegistry } from './progress-registry.ts';
import { Reporter } from './reporter.ts';
import { ResumableUploads } from './resumable-uploads.ts';
import type { conversionSettings } from './settings.ts';
import { ShareStore } from './share-store.ts';
import { type SharedUploadOptions, SharedUploads } from './shared-uploads.ts';
import { StatusDesk } from './status.ts';
import { UploadFolder } from './upload-folder.ts';
import { UploadHolds } from './upload-holds.ts';
import type { UploadPlace } from './upload-place.ts';
import { ViewsAhead } from './views-ahead.ts';

/** Most converter processes by default. */
const MOST_BY_DEFAULT = 8;
const DAY_MS = 24 * 3600 * 1000;
/** Types of events of the conversion interface. */
export const EVENT_TYPES = ['job.import.succeeded', 'job.import.partial', 'job.import.failed', 'job.expiring'];

/** Folder of resumable uploads in the data directory. */
const UPLOADS = 'uploads';

/** Assembles the conversion interface. @param base its path @param entry module of a converter process */
export async function buildConversion(
  context: ServiceContext<typeof conversionSettings>,
  base: string,
  principalOf: (request: FastifyRequest) => Principal,
  entry: string,
): Promise<Conversion> {
  const { settings, clock, log, tracer, dataDirectory, disk } = context;
  const requireRoom = (): void => disk.require();
  const { store, blobs, names: sets } = context.space('conversion');
  const jobs = new JobStore(store, clock, (organisationId) => context.quotas.of(organisationId));
  context.usage.set('conversion', (organisationId) => jobs.usage(organisationId));
  const files = new FileStore(store, clock);
  const imports = new ImportStore(store, clock);
  const exports = new ExportStore(store);
  const names = new NameIndex(sets, (jobId) => imports.owners(jobId), requireRoom);
  const changes = new JobChanges(async (jobId) => (await jobs.find(jobId))?.organisationId);
  context.changes.set('conversion', changes);
  const { cluster } = context;
  const progress = new ProgressRegistry((jobId) => changes.note(jobId), cluster);
  const calls = new ConverterCalls(blobs);
  const hub = new EventHub(context, { space: 'conversion', types: EVENT_TYPES });
  const size = settings.converters > 0 ? settings.converters : Math.min(MOST_BY_DEFAULT, availableParallelism());
  const grids = settings.grids === undefined ? undefined : resolve(settings.grids);
  const { user, note, isExposed } = chooseOsUser(settings.converterUser, dataDirectory, converterPlaces(entry, grids));
  log[isExposed ? 'warn' : 'info'](note);
  const pool = new ConverterPool({
    entry,
    folder: join(dataDirectory, 'work'),
    size,
    warm: Math.min(settings.warmConverters, size),
    tasksPerProcess: settings.converterTasks,
    memoryBytes: settings.converterMemory,
    seconds: settings.converterSeconds,
    requireRoom,
    grids,
    user,
    tracer,
    onLoss: (failure, lastWords) =>
      log.warn({ code: failure.code, reason: failure.message, lastWords }, 'a converter process was lost'),
  });
  const limits = readerLimits(settings);
  const takesWork = context.core.role !== 'api';
  const { uploadLimit, openUploads } = settings;
  const placeOfUploads = async (): Promise<UploadPlace> => {
    const folder = join(dataDirectory, UPLOADS);
    if (!cluster.isShared) return UploadFolder.open(folder, { blobs, limit: uploadLimit, requireRoom });
    // Left from a time when this server did not share its data: other servers could not continue them.
    await rm(folder, { recursive: true, force: true });
    const admit: SharedUploadOptions['admit'] = (organisationId, unused, from) =>
      admitResumable(jobs, openUploads, organisationId, unused, from);
    return new SharedUploads({ store, blobs, cluster, limit: uploadLimit, admit });
  };
  const stores = { store, blobs, jobs, files, imports, exports, names };
  const shared = { ...stores, progress, pool, calls, clock, log, limits, cluster, takesWork, tracer };
  const exporter = new Exporter(shared);
  const reporter = new Reporter({ ...shared, exporter });
  const viewsAhead = new ViewsAhead({ ...shared, exporter, reporter }, settings.viewAheadSeconds);
  return {
    base,
    context,
    ...shared,
    hub,
    changes,
    shares: new ShareStore(store, clock, context.key),
    importer: new Importer({
      ...shared,
      onImported: (jobId) => viewsAhead.imported(jobId),
      outbox: hub.outbox,
      capacity: size,
      spareRoom: context.spareRoom,
      count: countImports(context.metrics),
    }),
    exporter,
    viewsAhead,
    reporter,
    status: new StatusDesk(shared, settings.retentionDays * DAY_MS),
    uploads: new ResumableUploads({
      place: await placeOfUploads(),
      path: `${base}/uploads`,
      publicPath: publicPath(context.core.publicUrl),
      limit: uploadLimit,
    }),
    holds: new UploadHolds(),
    openUploads: new OpenLimit('openUploads', openUploads, cluster),
    openStreams: new OpenLimit('openStreams', settings.openStreams, cluster),
    principalOf,
  };
}

/** The counter of imports, with every result on the page from the start. */
function countImports(metrics: Metrics): (result: ImportEnd) => void {
  const count = (result: ImportEnd, by = 1): void =>
    metrics.count('fieldbridge_imports_total', 'Imports that ended, by result', { result }, by);
  for (const result of IMPORT_ENDS) count(result, 0);
  return (result) => count(result);
}
