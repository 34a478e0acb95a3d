import type { Pen } from '../../kit/cad/pen.ts';

/** Most numbers of a mesh: indices, or three for each position. */
const MOST_NUMBERS = 30_000_000;
/** Corners of a face that may be a piece of a surface. */
const MOST_FACE_CORNERS = 4;

/** Collects the parts of a mesh of face loops: positions, and per face the numbers of its corners. */
export class MeshParts {
  /** Positions in the job's unit, three numbers each. */
  readonly positions: number[] = [];
  /** Numbers of corners from 1, negative before a hidden edge; 0 ends a face. */
  readonly corners: number[] = [];
  /** Which of the two the current matrix holds; undefined for normals, colours and the like. */
  holds: 'positions' | 'corners' | undefined;

  /** Whether `more` numbers are too many. */
  isFull(more: number): boolean {
    return this.positions.length + this.corners.length + more > MOST_NUMBERS;
  }

  /**
   * Draws the faces: up to four corners as a face, which may become a piece of a surface, others as an area.
   * @returns the number of faces that could not be drawn, because they have no such corner or fewer than three
   */
  draw(pen: Pen): number {
    const { positions, corners } = this;
    const { path } = pen;
    const count = positions.length / 3;
    let lost = 0;
    for (let from = 0; from < corners.length; ) {
      let end = from;
      while (end < corners.length && corners[end] !== 0) end++;
      path.clear();
      for (let i = from; i < end; i++) {
        const at = 3 * (Math.abs(corners[i]!) - 1);
        if (at < 3 * count) path.vertex(positions[at]!, positions[at + 1]!, positions[at + 2]!);
      }
      if (end > from) {
        const isWhole = path.count === end - from && path.count >= 3;
        if (!isWhole || !(path.count <= MOST_FACE_CORNERS ? pen.face() : pen.area())) lost++;
      }
      from = end + 1;
    }
    return lost;
  }
}
