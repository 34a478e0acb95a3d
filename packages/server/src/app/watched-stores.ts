import type { Metrics } from '../http/metrics.ts';
import type { ConnectionUse, Spaces } from '../storage/spaces.ts';
import { WatchedStore } from '../storage/watched-store.ts';
import type { Tracer } from '../tracing/tracer.ts';

/**
 * Times the statements of all spaces for traces, and on PostgreSQL for /metrics. Statements of the embedded engine take
 * a few microseconds, which timing would lengthen, so they are timed only for traces.
 */
export function watchStores(spaces: Spaces, isPostgres: boolean, metrics: Metrics, tracer: Tracer): void {
  if (!isPostgres && !tracer.isOn) return;
  const system = { 'db.system.name': isPostgres ? 'postgresql' : 'sqlite' };
  spaces.watch(({ name, store }) => {
    addConnectionMetrics(metrics, name, () => store.connections);
    const attributes = { ...system, 'db.namespace': name };
    return new WatchedStore(store, { tracer, attributes, ...(isPostgres ? { ended: counted(metrics) } : {}) });
  });
}

/** Keeps the durations of statements by class, and counts their failures by code. */
function counted(metrics: Metrics): NonNullable<ConstructorParameters<typeof WatchedStore>[1]['ended']> {
  return ({ name: statement }, seconds, code) => {
    metrics.observe('fieldbridge_statement_duration_seconds', 'Duration of statements', seconds, { statement });
    if (code !== undefined)
      metrics.count('fieldbridge_statement_failures_total', 'Statements that failed, by code', { code });
  };
}

/** Gauges of the connections of a space, if it has any. */
function addConnectionMetrics(metrics: Metrics, space: string, use: () => ConnectionUse | undefined): void {
  if (use() === undefined) return;
  const states = {
    open: 'Connections to the database',
    busy: 'Of these, lent out',
    waiting: 'Callers that wait for one',
  };
  for (const pool of ['read', 'write'] as const)
    for (const state of ['open', 'busy', 'waiting'] as const) {
      const name = `fieldbridge_database_connections_${state}`;
      metrics.gauge(name, states[state], () => use()!.pools[pool][state], { space, pool });
    }
  const waiting = () => use()!.writesWaiting;
  metrics.gauge('fieldbridge_writes_waiting', 'Write operations that wait for their transaction', waiting, { space });
}
