import type { Mesh } from './mesh.ts';
import { MOST_CORNERS, type Star } from './star.ts';

/** The triangles as they are now. */
export class TrianglesNow {
  /** The vertex at each corner; -1 for triangles that are gone. */
  readonly at: Int32Array;
  /** The edges across. */
  readonly across: Int32Array;
  /** A corner of each vertex. */
  readonly #corner: Int32Array;
  readonly #sides = new Int32Array(MOST_CORNERS);

  constructor({ vertices, at, across, corners, first }: Mesh) {
    this.at = at.slice();
    this.across = across.slice();
    this.#corner = new Int32Array(vertices.length / 3);
    for (let v = 0; v < this.#corner.length; v++) this.#corner[v] = corners[first[v]!] ?? -1;
  }

  /** Looks at the triangles around a vertex. @returns whether its hole is small enough */
  look(vertex: number, star: Star): boolean {
    return star.read(this.at, this.across, this.#corner[vertex]!);
  }

  /** Puts the new triangles, as cut, into the places of those around a vertex. */
  close(vertex: number, { size, ring, triangles, outside, cuts }: Star): void {
    const { at } = this;
    const sides = this.#sides;
    for (let i = 0; i < size; i++) sides[i] = outside[i]!;
    for (let cut = 0; cut < size - 2; cut++) {
      const corner = 3 * triangles[cut]!;
      const a = cuts[3 * cut]!;
      const b = cuts[3 * cut + 1]!;
      const c = cuts[3 * cut + 2]!;
      at[corner] = ring[a]!;
      at[corner + 1] = ring[b]!;
      at[corner + 2] = ring[c]!;
      for (let k = 0; k < 3; k++) this.#corner[at[corner + k]!] = corner + k;
      this.#join(corner, sides[a]!);
      this.#join(corner + 1, sides[b]!);
      // What remains of the hole has the new edge; at the last triangle that is its third edge.
      if (cut === size - 3) this.#join(corner + 2, sides[c]!);
      else sides[a] = corner + 2;
    }
    for (let i = size - 2; i < size; i++) at.fill(-1, 3 * triangles[i]!, 3 * triangles[i]! + 3);
    this.#corner[vertex] = -1;
  }

  #join(corner: number, other: number): void {
    this.across[corner] = other;
    if (other !== -1) this.across[other] = corner;
  }
}
