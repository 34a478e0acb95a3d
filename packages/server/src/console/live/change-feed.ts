import type { FastifyBaseLogger } from 'fastify';
import type { Change, ChangeSource } from '../../service/change-source.ts';
import type { SpaceName } from '../../storage/spaces.ts';

/** Pause between two polls of the sources; there is no polling while no page is open. */
const LOOK_MS = 100;

/** How far a stream has got in each space. */
export type Positions = Map<SpaceName, string>;
type Read = Awaited<ReturnType<ChangeSource['read']>>;

/** The changes of all spaces, polled once for all listeners. */
export class ChangeFeed {
  readonly #sources: ReadonlyMap<SpaceName, ChangeSource>;
  readonly #log: FastifyBaseLogger;
  readonly #listeners = new Set<() => void>();
  /** The reads since the last poll: streams at the same position share one. */
  readonly #reads = new Map<string, Promise<Read>>();
  #heads: Positions = new Map();
  #timer: NodeJS.Timeout | undefined;

  constructor(sources: ReadonlyMap<SpaceName, ChangeSource>, log: FastifyBaseLogger) {
    this.#sources = sources;
    this.#log = log;
  }

  /** Where a new stream begins. */
  async heads(): Promise<Positions> {
    const heads: Positions = new Map();
    for (const [space, source] of this.#sources) heads.set(space, await source.head());
    return heads;
  }

  /** Calls a function when there may be something new, until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#timer === undefined) this.#lookLater();
    return () => this.#listeners.delete(listener);
  }

  /** Reads on from positions, and moves them. @returns the changes, each with its space */
  async advance(positions: Positions): Promise<{ readonly space: SpaceName; readonly change: Change }[]> {
    const found = [];
    for (const space of this.#sources.keys()) {
      const after = positions.get(space) ?? '';
      if (this.#heads.get(space) === after) continue;
      const { changes, position } = await this.#read(space, after);
      positions.set(space, position);
      for (const change of changes) found.push({ space, change });
    }
    return found;
  }

  #read(space: SpaceName, after: string): Promise<Read> {
    const key = `${space} ${after}`;
    let read = this.#reads.get(key);
    if (read === undefined) this.#reads.set(key, (read = Promise.resolve(this.#sources.get(space)!.read(after))));
    return read;
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => {
      this.#look()
        .catch((error: unknown) => this.#log.error({ err: error }, 'polling for changes failed'))
        .finally(() => {
          this.#timer = undefined;
          if (this.#listeners.size > 0) this.#lookLater();
        });
    }, LOOK_MS).unref();
  }

  async #look(): Promise<void> {
    const before = this.#heads;
    this.#heads = await this.heads();
    this.#reads.clear();
    const isSame = [...this.#heads].every(([space, head]) => before.get(space) === head);
    if (!isSame) for (const listener of Array.from(this.#listeners)) listener();
  }
}
