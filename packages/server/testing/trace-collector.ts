import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as the collector understood it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client';
  /** Nanoseconds since 1970. */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly failed: boolean;
}

/** An OpenTelemetry collector of the tests: it decodes what comes in strictly, and refuses what is not OTLP. */
export interface TraceCollector extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Attributes of the resource of the last request. */
  readonly resource: () => Readonly<Record<string, unknown>>;
  /** Requests so far, also refused ones. */
  readonly requests: () => number;
  readonly headers: () => Readonly<Record<string, string | string[] | undefined>>;
  /** Every body as it came, for searches. */
  readonly bodies: () => string;
  /** Answers all further requests with this status. */
  answer(status: number): void;
}

const KINDS = [undefined, 'internal', 'server', 'client'] as const;

/** Starts a collector on a free port. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = [];
  let [status, requests, bodies, resource, headers] = [200, 0, '', {}, {}];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    headers = request.headers;
    requests++;
    if (status === 200) {
      try {
        assert.deepEqual([request.method, request.url], ['POST', '/v1/traces']);
        assert.equal(request.headers['content-type'], 'application/json');
        const decoded = decode(body);
        resource = decoded.resource;
        spans.push(...decoded.spans);
        bodies += body;
      } catch (error) {
        response.writeHead(400).end(String(error));
        return;
      }
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resource: () => resource,
    requests: () => requests,
    headers: () => headers,
    bodies: () => bodies,
    answer: (next) => {
      status = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Otlp {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: KeyValues };
    readonly scopeSpans: readonly { readonly scope: { readonly name: string }; readonly spans: readonly OtlpSpan[] }[];
  }[];
}
type KeyValues = readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: KeyValues;
  readonly status?: { readonly code: number };
}

function decode(body: string): { resource: Record<string, unknown>; spans: ReceivedSpan[] } {
  const [{ resource, scopeSpans }, ...more] = (JSON.parse(body) as Otlp).resourceSpans as [Otlp['resourceSpans'][0]];
  assert.equal(more.length, 0);
  return {
    resource: values(resource.attributes),
    spans: scopeSpans.flatMap(({ scope, spans }) => {
      assert.equal(scope.name, 'fieldbridge');
      return spans.map(received);
    }),
  };
}

function received(span: OtlpSpan): ReceivedSpan {
  const { traceId, spanId, parentSpanId, name, attributes } = span;
  assert.match(traceId, /^[0-9a-f]{32}$/);
  assert.match(spanId, /^[0-9a-f]{16}$/);
  if (parentSpanId !== undefined) assert.match(parentSpanId, /^[0-9a-f]{16}$/);
  for (const time of [span.startTimeUnixNano, span.endTimeUnixNano]) assert.match(time, /^[0-9]{19}$/);
  const [start, end] = [BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano)];
  assert.ok(end >= start, `${name} ends before it begins`);
  const kind = KINDS[span.kind];
  assert.ok(kind !== undefined, `kind ${span.kind}`);
  const shared = { traceId, spanId, ...(parentSpanId === undefined ? {} : { parentSpanId }), name, kind, start, end };
  return { ...shared, attributes: values(attributes), failed: span.status?.code === 2 };
}

function values(attributes: KeyValues): Record<string, string | number | boolean> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [[type, found], ...more] = Object.entries(value) as [[string, unknown]];
      assert.equal(more.length, 0);
      if (type === 'intValue') assert.match(String(found), /^-?\d+$/);
      assert.ok(['stringValue', 'intValue', 'doubleValue', 'boolValue'].includes(type), type);
      return [key, (type === 'intValue' ? Number(found) : found) as string | number | boolean];
    }),
  );
}
