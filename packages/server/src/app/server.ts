import { lookup } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import type { SettingReport, SettingSources } from '../config/configuration.ts';
import type { Clock } from '../core/clock.ts';
import type { Resolve } from '../core/resolve.ts';
import type { App } from '../http/app.ts';
import type { LogTarget } from '../http/log-stream.ts';
import type { ServiceContext, ServiceDefinition } from '../service/service.ts';
import { assemble, configure } from './assembly.ts';
import { firstStart } from './demo/first-start.ts';
import { drainServer } from './drain.ts';

/** How a server is started. */
export interface StartOptions extends SettingSources {
  /** Makes the demonstration organisation at first start. */
  readonly demo?: boolean;
  /** Where log lines go; standard error unless told. */
  readonly log?: LogTarget;
  /** Where the first start's messages for the person at the terminal go; standard output unless told. */
  readonly print?: (line: string) => void;
  readonly clock?: Clock;
  /** How names of webhook receivers become addresses; the system's way unless told. */
  readonly resolve?: Resolve;
  /** Services instead of all; for tests of one. */
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
  /** Drains: no new requests, running ones finish within the drain time; then everything is closed. Safe to call twice. */
  stop(): Promise<void>;
}

/** The settings in force for these sources, without starting anything. @throws SettingError */
export function describeSettings(sources: SettingSources, definitions?: readonly ServiceDefinition[]): SettingReport[] {
  return configure(sources, definitions).describe();
}

/**
 * Starts the server.
 * @returns when it listens and every service is ready
 * @throws SettingError, DataDirectoryInUse, DataDirectoryDamaged, MigrationError: each with a sentence for the person who starts it
 */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const assembly = await assemble(options);
  const { app, context, configuration, core, services, draining } = assembly;
  try {
    // By that name Fastify listens at ::1, too, with a second server that has none of our listeners.
    const host = core.host === 'localhost' ? (await lookup(core.host)).address : core.host;
    await app.listen({ host, port: core.port });
    const { port } = app.server.address() as AddressInfo;
    const url = `${core.tlsCert === undefined ? 'http' : 'https'}://${hostOfUrl(core.host)}:${port}`;
    assembly.setAddress(url);
    const print = options.print ?? ((line: string) => process.stdout.write(`${line}\n`));
    await firstStart({ context, services, demo: options.demo ?? false, baseUrl: context.publicUrl(), print });
    for (const service of services) await service.onReady?.();
    let stopped: Promise<void> | undefined;
    const drain = () => drainServer({ app, draining, services, seconds: core.drainSeconds });
    const stop = () => (stopped ??= drain().then(() => assembly.close()));
    return { url, port, app, context, settings: configuration.describe(), stop };
  } catch (error) {
    await assembly.close();
    throw error;
  }
}

/** A host as a URL has it: an IPv6 address in brackets, without the zone, which is this machine's own word and in no URL. */
function hostOfUrl(host: string): string {
  return host.includes(':') ? `[${host.split('%', 1)[0]}]` : host;
}
