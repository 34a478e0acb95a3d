import type { FastifyBaseLogger } from 'fastify';

/** The levels that our code logs at. */
const METHODS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/**
 * A request's logger, created on first use: most requests log nothing of their own, and creating a child logger costs
 * more than routing.
 */
export function lazyChildLogger(parent: FastifyBaseLogger, bindings: object, options: object): FastifyBaseLogger {
  return new LazyLogger(parent, bindings, options) as unknown as FastifyBaseLogger;
}

class LazyLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: object;
  readonly #options: object;
  #made: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: object, options: object) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get real(): FastifyBaseLogger {
    this.#made ??= this.#parent.child(this.#bindings, this.#options);
    return this.#made;
  }

  get level(): string {
    return this.#parent.level;
  }

  child(bindings: object, options?: object): FastifyBaseLogger {
    return this.real.child(bindings, options);
  }
}
for (const method of METHODS) {
  Object.defineProperty(LazyLogger.prototype, method, {
    value(this: LazyLogger, ...words: unknown[]) {
      (this.real[method] as (...words: unknown[]) => void)(...words);
    },
  });
}
