import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import type { Awaitable, Transaction } from '../storage/port/space-store.ts';
import { type KeptAnswer, KeptAnswers } from './kept-answers.ts';

const KEY_FORM = /^[\x21-\x7e]{1,255}$/;
/** Headers that belong to the answer and are replayed with it. */
const REPLAYED_HEADERS = ['content-type', 'location', 'etag', 'cache-control', 'link'];
/** A request whose caller has hung up counts as running until it is answered all the same, or for so long. */
const ORPHAN_MS = 600_000;
/** Answers larger than this are not kept; the request runs again. */
const BODY_MAX = 16 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True when the route honours Idempotency-Key. */
    idempotent?: boolean;
  }
  interface FastifyRequest {
    idempotency?: IdempotentRequest;
  }
}

/** What a handler may do with its request's Idempotency-Key. */
export interface IdempotentRequest {
  /**
   * Keeps the answer inside the write operation that does the work: then neither can be without the other.
   * Without it the answer is kept in a transaction of its own just before it leaves.
   */
  keep(status: number, headers: Readonly<Record<string, string>>, body: string, tx?: Transaction): Awaitable<void>;
}

interface Running extends IdempotentRequest {
  readonly key: Buffer;
  readonly owner: string;
  readonly fingerprint: Buffer;
  kept: boolean;
  /** Whether the answer is made, and kept where it is to be. */
  answered: boolean;
  /** From then on the key may come again. */
  readonly end: () => void;
}

/** Who calls, once authenticated: keys of different clients never meet, and what is kept counts in the share of the organisation. */
export type CallerOf = (request: FastifyRequest) => { readonly clientId: string; readonly organisationId: string };

/** What answers are kept with. */
export interface IdempotencyParts {
  readonly database: SpaceDatabase;
  readonly clock: Clock;
  /** Bytes that may be kept of one organisation, 0 for no limit: the setting of this name. */
  readonly idempotencyBytes: number;
}

/**
 * Makes the routes of a scope with `config: { idempotent: true }` honour Idempotency-Key: the first answer is kept
 * 24 hours and replayed; 429 and 5xx are not kept. Register it after the authentication hook.
 */
export function addIdempotency(app: FastifyInstance, parts: IdempotencyParts, callerOf: CallerOf): void {
  const { database } = parts;
  const answers = new KeptAnswers(database, parts.clock, parts.idempotencyBytes);
  const running = new Set<string>();
  const current = new WeakMap<FastifyRequest, Running>();

  app.addHook('preValidation', (request, reply, done) => {
    if (request.headers['idempotency-key'] === undefined || request.routeOptions.config.idempotent !== true)
      return done();
    try {
      const kept = begin(request, reply);
      if (kept === undefined) return done();
      // It can be read before the disk has it; what is asked of the writer now is answered when all before it is there.
      database.writer.run(() => {}).then(() => replay(reply, kept), done);
    } catch (error) {
      done(error as Error);
    }
  });

  /** @returns the kept answer; undefined when the request is to be handled */
  function begin(request: FastifyRequest, reply: FastifyReply): KeptAnswer | undefined {
    const header = request.headers['idempotency-key'];
    if (typeof header !== 'string' || !KEY_FORM.test(header)) {
      throw new ProblemError('invalid-parameter', 'Idempotency-Key must have 1 to 255 visible ASCII characters.', {
        errors: [{ parameter: 'Idempotency-Key', detail: 'Not a key.' }],
      });
    }
    const { clientId, organisationId: owner } = callerOf(request);
    const key = createHash('sha256').update(`${clientId}\n${header}`).digest();
    const name = key.toString('base64');
    const fingerprint = fingerprintOf(request);
    const kept = answers.find(key);
    if (kept !== undefined) {
      if (!fingerprint.equals(kept.fingerprint))
        throw new ProblemError(
          'idempotency-key-reused',
          'Another request was sent with this key within 24 hours: repeat that one as it was, or take a new key.',
        );
      return kept;
    }
    if (running.has(name))
      throw new ProblemError(
        'idempotency-in-progress',
        'The first request with this key has no answer yet: wait for it, or ask again with the same key in a moment.',
        { headers: { 'retry-after': '1' } },
      );
    answers.requireRoom(owner);
    running.add(name);
    let orphan: NodeJS.Timeout | undefined;
    const mine: Running = {
      key,
      owner,
      fingerprint,
      kept: false,
      answered: false,
      end: () => {
        clearTimeout(orphan);
        running.delete(name);
      },
      keep: (status, headers, body, tx) => {
        const done = answers.keep({ ...mine, status, headers, body }, tx);
        mine.kept = true;
        return done;
      },
    };
    current.set(request, mine);
    request.idempotency = mine;
    // Who waited too long hangs up and sends the same again: what runs goes on, and must not begin a second time.
    reply.raw.once('close', () => {
      if (mine.answered) mine.end();
      else orphan = setTimeout(mine.end, ORPHAN_MS).unref();
    });
    return undefined;
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    const mine = request.idempotency === undefined ? undefined : current.get(request);
    if (mine === undefined) return done(null, payload);
    const answered = (): void => {
      mine.answered = true;
      if (reply.raw.closed) mine.end();
    };
    keepAnswer(mine, request, reply, payload)
      .finally(answered)
      .then((sent) => done(null, sent), done);
  });

  async function keepAnswer(
    mine: Running,
    { raw }: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> {
    if (mine.kept || reply.statusCode === 429 || reply.statusCode >= 500) return payload;
    // Of a body that broke off only a part was judged: the whole one deserves an answer of its own.
    if (!raw.complete && hasBody(raw)) return payload;
    const body = typeof payload === 'string' ? payload : payload === undefined || payload === null ? '' : undefined;
    if (body === undefined || body.length > BODY_MAX) return payload;
    const headers = Object.fromEntries(
      REPLAYED_HEADERS.filter((h) => reply.hasHeader(h)).map((h) => [h, String(reply.getHeader(h))]),
    );
    await database.writer.run(() => answers.keep({ ...mine, status: reply.statusCode, headers, body }));
    return payload;
  }
}

/** Whether a request announces a body; one that does not may be answered before Node calls it complete. */
function hasBody({ headers }: FastifyRequest['raw']): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** What makes two requests the same: method, address and body; for streamed bodies what their headers say of them. */
function fingerprintOf(request: FastifyRequest): Buffer {
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n`);
  if (request.rawBody !== undefined) return hash.update(request.rawBody).digest();
  const { headers } = request;
  return hash
    .update(
      JSON.stringify([headers['content-length'], headers['content-type']?.split(';')[0], headers['content-digest']]),
    )
    .digest();
}

function replay(reply: FastifyReply, { status, headers, body }: KeptAnswer): void {
  reply.code(status).headers(JSON.parse(headers) as Record<string, string>);
  reply.header('idempotency-replayed', 'true');
  if (body === null) reply.send();
  else reply.serializer((text: string) => text).send(Buffer.from(body).toString('utf8'));
}
