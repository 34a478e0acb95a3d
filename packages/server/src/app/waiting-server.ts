import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { coreSettings } from '../config/core-settings.ts';
import { readTls } from '../config/tls.ts';
import { type App, createApp } from '../http/app.ts';
import { addHealth } from '../http/health.ts';
import { LogStream } from '../http/log-stream.ts';
import { Metrics } from '../http/metrics.ts';
import { notResponding, StoreAway } from '../storage/failure.ts';
import { ServerKey } from '../storage/server-key.ts';
import { type Assembly, assemble, configure } from './assembly.ts';
import { listen } from './listen.ts';
import type { StartOptions } from './server.ts';

/** How often an unavailable store is tried again. */
const AGAIN_MS = 1000;

/**
 * Assembles a server. While its database or file storage is unavailable it waits, and answers requests with 503 and
 * Retry-After; the log states the reason. @returns with the port on which it answered, if it waited
 * @throws as `assemble`; the reason of `options.waiting` if that ends the waiting
 */
export async function assembleInTime(options: StartOptions): Promise<{ assembly: Assembly; port?: number }> {
  let server: WaitingServer | undefined;
  try {
    for (;;)
      try {
        const assembly = await assemble(options);
        return server === undefined ? { assembly } : { assembly, port: server.port };
      } catch (error) {
        if (!(error instanceof StoreAway)) throw error;
        options.waiting?.throwIfAborted();
        server ??= await WaitingServer.open(options);
        server.waitFor(error);
        await pause(AGAIN_MS, undefined, { signal: options.waiting }).catch(() => options.waiting?.throwIfAborted());
      }
  } finally {
    await server?.close();
  }
}

/** Answers in place of a server that waits for its stores. */
class WaitingServer {
  readonly #app: App;
  readonly #log: LogStream;
  port = 0;
  #reason = '';

  private constructor(app: App, log: LogStream) {
    this.#app = app;
    this.#log = log;
  }

  static async open(options: StartOptions): Promise<WaitingServer> {
    const core = configure(options, options.services).values(coreSettings);
    const log = new LogStream(options.log ?? process.stderr);
    const metrics = new Metrics();
    const app = createApp({ ...core, tls: await readTls(core), log, metrics, isDraining: () => false });
    const key = core.key === undefined ? ServerKey.read(resolve(core.data)) : ServerKey.named(core.key);
    const server = new WaitingServer(app, log);
    const refuse = async (): Promise<void> => {
      // Without a cause: the log has it already.
      throw notResponding(undefined);
    };
    app.all('/*', { onRequest: refuse }, refuse);
    addHealth(app, metrics, {
      serverId: key?.publicId ?? '',
      troubles: () => ['starting', server.#reason],
      shortages: () => [],
    });
    server.port = await listen(app, core, core.port);
    return server;
  }

  /** Reports the reason, once for each. */
  waitFor({ message }: Error): void {
    if (message !== this.#reason) this.#app.log.warn(`${message} The server waits for it.`);
    this.#reason = message;
  }

  async close(): Promise<void> {
    await this.#app.close();
    this.#log.flush();
  }
}
