import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Detail, detailOf } from '../core/detail.ts';
import { bareProblem, ProblemError } from '../core/problem.ts';
import { PROBLEM_TYPE } from './error-handler.ts';

/** How much of a refused body is read and discarded before the connection is closed. */
const DISCARD_BYTES = 64 * 1024 * 1024;
const DISCARD_MS = 10_000;
/** A change of what exists: a body for PATCH only. */
const MERGE_PATCH = 'application/merge-patch+json';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True if the handler reads the body itself as a stream: no time limit on the whole, no size limit by bodyLimit.
     */
    streamBody?: boolean;
  }
  interface FastifyRequest {
    /** The request's entry among those whose bodies have not arrived. */
    arrival?: Arrival | undefined;
  }
}

interface Arrival {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly since: number;
  place: number;
}

/**
 * Refusals that need not read the body: 413 by Content-Length and 415 come before the first byte, after authentication
 * (an onRequest hook of the service). Only then does a client that expects it get 100 Continue.
 */
export function addEarlyRefusal(app: FastifyInstance, bodySeconds: number): void {
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  app.server.on('checkExpectation', (request, response) => {
    const { status, requestId, body } = bareProblem('expectation-failed');
    response.writeHead(status, {
      'content-type': PROBLEM_TYPE,
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
    });
    response.end(body);
    discard(request.socket, request);
  });
  const arrivals = new Arrivals(bodySeconds);
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { headers } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      return done(null, payload);
    // Read once, because Fastify creates this object at every access.
    const route = request.routeOptions;
    const refusal = refusalOf(request, route);
    if (refusal !== undefined) return done(refusal);
    // A caller of HTTP/1.0 does not know 100 Continue and would take it for the answer (RFC 9110 §10.1.1).
    if (headers.expect !== undefined && request.raw.httpVersion !== '1.0') reply.raw.writeContinue();
    if (route.config.streamBody === true) limitSilence(request, bodySeconds * SILENCE_FACTOR);
    else arrivals.add(request, reply);
    done(null, payload);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    arrivals.remove(request);
    if (!request.raw.complete) discard(request.raw.socket, request.raw);
    done();
  });
}

/** Why a body is not read at all; undefined if it is read. */
function refusalOf(
  { headers, method, server }: FastifyRequest,
  { config, bodyLimit }: FastifyRequest['routeOptions'],
): ProblemError | undefined {
  const transfer = headers['transfer-encoding'];
  if (transfer !== undefined && transfer.toLowerCase() !== 'chunked')
    return new ProblemError('malformed-request', detailOf('The only supported transfer coding is `chunked`.'), {
      headers: { connection: 'close' },
    });
  // Compressed bytes would be taken for those of the body (RFC 9110 §15.5.16).
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity') {
    const detail = detailOf('The Content-Encoding {coding} is not supported here; send the body unencoded.', {
      coding: coding.slice(0, 40),
    });
    return new ProblemError('unsupported-media-type', detail, { headers: { 'accept-encoding': 'identity' } });
  }
  // A scope that streams bodies accepts any type and size; Fastify does not report catch-all parsers.
  if (config.streamBody === true) return undefined;
  const type = headers['content-type'];
  const length = Number(headers['content-length'] ?? 0);
  if ((length > 0 || headers['transfer-encoding'] !== undefined) && !takes(server, config, type, method))
    return new ProblemError(
      'unsupported-media-type',
      type === undefined
        ? detailOf('The body has no Content-Type; send {types}.', { types: takenBy(server, method) })
        : detailOf('This address does not accept {type}; send {types}.', {
            ...{ type: JSON.stringify(type.slice(0, 100)), types: takenBy(server, method) },
          }),
    );
  if (length > bodyLimit)
    return new ProblemError(
      'body-too-large',
      detailOf('The body limit of this address is {bodyLimit} bytes; {length} were announced.', { bodyLimit, length }),
    );
  return undefined;
}

