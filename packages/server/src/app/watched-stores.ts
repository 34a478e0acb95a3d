import type { Metrics } from '../http/metrics.ts';
import type { Spaces } from '../storage/spaces.ts';
import { WatchedStore } from '../storage/watched-store.ts';
import type { Tracer } from '../tracing/tracer.ts';

/**
 * Times the statements of all spaces for traces, and on PostgreSQL for /metrics. The embedded engine's take a few
 * microseconds, which timing would lengthen, so there only traces do it.
 */
export function watchStores(spaces: Spaces, isPostgres: boolean, metrics: Metrics, tracer: Tracer): void {
  if (!isPostgres && !tracer.isOn) return;
  const system = { 'db.system.name': isPostgres ? 'postgresql' : 'sqlite' };
  spaces.watch(({ name, store }) => {
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
