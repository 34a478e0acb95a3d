import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../core/clock.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { Delivery, DeliveryStore } from './delivery-store.ts';
import type { Endpoint, EndpointStore } from './endpoint-store.ts';
import type { EventSource } from './event.ts';
import { type PostRules, post } from './post.ts';
import { pauseAfter } from './schedule.ts';
import { signedHeaders } from './signature.ts';

/** Pause between two looks for new events and due deliveries. */
const LOOK_MS = 250;
/** Most webhooks in progress at once in one space. */
const AT_ONCE = 64;
/** Most of them to one endpoint, so that a slow receiver does not hold up the others. */
const AT_ONCE_PER_ENDPOINT = 4;
/** How long a stopping server waits for webhooks in progress. */
const GRACE_MS = 1000;

export interface DispatcherParts {
  readonly sources: readonly EventSource[];
  readonly endpoints: EndpointStore;
  readonly deliveries: DeliveryStore;
  readonly rules: PostRules;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly tracer: Tracer;
  /** By which one of several servers sends the webhooks of the space. */
  readonly lease: { take(): Promise<boolean>; isHeld(): boolean };
  /** Counts an attempt by its result. */
  readonly count: (result: AttemptResult) => void;
}

/** Results of an attempt: accepted, tried again later, given up after a day or at the receiver's wish. */
export const ATTEMPT_RESULTS = ['delivered', 'failed', 'given-up'] as const;
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number];

/**
 * Sends the events of one space: reads the sources, creates deliveries, tries them until they succeed or a day has
 * passed.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #running = new Map<number, { readonly endpointId: string; readonly done: Promise<void> }>();
  /** Endpoints whose due deliveries are being read. */
  readonly #filling = new Set<string>();
  readonly #cut = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;
  /** Which endpoint comes first: a different one at each look, so that none is always last. */
  #turn = 0;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#schedule();
  }

  /**
   * Stops looking. Webhooks in progress get a moment to finish; what was not recorded is tried again after the next
   * start.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    const cut = setTimeout(() => this.#cut.abort(), GRACE_MS);
    await Promise.all([...this.#running.values()].map(({ done }) => done));
    clearTimeout(cut);
  }

  /** Turns every event so far into deliveries to the endpoints that take it. */
  async takeEvents(): Promise<void> {
    const { sources, endpoints, deliveries } = this.#parts;
    for (const source of sources)
      while (!this.#stopped && (await deliveries.take(source, (tx) => endpoints.enabledWithin(tx))));
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look()
        .catch((error: unknown) => this.#parts.log.error({ err: error }, 'webhooks: the look for events failed'))
        .finally(() => this.#schedule());
    }, LOOK_MS).unref();
  }

  async #look(): Promise<void> {
    const { endpoints, deliveries, lease } = this.#parts;
    if (!(await lease.take())) return;
    // Nobody listens, so the sources are not even read and events cost nothing (`EventHub.listen` catches up).
    if ((await endpoints.enabled()).length === 0) return;
    await this.takeEvents();
    if (this.#stopped || !(await deliveries.isAnyDue())) return;
    const listening = await endpoints.enabled();
    const first = this.#turn++ % Math.max(1, listening.length);
    for (const endpoint of [...listening.slice(first), ...listening.slice(0, first)]) await this.#fill(endpoint);
  }

  /** Starts as many due deliveries to an endpoint as there is room for. */
  async #fill(endpoint: Endpoint): Promise<void> {
    // A second one would find the same rows and send them twice.
    if (this.#filling.has(endpoint.id) || this.#room(endpoint) <= 0 || this.#stopped) return;
    this.#filling.add(endpoint.id);
    try {
      // Deliveries in progress are still due in the table, and those that end during the read may be due in its result.
      const before = new Set(this.#running.keys());
      const due = await this.#parts.deliveries.due(endpoint.id, 2 * AT_ONCE_PER_ENDPOINT);
      if (this.#stopped || !this.#parts.lease.isHeld()) return;
      for (const delivery of due.filter(({ seq }) => !before.has(seq)).slice(0, Math.max(0, this.#room(endpoint))))
        this.#running.set(delivery.seq, { endpointId: endpoint.id, done: this.#run(delivery, endpoint) });
    } finally {
      this.#filling.delete(endpoint.id);
    }
  }

  #room({ id }: Endpoint): number {
    let busy = 0;
    for (const { endpointId } of this.#running.values()) if (endpointId === id) busy++;
    return Math.min(AT_ONCE - this.#running.size, AT_ONCE_PER_ENDPOINT - busy);
  }

  async #run(delivery: Delivery, endpoint: Endpoint): Promise<void> {
    const { endpoints, log } = this.#parts;
    try {
      const delivered = await this.#attempt(delivery, endpoint);
      this.#running.delete(delivery.seq);
      // A receiver that accepts gets the next one at once; otherwise it waits for the next look.
      const present = delivered && !this.#stopped ? await endpoints.listening(endpoint.id) : undefined;
      if (present !== undefined) await this.#fill(present);
    } catch (error) {
      this.#running.delete(delivery.seq);
      log.error({ err: error }, 'webhooks: an attempt could not be noted');
    }
  }

  /** An attempt as a span, which names neither the receiver's address, where there may be a secret, nor the body. */
  #timed(endpoint: Endpoint, eventId: string, attempt: number, send: () => Promise<number>): Promise<number> {
    const attributes = {
      'fieldbridge.organisation': endpoint.organisationId,
      'fieldbridge.webhook.endpoint': endpoint.id,
      'fieldbridge.webhook.event': eventId,
      'fieldbridge.webhook.attempt': attempt,
    };
    return this.#parts.tracer.within('webhook', { kind: 'client', parent: 'none', attributes }, async (span) => {
      const status = await send();
      span?.set({ 'http.response.status_code': status });
      if (status < 200 || status >= 300) span?.end(String(status));
      return status;
    });
  }

  /** @returns whether the receiver accepted it */
  async #attempt({ seq, eventId, body, attempts }: Delivery, endpoint: Endpoint): Promise<boolean> {
    const { endpoints, deliveries, rules, clock } = this.#parts;
    let status: number | null = null;
    let error: string | null = null;
    try {
      const secrets = endpoints.signingSecrets(endpoint);
      const headers = signedHeaders(eventId, Math.floor(clock.now() / 1000), body, secrets);
      status = await this.#timed(endpoint, eventId, attempts + 1, () =>
        post(endpoint.url, headers, body, rules, this.#cut.signal),
      );
    } catch (reason) {
      if (this.#cut.signal.aborted) return false;
      error = (reason as Error).message.slice(0, 500);
    }
    const at = clock.now();
    const delivered = status !== null && status >= 200 && status < 300;
    // "410 Gone: the receiver does not want to hear from us again" (Standard Webhooks 1.0.0, status codes).
    const gone = status === 410;
    if (gone) await endpoints.change(endpoint.organisationId, endpoint.id, { enabled: false });
    const pause = delivered || gone ? undefined : pauseAfter(attempts + 1, Math.random());
    const nextAt = pause === undefined ? {} : { nextAt: at + pause };
    await deliveries.note(seq, { at, status, error, delivered, ...nextAt });
    this.#parts.count(delivered ? 'delivered' : pause === undefined ? 'given-up' : 'failed');
    return delivered;
  }
}
