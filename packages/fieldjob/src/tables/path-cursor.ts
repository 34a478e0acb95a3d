import type { NumberColumn } from '../columns/number-column.ts';
import type { Path } from '../geometry/path.ts';
import type { PathTable } from './path-table.ts';

/**
 * Reads the geometries of a table one after another, several times as fast as `PathTable.loadPath`: it reads the
 * columns directly and does not rearrange the large ones. Valid while nothing is added to the table.
 */
export class PathCursor {
  readonly #coordinates: NumberColumn<Float64Array>;
  readonly #bulges: NumberColumn<Float64Array>;
  /** How many vertices have a stored bulge; 0 if no line has an arc. */
  readonly #stated: number;
  readonly #closed: Uint32Array;
  readonly #vertexEnds: Uint32Array;
  readonly #ringEnds: Uint32Array;

  constructor(table: PathTable) {
    this.#coordinates = table.coordinates;
    this.#bulges = table.bulges;
    // Default columns, and rows beyond the end of a column, need no lookup.
    this.#stated = table.bulges.isDefault ? 0 : table.bulges.length;
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
    this.#coordinates.copy(3 * first, 3 * count, path.coordinates);
    const { bulges } = path;
    const stated = Math.max(0, Math.min(count, this.#stated - first));
    if (stated > 0) {
      this.#bulges.copy(first, stated, bulges);
      for (let i = 0; i < stated && !path.hasBulges; i++) path.hasBulges = bulges[i] !== 0;
    }
    path.straight(stated, count);
    for (let ring = firstRing; ring < lastRing; ring++) path.rings.push(this.#vertexEnds[ring]! - first);
    return path;
  }
}
