import type { SpaceStore } from '../storage/port/space-store.ts';
import { END, type Place } from './filter.ts';
import { byTime, DOWN, type ScanRequest, type Scans, scanChanged, scanLocation } from './ticket-scan.ts';

/**
 * Scans the current tickets of some weigh bridges, the newest first: time of weighing, uuid, both descending. The weigh
 * bridges are read side by side, so what is in memory grows with their number.
 */
export async function* scanNewest<K extends keyof Scans>(
  store: SpaceStore,
  request: Omit<ScanRequest<K>, 'after'> & { readonly after?: Place },
): AsyncGenerator<Scans[K][]> {
  const { locationIds, filter, after = END } = request;
  if (filter.modifiedSince !== undefined) {
    await store.settled();
    const changed = await scanChanged(store, request, (a, b) => byTime(b, a));
    if (changed !== undefined) {
      yield* changed;
      return;
    }
  }
  const lanes = await Promise.all(
    locationIds.map((locationId) => Lane.of(scanLocation(store, locationId, request, after, DOWN))),
  );
  for (;;) {
    const rows: Scans[K][] = [];
    // Up to the end of the first lane that must be read again, so that all its next rows are known.
    for (;;) {
      const lane = lanes.reduce<Lane<Scans[K]> | undefined>(newer, undefined);
      if (lane === undefined) break;
      rows.push(lane.take());
      if (lane.head === undefined) {
        await lane.read();
        break;
      }
    }
    if (rows.length === 0) return;
    yield rows;
  }
}

/** The rows of one weigh bridge on their way into a common order. */
class Lane<Row extends Place> {
  readonly #steps: AsyncGenerator<Row[]>;
  #rows: readonly Row[] = [];
  #next = 0;

  private constructor(steps: AsyncGenerator<Row[]>) {
    this.#steps = steps;
  }

  static async of<Row extends Place>(steps: AsyncGenerator<Row[]>): Promise<Lane<Row>> {
    const lane = new Lane(steps);
    await lane.read();
    return lane;
  }

  /** The next row; undefined at the end, or if it has to be read. */
  get head(): Row | undefined {
    return this.#rows[this.#next];
  }

  take(): Row {
    return this.#rows[this.#next++]!;
  }

  async read(): Promise<void> {
    do {
      const { value, done } = await this.#steps.next();
      this.#rows = done ? [] : value;
      this.#next = 0;
      if (done) return;
    } while (this.#rows.length === 0);
  }
}

function newer<Row extends Place>(best: Lane<Row> | undefined, lane: Lane<Row>): Lane<Row> | undefined {
  const [one, other] = [lane.head, best?.head];
  if (one === undefined) return best;
  if (other === undefined) return lane;
  const isNewer = one.weighedAt === other.weighedAt ? one.uuid > other.uuid : one.weighedAt > other.weighedAt;
  return isNewer ? lane : best;
}
