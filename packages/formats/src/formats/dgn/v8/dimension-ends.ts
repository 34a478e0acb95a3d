import type { Pen } from '../../../kit/cad/pen.ts';
import type { Axes } from '../rotation.ts';
import { combined, dot, moved, type Position } from './plane-vectors.ts';

/** Draws what ends dimension lines: arrow heads and strokes. Those of cells of one's own are not read. */
export class DimensionEnds {
  readonly #pen: Pen;
  readonly #axes: Axes;
  /** Length of an arrow head along its line. */
  readonly length: number;
  readonly #width: number;

  constructor(pen: Pen, axes: Axes, length: number, width: number) {
    this.#pen = pen;
    this.#axes = axes;
    this.length = length;
    this.#width = width;
  }

  /** An arrow head as a triangle. @param back direction from its tip along the line, of length 1 */
  arrow(tip: Position, back: Position): void {
    const base = moved(tip, back, this.length);
    const side = this.#across(back);
    this.#draw([tip, moved(base, side, this.#width / 2), moved(base, side, -this.#width / 2)]);
  }

  /** A stroke through the end of a line that runs in a direction of length 1. */
  stroke(end: Position, along: Position): void {
    const side = this.#across(along);
    const corner = (sign: number): Position =>
      moved(moved(end, along, (sign * this.length) / 2), side, (sign * this.#width) / 2);
    this.#draw([corner(-1), corner(1)]);
  }

  /** A quarter turn to the left of a direction, in the plane of the dimension. */
  #across(direction: Position): Position {
    const { across, along } = this.#axes;
    return combined(across, -dot(direction, along), along, dot(direction, across));
  }

  #draw(corners: readonly Position[]): void {
    if (!(this.length > 0 && this.#width > 0)) return;
    const path = this.#pen.path.clear();
    for (const corner of corners) path.vertex(...corner);
    path.closed = corners.length > 2;
    this.#pen.line();
  }
}
