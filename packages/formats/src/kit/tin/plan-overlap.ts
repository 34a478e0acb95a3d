/** Result of looking straight down on triangles. */
export interface PlanOverlap {
  /** Triangles that were looked at. */
  readonly tried: number;
  /** Those of them whose middle lies inside another triangle, too. */
  readonly covered: readonly number[];
  /** Per covered triangle how much higher the other one is there; NaN where the elevations are not known. */
  readonly covers: readonly number[];
}

/** Limit of comparisons between a centre and a triangle, per triangle and in addition; the result is partial then. */
const VISITS_PER_TRIANGLE = 64;
const LEAST_VISITS = 4_000_000;
/** A triangle that is lower in plan than this share of its longest side stands upright: it covers nothing. */
const UPRIGHT = 1e-6;

/**
 * Whether triangles lie above each other in plan: looks from above at the middles of `samples` of them, evenly chosen.
 * @param vertices easting, northing, elevation triples @param triangles three vertex indices each, in any direction
 * @param samples triangles to look at; all where there are fewer
 * @param own if given, only the first `own` triangles are looked at, and only the others can cover them
 */
export function planOverlap(vertices: Float64Array, triangles: Int32Array, samples: number, own?: number): PlanOverlap {
  const all = triangles.length / 3;
  const count = own ?? all;
  const chosen: number[] = [];
  // Evenly, but not at a fixed step: grids repeat themselves.
  for (let i = 0; i < Math.min(samples, count); i++) {
    const triangle = count <= samples ? i : Math.floor(((i + ((i * 0.618034) % 1)) * count) / samples);
    if (!isUpright(vertices, triangles, triangle)) chosen.push(triangle);
  }
  const middle = (triangle: number, axis: 0 | 1 | 2): number =>
    (at(vertices, triangles, triangle, 0, axis) +
      at(vertices, triangles, triangle, 1, axis) +
      at(vertices, triangles, triangle, 2, axis)) /
    3;
  const along =
    spread(chosen, (triangle) => middle(triangle, 0)) >= spread(chosen, (triangle) => middle(triangle, 1)) ? 0 : 1;
  chosen.sort((a, b) => middle(a, along) - middle(b, along));
  const places = Float64Array.from(chosen, (triangle) => middle(triangle, along));
  const others = Float64Array.from(chosen, (triangle) => middle(triangle, along === 0 ? 1 : 0));
  const covered = new Uint8Array(chosen.length);
  const covers = new Float64Array(chosen.length);
  let visits = VISITS_PER_TRIANGLE * all + LEAST_VISITS;
  for (let triangle = own ?? 0; triangle < all && visits > 0; triangle++) {
    const [a, b, c] = [0, 1, 2].map((corner) => at(vertices, triangles, triangle, corner, along)) as Triple;
    const most = Math.max(a, b, c);
    for (let i = firstFrom(places, Math.min(a, b, c)); i < places.length && places[i]! <= most; i++) {
      visits--;
      if (covered[i] === 1 || chosen[i] === triangle) continue;
      const [e, n] = along === 0 ? [places[i]!, others[i]!] : [others[i]!, places[i]!];
      if (!isInside(vertices, triangles, triangle, e, n)) continue;
      covered[i] = 1;
      covers[i] = elevationAt(vertices, triangles, triangle, e, n) - middle(chosen[i]!, 2);
    }
  }
  return {
    tried: chosen.length,
    covered: chosen.filter((_, i) => covered[i] === 1),
    covers: Array.from(covers.filter((_, i) => covered[i] === 1)),
  };
}

type Triple = [number, number, number];

function at(vertices: Float64Array, triangles: Int32Array, triangle: number, corner: number, axis: 0 | 1 | 2): number {
  return vertices[3 * triangles[3 * triangle + corner]! + axis]!;
}

/** Whether a triangle covers no ground: it stands upright, or its corners lie on a line in plan. */
export function isUpright(vertices: Float64Array, triangles: Int32Array, triangle: number): boolean {
  const [a, b, c] = [0, 1, 2].map((corner) => 3 * triangles[3 * triangle + corner]!) as Triple;
  const [ae, an] = [vertices[b]! - vertices[a]!, vertices[b + 1]! - vertices[a + 1]!];
  const [be, bn] = [vertices[c]! - vertices[a]!, vertices[c + 1]! - vertices[a + 1]!];
  const longest = Math.max(ae * ae + an * an, be * be + bn * bn, (be - ae) ** 2 + (bn - an) ** 2);
  return !(Math.abs(ae * bn - an * be) > UPRIGHT * longest);
}

/** Whether a position lies inside a triangle in plan, not on its edges. */
function isInside(vertices: Float64Array, triangles: Int32Array, triangle: number, e: number, n: number): boolean {
  let sign = 0;
  for (let corner = 0; corner < 3; corner++) {
    const from = 3 * triangles[3 * triangle + corner]!;
    const to = 3 * triangles[3 * triangle + ((corner + 1) % 3)]!;
    const [ae, an] = [vertices[from]! - e, vertices[from + 1]! - n];
    const [be, bn] = [vertices[to]! - e, vertices[to + 1]! - n];
    const turn = ae * bn - an * be;
    // A position within rounding of an edge is on the edge.
    if (!(Math.abs(turn) > UPRIGHT * ((be - ae) ** 2 + (bn - an) ** 2))) return false;
    if (sign !== 0 && turn > 0 !== sign > 0) return false;
    sign = turn;
  }
  return true;
}

/** Elevation of the plane of a triangle at a position inside it. */
function elevationAt(vertices: Float64Array, triangles: Int32Array, triangle: number, e: number, n: number): number {
  const [a, b, c] = [0, 1, 2].map((corner) => 3 * triangles[3 * triangle + corner]!) as Triple;
  const turn = (p: number, q: number): number =>
    (vertices[p]! - e) * (vertices[q + 1]! - n) - (vertices[p + 1]! - n) * (vertices[q]! - e);
  const [ofA, ofB, ofC] = [turn(b, c), turn(c, a), turn(a, b)];
  return (ofA * vertices[a + 2]! + ofB * vertices[b + 2]! + ofC * vertices[c + 2]!) / (ofA + ofB + ofC);
}

/** The first index of an ascending list whose value is not below `value`. */
function firstFrom(list: Float64Array, value: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const between = (low + high) >> 1;
    if (list[between]! < value) low = between + 1;
    else high = between;
  }
  return low;
}

function spread(list: readonly number[], value: (one: number) => number): number {
  let [least, most] = [Infinity, -Infinity];
  for (const one of list) {
    least = Math.min(least, value(one));
    most = Math.max(most, value(one));
  }
  return most - least;
}
