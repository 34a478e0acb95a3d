import type { Span } from '../tracing/span.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { App } from './app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request, if it is traced. */
    span?: Span | undefined;
  }
}

/** Asked by machines every few seconds: their traces would hide the others. */
const UNTRACED = new Set(['/health/live', '/health/ready', '/metrics']);
const FAILED = 500;

/**
 * Makes each request a span, a part of the caller's if it sends `traceparent`. It has the route, never the path or a
 * query, in which there may be a secret.
 */
export function addRequestTraces(app: App, tracer: Tracer): void {
  app.decorateRequest('span');
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url;
    if (route !== undefined && UNTRACED.has(route)) return done();
    request.span = tracer.start(request.method, {
      kind: 'server',
      parent: 'none',
      caller: callerOf(request.headers.traceparent),
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'url.scheme': request.protocol,
        'fieldbridge.request.id': request.id,
      },
    });
    tracer.run(request.span, done);
  });
  // A body arrives in events of the connection, which know nothing of the request's span.
  app.addHook('preValidation', (request, _reply, done) => tracer.run(request.span, done));
  app.addHook('onResponse', (request, reply, done) => {
    const { span, problem, principal } = request;
    if (span === undefined) return done();
    const route = request.routeOptions.url;
    span.rename(route === undefined ? request.method : `${request.method} ${route}`);
    span.set({
      'http.response.status_code': reply.statusCode,
      'error.type': problem?.code,
      'fieldbridge.organisation': principal?.organisationId,
      'fieldbridge.client': principal?.clientId,
    });
    span.end(reply.statusCode >= FAILED ? (problem?.code ?? String(reply.statusCode)) : undefined);
    done();
  });
}

/** A header that came twice is invalid (W3C Trace Context, §3.2.2.3). */
function callerOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
