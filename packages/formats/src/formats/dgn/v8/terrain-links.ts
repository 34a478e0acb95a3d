/** A node: two flags, the next point of the hull, its ring, two more, its chains. */
const NODE = { size: 24, ring: 8, chains: 20 };
/** An entry of a ring: the number of a neighbour, the next entry. */
const RING_SIZE = 8;
/** An entry of a chain: the next point of a feature, the feature, the next entry of this point. */
const CHAIN = { size: 16, feature: 4, next: 8 };

/** How the points of a terrain model are linked: edges to neighbours in clockwise order, and features along edges. */
export class TerrainLinks {
  /** Whether there are fewer nodes than points. */
  readonly isShort: boolean;
  readonly #nodes: DataView;
  readonly #count: number;
  /** Neighbours of all points one after the other, and where those of each begin. */
  readonly #neighbours: Int32Array;
  readonly #starts: Int32Array;

  constructor(nodes: DataView, rings: DataView, count: number) {
    this.#nodes = nodes;
    this.#count = count;
    this.isShort = nodes.byteLength < count * NODE.size;
    const entries = Math.floor(rings.byteLength / RING_SIZE);
    this.#neighbours = new Int32Array(entries);
    this.#starts = new Int32Array(this.isShort ? 1 : count + 1);
    // Each entry belongs to one ring, so more steps mean that a ring does not end.
    let left = entries;
    let known = 0;
    for (let point = 0; point + 1 < this.#starts.length; point++) {
      let entry = nodes.getInt32(point * NODE.size + NODE.ring, true);
      for (; entry >= 0 && entry < entries && left > 0; left--) {
        const neighbour = rings.getInt32(entry * RING_SIZE, true);
        if (neighbour >= 0 && neighbour < count) this.#neighbours[known++] = neighbour;
        entry = rings.getInt32(entry * RING_SIZE + 4, true);
      }
      this.#starts[point + 1] = known;
    }
  }

  /**
   * The triangles: a point and two successive neighbours that are linked, too, each once and counter-clockwise.
   * @param vertices coordinate triples, for the direction
   */
  triangles(vertices: Float64Array): Int32Array {
    const sorted = this.#neighbours.slice();
    for (let point = 0; point < this.#count; point++) this.#of(sorted, point).sort();
    const found: number[] = [];
    for (let point = 0; point < this.#count; point++) {
      const [start, end] = [this.#starts[point]!, this.#starts[point + 1]!];
      for (let i = start; i < end; i++) {
        const [next, then] = [this.#neighbours[i]!, this.#neighbours[i + 1 < end ? i + 1 : start]!];
        if (next <= point || then <= point || next === then || !has(this.#of(sorted, next), then)) continue;
        if (turn(vertices, point, next, then) <= 0) found.push(point, then, next);
      }
    }
    return Int32Array.from(found);
  }

  /** By feature, the next point of each of its points. */
  chains(chains: DataView): Map<number, Map<number, number>> {
    const entries = Math.floor(chains.byteLength / CHAIN.size);
    const features = new Map<number, Map<number, number>>();
    let left = this.isShort ? 0 : entries;
    for (let point = 0; point < this.#count && left > 0; point++) {
      let entry = this.#nodes.getInt32(point * NODE.size + NODE.chains, true);
      for (; entry >= 0 && entry < entries && left > 0; left--) {
        const at = entry * CHAIN.size;
        const [next, feature] = [chains.getInt32(at, true), chains.getInt32(at + CHAIN.feature, true)];
        const points = features.get(feature) ?? new Map<number, number>();
        features.set(feature, points);
        if (next >= 0 && next < this.#count) points.set(point, next);
        entry = chains.getInt32(at + CHAIN.next, true);
      }
    }
    return features;
  }

  #of(neighbours: Int32Array, point: number): Int32Array {
    return neighbours.subarray(this.#starts[point]!, this.#starts[point + 1]!);
  }
}

/** Whether a sorted list has a number. */
function has(sorted: Int32Array, wanted: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted;
}

/** Positive if the way from one point over the next to the third turns left. */
function turn(vertices: Float64Array, first: number, second: number, third: number): number {
  const [e, n] = [vertices[3 * first]!, vertices[3 * first + 1]!];
  const [e2, n2] = [vertices[3 * second]! - e, vertices[3 * second + 1]! - n];
  return e2 * (vertices[3 * third + 1]! - n) - n2 * (vertices[3 * third]! - e);
}
