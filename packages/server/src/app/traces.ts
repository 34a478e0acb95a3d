import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { coreSettings } from '../config/core-settings.ts';
import type { ValuesOf } from '../config/setting.ts';
import { VERSION } from '../core/version.ts';
import type { Metrics } from '../http/metrics.ts';
import { Tracer } from '../tracing/tracer.ts';

/** The tracer of a server, and how its last spans are sent. */
export interface Traces {
  readonly tracer: Tracer;
  close(): Promise<void>;
}

/** What the export of traces writes to the log. */
interface TraceLog {
  warn(bindings: object, text: string): void;
  info(text: string): void;
}

/** Traces as the settings say. What sends them is loaded only if they are on. */
export async function openTraces(
  { traces: url, tracesShare: share }: Pick<ValuesOf<typeof coreSettings>, 'traces' | 'tracesShare'>,
  metrics: Metrics,
  log: TraceLog,
): Promise<Traces> {
  if (url === undefined) return { tracer: new Tracer(), close: async () => {} };
  const { TraceExport } = await import('../tracing/trace-export.ts');
  const resource = { 'service.instance.id': randomUUID(), 'host.name': hostname() };
  const sender = new TraceExport({ url, version: VERSION, resource, log });
  for (const result of ['sent', 'lost'] as const) {
    const help = 'Spans of traces, by whether the collector took them';
    metrics.counter('fieldbridge_trace_spans_total', help, () => sender.counts[result], { result });
  }
  return { tracer: new Tracer({ share, ended: (span) => sender.add(span) }), close: () => sender.close() };
}
