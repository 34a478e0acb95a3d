import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { negotiate } from './accept.ts';
import { addAnswerHeaders } from './answer-headers.ts';
import { answerBrokenRequest, endWithProblem } from './broken-request.ts';
import { watchConnections } from './connections.ts';
import { addCors } from './cors.ts';
import { addEarlyRefusal } from './early-refusal.ts';
import { handleError, MOST_PARAMETER, PROBLEM_TYPE, shownPath } from './error-handler.ts';
import { acceptJson } from './json-body.ts';
import type { LogTarget } from './log-stream.ts';
import { RouteMethods } from './methods.ts';
import type { Metrics } from './metrics.ts';
import { serveInTurn } from './pipelining.ts';
import type { Refusals } from './refusals.ts';
import { RequestLines, timestamps } from './request-lines.ts';
import { makeChildrenLazy } from './request-log.ts';
import { originForm, pathOfTarget } from './request-target.ts';
import { addRequestTraces } from './request-traces.ts';
import { RouteDurations } from './route-durations.ts';
import { compileSerializer } from './serializer.ts';
import { StalledAnswers } from './stalled-answers.ts';
import { compileValidator } from './validation.ts';

/** A Fastify scope whose schemas are TypeBox. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Media types the route can return; application/json by default. If one of them is any, nothing is refused. */
    produces?: readonly string[];
    /** True if the path itself is a secret: log and problems name the route instead. */
    secretPath?: boolean;
    /** True if the route says who is signed in: the answer that nobody is belongs in no list of refusals. */
    saysWhoIsSignedIn?: boolean;
  }
}

/** What the application needs to know from the settings. */
export interface AppOptions {
  readonly bodyLimit: number;
  readonly bodySeconds: number;
  readonly corsOrigins: readonly string[];
  /** Address at which callers reach the server, if it is set. */
  readonly publicUrl?: string | undefined;
  /** Path of the operator's desk, which pages of other origins may never call. */
  readonly deskPath?: string;
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
  /** Whether lines of requests name the caller's address; they do by default. */
  readonly logAddresses?: boolean;
  readonly log: LogTarget;
  /** Certificate and key, PEM; plain HTTP without them. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  readonly metrics: Metrics;
  /** Times requests as spans, if traces are on. */
  readonly tracer?: Tracer;
  /** Receives what was answered with a problem. */
  readonly refusals?: Refusals;
  /** Whether the server is stopping: it then accepts nothing new. */
  readonly isDraining: () => boolean;
}

const REQUEST_ID_FORM = /^[\w.-]{1,64}$/;
/** How long the head of a request may take to arrive, and before it a TLS handshake. */
const HEAD_MS = 20_000;
const JSON_ONLY = ['application/json'];
const HOST = 'host';
/** A name or an address, with or without a port (RFC 9110 §7.2, RFC 3986 §3.2.2). */
const HOST_FORM = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/**
 * Creates the application: problems, request ids, JSON, early refusals, CORS, content negotiation, metrics. No routes.
 */
export function createApp(options: AppOptions): App {
  const app = fastify({
    https: options.tls === undefined ? null : { ...options.tls, handshakeTimeout: HEAD_MS },
    bodyLimit: options.bodyLimit,
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    logger: {
      level: options.logLevel,
      stream: options.log,
      base: null,
      timestamp: timestamps(),
    } as never,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (request: IncomingMessage) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID_FORM.test(given) ? given : uuidv7();
    },
    return503OnClosing: false,
    forceCloseConnections: false,
    routerOptions: { maxParamLength: MOST_PARAMETER, ignoreTrailingSlash: true },
    // A whole request may be a large upload and an answer may take minutes of work, so neither has a short limit. Slow
    // callers are caught by the limits on headers, on JSON bodies, on silence within an upload (early-refusal.ts) and
    // on answers that nobody reads (stalled-answers.ts).
    requestTimeout: 3_600_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    // We refuse a request without Host ourselves, in the usual form.
    http: { headersTimeout: HEAD_MS, connectionsCheckingInterval: 5_000, requireHostHeader: false } as never,
    // Fastify's type describes the bytes as they look in JSON.
    clientErrorHandler: answerBrokenRequest as never,
    frameworkErrors: handleError as never,
    schemaController: {
      compilersFactory: { buildValidator: () => compileValidator, buildSerializer: () => compileSerializer } as never,
    },
  } as FastifyServerOptions).withTypeProvider<TypeBoxTypeProvider>() as unknown as App;
  makeChildrenLazy(app.log);
  app.setErrorHandler(handleError);
  // Declared up front, so that every request object has one shape.
  app.decorateRequest('principal');
  app.decorateRequest('rawBody');
  app.decorateRequest('idempotency');
  app.decorateRequest('arrival');
  app.decorateRequest('problem');
  app.removeAllContentTypeParsers();
  acceptJson(app);
  serveInTurn(app.server, settleTarget);
  refuseProxying(app.server);
  // First of all hooks, so that what the others do is within the request's span.
  if (options.tracer?.isOn) addRequestTraces(app, options.tracer);
  // Before anything that may refuse, so that a page can read the reason.
  addCors(app, options.corsOrigins, options.deskPath);
  const setAnswerHeaders = addAnswerHeaders(app, options.publicUrl, options.tls !== undefined);
  addRequestFrame(app, options, setAnswerHeaders, addNotFound(app));
  addEarlyRefusal(app, options.bodySeconds);
  watchConnections(app.server);
  new StalledAnswers().watch(app.server, options.tls === undefined ? 'connection' : 'secureConnection');
  return app;
}

