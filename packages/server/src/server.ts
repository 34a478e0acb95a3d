import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { type Clock, systemClock } from './clock.ts';
import { Configuration, type SettingReport, type SettingSources } from './config/configuration.ts';
import { coreSettings } from './config/core-settings.ts';
import { SettingError } from './config/parse.ts';
import { createContext } from './context.ts';
import { firstStart } from './demo/first-start.ts';
import { drainServer } from './drain.ts';
import { type App, createApp } from './http/app.ts';
import { addHealth } from './http/health.ts';
import { LogStream, type LogTarget } from './http/log-stream.ts';
import { Metrics } from './http/metrics.ts';
import { addOpenApi } from './http/openapi.ts';
import { addReference } from './http/reference.ts';
import { deskMigrations } from './operator/migrations.ts';
import type { Service, ServiceContext, ServiceDefinition } from './service.ts';
import { services as allServices } from './services.ts';
import { lockDataDirectory } from './storage/lock.ts';
import { Spaces } from './storage/spaces.ts';
import { VERSION } from './version.ts';

/** How a server is started. */
export interface StartOptions extends SettingSources {
  /** Makes the demonstration organisation at first start. */
  readonly demo?: boolean;
  /** Where log lines go; standard error unless told. */
  readonly log?: LogTarget;
  /** Where the first start's messages for the person at the terminal go; standard output unless told. */
  readonly print?: (line: string) => void;
  readonly clock?: Clock;
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
export function describeSettings(sources: SettingSources, definitions = allServices): SettingReport[] {
  return configure(sources, definitions).describe();
}

function configure(sources: SettingSources, definitions: readonly ServiceDefinition[]): Configuration {
  const configuration = Configuration.resolve([coreSettings, ...definitions.map((d) => d.settings)], sources);
  const { tlsCert, tlsKey } = configuration.values(coreSettings);
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new SettingError('TLS needs both tlsCert and tlsKey; only one is set.');
  return configuration;
}

/**
 * Starts the server.
 * @returns when it listens and every service is ready
 * @throws SettingError, DataDirectoryInUse, MigrationError: each with a sentence for the person who starts it
 */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const definitions = options.services ?? allServices;
  const configuration = configure(options, definitions);
  const core = configuration.values(coreSettings);
  const directory = resolve(core.data);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = lockDataDirectory(directory);
  const log = new LogStream(options.log ?? process.stderr);
  const draining = new AbortController();
  const metrics = new Metrics();
  const clock = options.clock ?? systemClock;
  const closers: (() => unknown)[] = [() => lock.release(), () => log.flush()];
  try {
    const spaces = await Spaces.open(directory, [
      { name: 'desk', migrations: deskMigrations },
      ...definitions.flatMap((d) => d.spaces),
    ]);
    closers.push(() => spaces.close());
    const app = createApp({ ...core, log, metrics, isDraining: () => draining.signal.aborted });
    closers.push(() => app.close());
    let url = '';
    const publicUrl = () => core.publicUrl?.replace(/\/+$/, '') ?? url;
    const context = createContext({
      configuration,
      spaces,
      directory,
      clock,
      metrics,
      log: app.log,
      draining: draining.signal,
      publicUrl,
    });
    const running: Service[] = [];
    for (const definition of definitions) {
      if (!core.interfaces.includes(definition.name)) continue;
      const service = await definition.create({ ...context, settings: configuration.values(definition.settings) });
      running.push(service);
      await addService(app, service);
    }
    await addReference(
      app,
      running.flatMap((s) => s.document ?? []),
    );
    addHealth(app, metrics, () => [
      ...(draining.signal.aborted ? ['stopping'] : []),
      ...running.flatMap((s) => s.trouble?.() ?? []),
    ]);
    await app.listen({ host: core.host, port: core.port });
    const { port } = app.server.address() as AddressInfo;
    url = `${core.tlsCert === undefined ? 'http' : 'https'}://${core.host.includes(':') ? `[${core.host}]` : core.host}:${port}`;
    await firstStart({
      context,
      services: running,
      demo: options.demo ?? false,
      baseUrl: publicUrl(),
      print: options.print ?? ((line) => process.stdout.write(`${line}\n`)),
    });
    for (const service of running) await service.onReady?.();
    let stopped: Promise<void> | undefined;
    const stop = () =>
      (stopped ??= drainServer({ app, draining, services: running, seconds: core.drainSeconds }).then(() =>
        closeAll(closers),
      ));
    return { url, port, app, context, settings: configuration.describe(), stop };
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

async function addService(app: App, service: Service): Promise<void> {
  await app.register(async (scope) => {
    if (service.document !== undefined) await addOpenApi(scope as unknown as App, service.document, VERSION);
    await service.routes(scope as unknown as App);
  });
}

/** Last opened, first closed. */
async function closeAll(closers: (() => unknown)[]): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}
