import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Delivery, DeliveryStore } from './delivery-store.ts';
import type { Endpoint, EndpointStore } from './endpoint-store.ts';
import type { EventSource } from './event.ts';
import { type PostRules, post } from './post.ts';
import { pauseAfter } from './schedule.ts';
import { signedHeaders } from './signature.ts';

/** Between two looks for new events and due deliveries. */
const LOOK_MS = 250;
/** Webhooks under way at once in one space. */
const AT_ONCE = 16;
/** Of these, most to one endpoint, so that a slow receiver does not hold up the others. */
const AT_ONCE_PER_ENDPOINT = 4;

export interface DispatcherParts {
  readonly sources: readonly EventSource[];
  readonly endpoints: EndpointStore;
  readonly deliveries: DeliveryStore;
  readonly rules: PostRules;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

/** Sends the events of one space: reads the sources, makes deliveries, tries them until they succeed or a day is over. */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #running = new Map<number, { readonly endpointId: string; readonly done: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#schedule();
  }

  /** Ends the looking and waits for what is under way; what was not noted is tried again after the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all([...this.#running.values()].map(({ done }) => done));
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
    const { sources, endpoints, deliveries } = this.#parts;
    const listening = endpoints.enabled();
    // Nobody listens: the sources are not even looked at, so events cost nothing (`EventHub.listen` catches up).
    if (listening.length === 0) return;
    for (const source of sources) while (!this.#stopped && (await deliveries.take(source, listening)));
    const due = deliveries.due(AT_ONCE * 4);
    for (const delivery of due) {
      if (this.#running.size >= AT_ONCE) return;
      if (this.#running.has(delivery.seq) || this.#busy(delivery.endpointId)) continue;
      const endpoint = listening.find(({ id }) => id === delivery.endpointId);
      if (endpoint === undefined) continue;
      const done = this.#attempt(delivery, endpoint)
        .catch((error: unknown) => this.#parts.log.error({ err: error }, 'webhooks: an attempt could not be noted'))
        .finally(() => this.#running.delete(delivery.seq));
      this.#running.set(delivery.seq, { endpointId: endpoint.id, done });
    }
  }

  #busy(endpointId: string): boolean {
    let count = 0;
    for (const running of this.#running.values()) if (running.endpointId === endpointId) count++;
    return count >= AT_ONCE_PER_ENDPOINT;
  }

  async #attempt({ seq, eventId, body, attempts }: Delivery, endpoint: Endpoint): Promise<void> {
    const { endpoints, deliveries, rules, clock } = this.#parts;
    let status: number | null = null;
    let error: string | null = null;
    try {
      const secrets = endpoints.signingSecrets(endpoint);
      const headers = signedHeaders(eventId, Math.floor(clock.now() / 1000), body, secrets);
      status = await post(endpoint.url, headers, body, rules);
    } catch (reason) {
      error = (reason as Error).message.slice(0, 500);
    }
    const at = clock.now();
    const delivered = status !== null && status >= 200 && status < 300;
    // "410 Gone: the receiver does not want to hear from us again" (Standard Webhooks 1.0.0, status codes).
    const gone = status === 410;
    if (gone) await endpoints.change(endpoint.organisationId, endpoint.id, { enabled: false });
    const pause = delivered || gone ? undefined : pauseAfter(attempts + 1, Math.random());
    await deliveries.note(seq, {
      at,
      status,
      error,
      delivered,
      ...(pause === undefined ? {} : { nextAt: at + pause }),
    });
  }
}
