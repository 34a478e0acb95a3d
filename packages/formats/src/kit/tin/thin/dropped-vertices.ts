import type { Star } from './star.ts';

/** The vertices that are gone, by the triangle that they lie above or below, and how far they are from it. */
export class DroppedVertices {
  /** Positions compared so far. */
  comparisons = 0;
  readonly #vertices: Float64Array;
  readonly #star: Star;
  /** The last vertex of each triangle, and for each vertex the one before. */
  readonly #last: Int32Array;
  readonly #before: Int32Array;

  /** @param star the hole that is looked at @param triangles their number */
  constructor(vertices: Float64Array, star: Star, triangles: number) {
    this.#vertices = vertices;
    this.#star = star;
    this.#last = new Int32Array(triangles).fill(-1);
    this.#before = new Int32Array(vertices.length / 3);
  }

  /** Greatest distance of `vertex` and those around it if the hole is closed as cut; above `most`, at least that. */
  deviation(vertex: number, most: number): number {
    const { size, triangles } = this.#star;
    let worst = this.#off(vertex, this.#triangleOf(vertex));
    for (let i = 0; i < size && worst <= most; i++)
      for (let v = this.#last[triangles[i]!]!; v !== -1 && worst <= most; v = this.#before[v]!)
        worst = Math.max(worst, this.#off(v, this.#triangleOf(v)));
    return worst;
  }

  /** Gives `vertex`, and those dropped around it, to the triangles that close the hole. */
  add(vertex: number): void {
    const { size, triangles } = this.#star;
    let loose = vertex;
    this.#before[vertex] = -1;
    for (let i = 0; i < size; i++) {
      let v = this.#last[triangles[i]!]!;
      this.#last[triangles[i]!] = -1;
      while (v !== -1) {
        const following = this.#before[v]!;
        this.#before[v] = loose;
        loose = v;
        v = following;
      }
    }
    while (loose !== -1) {
      const following = this.#before[loose]!;
      const triangle = triangles[this.#triangleOf(loose)]!;
      this.#before[loose] = this.#last[triangle]!;
      this.#last[triangle] = loose;
      loose = following;
    }
  }

  /** Greatest distance between the vertices and the triangles `at` which they are. */
  greatest(at: Int32Array): number {
    let worst = 0;
    for (let corner = 0; corner < at.length; corner += 3) {
      const [a, b, c] = [at[corner]!, at[corner + 1]!, at[corner + 2]!];
      for (let v = this.#last[corner / 3]!; v !== -1; v = this.#before[v]!)
        worst = Math.max(worst, this.#offTriangle(v, a, b, c));
    }
    return worst;
  }

  /** The new triangle that a vertex lies in. */
  #triangleOf(vertex: number): number {
    const { size, ring, cuts } = this.#star;
    let found = 0;
    let deepest = -Infinity;
    for (let cut = 0; cut < size - 2; cut++) {
      this.comparisons++;
      const a = ring[cuts[3 * cut]!]!;
      const b = ring[cuts[3 * cut + 1]!]!;
      const c = ring[cuts[3 * cut + 2]!]!;
      const depth = Math.min(this.#turn(a, b, vertex), this.#turn(b, c, vertex), this.#turn(c, a, vertex));
      if (depth >= 0) return cut;
      if (depth <= deepest) continue;
      deepest = depth;
      found = cut;
    }
    return found;
  }

  #turn(a: number, b: number, c: number): number {
    const p = this.#vertices;
    const e = p[3 * c]!;
    const n = p[3 * c + 1]!;
    return (p[3 * a]! - e) * (p[3 * b + 1]! - n) - (p[3 * a + 1]! - n) * (p[3 * b]! - e);
  }

  /** Vertical distance between a vertex and a new triangle. */
  #off(vertex: number, cut: number): number {
    const { ring, cuts } = this.#star;
    return this.#offTriangle(vertex, ring[cuts[3 * cut]!]!, ring[cuts[3 * cut + 1]!]!, ring[cuts[3 * cut + 2]!]!);
  }

  #offTriangle(vertex: number, a: number, b: number, c: number): number {
    const p = this.#vertices;
    const ofA = this.#turn(b, c, vertex);
    const ofB = this.#turn(c, a, vertex);
    const ofC = this.#turn(a, b, vertex);
    const z = p[3 * vertex + 2]!;
    const sum = ofA * (p[3 * a + 2]! - z) + ofB * (p[3 * b + 2]! - z) + ofC * (p[3 * c + 2]! - z);
    return Math.abs(sum / (ofA + ofB + ofC));
  }
}
