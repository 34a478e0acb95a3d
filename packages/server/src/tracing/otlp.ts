import type { Attributes, EndedSpan, SpanKind } from './span.ts';

/** Span kinds of OTLP (opentelemetry-proto 1.x, trace.proto). */
const KINDS: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const STATUS_ERROR = 2;
const NAME = 'fieldbridge';

interface Value {
  readonly stringValue?: string;
  /** 64 bits as text, as JSON of Protocol Buffers has it. */
  readonly intValue?: string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
}

/**
 * Spans as the JSON of an OTLP/HTTP request to `/v1/traces` (opentelemetry.io/docs/specs/otlp): ids in hexadecimal,
 * times in nanoseconds as text.
 */
export function otlpRequest(spans: readonly EndedSpan[], resource: Attributes, version: string): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: keyValues({ 'service.name': NAME, 'service.version': version, ...resource }) },
        scopeSpans: [{ scope: { name: NAME, version }, spans: spans.map(otlpSpan) }],
      },
    ],
  });
}

function otlpSpan(span: EndedSpan): object {
  const { traceId, spanId, parentSpanId, name, kind, start, end, attributes, failure } = span;
  return {
    traceId,
    spanId,
    parentSpanId,
    flags: 1,
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    attributes: keyValues(failure === undefined ? attributes : { ...attributes, 'error.type': failure }),
    ...(failure === undefined ? {} : { status: { code: STATUS_ERROR } }),
  };
}

/** A number has 53 bits, and nanoseconds since 1970 need 61. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, '0')}`;
}

function keyValues(attributes: Attributes): { key: string; value: Value }[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: otlpValue(value) }],
  );
}

function otlpValue(value: string | number | boolean): Value {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