/**
 * The type that each route last accepted: callers send the same one again and again, and Fastify would parse it each
 * time.
 */
const lastTaken = new WeakMap<object, string>();

function takes(server: FastifyInstance, config: object, type: string | undefined, method: string): boolean {
  if (type === undefined) return false;
  if (lastTaken.get(config) === type) return true;
  const essence = type.split(';', 1)[0]!.trim().toLowerCase();
  if (!server.hasContentTypeParser(essence) || (essence === MERGE_PATCH && method !== 'PATCH')) return false;
  lastTaken.set(config, type);
  return true;
}

/** Types of bodies in scopes that do not stream; Fastify can be asked about one type, but does not list them. */
const OR = { en: ' or ', de: ' oder ', nl: ' of ' } as const;
const TYPES = ['application/json', MERGE_PATCH, 'application/x-www-form-urlencoded'];

function takenBy(server: FastifyInstance, method: string): Detail {
  const fitting = TYPES.filter((type) => method === 'PATCH' || type !== MERGE_PATCH);
  const taken = fitting.filter((type) => server.hasContentTypeParser(type));
  return (language) => taken.join(OR[language]);
}

/**
 * A streamed body may take its time, but must not be silent for longer than this many times the limit of a whole JSON
 * body. Its reader answers 408 before that; this is for bodies that nobody reads.
 */
const SILENCE_FACTOR = 3;

/** Cuts the connection of an upload that has gone silent; its handler sees the stream break off. */
function limitSilence(request: FastifyRequest, seconds: number): void {
  const { socket } = request.raw;
  socket.setTimeout(seconds * 1000);
  request.raw.once('end', () => socket.setTimeout(0));
}

/** How often to look for late bodies: one timer for all, because a timer per request costs more than it protects. */
const LOOK_MS = 500;

/**
 * Bodies that have not arrived yet; late ones are answered with 408. A list and not a Map: when a Map grows or is
 * compacted, its old table points to the next one, so that one table in the old generation keeps all requests since
 * then alive.
 */
class Arrivals {
  readonly #seconds: number;
  readonly #waiting: Arrival[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  add(request: FastifyRequest, reply: FastifyReply): void {
    request.arrival = { request, reply, since: performance.now(), place: this.#waiting.length };
    this.#waiting.push(request.arrival);
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /** The request was answered: nothing is awaited any more, and nothing of it is held. */
  remove(request: FastifyRequest): void {
    const { arrival } = request;
    if (arrival === undefined) return;
    request.arrival = undefined;
    const last = this.#waiting.pop()!;
    if (last === arrival) return;
    last.place = arrival.place;
    this.#waiting[arrival.place] = last;
  }

  #look(): void {
    const late = performance.now() - this.#seconds * 1000;
    for (const { request, reply, since } of [...this.#waiting]) {
      const isOver = request.raw.complete || reply.sent || request.raw.destroyed;
      if (!isOver && since > late) continue;
      this.remove(request);
      if (!isOver)
        reply.send(
          new ProblemError(
            'request-timeout',
            detailOf('The body did not arrive within {seconds} s.', { seconds: this.#seconds }),
          ),
        );
    }
    if (this.#waiting.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/**
 * Lets a caller that is still sending read its answer: what it sends is discarded for a while, then the connection
 * closes.
 */
function discard(socket: Socket, body: IncomingMessage): void {
  // A request from within the process (the desk of a data directory) has no connection.
  if (!(socket instanceof Socket) || socket.destroyed) return;
  const start = socket.bytesRead;
  const stop = () => {
    clearInterval(watch);
    clearTimeout(deadline);
    // The connection may carry thousands of refused requests, and would keep a listener for each.
    socket.off('close', stop);
  };
  const watch = setInterval(() => socket.bytesRead - start > DISCARD_BYTES && socket.destroy(), 50).unref();
  const deadline = setTimeout(() => socket.destroy(), DISCARD_MS).unref();
  body.once('end', stop);
  socket.once('close', stop);
  body.resume();
}
