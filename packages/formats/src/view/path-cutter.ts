import { addPath, Extent, Path, type PlanBox } from '@fieldbridge/fieldjob';
import { PATH_FLAGS } from '@fieldbridge/view-wire';
import type { Kept, Origin, PathGather } from './path-gather.ts';

/** Vertices of a piece of a line: long ones are cut, so that a view of one end does not need the other. */
const PIECE = 1024;
/** Rings of areas are filled, so they are only cut where a chunk could not hold them. */
const RING = 50_000;

/** How an area is filled: translucent or opaque. */
export type Fill = 'light' | 'solid';

/** Cuts long paths into pieces before they are gathered. */
export class PathCutter {
  readonly #target: PathGather;
  readonly #piece = new Path();
  readonly #box = new Extent();

  constructor(target: PathGather) {
    this.#target = target;
  }

  /**
   * Adds all rings of a path.
   * @param fill of an area @param box of the whole path @param kept where its vertices are, in the same order
   */
  add(path: Path, fill: Fill | undefined, box: PlanBox, origin: Origin, kept?: Kept): void {
    const isArea = fill !== undefined;
    const isClosed = isArea || path.closed;
    const most = isArea ? RING : PIECE;
    for (let ring = 0; ring < path.rings.length; ring++) {
      const [from, to] = [path.rings[ring]!, path.ringEnd(ring)];
      const flags =
        (isClosed ? PATH_FLAGS.closed : 0) |
        (isArea ? PATH_FLAGS.area : 0) |
        (isArea && ring > 0 ? PATH_FLAGS.inner : 0) |
        (fill === 'solid' ? PATH_FLAGS.solid : 0);
      if (to - from <= most) {
        const whole = path.rings.length === 1 ? box : this.#boxOf(path, from, to, isClosed);
        this.#target.run(path, from, to, whole, origin, flags, kept);
        continue;
      }
      for (let at = from; at < to - 1; at += most - 1) {
        const end = Math.min(at + most, to);
        const isLast = at + most - 1 >= to - 1;
        // The last piece of a closed path closes it.
        if (isClosed && isLast) this.#closing(path, at, end, from, origin);
        else this.#target.run(path, at, end, this.#boxOf(path, at, end, false), origin, PATH_FLAGS.part, kept);
      }
    }
  }

  /** The last piece of a closed path that is cut. @param first vertex of the path */
  #closing(path: Path, from: number, to: number, first: number, origin: Origin): void {
    const piece = this.#part(path, from, to);
    piece.vertex(
      path.coordinates[3 * first]!,
      path.coordinates[3 * first + 1]!,
      path.coordinates[3 * first + 2]!,
      path.bulges[first],
    );
    const { count } = piece;
    const box = this.#box;
    box.clear();
    addPath(box, piece, false);
    this.#target.run(piece, 0, count, box, origin, PATH_FLAGS.part);
  }

  #boxOf(path: Path, from: number, to: number, isClosed: boolean): PlanBox {
    const box = this.#box;
    box.clear();
    const piece = this.#part(path, from, to);
    piece.closed = isClosed;
    addPath(box, piece, false);
    return box;
  }

  #part({ coordinates: c, bulges }: Path, from: number, to: number): Path {
    const piece = this.#piece.clear();
    for (let i = from; i < to; i++) piece.vertex(c[3 * i]!, c[3 * i + 1]!, c[3 * i + 2]!, bulges[i]);
    return piece;
  }
}
