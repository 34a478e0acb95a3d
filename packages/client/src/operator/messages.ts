import type { Caller, CallOptions } from '../transport/caller.ts';
import { everyItem } from '../transport/pages.ts';
import type { Message } from '../wire/operator.ts';

/** The messages of the desk. */
export class Messages {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  iterate(options: CallOptions = {}): AsyncGenerator<Message, void> {
    return everyItem(this.#caller, '/messages', {}, options);
  }

  get(id: string, options: CallOptions = {}): Promise<Message> {
    return this.#caller.json({ method: 'GET', path: one(id), ...options });
  }

  /** Sends a message again. */
  send(id: string, options: CallOptions = {}): Promise<Message> {
    return this.#caller.json({ method: 'POST', path: `${one(id)}/send`, ...options });
  }
}

const one = (id: string): string => `/messages/${encodeURIComponent(id)}`;
