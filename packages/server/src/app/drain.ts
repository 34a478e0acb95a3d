import type { App } from '../http/app.ts';
import { cutConnections } from '../http/connections.ts';
import type { Service } from '../service/service.ts';

/** The parts to drain and the time for it. */
export interface DrainOptions {
  readonly app: App;
  readonly draining: AbortController;
  readonly services: readonly Service[];
  readonly seconds: number;
}

/**
 * Stops accepting requests, waits for the running ones, then has every service hand back unfinished work. Connections
 * that are still open at the deadline are cut.
 */
export async function drainServer({ app, draining, services, seconds }: DrainOptions): Promise<void> {
  draining.abort();
  const closed = new Promise<void>((resolve) => app.server.close(() => resolve()));
  app.server.closeIdleConnections();
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => cutConnections(app.server), seconds * 1000);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
  for (const service of services) await service.onDrain?.();
}
