import type { FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

type Observe = (seconds: number) => void;

/** How long requests take, by method, route and status. What counts them is looked up without composing a key. */
export class RouteDurations {
  readonly #metrics: Metrics;
  /** By the configuration of the route, by method, by status. */
  readonly #routes = new WeakMap<object, Map<string, Map<number, Observe>>>();

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  observe(method: string, route: FastifyRequest['routeOptions'], status: number, seconds: number): void {
    const known = this.#routes.get(route.config)?.get(method)?.get(status);
    (known ?? this.#add(method, route, status))(seconds);
  }

  #add(method: string, { config, url }: FastifyRequest['routeOptions'], status: number): Observe {
    const labels = { method, route: url ?? 'none', status };
    const name = 'fieldbridge_http_request_duration_seconds';
    const observe = this.#metrics.durations(name, 'Duration of requests', labels);
    const methods = this.#routes.get(config) ?? new Map<string, Map<number, Observe>>();
    this.#routes.set(config, methods);
    const statuses = methods.get(method) ?? new Map<number, Observe>();
    methods.set(method, statuses.set(status, observe));
    return observe;
  }
}
