import { Path } from '@fieldbridge/fieldjob';

/** An area that waits until it is known whether the following elements are its holes. */
export class HeldArea<E> {
  readonly #path = new Path();
  readonly #spare = new Path();
  #waiting: { readonly header: E; readonly group: number; readonly cell: string } | undefined;

  /** Keeps a copy of an area. @returns false when it has no position or an invalid one */
  hold(header: E, group: number, cell: string, path: Path): boolean {
    if (path.count === 0 || !isPlaced(path)) return false;
    copyRing(path, this.#path.clear());
    this.#waiting = { header, group, cell };
    return true;
  }

  /** Adds a hole to the waiting area; false when no area of that group waits or a position is invalid. */
  joins(group: number, path: Path): boolean {
    if (this.#waiting === undefined || this.#waiting.group !== group || !isPlaced(path)) return false;
    this.#path.ring();
    copyRing(path, this.#path);
    return true;
  }

  /**
   * Passes the waiting area to `draw`, in `path`, and forgets it. The content of `path` is restored afterwards.
   * @param draw gets the header of the area
   */
  release(path: Path, draw: (header: E, cell: string) => void): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    this.#waiting = undefined;
    copyAll(path, this.#spare.clear());
    copyAll(this.#path, path.clear());
    draw(waiting.header, waiting.cell);
    copyAll(this.#spare, path.clear());
  }
}

function copyAll(from: Path, to: Path): void {
  for (let ring = 0; ring < from.rings.length; ring++) {
    to.ring();
    copyRing(from, to, from.rings[ring], from.ringEnd(ring));
  }
}

function copyRing({ coordinates: c, bulges, count }: Path, to: Path, from = 0, end = count): void {
  for (let i = from; i < end; i++) to.vertex(c[3 * i]!, c[3 * i + 1]!, c[3 * i + 2]!, bulges[i]!);
}

function isPlaced({ coordinates, count }: Path): boolean {
  for (let i = 0; i < count; i++)
    if (!Number.isFinite(coordinates[3 * i]!) || !Number.isFinite(coordinates[3 * i + 1]!)) return false;
  return true;
}
