import type { FastifyBaseLogger } from 'fastify';
import type { coreSettings } from '../config/core-settings.ts';
import type { SettingsTable, SettingValue, ValuesOf } from '../config/setting.ts';
import type { Clock } from '../core/clock.ts';
import type { Resolve } from '../core/resolve.ts';
import type { Audit } from '../directory/audit.ts';
import type { CredentialStore } from '../directory/credential-store.ts';
import type { FailureLimit } from '../directory/failures.ts';
import type { TokenStore } from '../directory/tokens/token-store.ts';
import type { WeighBridgeStore } from '../directory/weigh-bridges.ts';
import type { App } from '../http/app.ts';
import type { Cursors } from '../http/cursor.ts';
import type { InterfaceDocument } from '../http/interface-document.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Limiter } from '../http/rate-limit.ts';
import type { ServerKey } from '../storage/server-key.ts';
import type { Space, SpaceDefinition, SpaceName } from '../storage/spaces.ts';
import type { LocalAuthority } from './local-authority.ts';

export type ServiceName = 'project' | 'weighing' | 'conversion' | 'operator';

/** What the server gives every service. */
export interface ServiceContext<T extends SettingsTable = SettingsTable> {
  /** The service's own settings. */
  readonly settings: ValuesOf<T>;
  /** The server's settings. */
  readonly core: ValuesOf<typeof coreSettings>;
  readonly clock: Clock;
  readonly key: ServerKey;
  readonly cursors: Cursors;
  readonly metrics: Metrics;
  readonly log: FastifyBaseLogger;
  /** Wrong answers per address: one count for all services. */
  readonly failures: FailureLimit;
  /** Requests per minute and credential. */
  readonly limiter: Limiter;
  /** Aborted when the server begins to stop: ends long polls and event streams. */
  readonly draining: AbortSignal;
  readonly dataDirectory: string;
  /** How names become addresses, for what the server itself calls. */
  readonly resolve: Resolve;
  space(name: SpaceName): Space;
  /** The operator's audit trail. */
  readonly audit: Audit;
  /** Token requests per client, and per address. */
  readonly tokenLimits: { readonly perClient: Limiter; readonly perAddress: Limiter };
  /** Access and refresh tokens of a space. */
  tokens(name: SpaceName): TokenStore;
  /** Client ids and secrets of a space. */
  credentials(name: SpaceName): CredentialStore;
  /** Weigh bridges of a weighing space. */
  weighBridges(name: SpaceName): WeighBridgeStore;
  /** A setting of any service by its name, for what the services know of each other only by the operator's settings. */
  setting(name: string): SettingValue;
  /** Set while the command line works on the data directory itself. */
  readonly localAuthority?: LocalAuthority;
  /** Address under which callers reach the server, without a slash at the end; final once it listens. */
  publicUrl(): string;
}

/** A service that is running. */
export interface Service {
  /** Undefined for services without an interface of their own. */
  readonly document?: InterfaceDocument;
  /** Adds the routes, with full paths, to a scope of the service's own. */
  routes(app: App): void | Promise<void>;
  /** Called when the server listens. */
  onReady?(): void | Promise<void>;
  /** Called when the server stops and running requests have ended: hand back what is unfinished. */
  onDrain?(): void | Promise<void>;
  /** Why the service cannot work now, for /health/ready; undefined when it can. */
  trouble?(): string | undefined;
  /** Called at first start with --demo, after credentials were made. */
  demo?(demo: DemoContext): void | Promise<void>;
}

/** What a service's demo hook may use and add to. */
export interface DemoContext {
  readonly organisationId: string;
  readonly baseUrl: string;
  /** Goes into demo.json as it is; add what belongs to the service. */
  readonly document: Record<string, unknown>;
  /** Lines printed at first start: ready-to-paste calls. */
  readonly lines: string[];
}

/** A service as the server knows it before it runs: its settings and migrations come first. */
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
