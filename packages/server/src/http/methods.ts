import type { FastifyInstance } from 'fastify';
import { atFirstUse } from './first-use.ts';

interface KnownRoute {
  readonly methods: readonly string[];
  /** Made when first needed: at the start there are hundreds of routes, and most callers use addresses that exist. */
  readonly pattern: () => RegExp;
  /** Segments of the address that may be anything. */
  readonly parameters: number;
}

/** Knows every route, to find the methods of an address (405 and Allow). */
export class RouteMethods {
  readonly #routes: KnownRoute[] = [];

  /** Records the routes that are added to an application from now on. */
  watch(app: FastifyInstance): void {
    app.addHook('onRoute', ({ method, url }) => {
      // A bare wildcard catches everything not found and says nothing about methods.
      if (url === '*' || url === '/*') return;
      const parameters = url.match(/[:*]/g)?.length ?? 0;
      this.#routes.push({ methods: [method].flat(), pattern: atFirstUse(() => patternOf(url)), parameters });
    });
  }

  /**
   * The methods of an address, sorted; empty if there is no such address. If one route has the address literally and
   * another a parameter in that place (`/weighing/findings`, `/weighing/:uuid`), the literal one counts.
   * @param path as `pathOfTarget` makes it
   */
  of(path: string): string[] {
    const fitting = this.#routes.filter(({ pattern }) => pattern().test(path));
    const fewest = Math.min(...fitting.map(({ parameters }) => parameters));
    const found = fitting.filter(({ parameters }) => parameters === fewest).flatMap(({ methods }) => methods);
    return [...new Set(found)].sort();
  }
}

/**
 * A route's address as a regular expression: `/job/:id/as:format`, `/x/*`. No nested repetition, so no catastrophic
 * backtracking.
 */
function patternOf(url: string): RegExp {
  // The router accepts an address with or without a slash at its end.
  const source = (url.length > 1 && url.endsWith('/') ? url.slice(0, -1) : url)
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*/g, '.*');
  return new RegExp(`^${source}$`);
}
