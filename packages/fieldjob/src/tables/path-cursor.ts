import type { Path } from '../geometry/path.ts';
import type { PathTable } from './path-table.ts';

/** Up to so many vertices are copied one by one: views for copying them at once cost more. */
const FEW = 24;

/**
 * Hands out the geometries of a table one after another, several times as fast as `PathTable.loadPath`: it looks into the columns
 * themselves. For as long as nothing is added to the table.
 */
export class PathCursor {
  readonly #coordinates: Float64Array;
  readonly #bulges: Float64Array;
  readonly #closed: Uint32Array;
  readonly #vertexEnds: Uint32Array;
  readonly #ringEnds: Uint32Array;

  constructor(table: PathTable) {
    this.#coordinates = table.coordinates.view();
    // Columns that hold the default, and rows behind the end of a column, hold nothing that needs a look.
    this.#bulges = table.bulges.isDefault ? new Float64Array(0) : table.bulges.view();
    this.#closed = table.closed.isDefault ? new Uint32Array(0) : table.closed.view();
    this.#vertexEnds = table.vertexEnds.view();
    this.#ringEnds = table.ringEnds.view();
  }

  /** Fills `path` with a feature's geometry; returns `path`. */
  load(row: number, path: Path): Path {
    path.clear();
    path.closed = row < this.#closed.length && this.#closed[row] === 1;
    const firstRing = row === 0 ? 0 : this.#ringEnds[row - 1]!;
    const lastRing = this.#ringEnds[row]! - 1;
    const first = firstRing === 0 ? 0 : this.#vertexEnds[firstRing - 1]!;
    const count = this.#vertexEnds[lastRing]! - first;
    path.reserve(count);
    path.count = count;
    const { coordinates, bulges } = path;
    if (count > FEW) coordinates.set(this.#coordinates.subarray(3 * first, 3 * (first + count)));
    else for (let i = 0; i < 3 * count; i++) coordinates[i] = this.#coordinates[3 * first + i]!;
    const stated = Math.max(0, Math.min(count, this.#bulges.length - first));
    for (let i = 0; i < stated; i++) {
      const bulge = this.#bulges[first + i]!;
      bulges[i] = bulge;
      if (bulge !== 0) path.hasBulges = true;
    }
    if (stated < count) bulges.fill(0, stated, count);
    for (let ring = firstRing; ring < lastRing; ring++) path.rings.push(this.#vertexEnds[ring]! - first);
    return path;
  }
}
