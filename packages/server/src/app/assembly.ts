import { hostname } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { tileMapOf } from '@fieldbridge/view-wire';
import { Configuration, type SettingSources } from '../config/configuration.ts';
import { coreSettings } from '../config/core-settings.ts';
import { SettingError } from '../config/parse.ts';
import type { Role } from '../config/role.ts';
import type { ValuesOf } from '../config/setting.ts';
import { readTls } from '../config/tls.ts';
import { systemClock } from '../core/clock.ts';
import { systemResolve } from '../core/resolve.ts';
import { VERSION } from '../core/version.ts';
import { Audit } from '../directory/audit.ts';
import { KeyProof } from '../directory/key-proof.ts';
import { Quotas } from '../directory/quotas.ts';
import { publicPath } from '../http/answer-headers.ts';
import { type App, createApp } from '../http/app.ts';
import { addConsole } from '../http/console-pages.ts';
import { addFavicon } from '../http/favicon.ts';
import { addFrontPage } from '../http/front-page.ts';
import { addHealth } from '../http/health.ts';
import { LogStream } from '../http/log-stream.ts';
import { Metrics } from '../http/metrics.ts';
import { addOpenApi } from '../http/openapi.ts';
import { addReference } from '../http/reference.ts';
import { Refusals } from '../http/refusals.ts';
import { Shares } from '../http/shares.ts';
import type { LocalAuthority } from '../service/local-authority.ts';
import type { Service, ServiceContext, ServiceDefinition } from '../service/service.ts';
import { claimBlobs } from '../storage/blob-owner.ts';
import { hasOperator, refuseIncomplete, refuseLostKey } from '../storage/completeness.ts';
import { makeDataDirectory } from '../storage/data-directory.ts';
import { DiskSpace } from '../storage/disk-space.ts';
import { isDiskFull } from '../storage/failure.ts';
import { HighestTime } from '../storage/highest-time.ts';
import { openBlobStore } from '../storage/open-blobs.ts';
import type { StoreCounts } from '../storage/port/blob-store.ts';
import type { JoinOptions } from '../storage/postgres/postgres-cluster.ts';
import { ServerKey } from '../storage/server-key.ts';
import { Spaces } from '../storage/spaces.ts';
import { SpareRoom } from '../storage/spare-room.ts';
import { lockDataDirectory } from '../storage/sqlite/lock.ts';
import { createContext } from './context.ts';
import { ScheduledBackups } from './scheduled-backups.ts';
import type { StartOptions } from './server.ts';
import { services as allServices, spaceDefinitions } from './services.ts';
import { openTraces } from './traces.ts';
import { watchStores } from './watched-stores.ts';

/** A whole server except the port: open, with its routes, not listening. */
export interface Assembly {
  readonly app: App;
  readonly context: Omit<ServiceContext, 'settings'>;
  readonly configuration: Configuration;
  readonly core: ValuesOf<typeof coreSettings>;
  readonly services: readonly Service[];
  /** Aborted while draining: the server accepts nothing new. */
  readonly draining: AbortController;
  readonly disk: DiskSpace;
  readonly backups: ScheduledBackups;
  /** Called when the first start is complete and every service is ready: /health/ready reports it from then on. */
  started(): void;
  /** Sets the address at which the server listens, used as public URL unless that is configured. */
  setAddress(url: string): void;
  /** Closes the application, the databases and the lock. */
  close(): Promise<void>;
}

/** Reads the settings of the core and the services. @throws SettingError */
export function configure(
  sources: SettingSources,
  definitions: readonly ServiceDefinition[] = allServices,
): Configuration {
  const configuration = Configuration.resolve([coreSettings, ...definitions.map((d) => d.settings)], sources);
  const { tlsCert, tlsKey, backupFolder, data, database, blobs, role } = configuration.values(coreSettings);
  if (role !== 'all' && database === undefined)
    throw new SettingError(
      `The role ${role} needs the setting database, because other servers do the rest of the work.`,
    );
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new SettingError('TLS needs both tlsCert and tlsKey; only one is set.');
  if (backupFolder !== undefined && relative(resolve(data), resolve(backupFolder)).split(sep)[0] !== '..')
    throw new SettingError(
      `The setting backupFolder is ${backupFolder}, inside the data directory; name a folder outside, preferably on another disk.`,
    );
  if (backupFolder !== undefined && blobs !== undefined)
    throw new SettingError(
      'The setting backupFolder does not work with blobs: a copy of the data directory would lack the files (docs/scaling.md).',
    );
  if (backupFolder !== undefined && database !== undefined)
    throw new SettingError(
      'The setting backupFolder does not work with database: back up PostgreSQL by its own means (docs/scaling.md).',
    );
  if (configuration.value('ticketMonths') === true && database === undefined)
    throw new SettingError('The setting ticketMonths needs database: the embedded engine does not divide tables.');
  return configuration;
}