/** Normalises the target of a request before routing and logging. */
function settleTarget(request: IncomingMessage): void {
  // A target that is not ours stays unchanged; the frame refuses it.
  if (!request.url!.startsWith('/')) request.url = originForm(request.url!, request.method!) ?? request.url!;
}

/** There is no proxy here. Node would cut the connection silently. */
function refuseProxying(server: Server): void {
  server.on('connect', (_request, socket: Socket) => {
    endWithProblem(socket, 'method-not-allowed', { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' });
    // Node has let go of the connection: a caller that does not end its half would keep it open, and the server
    // running, for ever.
    socket.destroySoon();
  });
}

/** Whether a request names its host, once and in a valid form, as RFC 9112 §3.2 requires for HTTP/1.1. */
function namesItsHost({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  if (!HOST_FORM.test(headers.host)) return false;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === HOST.length && rawHeaders[i]!.toLowerCase() === HOST) hosts++;
  return hosts <= 1;
}

/** The frame around every request: id, drain, negotiation; at its end one log line and the metrics. */
function addRequestFrame(
  app: App,
  { isDraining, metrics, refusals, log, logLevel, logAddresses = true }: AppOptions,
  setAnswerHeaders: (reply: FastifyReply) => void,
  answerNotFound: Answer,
): void {
  const lines = new RequestLines(log, logLevel);
  const durations = new RouteDurations(metrics);
  // Hooks with a callback: a quick answer has no time for a promise per hook and request, nor for many hooks.
  app.addHook('onRequest', (request, reply, done) => {
    setAnswerHeaders(reply);
    reply.header('x-request-id', request.id);
    if (isDraining()) {
      reply.header('connection', 'close');
      return done(
        new ProblemError('unavailable', detailOf('The server is stopping.'), { headers: { 'retry-after': '5' } }),
      );
    }
    if (!request.url.startsWith('/'))
      return done(new ProblemError('malformed-request', detailOf('The request has no path.')));
    if (!namesItsHost(request.raw))
      return done(
        new ProblemError(
          'malformed-request',
          detailOf('A request must name its host in exactly one header Host, as name or address and port.'),
        ),
      );
    const { accept } = request.headers;
    if (accept !== undefined && accept !== '*/*' && accept !== 'application/json') {
      const offers = request.routeOptions.config.produces ?? JSON_ONLY;
      if (!offers.includes('*/*') && negotiate(accept, [...offers, PROBLEM_TYPE]) === undefined)
        return done(
          new ProblemError(
            'not-acceptable',
            detailOf('This address can answer with {offers}.', { offers: offers.join(', ') }),
          ),
        );
    }
    if (request.is404) answerNotFound(request, reply);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions;
    const ms = reply.elapsedTime;
    durations.observe(request.method, route, reply.statusCode, ms / 1000);
    const { id, method, problem } = request;
    const { clientId, organisationId } = request.principal ?? {};
    const address = logAddresses ? request.ip : undefined;
    const shared = { method, path: shownPath(request, route), status: reply.statusCode, address };
    lines.write({ id, ...shared, ms, client: clientId, organisation: organisationId });
    if (problem !== undefined) {
      const { code, message: detail } = problem;
      metrics.count('fieldbridge_problems_total', 'Answers with a problem, by code', { code });
      if (code !== 'not-authenticated' || route.config.saysWhoIsSignedIn !== true)
        refusals?.add({ requestId: id, at: Date.now(), ...shared, code, detail, clientId, organisationId });
    }
    done();
  });
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => void;

/** @returns what answers requests without a route: 404, 405 with Allow, or OPTIONS with Allow. The body is not read. */
function addNotFound(app: App): Answer {
  const methods = new RouteMethods();
  methods.watch(app);
  const answer: Answer = (request, reply) => {
    const allowed = methods.of(pathOfTarget(request.url));
    if (allowed.length === 0)
      return void reply.send(new ProblemError('not-found', detailOf('There is nothing at this address.')));
    reply.header('allow', [...allowed, ...(allowed.includes('OPTIONS') ? [] : ['OPTIONS'])].join(', '));
    if (request.method === 'OPTIONS') reply.code(204).send();
    else
      reply.send(
        new ProblemError(
          'method-not-allowed',
          detailOf('This address supports {allowed}.', { allowed: allowed.join(', ') }),
        ),
      );
  };
  app.setNotFoundHandler(answer);
  return answer;
}
