import {
  type Context,
  type Span as InnerSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { CountedExport, type TraceLog } from './counted-export.ts';
import type { Attributes, Span, SpanSource, SpanStart } from './span.ts';

const NAME = 'fieldbridge';
/** How long a batch is tried, pauses included, so also how long a server that stops waits for its last spans. */
const ANSWER_MS = 5000;
const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

/** What traces need. */
export interface OpenTelemetryOptions {
  /** Of the collector; `/v1/traces` is added to an address without a path. */
  readonly url: string;
  /** The share of traces that are sent, of those whose caller has not decided it; 0 to 1. */
  readonly share: number;
  readonly version: string;
  /** Says which server this is. */
  readonly resource: Readonly<Record<string, string>>;
  readonly log: TraceLog;
}

/**
 * Spans of OpenTelemetry's SDK, sent to a collector by OTLP/HTTP with JSON. This module is loaded only if traces are
 * on. Nothing is registered globally, so nothing else in the process makes spans.
 */
export class OpenTelemetry implements SpanSource {
  readonly #provider: TracerProvider;
  readonly #tracer: ReturnType<TracerProvider['getTracer']>;
  readonly #export: CountedExport;

  constructor({ url, share, version, resource, log }: OpenTelemetryOptions) {
    this.#export = new CountedExport(new OTLPTraceExporter({ ...addressOf(url), timeoutMillis: ANSWER_MS }), log);
    this.#provider = new TracerProvider({
      resource: defaultResource().merge(
        resourceFromAttributes({ 'service.name': NAME, 'service.version': version, ...resource }),
      ),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [this.#export],
    });
    this.#tracer = this.#provider.getTracer(NAME, version);
  }

  /** Spans by what became of them, for /metrics. */
  get counts(): CountedExport['counts'] {
    return this.#export.counts;
  }

  begin(name: string, { kind, attributes, above, caller }: SpanStart): Span {
    const context = above instanceof SentSpan ? above.context : callersContext(caller);
    return new SentSpan(this.#tracer.startSpan(name, { kind: KINDS[kind], attributes }, context));
  }

  /** Sends what waits. */
  async close(): Promise<void> {
    // A batch that is refused at the end is counted and logged as any other.
    await this.#provider.shutdown().catch(() => {});
  }
}

/** A span of the SDK. */
class SentSpan implements Span {
  readonly #inner: InnerSpan;
  #context: Context | undefined;

  constructor(inner: InnerSpan) {
    this.#inner = inner;
  }

  /** The context of its parts. */
  get context(): Context {
    return (this.#context ??= trace.setSpan(ROOT_CONTEXT, this.#inner));
  }

  set(attributes: Attributes): void {
    this.#inner.setAttributes(attributes);
  }

  rename(name: string): void {
    this.#inner.updateName(name);
  }

  end(failure?: string): void {
    if (!this.#inner.isRecording()) return;
    if (failure !== undefined)
      this.#inner.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
    this.#inner.end();
  }
}

/** The context of a caller's span; without one, that of a new trace. */
function callersContext(header: string | undefined): Context {
  const caller = header === undefined ? null : parseTraceParent(header);
  return caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true });
}

/** Where spans are sent: the address without its name and password, which become a header. */
function addressOf(text: string): { url: string; headers: Record<string, string> } {
  const url = new URL(text);
  if (url.pathname === '/') url.pathname = '/v1/traces';
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  return { url: url.href, headers: { ...(username === '' ? {} : { authorization }) } };
}
