import { hash } from 'node:crypto';
import type { SettingReport, SettingSources } from '../config/configuration.ts';
import type { Clock } from '../core/clock.ts';
import type { Resolve } from '../core/resolve.ts';
import { VERSION } from '../core/version.ts';
import type { App } from '../http/app.ts';
import type { LogTarget } from '../http/log-stream.ts';
import type { ServiceContext, ServiceDefinition } from '../service/service.ts';
import { isDiskFull } from '../storage/failure.ts';
import { underLease } from '../storage/port/cluster.ts';
import { configure } from './assembly.ts';
import { firstStart } from './demo/first-start.ts';
import { makeDemoRecords } from './demo/records.ts';
import { renewDemoLink } from './demo/sign-in-link.ts';
import { drainServer } from './drain.ts';
import { listen } from './listen.ts';
import { assembleInTime } from './waiting-server.ts';

/** How a server is started. */
export interface StartOptions extends SettingSources {
  /** Creates the demonstration organisation at the first start. */
  readonly demo?: boolean;
  /** With `demo`: adds tickets of a month and requests after the first start. */
  readonly demoRecords?: boolean;
  /** Receives log lines; standard error by default. */
  readonly log?: LogTarget;
  /** Receives the first start's messages for the person at the terminal; standard output by default. */
  readonly print?: (line: string) => void;
  /** Whether `print` reaches a person at a terminal; by default, whether standard output is one. */
  readonly isTerminal?: boolean;
  readonly clock?: Clock;
  /** KiB of memory that hashing a password takes, instead of the secure default; for tests. */
  readonly passwordMemory?: number;
  /** Resolves names of webhook receivers; as the system does by default. */
  readonly resolve?: Resolve;
  /** Ends a start that is waiting for a database or the file storage; the start then fails with the reason. */
  readonly waiting?: AbortSignal;
  /** Services to run instead of all; for tests of one. */
  readonly services?: readonly ServiceDefinition[];
}

/** A server that listens. */
export interface RunningServer {
  /** Address to call, for instance `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly port: number;
  /** For tests: `app.inject`. */
  readonly app: App;
  readonly context: Omit<ServiceContext, 'settings'>;
  readonly settings: readonly SettingReport[];
  /**
   * Drains: no new requests, running ones finish within the drain time; then everything is closed. Safe to call twice.
   */
  stop(): Promise<void>;
}

/** The settings in force for these sources, without starting anything. @throws SettingError */
export function describeSettings(sources: SettingSources, definitions?: readonly ServiceDefinition[]): SettingReport[] {
  return configure(sources, definitions).describe();
}

/**
 * Starts the server. While its database or file storage is unavailable it waits, and answers 503.
 * @returns when it listens and every service is ready
 * @throws SettingError, DataDirectoryInUse, DataDirectoryDamaged, DataDirectoryFull, MigrationError: each with a
 * sentence for the person who starts it
 */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const { assembly, port: waited } = await assembleInTime(options);
  const { app, context, configuration, core, services, draining } = assembly;
  try {
    const port = await listen(app, core, waited ?? core.port);
    const url = `${core.tlsCert === undefined ? 'http' : 'https'}://${hostOfUrl(core.host)}:${port}`;
    assembly.setAddress(url);
    const print = options.print ?? ((line: string) => process.stdout.write(`${line}\n`));
    const isTerminal = options.isTerminal ?? process.stdout.isTTY === true;
    const demo = options.demo ?? false;
    const start = () => firstStart({ context, services, demo, baseUrl: context.publicUrl(), print, isTerminal });
    const made = core.role === 'worker' ? undefined : await underLease(context.cluster, 'first start', start);
    for (const service of services) await service.onReady?.();
    assembly.started();
    await assembly.backups.start();
    const link = demo && core.role !== 'worker' ? await renewDemoLink(context) : undefined;
    if (link !== undefined) print(`\n# Open this in a browser; it signs you in, once: ${link}`);
    const settings = configuration.describe();
    context.log.info({ version: VERSION, settings: digestOf(settings), url }, 'started');
    let stopped: Promise<void> | undefined;
    const records = made !== undefined && options.demoRecords ? makeDemoRecords(context, services, made) : undefined;
    const drain = async () => {
      context.log.info({ seconds: core.drainSeconds }, 'draining');
      await drainServer({ app, draining, services, seconds: core.drainSeconds });
      await records;
      context.log.info('stopped');
    };
    const stop = () => (stopped ??= drain().then(() => assembly.close()));
    return { url, port, app, context, settings, stop };
  } catch (error) {
    // The parts already started would continue without their databases.
    draining.abort();
    for (const service of services) await service.onDrain?.();
    await assembly.close();
    throw isDiskFull(error) ? assembly.disk.startFailure(error) : error;
  }
}

/** A short digest of the settings: two starts with the same one had the same settings. Secrets are masked in it. */
function digestOf(settings: readonly SettingReport[]): string {
  return hash('sha256', JSON.stringify(settings)).slice(0, 12);
}

/** A host for a URL: an IPv6 address in brackets, without the zone, which only has a meaning on this machine. */
function hostOfUrl(host: string): string {
  return host.includes(':') ? `[${host.split('%', 1)[0]}]` : host;
}
