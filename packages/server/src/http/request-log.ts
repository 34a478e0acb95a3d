import type { FastifyBaseLogger } from 'fastify';

/** The levels that our code logs at. */
const METHODS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/**
 * Lets a logger create its children, one for each request, on first use: most requests log nothing of their own, and
 * creating a child costs more than routing. This is not a `childLoggerFactory`, because Fastify checks at every request
 * that what such a factory made has all methods.
 */
export function makeChildrenLazy(parent: FastifyBaseLogger): void {
  const create = parent.child.bind(parent);
  const lazy = (...words: Parameters<typeof create>): LazyLogger => new LazyLogger(parent, () => create(...words));
  parent.child = lazy as unknown as typeof create;
}

class LazyLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #create: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, create: () => FastifyBaseLogger) {
    this.#parent = parent;
    this.#create = create;
  }

  get real(): FastifyBaseLogger {
    this.#made ??= this.#create();
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
