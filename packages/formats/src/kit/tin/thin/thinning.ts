import { type Along, deviationAlong } from './along.ts';
import { FREE, STAYS_SPLIT } from './fixed-vertices.ts';
import { type Mesh, next } from './mesh.ts';
import { MOST_CORNERS, Star } from './star.ts';

/** Positions compared, per vertex and in addition; what was dropped by then is the result. */
const WORK_PER_VERTEX = 20_000;
/** State of a vertex that is gone. */
const DROPPED = 3;
/** Steps of rounding of the largest coordinate, by which a deviation may be above the tolerance. */
const ROUNDING = 4 * 2 ** -52;

/**
 * Drops vertices one by one, each with the triangles around it, and closes the hole in the way that deviates least.
 * Vertices dropped there before are compared each time, and the new edges with the surface as it was.
 */
export class Thinning {
  /** The vertex at each corner, now; -1 for triangles that are gone. */
  readonly at: Int32Array;
  readonly #mesh: Mesh;
  readonly #vertices: Float64Array;
  /** The edges across, now. */
  readonly #across: Int32Array;
  /** A corner of each vertex. */
  readonly #corner: Int32Array;
  /** Dropped vertices by triangle: the last one, and for each the one before. */
  readonly #last: Int32Array;
  readonly #before: Int32Array;
  /** What may become of each vertex, or that it is dropped. */
  readonly #state: Uint8Array;
  readonly #star: Star;
  readonly #along: Along = { deviation: 0, steps: 0 };
  readonly #best = new Uint8Array(3 * MOST_CORNERS);
  readonly #sides = new Int32Array(MOST_CORNERS);
  #work: number;

  /** @param fixed what may become of each vertex; it is changed */
  constructor(mesh: Mesh, fixed: Uint8Array) {
    const count = fixed.length;
    this.#mesh = mesh;
    this.#vertices = mesh.vertices;
    this.at = mesh.at.slice();
    this.#across = mesh.across.slice();
    this.#corner = new Int32Array(count);
    for (let v = 0; v < count; v++) this.#corner[v] = mesh.corners[mesh.first[v]!] ?? -1;
    this.#last = new Int32Array(mesh.at.length / 3).fill(-1);
    this.#before = new Int32Array(count);
    this.#state = fixed;
    this.#star = new Star(mesh.vertices);
    this.#work = WORK_PER_VERTEX * count;
  }

  isDropped(vertex: number): boolean {
    return this.#state[vertex] === DROPPED;
  }

  /**
   * Drops vertices until each one that is left would deviate by more than `tolerance`. In a pass no two vertices with a
   * triangle in common are dropped, so that triangles grow evenly.
   * @param progress is called with the share of vertices that need not be looked at again @returns how many it dropped
   */
  run(tolerance: number, progress: (share: number) => void): number {
    const limit = tolerance + ROUNDING * largest(this.#vertices);
    const touched = new Int32Array(this.#state.length);
    let waiting = new Int32Array(this.#state.length);
    let following = new Int32Array(this.#state.length);
    let count = 0;
    this.#state.forEach((state, vertex) => {
      if (state === FREE) waiting[count++] = vertex;
    });
    const all = count;
    let dropped = 0;
    for (let pass = 1; count > 0 && this.#work > 0; pass++) {
      progress(1 - count / all);
      let followers = 0;
      for (let i = 0; i < count && this.#work > 0; i++) {
        if (touched[waiting[i]!] === pass || !this.#drop(waiting[i]!, limit)) continue;
        dropped++;
        const { ring, size } = this.#star;
        for (let k = 0; k < size; k++) {
          if (this.#state[ring[k]!] !== FREE || touched[ring[k]!] === pass) continue;
          touched[ring[k]!] = pass;
          following[followers++] = ring[k]!;
        }
      }
      [waiting, following] = [following, waiting];
      count = followers;
    }
    return dropped;
  }

  /** Drops a vertex if that deviates by no more than `limit`: in the most even way, else in the best other one. */
  #drop(vertex: number, limit: number): boolean {
    const star = this.#star;
    if (!star.read(this.at, this.#across, this.#corner[vertex]!)) return false;
    let least = Infinity;
    for (let hub = -1; hub < star.size; hub++) {
      if (hub === 0 && least <= limit) break;
      if (!(hub === -1 ? star.cutEvenly() : star.cutFan(hub))) continue;
      const deviation = this.#deviation(vertex, Math.min(least, limit));
      if (deviation > limit || deviation >= least) continue;
      least = deviation;
      this.#best.set(star.cuts);
    }
    if (least > limit) return false;
    star.cuts.set(this.#best);
    this.#close(vertex);
    return true;
  }

  /** Greatest distance if the hole is closed as cut now; above `most`, at least that. */
  #deviation(vertex: number, most: number): number {
    const { size, ring, triangles, cuts } = this.#star;
    let worst = this.#off(vertex, this.#triangleOf(vertex));
    for (let i = 0; i < size && worst <= most; i++)
      for (let v = this.#last[triangles[i]!]!; v !== -1 && worst <= most; v = this.#before[v]!)
        worst = Math.max(worst, this.#off(v, this.#triangleOf(v)));
    for (let cut = 0; cut < size - 3 && worst <= most; cut++) {
      const u = ring[cuts[3 * cut]!]!;
      const w = ring[cuts[3 * cut + 2]!]!;
      if (this.#state[u] === STAYS_SPLIT && this.#state[w] === STAYS_SPLIT) return Infinity;
      deviationAlong(this.#mesh, u, w, most, this.#along);
      this.#work -= this.#along.steps;
      worst = Math.max(worst, this.#along.deviation);
    }
    return worst;
  }

  /** The new triangle that a vertex lies in. */
  #triangleOf(vertex: number): number {
    const { size, ring, cuts } = this.#star;
    let found = 0;
    let deepest = -Infinity;
    for (let cut = 0; cut < size - 2; cut++) {
      this.#work--;
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

  /** Puts the new triangles into the places of those around the vertex. */
  #close(vertex: number): void {
    const { size, ring, triangles, outside, cuts } = this.#star;
    const { at } = this;
    // The vertices of the hole, and the vertex itself, are given to the new triangles.
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
    this.#state[vertex] = DROPPED;
    this.#corner[vertex] = -1;
  }

  #join(corner: number, other: number): void {
    this.#across[corner] = other;
    if (other !== -1) this.#across[other] = corner;
  }

  /** Greatest distance between the surface now and as it was. */
  deviation(): number {
    const { at } = this;
    let worst = 0;
    for (let corner = 0; corner < at.length; corner += 3) {
      const [a, b, c] = [at[corner]!, at[corner + 1]!, at[corner + 2]!];
      for (let v = this.#last[corner / 3]!; v !== -1; v = this.#before[v]!)
        worst = Math.max(worst, this.#offTriangle(v, a, b, c));
    }
    for (let corner = 0; corner < at.length; corner++) {
      const [a, b] = [at[corner]!, at[next(corner)]!];
      if (this.#across[corner]! < corner || (this.#mesh.at[corner] === a && this.#mesh.at[next(corner)] === b))
        continue;
      deviationAlong(this.#mesh, a, b, Infinity, this.#along);
      worst = Math.max(worst, this.#along.deviation);
    }
    return worst;
  }
}

function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) if (Number.isFinite(value)) most = Math.max(most, Math.abs(value));
  return most;
}
