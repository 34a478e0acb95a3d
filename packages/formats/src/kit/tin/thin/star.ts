import { next, previous } from './mesh.ts';
import { side } from './side.ts';

/** Corners of the largest hole that is closed; a vertex with more triangles stays. */
export const MOST_CORNERS = 32;
/** Height of a new triangle over its longest side, unless the triangles before were flatter. */
const FLATTEST = 0.01;

/** Above this, rounding does not decide on which side of an edge the third corner is. */
const CERTAIN = 1e-14;

/** The triangles around a vertex, and the ways to close the hole that it leaves. */
export class Star {
  /** Number of triangles, and of corners of the hole. */
  size = 0;
  /** Vertices of the hole, counter-clockwise. */
  readonly ring = new Int32Array(MOST_CORNERS);
  /** The triangles; that of index i has the edge from corner i of the hole. */
  readonly triangles = new Int32Array(MOST_CORNERS);
  /** The edge across from that of corner i, outside of the hole. */
  readonly outside = new Int32Array(MOST_CORNERS);
  /** Three corners of the hole per new triangle; each is cut off what remains of the hole, between its neighbours. */
  readonly cuts = new Uint8Array(3 * MOST_CORNERS);
  readonly #vertices: Float64Array;
  readonly #left = new Uint8Array(MOST_CORNERS);
  #flattest = 0;

  constructor(vertices: Float64Array) {
    this.#vertices = vertices;
  }

  /** Looks at the triangles around the vertex at `corner`. @returns whether the hole is small enough */
  read(at: Int32Array, across: Int32Array, corner: number): boolean {
    this.#flattest = FLATTEST;
    let size = 0;
    let here = corner;
    do {
      if (size === MOST_CORNERS) return false;
      const edge = next(here);
      this.ring[size] = at[edge]!;
      this.outside[size] = across[edge]!;
      this.triangles[size] = Math.floor(here / 3);
      this.#flattest = Math.min(this.#flattest, this.#flatness(at[here]!, at[edge]!, at[next(edge)]!));
      size++;
      here = across[previous(here)]!;
    } while (here !== corner);
    this.size = size;
    this.#flattest = Math.max(this.#flattest, CERTAIN);
    return true;
  }

  /** Closes the hole with triangles from one of its corners. @returns whether that is possible */
  cutFan(hub: number): boolean {
    const { size } = this;
    for (let i = 1; i < size - 1; i++) {
      const middle = (hub + i) % size;
      const end = (hub + i + 1) % size;
      if (!this.#fits(hub, middle, end)) return false;
      this.#cut(i - 1, hub, middle, end);
    }
    return true;
  }

  /** Closes the hole with triangles that are as even as possible, as Delaunay's are. @returns whether it is possible */
  cutEvenly(): boolean {
    const left = this.#left;
    let remaining = this.size;
    for (let i = 0; i < remaining; i++) left[i] = i;
    for (let cut = 0; remaining > 2; cut++, remaining--) {
      let best = -1;
      let least = 0;
      for (let i = 0; i < remaining; i++) {
        const a = left[(i + remaining - 1) % remaining]!;
        const b = left[i]!;
        const c = left[(i + 1) % remaining]!;
        if (!this.#fits(a, b, c) || !this.#isFree(a, b, c, remaining)) continue;
        const evenness = this.#evenness(a, b, c);
        if (evenness <= least) continue;
        best = i;
        least = evenness;
      }
      if (best === -1) return false;
      this.#cut(cut, left[(best + remaining - 1) % remaining]!, left[best]!, left[(best + 1) % remaining]!);
      left.copyWithin(best, best + 1, remaining);
    }
    return true;
  }

  #cut(index: number, a: number, b: number, c: number): void {
    this.cuts[3 * index] = a;
    this.cuts[3 * index + 1] = b;
    this.cuts[3 * index + 2] = c;
  }

  #fits(a: number, b: number, c: number): boolean {
    const { ring } = this;
    return this.#flatness(ring[a]!, ring[b]!, ring[c]!) >= this.#flattest;
  }

  /** Whether no corner that is left lies in a triangle. */
  #isFree(a: number, b: number, c: number, remaining: number): boolean {
    const { ring } = this;
    const p = this.#vertices;
    for (let i = 0; i < remaining; i++) {
      const other = this.#left[i]!;
      if (other === a || other === b || other === c) continue;
      const q = ring[other]!;
      if (
        side(p, ring[a]!, ring[b]!, q) >= 0 &&
        side(p, ring[b]!, ring[c]!, q) >= 0 &&
        side(p, ring[c]!, ring[a]!, q) >= 0
      )
        return false;
    }
    return true;
  }

  /** Twice the area over the square of the longest side: the height over that side, as a share of it. */
  #flatness(a: number, b: number, c: number): number {
    const p = this.#vertices;
    const be = p[3 * b]! - p[3 * a]!;
    const bn = p[3 * b + 1]! - p[3 * a + 1]!;
    const ce = p[3 * c]! - p[3 * a]!;
    const cn = p[3 * c + 1]! - p[3 * a + 1]!;
    const longest = Math.max(be * be + bn * bn, ce * ce + cn * cn, (ce - be) * (ce - be) + (cn - bn) * (cn - bn));
    return (be * cn - bn * ce) / longest;
  }

  /** Grows as the angle opposite of the new edge, from a to c, shrinks: that of Delaunay's triangles is smallest. */
  #evenness(a: number, b: number, c: number): number {
    const { ring } = this;
    const p = this.#vertices;
    const from = 3 * ring[b]!;
    const ae = p[3 * ring[a]!]! - p[from]!;
    const an = p[3 * ring[a]! + 1]! - p[from + 1]!;
    const ce = p[3 * ring[c]!]! - p[from]!;
    const cn = p[3 * ring[c]! + 1]! - p[from + 1]!;
    return 2 + (ae * ce + an * cn) / Math.sqrt((ae * ae + an * an) * (ce * ce + cn * cn));
  }
}
