import type { SpanContext } from './span.ts';

/** W3C Trace Context, §3.2: version, trace, span, flags. Versions after 00 may have more after a hyphen. */
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * The caller's span of a `traceparent` header; undefined if the header is missing or invalid, which begins a new trace
 * (§3.2.2.3: "vendors … MUST ignore the traceparent").
 */
export function parseTraceparent(header: string | string[] | undefined): SpanContext | undefined {
  if (typeof header !== 'string' || header.length > 512) return undefined;
  const [, version, traceId, spanId, flags, more] = FORM.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId!) || /^0+$/.test(spanId!)) return undefined;
  return { traceId: traceId!, spanId: spanId!, isSampled: (Number.parseInt(flags!, 16) & 1) === 1 };
}
