import type { ServiceContext } from '../service/service.ts';
import type { SpaceName } from '../storage/spaces.ts';
import { DeliveryStore } from './delivery-store.ts';
import { ATTEMPT_RESULTS, type AttemptResult, Dispatcher } from './dispatcher.ts';
import { EndpointStore } from './endpoint-store.ts';
import type { EventSource } from './event.ts';
import { Outbox } from './outbox.ts';
import type { PostRules } from './post.ts';
import { EventRetention } from './retention.ts';

const DAY_MS = 24 * 3_600_000;
/** Pause between two sweeps of expired rows; the first comes shortly after the start, alongside the traffic. */
const SWEEP_MS = 600_000;
const FIRST_SWEEP_MS = 1000;

/** What the hub of a space needs. */
export interface EventHubOptions {
  readonly space: SpaceName;
  /** Event types an endpoint can ask for, for the reference and for validation. */
  readonly types: readonly string[];
  /** Further sources besides the outbox: tables whose rows are events themselves. */
  readonly sources?: readonly EventSource[];
}

/**
 * Events and webhooks of one space. A service creates one per space, adds its events with `outbox.add` inside the write
 * operation that causes them, mounts `addEventRoutes(scope, …)`, and calls `start` at onReady and `stop` at onDrain.
 */
export class EventHub {
  readonly types: readonly string[];
  readonly outbox: Outbox;
  readonly sources: readonly EventSource[];
  readonly endpoints: EndpointStore;
  readonly deliveries: DeliveryStore;
  readonly rules: PostRules;
  readonly #dispatcher: Dispatcher;
  readonly #retention: EventRetention;
  readonly #log: ServiceContext['log'];
  readonly #takesWork: boolean;
  /** One server sends the webhooks of a space. */
  readonly #isOurs: () => Promise<boolean>;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | undefined;
  #stopped = false;

  constructor(context: Omit<ServiceContext, 'settings'>, { space, types, sources = [] }: EventHubOptions) {
    const { store } = context.space(space);
    const { clock, log, metrics, tracer } = context;
    this.types = types;
    this.outbox = new Outbox(store, clock);
    this.sources = [this.outbox, ...sources];
    this.endpoints = new EndpointStore(store, context.key.derive(`webhooks:${space}`), clock);
    this.deliveries = new DeliveryStore(store, clock);
    this.rules = {
      allowPrivate: context.core.webhookPrivateAddresses,
      allowPlain: context.core.webhookPlainHttp,
      resolve: context.resolve,
      answerMs: context.core.webhookSeconds * 1000,
    };
    this.#retention = new EventRetention(store, clock, context.core.webhookRetentionDays * DAY_MS);
    this.#log = log;
    const { cluster } = context;
    const lease = `webhooks ${space}`;
    this.#takesWork = context.core.role !== 'api';
    this.#isOurs = () => cluster.hold(lease);
    this.#dispatcher = new Dispatcher({
      sources: this.sources,
      endpoints: this.endpoints,
      deliveries: this.deliveries,
      rules: this.rules,
      clock,
      log,
      tracer,
      lease: { take: this.#isOurs, isHeld: () => cluster.holds(lease) },
      count: (result) => count(result, 1),
    });
    const count = (result: AttemptResult, by: number): void =>
      metrics.count('fieldbridge_webhook_attempts_total', 'Attempts to deliver a webhook', { space, result }, by);
    for (const result of ATTEMPT_RESULTS) count(result, 0);
    const waiting = () => this.deliveries.waiting();
    metrics.gauge('fieldbridge_webhooks_waiting', 'Deliveries that wait for an attempt', waiting, { space });
  }

  /**
   * Call it before an endpoint begins to take events, because earlier events are not for it. If other endpoints listen,
   * those events are delivered now; otherwise they are skipped.
   */
  async listen(): Promise<void> {
    if ((await this.endpoints.enabled()).length > 0) await this.#dispatcher.takeEvents();
    await this.deliveries.skip(this.sources, (tx) => this.endpoints.enabledWithin(tx));
  }

  /** Call it before an endpoint stops taking events, because earlier events are still for it. */
  takeEvents(): Promise<void> {
    return this.#dispatcher.takeEvents();
  }

  start(): void {
    if (!this.#takesWork) return;
    this.#dispatcher.start();
    this.#sweepAfter(FIRST_SWEEP_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#sweeping;
    await this.#dispatcher.stop();
  }

  #sweepAfter(pause: number): void {
    this.#timer = setTimeout(() => {
      this.#sweeping = this.#isOurs()
        .then((isOurs) => this.#retention.sweep(() => this.#stopped || !isOurs))
        .then(
          ({ deliveries, events }) => {
            if (deliveries + events > 0) this.#log.info({ deliveries, events }, 'webhooks: expired rows were removed');
          },
          (error: unknown) => this.#log.error({ err: error }, 'webhooks: the sweep failed'),
        )
        .finally(() => {
          if (!this.#stopped) this.#sweepAfter(SWEEP_MS);
        });
    }, pause).unref();
  }
}
