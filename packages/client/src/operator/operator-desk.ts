import type { Caller, CallOptions, Query } from '../transport/caller.ts';
import { everyItem } from '../transport/pages.ts';

/** The operator's interface, by its paths: docs/operating.md and `/operator/v1/openapi.json` say which there are. */
export class OperatorDesk {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** @param path below `/operator/v1`, for instance `/organisations` */
  get<T>(path: string, query: Query = {}, options: CallOptions = {}): Promise<T> {
    return this.#caller.json({ method: 'GET', path, query, ...options });
  }

  /** Every item of a paged list. */
  iterate<T>(path: string, query: Query = {}, options: CallOptions = {}): AsyncGenerator<T, void> {
    return everyItem(this.#caller, path, query, options);
  }

  post<T>(path: string, json: unknown = {}, options: CallOptions = {}): Promise<T> {
    return this.#caller.json({ method: 'POST', path, json, ...options });
  }

  patch<T>(path: string, json: unknown, options: CallOptions = {}): Promise<T> {
    return this.#caller.json({ method: 'PATCH', path, json, ...options });
  }

  delete(path: string, options: CallOptions = {}): Promise<void> {
    return this.#caller.done({ method: 'DELETE', path, ...options });
  }
}
