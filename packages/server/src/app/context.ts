import type { FastifyBaseLogger } from 'fastify';
import type { Configuration } from '../config/configuration.ts';
import { coreSettings } from '../config/core-settings.ts';
import type { Clock } from '../core/clock.ts';
import type { Resolve } from '../core/resolve.ts';
import type { Audit } from '../directory/audit.ts';
import { CallerLimits } from '../directory/caller-limits.ts';
import { CredentialStore } from '../directory/credential-store.ts';
import { ExpiryNotice } from '../directory/expiry-notice.ts';
import { FailureLimit } from '../directory/failures.ts';
import { peopleDirectory } from '../directory/people/people-directory.ts';
import type { Quotas } from '../directory/quotas.ts';
import { TokenStore } from '../directory/tokens/token-store.ts';
import { WeighBridgeStore } from '../directory/weigh-bridges.ts';
import { Cursors } from '../http/cursor.ts';
import type { Metrics } from '../http/metrics.ts';
import { Limiter } from '../http/rate-limit.ts';
import type { Refusals } from '../http/refusals.ts';
import type { Shares } from '../http/shares.ts';
import type { LocalAuthority } from '../service/local-authority.ts';
import type { ServiceContext } from '../service/service.ts';
import type { DiskSpace } from '../storage/disk-space.ts';
import type { HighestTime } from '../storage/highest-time.ts';
import type { ServerKey } from '../storage/server-key.ts';
import { SPACE_NAMES, type Spaces } from '../storage/spaces.ts';
import type { SpareRoom } from '../storage/spare-room.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { ScheduledBackups } from './scheduled-backups.ts';

/** The parts of the server that a context consists of. */
export interface ContextParts {
  readonly configuration: Configuration;
  readonly spaces: Spaces;
  readonly directory: string;
  readonly disk: DiskSpace;
  readonly spareRoom: SpareRoom;
  readonly key: ServerKey;
  /** Called when a secret has proved that the stored hashes belong to this key. */
  readonly keyProven: () => void;
  readonly clock: Clock;
  /** KiB; undefined for the secure default. */
  readonly passwordMemory: number | undefined;
  /** For ends of validity. */
  readonly highestTime: HighestTime;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  readonly log: FastifyBaseLogger;
  readonly draining: AbortSignal;
  readonly publicUrl: () => string;
  readonly resolve: Resolve;
  readonly audit: Audit;
  readonly quotas: Quotas;
  /** Shares of limits, if other servers count as well. */
  readonly shares?: Shares | undefined;
  readonly backups: ScheduledBackups;
  readonly refusals: Refusals;
  readonly localAuthority?: LocalAuthority;
}

/** Creates what every service gets, without the service's own settings. */
export function createContext(parts: ContextParts): Omit<ServiceContext, 'settings'> {
  const { configuration, spaces, directory, key, clock, metrics, shares } = parts;
  const core = configuration.values(coreSettings);
  const credentials = new Map(
    SPACE_NAMES.map((name) => [
      name,
      new CredentialStore(spaces.get(name).store, key.derive(`secrets:${name}`), clock, {
        proven: parts.keyProven,
        validity: parts.highestTime,
      }),
    ]),
  );
  const tokens = new Map(SPACE_NAMES.map((name) => [name, new TokenStore(spaces.get(name).store, parts.highestTime)]));
  for (const name of SPACE_NAMES)
    credentials.get(name)!.onRevoke({
      endNow: (tx, clientId) => tokens.get(name)!.endClientNow(tx, clientId),
      ended: (clientId) => tokens.get(name)!.forgetClient(clientId),
    });
  const bridges = new Map(SPACE_NAMES.map((name) => [name, new WeighBridgeStore(spaces.get(name).store, clock)]));
  for (const { name, store } of spaces.all()) {
    const { counts, keeper } = store;
    metrics.counter(
      'fieldbridge_log_copies_total',
      'Copies of the write-ahead log into the database',
      () => keeper?.counts.copies ?? 0,
      { space: name },
    );
    metrics.gauge(
      'fieldbridge_log_copying_failed',
      '1 if the log is copied within transactions because the thread for it failed',
      () => (keeper?.failure === undefined ? 0 : 1),
      { space: name },
    );
    metrics.counter('fieldbridge_commits_total', 'Transactions', () => counts.batches, { space: name });
    metrics.counter(
      'fieldbridge_syncs_total',
      'Syncs to the disk; one may serve several transactions',
      () => counts.syncs,
      {
        space: name,
      },
    );
    metrics.counter(
      'fieldbridge_writes_total',
      'Write operations; several may share a transaction',
      () => counts.operations,
      {
        space: name,
      },
    );
  }
  const expiryNotice = new ExpiryNotice(parts.highestTime, core.expiryNoticeDays);
  const limiter = new Limiter('requests', core.requestsPerMinute, undefined, shares);
  const { disk } = parts;
  metrics.gauge('fieldbridge_disk_free_bytes', 'Room on the disk of the data directory', () => disk.free);
  metrics.gauge('fieldbridge_disk_reserve_bytes', 'Room kept for tickets and tokens', () => disk.reserve);
  metrics.gauge('fieldbridge_disk_short', '1 if uploads, imports and exports are refused for lack of room', () =>
    disk.isShort ? 1 : 0,
  );
  return {
    core,
    clock,
    validity: parts.highestTime,
    expiryNotice,
    key,
    cursors: new Cursors(key),
    metrics,
    tracer: parts.tracer,
    log: parts.log,
    failures: new FailureLimit(core.failuresPerMinute, shares),
    limiter,
    draining: parts.draining,
    dataDirectory: directory,
    cluster: spaces.cluster,
    disk: parts.disk,
    spareRoom: parts.spareRoom,
    erasers: new Map(),
    changes: new Map(),
    resolve: parts.resolve,
    space: (name) => spaces.get(name),
    audit: parts.audit,
    people: peopleDirectory({
      ...{ store: spaces.get('desk').store, cluster: spaces.cluster, key, clock, validity: parts.highestTime },
      ...{ notice: expiryNotice, audit: parts.audit, publicUrl: parts.publicUrl },
      passwordMemory: parts.passwordMemory,
    }),
    quotas: parts.quotas,
    backups: () => parts.backups.state(),
    refusals: parts.refusals,
    usage: new Map(),
    callers: new CallerLimits(limiter, parts.quotas, expiryNotice),
    tokenLimits: {
      perClient: new Limiter('tokens', core.tokensPerMinute, undefined, shares),
      perAddress: new Limiter('tokens-per-address', core.tokensPerMinute * 3, undefined, shares),
    },
    tokens: (name) => tokens.get(name)!,
    credentials: (name) => credentials.get(name)!,
    weighBridges: (name) => bridges.get(name)!,
    publicUrl: parts.publicUrl,
    setting: (name) => configuration.value(name),
    localAuthority: parts.localAuthority,
  };
}
