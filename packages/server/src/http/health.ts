import type { App } from './app.ts';
import type { Metrics } from './metrics.ts';

/** How the server is, for /health/ready, and which one it is. */
export interface Condition {
  /** Tells this server from others; not secret. */
  readonly serverId: string;
  /** Why the server cannot work now; empty if it can. */
  troubles(): readonly string[];
  /** What does not work for the time being, while the rest does. */
  shortages(): readonly string[];
}

/** Adds /health/live, /health/ready and /metrics. */
export function addHealth(app: App, metrics: Metrics, { serverId, troubles, shortages }: Condition): void {
  app.get('/health/live', async () => ({ status: 'live', server: serverId }));
  app.get('/health/ready', async (_request, reply) => {
    const reasons = troubles();
    if (reasons.length > 0) reply.code(503).header('retry-after', '5');
    if (reasons.length > 0) return { status: 'not ready', reasons };
    // Not 503: a load balancer would take away the tickets, for which there is room.
    const limits = shortages();
    return { status: limits.length === 0 ? 'ready' : 'limited', reasons: limits };
  });
  app.get(
    '/metrics',
    { config: { produces: ['text/plain', 'application/openmetrics-text'] } },
    async (_request, reply) => {
      reply.type('text/plain; version=0.0.4; charset=utf-8');
      return metrics.text();
    },
  );
  metrics.gauge('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss());
  metrics.counter('process_cpu_seconds_total', 'CPU time used', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.gauge('process_uptime_seconds', 'Time since the process started', () => process.uptime());
}
