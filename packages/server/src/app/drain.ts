import type { App } from '../http/app.ts';
import { cutConnections } from '../http/connections.ts';
import type { Service } from '../service/service.ts';

/** What is drained and how long it may take. */
export interface DrainOptions {
  readonly app: App;
  readonly draining: AbortController;
  readonly services: readonly Service[];
  readonly seconds: number;
}

/**
 * Stops taking requests, waits for the running ones, then lets every service hand back what is unfinished.
 * Connections that are still open at the end of the time are cut.
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
