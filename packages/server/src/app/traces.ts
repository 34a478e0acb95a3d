import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { coreSettings } from '../config/core-settings.ts';
import type { ValuesOf } from '../config/setting.ts';
import { VERSION } from '../core/version.ts';
import type { Metrics } from '../http/metrics.ts';
import type { TraceLog } from '../tracing/counted-export.ts';
import { Tracer } from '../tracing/tracer.ts';

/** The tracer of a server, and how its last spans are sent. */
export interface Traces {
  readonly tracer: Tracer;
  close(): Promise<void>;
}

/** Traces according to the settings. The sending code is loaded only if they are on. */
export async function openTraces(
  { traces: url, tracesShare: share }: Pick<ValuesOf<typeof coreSettings>, 'traces' | 'tracesShare'>,
  metrics: Metrics,
  log: TraceLog,
): Promise<Traces> {
  if (url === undefined) return { tracer: new Tracer(), close: async () => {} };
  const { OpenTelemetry } = await import('../tracing/open-telemetry.ts');
  const resource = { 'service.instance.id': randomUUID(), 'host.name': hostname() };
  const spans = new OpenTelemetry({ url, share, version: VERSION, resource, log });
  for (const result of ['sent', 'lost'] as const) {
    const help = 'Spans of traces, by whether the collector took them';
    metrics.counter('fieldbridge_trace_spans_total', help, () => spans.counts[result], { result });
  }
  return { tracer: new Tracer(spans), close: () => spans.close() };
}
