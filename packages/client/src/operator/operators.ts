import type { Caller, CallOptions } from '../transport/caller.ts';
import { everyItem } from '../transport/pages.ts';
import type { Operator, OperatorInput, OperatorKey, OperatorRole } from '../wire/operator.ts';

/** The operators of the desk. */
export class Operators {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  iterate(options: CallOptions = {}): AsyncGenerator<Operator, void> {
    return everyItem(this.#caller, '/operators', {}, options);
  }

  /** Adds an operator. The answer is the only one that has the key. */
  add(input: OperatorInput, options: CallOptions = {}): Promise<OperatorKey> {
    return this.#caller.json({ method: 'POST', path: '/operators', json: input, ...options });
  }

  changeRole(id: string, role: OperatorRole, options: CallOptions = {}): Promise<Operator> {
    return this.#caller.json({ method: 'PATCH', path: one(id), json: { role }, ...options });
  }

  /** Replaces the key of an operator; the old one stops working. */
  replaceKey(
    id: string,
    { expiresAt, ...options }: CallOptions & { readonly expiresAt?: string | null } = {},
  ): Promise<OperatorKey> {
    return this.#caller.json({ method: 'POST', path: `${one(id)}/key`, json: { expiresAt }, ...options });
  }

  remove(id: string, options: CallOptions = {}): Promise<void> {
    return this.#caller.done({ method: 'DELETE', path: one(id), ...options });
  }
}

const one = (id: string): string => `/operators/${encodeURIComponent(id)}`;
