import { type Along, deviationAlong, MOST_CROSSED } from './along.ts';
import { DroppedVertices } from './dropped-vertices.ts';
import { FREE, STAYS_SPLIT } from './fixed-vertices.ts';
import { type Mesh, MOST_TRIANGLES_AT_VERTEX, next } from './mesh.ts';
import { MOST_CORNERS, Star } from './star.ts';
import { TrianglesNow } from './triangles-now.ts';

/** State of a vertex that is gone. */
const DROPPED = 3;
/** Steps of rounding of the largest coordinate, by which a deviation may be above the tolerance. */
const ROUNDING = 4 * 2 ** -52;

/**
 * Drops vertices one by one, each with the triangles around it, and closes the hole in the way that deviates least.
 * Vertices dropped there before are compared each time, and the new edges with the surface as it was.
 */
export class Thinning {
  /** Whether the work was at its limit, so that more vertices might go. */
  isLimited = false;
  readonly #mesh: Mesh;
  readonly #now: TrianglesNow;
  readonly #gone: DroppedVertices;
  /** What may become of each vertex, or that it is dropped. */
  readonly #state: Uint8Array;
  readonly #star: Star;
  readonly #along: Along = { deviation: 0, steps: 0 };
  readonly #best = new Uint8Array(3 * MOST_CORNERS);
  readonly #mostWork: number;
  /** Triangles looked at along edges. */
  #steps = 0;

  /** @param fixed what may become of each vertex; it is changed @param mostWork positions that it compares at most */
  constructor(mesh: Mesh, fixed: Uint8Array, mostWork: number) {
    this.#mesh = mesh;
    this.#now = new TrianglesNow(mesh);
    this.#star = new Star(mesh.vertices);
    this.#gone = new DroppedVertices(mesh.vertices, this.#star, mesh.at.length / 3);
    this.#state = fixed;
    this.#mostWork = mostWork;
  }

  /** The vertex at each corner, now; -1 for triangles that are gone. */
  get at(): Int32Array {
    return this.#now.at;
  }

  isDropped(vertex: number): boolean {
    return this.#state[vertex] === DROPPED;
  }

  /** How many vertices are still there for the number of their triangles. */
  crowded(): number {
    const { first } = this.#mesh;
    let count = 0;
    this.#state.forEach((state, v) => {
      const isCrowded = state === FREE && !this.#now.look(v, this.#star);
      if (isCrowded || first[v + 1]! - first[v]! > MOST_TRIANGLES_AT_VERTEX) count++;
    });
    return count;
  }

  /**
   * Drops vertices until each one that is left would deviate by more than `tolerance`. In a pass no two vertices with a
   * triangle in common are dropped, so that triangles grow evenly.
   * @param progress is called with the share of vertices that need not be looked at again @returns how many it dropped
   */
  run(tolerance: number, progress: (share: number) => void): number {
    const limit = tolerance + ROUNDING * largest(this.#mesh.vertices);
    const touched = new Int32Array(this.#state.length);
    let waiting = new Int32Array(this.#state.length);
    let following = new Int32Array(this.#state.length);
    let count = 0;
    this.#state.forEach((state, vertex) => {
      if (state === FREE) waiting[count++] = vertex;
    });
    const all = count;
    let dropped = 0;
    for (let pass = 1; count > 0; pass++) {
      progress(1 - count / all);
      let followers = 0;
      for (let i = 0; i < count; i++) {
        if (this.#steps + this.#gone.comparisons >= this.#mostWork) {
          this.isLimited = true;
          return dropped;
        }
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
    if (!this.#now.look(vertex, star)) return false;
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
    this.#gone.add(vertex);
    this.#now.close(vertex, star);
    this.#state[vertex] = DROPPED;
    return true;
  }

  /** Greatest distance if the hole is closed as cut now; above `most`, at least that. */
  #deviation(vertex: number, most: number): number {
    const { size, ring, cuts } = this.#star;
    let worst = this.#gone.deviation(vertex, most);
    for (let cut = 0; cut < size - 3 && worst <= most; cut++) {
      const u = ring[cuts[3 * cut]!]!;
      const w = ring[cuts[3 * cut + 2]!]!;
      if (this.#state[u] === STAYS_SPLIT && this.#state[w] === STAYS_SPLIT) return Infinity;
      deviationAlong(this.#mesh, u, w, most, this.#along);
      this.#steps += this.#along.steps;
      this.isLimited ||= this.#along.steps > MOST_CROSSED;
      worst = Math.max(worst, this.#along.deviation);
    }
    return worst;
  }

  /** Greatest distance between the surface now and as it was. */
  deviation(): number {
    const { at, across } = this.#now;
    let worst = this.#gone.greatest(at);
    for (let corner = 0; corner < at.length; corner++) {
      const [a, b] = [at[corner]!, at[next(corner)]!];
      if (across[corner]! < corner || (this.#mesh.at[corner] === a && this.#mesh.at[next(corner)] === b)) continue;
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