/**
 * Opens the data directory and assembles the server.
 * @param localAuthority the right of the person who runs the command line on the data directory
 * @throws SettingError, DataDirectoryInUse, DataDirectoryDamaged, DataDirectoryFull, MigrationError, DatabaseInUse
 */
export async function assemble(options: StartOptions, localAuthority?: LocalAuthority): Promise<Assembly> {
  const definitions = options.services ?? allServices;
  const configuration = configure(options, definitions);
  const core = configuration.values(coreSettings);
  const tls = await readTls(core);
  const directory = resolve(core.data);
  makeDataDirectory(directory);
  const disk = new DiskSpace(directory, { bytes: core.diskReserve, percent: core.diskReservePercent });
  disk.requireStart();
  const log = new LogStream(options.log ?? process.stderr);
  const closers: (() => unknown)[] = [() => log.flush()];
  try {
    const lock = lockDataDirectory(directory);
    closers.unshift(() => lock.release());
    refuseIncomplete(directory, core.database, core.blobs);
    const reserve = { bytes: core.diskReserve, percent: core.diskReservePercent };
    const blobStore = await openBlobStore(core, { directory, room: disk, reserve });
    closers.push(() => blobStore?.close());
    const database = core.database === undefined ? undefined : { url: core.database, ...joinOptions(core, directory) };
    const metrics = new Metrics();
    const { tracer, ...traces } = await openTraces(core, metrics, {
      warn: (bindings, text) => app.log.warn(bindings, text),
      info: (text) => app.log.info(text),
    });
    closers.push(() => traces.close());
    const isOn = (setting: string) => configuration.value(setting) === true;
    const where = { room: disk, database, blobStore, isOn };
    const spaces = await Spaces.open(directory, spaceDefinitions(definitions), where);
    closers.push(() => spaces.close());
    watchStores(spaces, database !== undefined, metrics, tracer);
    const spareRoom = new SpareRoom(directory, () => disk.free);
    closers.push(() => spareRoom.close());
    const isFirst = core.key === undefined && (await refuseLostKey(directory, spaces));
    const key = core.key === undefined ? ServerKey.open(directory) : ServerKey.named(core.key);
    const { isShared } = spaces.cluster;
    const proof = new KeyProof(join(directory, 'server.key'), key, spaces.get('desk').store, isShared);
    if (isFirst && !isShared) await proof.keep();
    else await proof.check();
    if (blobStore !== undefined) await claimBlobs(blobStore, key.publicId, () => hasOperator(spaces));
    const draining = new AbortController();
    metrics.counter(
      'fieldbridge_log_lost_characters_total',
      'Part of the log that could not be written',
      () => log.lost,
    );
    const deskPath = configuration.value('operatorPath') as string | undefined;
    const refusals = new Refusals();
    const app = createApp({
      ...core,
      tls,
      deskPath,
      log,
      metrics,
      tracer,
      refusals,
      isDraining: () => draining.signal.aborted,
    });
    closers.push(() => app.close());
    let url = `http://${core.host}:${core.port}`;
    const publicUrl = () => core.publicUrl?.replace(/\/+$/, '') ?? url;
    const clock = options.clock ?? systemClock;
    const audit = new Audit(spaces.get('desk').store, clock);
    const shares = isShared ? new Shares(spaces.cluster) : undefined;
    const quotas = await Quotas.open(
      spaces.get('desk').store,
      audit,
      {
        // A server without the conversion interface does not have its settings.
        jobs: Number(configuration.value('jobsPerOrganisation') ?? 0),
        bytes: Number(configuration.value('bytesPerOrganisation') ?? 0),
        requestsPerMinute: core.requestsPerOrganisation,
      },
      shares,
    );
    const stored = (figure: keyof StoreCounts) => () => blobStore?.counts[figure] ?? 0;
    metrics.counter('fieldbridge_blob_store_requests_total', 'Requests to S3 or the shared folder', stored('requests'));
    metrics.counter('fieldbridge_blob_store_retries_total', 'Of these, sent again after a failure', stored('retries'));
    metrics.counter('fieldbridge_blob_store_failures_total', 'Of these, given up', stored('failures'));
    metrics.gauge('fieldbridge_blob_store_away', '1 while S3 or the shared folder does not work', () =>
      blobStore?.trouble === undefined ? 0 : 1,
    );
    const highestTime = new HighestTime(directory, clock, (text) => app.log.warn(text));
    closers.push(() => highestTime.close());
    metrics.gauge(
      'fieldbridge_clock_behind_seconds',
      'How far the clock is behind the highest time ever seen; 0 unless it was set back',
      () => highestTime.behind / 1000,
    );
    const backups = new ScheduledBackups({
      ...{ data: directory, folder: core.backupFolder, everyHours: core.backupEvery, keep: core.backupKeep },
      ...{ serverId: key.publicId, disk, clock, metrics, log: app.log },
    });
    closers.push(() => backups.stop());
    const context = createContext({
      audit,
      quotas,
      shares,
      backups,
      refusals,
      configuration,
      spaces,
      directory,
      disk,
      spareRoom,
      key,
      keyProven: proof.confirm,
      clock,
      passwordMemory: options.passwordMemory,
      highestTime,
      metrics,
      tracer,
      log: app.log,
      draining: draining.signal,
      publicUrl,
      resolve: options.resolve ?? systemResolve,
      localAuthority,
    });
    const services = await addServices(app, context, configuration, definitions);
    if (core.role !== 'worker') addPages(app, services, configuration, core);
    let isStarting = true;
    const stopping = () => (draining.signal.aborted ? ['stopping'] : isStarting ? ['starting'] : []);
    addHealth(app, metrics, {
      serverId: key.publicId,
      troubles: () => {
        const stores = spaces.all().flatMap((s) => s.store.trouble ?? []);
        // All spaces of a database have the same reason.
        return [
          ...stopping(),
          disk.trouble ?? [],
          ...new Set(stores),
          services.flatMap((s) => s.trouble?.() ?? []),
        ].flat();
      },
      shortages: () =>
        [disk.shortage ?? [], blobStore?.trouble ?? [], backups.trouble ?? [], highestTime.trouble ?? []].flat(),
    });
    return {
      app,
      context,
      configuration,
      core,
      services,
      draining,
      disk,
      backups,
      started: () => {
        isStarting = false;
      },
      setAddress: (address) => (url = address),
      close: () => closeAll(closers),
    };
  } catch (error) {
    await closeAll(closers);
    throw isDiskFull(error) ? disk.startFailure(error) : error;
  }
}

