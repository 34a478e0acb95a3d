import type { FastifyBaseLogger } from 'fastify';
import type { coreSettings } from '../config/core-settings.ts';
import type { SettingsTable, SettingValue, ValuesOf } from '../config/setting.ts';
import type { Clock } from '../core/clock.ts';
import type { Resolve } from '../core/resolve.ts';
import type { Audit } from '../directory/audit.ts';
import type { CallerLimits } from '../directory/caller-limits.ts';
import type { CredentialStore } from '../directory/credential-store.ts';
import type { ExpiryNotice, ValidityClock } from '../directory/expiry-notice.ts';
import type { FailureLimit } from '../directory/failures.ts';
import type { PeopleDirectory } from '../directory/people/people-directory.ts';
import type { Quotas } from '../directory/quotas.ts';
import type { TokenStore } from '../directory/tokens/token-store.ts';
import type { WeighBridgeStore } from '../directory/weigh-bridges.ts';
import type { App } from '../http/app.ts';
import type { Cursors } from '../http/cursor.ts';
import type { InterfaceDocument } from '../http/interface-document.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Limiter } from '../http/rate-limit.ts';
import type { Refusals } from '../http/refusals.ts';
import type { DiskSpace } from '../storage/disk-space.ts';
import type { Cluster } from '../storage/port/cluster.ts';
import type { ServerKey } from '../storage/server-key.ts';
import type { Space, SpaceDefinition, SpaceName } from '../storage/spaces.ts';
import type { SpareRoom } from '../storage/spare-room.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { BackupState } from './backup-state.ts';
import type { ChangeSource } from './change-source.ts';
import type { Eraser } from './eraser.ts';
import type { LocalAuthority } from './local-authority.ts';
import type { UsageMeter } from './usage.ts';

export type ServiceName = 'project' | 'weighing' | 'conversion' | 'operator' | 'console';

/** What the server gives every service. */
export interface ServiceContext<T extends SettingsTable = SettingsTable> {
  /** The service's own settings. */
  readonly settings: ValuesOf<T>;
  /** The server's settings. */
  readonly core: ValuesOf<typeof coreSettings>;
  readonly clock: Clock;
  /** For ends of validity: it never steps back, also across restarts. `keep` stores a time that must not come again. */
  readonly validity: ValidityClock;
  /** Notice of keys and secrets that expire soon. */
  readonly expiryNotice: ExpiryNotice;
  readonly key: ServerKey;
  readonly cursors: Cursors;
  readonly metrics: Metrics;
  /** Times work as spans, if traces are on. */
  readonly tracer: Tracer;
  readonly log: FastifyBaseLogger;
  /** Wrong secrets per address: one count for all services. */
  readonly failures: FailureLimit;
  /** Requests per minute and credential. */
  readonly limiter: Limiter;
  /** Requests per minute of callers: by credential and by organisation. */
  readonly callers: CallerLimits;
  /** What organisations may have. */
  readonly quotas: Quotas;
  /** Set by services that store what quotas limit. */
  readonly usage: Map<SpaceName, UsageMeter>;
  /** Aborted when the server begins to stop: ends long polls and event streams. */
  readonly draining: AbortSignal;
  readonly dataDirectory: string;
  /** The servers that work on the same rows. */
  readonly cluster: Cluster;
  /** The room on the disk, and the reserve that files must leave untouched. */
  readonly disk: DiskSpace;
  /** Lets deleting work on a full disk. */
  readonly spareRoom: SpareRoom;
  /** Resolves host names, for outgoing calls of the server. */
  readonly resolve: Resolve;
  space(name: SpaceName): Space;
  /** Set by services whose records name persons, for requests to be erased. */
  readonly erasers: Map<SpaceName, Eraser>;
  /** Set by services whose records pages show. */
  readonly changes: Map<SpaceName, ChangeSource>;
  /** The operator's audit trail. */
  readonly audit: Audit;
  /** Backups that the server makes itself; undefined if none are scheduled. */
  readonly backups: () => Promise<BackupState | undefined>;
  /** The latest requests that were answered with a problem. */
  readonly refusals: Refusals;
  /** Operators and people: their ways in and sessions. */
  readonly people: PeopleDirectory;
  /** Token requests per client, and per address. */
  readonly tokenLimits: { readonly perClient: Limiter; readonly perAddress: Limiter };
  /** Access and refresh tokens of a space. */
  tokens(name: SpaceName): TokenStore;
  /** Client ids and secrets of a space. */
  credentials(name: SpaceName): CredentialStore;
  /** Weigh bridges of a weighing space. */
  weighBridges(name: SpaceName): WeighBridgeStore;
  /** A setting of any service by its name, for what services need to know about each other. */
  setting(name: string): SettingValue;
  /** Set while the command line works on the data directory itself. */
  readonly localAuthority?: LocalAuthority;
  /** Address at which callers reach the server, without a slash at the end; final once it listens. */
  publicUrl(): string;
}

/** A running service. */
export interface Service {
  /** Undefined for services without their own interface. */
  readonly document?: InterfaceDocument;
  /** Adds the routes, with full paths, to a scope of the service. */
  routes(app: App): void | Promise<void>;
  /** Called when the server listens. */
  onReady?(): void | Promise<void>;
  /** Called when the server stops and running requests have ended: hand back unfinished work. */
  onDrain?(): void | Promise<void>;
  /** Why the service cannot work now, for /health/ready; undefined if it can. */
  trouble?(): string | undefined;
  /** Called at the first start with --demo, after credentials were created. */
  demo?(demo: DemoContext): void | Promise<void>;
  /** Called after that start, while callers are served: adds records, so that every page shows something. */
  demoRecords?(demo: DemoRecords): Promise<void>;
}

/** For whom a demonstration makes records. */
export interface DemoRecords {
  readonly organisationId: string;
  /** Aborted when the server begins to stop. */
  readonly signal: AbortSignal;
}

/** What a service's demo hook may use and extend. */
export interface DemoContext {
  readonly organisationId: string;
  readonly baseUrl: string;
  /** Written to demo.json unchanged; add whatever belongs to the service. */
  readonly document: Record<string, unknown>;
  /** Lines printed at the first start: calls ready to paste. */
  readonly lines: string[];
}

/** A service before it runs: its settings and migrations come first. */
export interface ServiceDefinition<T extends SettingsTable = SettingsTable> {
  readonly name: ServiceName;
  readonly settings: T;
  readonly spaces: readonly SpaceDefinition[];
  create(context: ServiceContext<T>): Service | Promise<Service>;
}

/** Gives a definition its types: `export const weighingService = defineService({ … })`. */
export function defineService<T extends SettingsTable>(definition: ServiceDefinition<T>): ServiceDefinition {
  return definition as unknown as ServiceDefinition;
}
