import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Cluster } from '../storage/port/cluster.ts';
import type { SpaceStore, Transaction } from '../storage/port/space-store.ts';
import { inProgress, type KeptAnswer, KeptAnswers } from './kept-answers.ts';

const KEY_FORM = /^[\x21-\x7e]{1,255}$/;
/** Headers that belong to the answer and are replayed with it. */
const REPLAYED_HEADERS = ['content-type', 'location', 'etag', 'cache-control', 'link'];
/** A request whose caller has hung up counts as running until it is answered, or for this long. */
const ORPHAN_MS = 600_000;
/** Larger answers are not stored; the request runs again. */
const BODY_MAX = 16 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the route honours Idempotency-Key. */
    idempotent?: boolean;
  }
  interface FastifyRequest {
    idempotency?: IdempotentRequest;
  }
}

/** What a handler may do with its request's Idempotency-Key. */
export interface IdempotentRequest {
  /**
   * Stores the answer inside the write operation that does the work, so that a crash leaves both or neither. Otherwise
   * the answer is stored in its own transaction just before it is sent.
   */
  keep(status: number, headers: Readonly<Record<string, string>>, body: string, tx: Transaction): Promise<void>;
}

interface Running extends IdempotentRequest {
  readonly key: Buffer;
  readonly owner: string;
  readonly fingerprint: Buffer;
  kept: boolean;
  /** Whether the answer is complete, and stored if it has to be. */
  answered: boolean;
  /** Releases the key for further requests. */
  readonly end: () => void;
}

/**
 * The authenticated caller: keys of different clients never meet, and stored answers count towards the share of the
 * organisation.
 */
export type CallerOf = (request: FastifyRequest) => { readonly clientId: string; readonly organisationId: string };

/** What storing answers needs. */
export interface IdempotencyParts {
  readonly store: SpaceStore;
  readonly clock: Clock;
  /** The servers among which a key is used by one at a time; without it, this is the only one. */
  readonly cluster?: Pick<Cluster, 'claim' | 'release'>;
  /** Bytes that may be stored per organisation, 0 for no limit: the setting of the same name. */
  readonly idempotencyBytes: number;
  /** Id of the thing that an answer describes, if its content must be removed when that thing is deleted. */
  readonly subjectOf?: (request: FastifyRequest, body: string) => string | undefined;
}

/**
 * Makes the routes of a scope with `config: { idempotent: true }` honour Idempotency-Key: the first answer is stored
 * for 24 hours and replayed, unless it is 429 or 5xx. Register it after the authentication hook.
 */
export function addIdempotency(app: FastifyInstance, parts: IdempotencyParts, callerOf: CallerOf): void {
  const { store, cluster } = parts;
  const answers = new KeptAnswers(store, parts.clock, parts.idempotencyBytes);
  const running = new Set<string>();
  const current = new WeakMap<FastifyRequest, Running>();

  app.addHook('preValidation', (request, reply, done) => {
    if (request.headers['idempotency-key'] === undefined || request.routeOptions.config.idempotent !== true) done();
    else answerAgain(request, reply).then((isAnswered) => void (isAnswered || done()), done);
  });

  /** Sends the stored answer. @returns whether there was one */
  async function answerAgain(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const kept = await begin(request, reply);
    if (kept === undefined) return false;
    // It can be read before it is on disk; an operation queued now completes after everything before it is.
    await store.write(() => {});
    replay(reply, kept);
    return true;
  }

  /** @returns the stored answer; undefined if it does not exist and this request is the first with the key */
  async function lookUp(
    key: Buffer,
    fingerprint: Buffer,
    isFirst: boolean,
    owner: string,
  ): Promise<KeptAnswer | undefined> {
    const kept = await answers.find(key);
    if (kept !== undefined) {
      if (fingerprint.equals(kept.fingerprint)) return kept;
      throw new ProblemError(
        'idempotency-key-reused',
        detailOf(
          'Another request was sent with this key within 24 hours: repeat that one unchanged, or use a new key.',
        ),
      );
    }
    if (!isFirst) throw inProgress();
    await answers.requireRoom(owner);
    return undefined;
  }

  /** @returns the stored answer; undefined if the request must be handled */
  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<KeptAnswer | undefined> {
    const header = request.headers['idempotency-key'];
    if (typeof header !== 'string' || !KEY_FORM.test(header)) {
      throw new ProblemError(
        'invalid-parameter',
        detailOf('Idempotency-Key must have 1 to 255 visible ASCII characters.'),
        {
          errors: [{ parameter: 'Idempotency-Key', detail: detailOf('Not a key.') }],
        },
      );
    }
    const { clientId, organisationId: owner } = callerOf(request);
    const key = createHash('sha256').update(`${clientId}\n${header}`).digest();
    const name = key.toString('base64');
    const fingerprint = fingerprintOf(request);
    // Reserved before the look: a request that had the key before has ended, and its answer is found.
    const isFirstHere = !running.has(name);
    running.add(name);
    let isClaimed = false;
    const release = (): void => {
      running.delete(name);
      if (isClaimed) void cluster?.release(leaseOf(name));
    };
    try {
      isClaimed = isFirstHere && (cluster === undefined || (await cluster.claim(leaseOf(name))));
      const kept = await lookUp(key, fingerprint, isClaimed, owner);
      if (kept !== undefined) {
        if (isFirstHere) release();
        return kept;
      }
    } catch (error) {
      if (isFirstHere) release();
      throw error;
    }
    let orphan: NodeJS.Timeout | undefined;
    const mine: Running = {
      key,
      owner,
      fingerprint,
      kept: false,
      answered: false,
      end: () => {
        clearTimeout(orphan);
        release();
      },
      keep: (status, headers, body, tx) => {
        const subject = parts.subjectOf?.(request, body);
        const done = answers.keep({ ...mine, status, headers, body, subject }, tx);
        mine.kept = true;
        return done;
      },
    };
    current.set(request, mine);
    request.idempotency = mine;
    // A caller who waited too long hangs up and sends the same again: the running work continues and must not start a
    // second time.
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
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> {
    if (mine.kept || reply.statusCode === 429 || reply.statusCode >= 500) return payload;
    // If a body broke off, only a part of it was judged: the whole one deserves its own answer.
    const { complete, errored, readableEnded } = request.raw;
    if ((!complete || (errored !== null && !readableEnded)) && hasBody(request.raw)) return payload;
    const body = typeof payload === 'string' ? payload : payload === undefined || payload === null ? '' : undefined;
    if (body === undefined || body.length > BODY_MAX) return payload;
    const headers = Object.fromEntries(
      REPLAYED_HEADERS.filter((h) => reply.hasHeader(h)).map((h) => [h, String(reply.getHeader(h))]),
    );
    const subject = parts.subjectOf?.(request, body);
    await store.write((tx) => answers.keep({ ...mine, status: reply.statusCode, headers, body, subject }, tx));
    return payload;
  }
}

/** The lease of a key. */
function leaseOf(name: string): string {
  return `idempotency ${name}`;
}

/** Whether a request announces a body; one without may be answered before Node calls it complete. */
function hasBody({ headers }: FastifyRequest['raw']): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** What makes two requests equal: method, address and body; for streamed bodies what their headers say about them. */
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