/** How the server joins the others on its database. */
function joinOptions({ blobs, role }: ValuesOf<typeof coreSettings>, directory: string): JoinOptions {
  // The mark of an outside place shows whether it is the same for all; addresses may differ.
  if (blobs !== undefined) return { role: role as Role, place: 'outside' };
  return { role: role as Role, place: `${hostname()}:${directory}`, isOwnPlace: true };
}

async function addServices(
  app: App,
  context: Assembly['context'],
  configuration: Configuration,
  definitions: readonly ServiceDefinition[],
): Promise<Service[]> {
  const services: Service[] = [];
  for (const definition of definitions) {
    if (!context.core.interfaces.includes(definition.name)) continue;
    const service = await definition.create({ ...context, settings: configuration.values(definition.settings) });
    services.push(service);
    try {
      if (context.core.role === 'worker') continue;
      await app.register(async (scope) => {
        if (service.document !== undefined)
          addOpenApi(scope as unknown as App, service.document, VERSION, context.publicUrl);
        await service.routes(scope as unknown as App);
      });
    } catch (error) {
      throw (error as { code?: string }).code === 'FST_ERR_DUPLICATED_ROUTE' ? sharedAddress(error as Error) : error;
    }
  }
  return services;
}

/** The pages for people: the reference, the console, the first page. */
function addPages(app: App, services: readonly Service[], configuration: Configuration, core: Assembly['core']): void {
  const documents = services.flatMap((s) => s.document ?? []);
  const path = publicPath(core.publicUrl);
  addReference(app, documents, path);
  const site = { version: VERSION, supportEmail: core.supportEmail, path };
  const maps = core.mapTiles.map(tileMapOf).filter((map) => typeof map !== 'string');
  const interfaces = addressesOf(configuration, core.interfaces, path);
  const console = addConsole(app, { ...site, interfaces, maps }, core.publicUrl !== undefined);
  addFrontPage(app, { ...site, documents, console });
  addFavicon(app);
}

/** Where the console finds the interfaces that are served. @param below path of a proxy */
function addressesOf(configuration: Configuration, served: readonly string[], below: string): Record<string, string> {
  const paths = {
    project: 'projectPath',
    weighing: 'weighingPath',
    'weighing-sandbox': 'weighingSandboxPath',
    conversion: 'conversionPath',
    operator: 'operatorPath',
  };
  const addresses: Record<string, string> = { console: `${below}/console/v1` };
  for (const [name, setting] of Object.entries(paths))
    if (served.includes(name.split('-')[0]!)) addresses[name] = `${below}${configuration.value(setting)}`;
  return addresses;
}

/** Two interfaces have the same path; the settings show which ones. */
function sharedAddress({ message }: Error): SettingError {
  const path = /route '([^']*)'/.exec(message)?.[1] ?? '';
  return new SettingError(
    `Two interfaces would answer at ${path}: give projectPath, weighingPath, weighingSandboxPath, conversionPath and operatorPath different values.`,
  );
}

/** Closes in reverse order of opening. */
async function closeAll(closers: (() => unknown)[]): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}
