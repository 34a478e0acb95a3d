import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type RunningServer, type StartOptions, startServer } from '../src/app/server.ts';
import { services } from '../src/app/services.ts';
import { conversionServiceWith } from '../src/conversion/service.ts';
import type { ServiceContext, ServiceDefinition } from '../src/service/service.ts';
import { databaseFor, engineSettings } from './database.ts';
import { putFreshSpaces } from './fresh-spaces.ts';
import { builtProduct } from './product.ts';

/** What --demo writes into demo.json. */
export interface DemoDocument {
  readonly baseUrl: string;
  readonly project: { readonly clientId: string; readonly clientSecret: string };
  readonly weighing: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly locationIds: readonly string[];
  };
  readonly conversion: { readonly clientId: string; readonly clientSecret: string; readonly sampleJobId?: string };
  readonly operator: { readonly key: string };
  readonly console: { readonly personId: string; readonly signInUrl: string };
}

/** Settings of a server that converts nothing. */
export const NO_CONVERSION = { interfaces: 'project,weighing,operator' } as const;

/** A server for one test, on a free port, in a temporary data directory, with the demonstration organisation. */
export interface TestServer extends RunningServer {
  readonly directory: string;
  readonly demo: DemoDocument;
  /** Everything logged so far. */
  log(): string;
  /** Another organisation with its own credentials, for tests of tenancy. */
  otherOrganisation(
    space: Parameters<RunningServer['context']['credentials']>[0],
  ): Promise<{ organisationId: string; clientId: string; clientSecret: string }>;
  /** Stops the server and removes its data directory. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Data directories created: a test that stops its server by hand, or fails before, leaves them to the end of the
 * process.
 */
const made = new Set<string>();
process.on('exit', () => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true });
});

/**
 * The services, with converters of the build: such a process starts with a third of the CPU time. Without `sample`, no
 * converter is started for the demonstration's job.
 */
async function servicesOf(sample: boolean): Promise<readonly ServiceDefinition[]> {
  const conversion = conversionServiceWith(join(dirname(await builtProduct()), 'converter.mjs'));
  const create = async (context: ServiceContext) => ({ ...(await conversion.create(context)), demo: () => {} });
  const chosen = sample ? conversion : { ...conversion, create };
  return services.map((service) => (service.name === 'conversion' ? chosen : service));
}

/** How a server is started for a test. */
interface TestStartOptions extends Partial<StartOptions> {
  /** With the job of the demonstration organisation, which is imported as the server starts. */
  readonly sample?: boolean;
}

/**
 * Starts a server for a test: `await using server = await startTestServer();`
 * @param flags settings besides a free port and a temporary data directory
 * @param options for instance a clock, or `services`
 */
export async function startTestServer(
  flags: Record<string, unknown> = {},
  { sample = false, ...options }: TestStartOptions = {},
): Promise<TestServer> {
  const directory = (flags['data'] as string | undefined) ?? (await mkdtemp(join(tmpdir(), 'fieldbridge-test-')));
  if (flags['data'] === undefined) made.add(directory);
  const engine = { database: await databaseFor(directory), ...engineSettings };
  const isEmbedded = { ...engine, ...flags }['database'] === undefined;
  if (isEmbedded && flags['data'] === undefined && options.services === undefined) await putFreshSpaces(directory);
  const lines: string[] = [];
  const server = await startServer({
    demo: true,
    env: {},
    log: { write: (line) => lines.push(line) },
    print: () => {},
    services: await servicesOf(sample),
    // A hash as in a real server takes 0.2 s of processor time.
    passwordMemory: 1024,
    ...options,
    // Converters are started on demand: a warm one would be another process, and no test waits for it.
    flags: {
      data: directory,
      ...engine,
      port: 0,
      drainSeconds: 2,
      warmConverters: 0,
      viewAheadSeconds: 0,
      ...flags,
    },
  });
  const demo =
    (options.demo ?? true)
      ? (JSON.parse(await readFile(join(directory, 'demo.json'), 'utf8')) as DemoDocument)
      : (undefined as never);
  return {
    ...server,
    directory,
    demo,
    log: () => lines.join(''),
    async otherOrganisation(space) {
      const organisationId = crypto.randomUUID();
      const { credential, secret } = await server.context.credentials(space).issue(organisationId, 'other');
      return { organisationId, clientId: credential.clientId, clientSecret: secret };
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      if (flags['data'] === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Resolves when a server has received that many more requests; call it before they are sent. */
export function arrivals({ app }: RunningServer, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  const arrived = (): void => {
    if (--left > 0) return;
    app.server.off('request', arrived);
    resolve();
  };
  app.server.on('request', arrived);
  return promise;
}

/** Everything a server has logged so far: lines are collected for a moment before they are written. */
export async function settledLog(server: TestServer): Promise<string> {
  const end = `the end ${Math.random()}`;
  server.context.log.fatal(end);
  while (!server.log().includes(end)) await new Promise((resolve) => setTimeout(resolve, 10));
  return server.log();
}

/** Stops a server that was started with `logLevel: 'error'` and should have logged nothing. */
export async function stopFaultless(server: TestServer): Promise<void> {
  const log = server.log();
  await server[Symbol.asyncDispose]();
  assert.equal(log, '', 'nothing was a failure of the server');
}
