import type { Path } from '@fieldbridge/fieldjob';
import { isSamePlace, RingChain } from './ring-chain.ts';

/** Most edges of one path that are put in order, because each is compared with each. */
const MOST_SORTED = 300;

/**
 * Joins the edges at the end of a path to rings, in their order or, where they do not meet in that, in the order in
 * which they do: some programs state edges in the order in which they were picked.
 * @param starts first vertex of each edge
 * @returns how many edges still do not begin where another ends, including the first of the last ring
 */
export function joinEdges(path: Path, starts: readonly number[]): number {
  const first = starts[0] ?? path.count;
  const edges = starts.map((from, i) => {
    const to = starts[i + 1] ?? path.count;
    return { coordinates: path.coordinates.slice(3 * from, 3 * to), bulges: path.bulges.slice(from, to) };
  });
  const rings = path.rings.length;
  const restore = (): void => {
    path.count = first;
    path.rings.length = rings;
  };
  const join = (sequence: Iterable<number>): number => {
    restore();
    const chain = new RingChain(path);
    for (const edge of sequence) {
      append(edge);
      chain.join();
    }
    const ring = path.rings.at(-1)!;
    const isOpen = path.count > ring && !isSamePlace(path, ring, path.count - 1);
    return chain.gaps + (isOpen ? 1 : 0);
  };
  const append = (edge: number): void => {
    const { coordinates: c, bulges } = edges[edge]!;
    for (let i = 0; i < bulges.length; i++) path.vertex(c[3 * i]!, c[3 * i + 1]!, c[3 * i + 2]!, bulges[i]!);
  };
  const gaps = join(edges.keys());
  if (gaps === 0 || edges.length > MOST_SORTED) return gaps;
  restore();
  for (const edge of edges.keys()) append(edge);
  const sorted = join(orderOf(path, starts));
  return sorted < gaps ? sorted : join(edges.keys());
}

/**
 * The order in which edges follow each other, starting with the first. Where a ring is closed or nothing follows, it
 * continues with the next remaining edge.
 */
function orderOf(path: Path, starts: readonly number[]): number[] {
  const lastOf = (edge: number): number => (starts[edge + 1] ?? path.count) - 1;
  const left = new Set(starts.keys());
  const order: number[] = [];
  /** The other end of the edge that begins or ends at a vertex; undefined if no edge does. */
  const follow = (vertex: number): number | undefined => {
    for (const edge of left) {
      const [from, to] = [starts[edge]!, lastOf(edge)];
      const isForward = isSamePlace(path, vertex, from);
      if (!isForward && !isSamePlace(path, vertex, to)) continue;
      left.delete(edge);
      order.push(edge);
      return isForward ? to : from;
    }
    return undefined;
  };
  for (const edge of left) {
    left.delete(edge);
    order.push(edge);
    let [begin, end] = [starts[edge]!, lastOf(edge)];
    let isOpen = !isSamePlace(path, begin, end);
    for (let isAlone = true; isOpen; isAlone = false) {
      let next = follow(end);
      // The first edge may have been stated from its end.
      if (next === undefined && isAlone) [begin, next] = [end, follow(begin)];
      if (next === undefined) break;
      end = next;
      isOpen = !isSamePlace(path, begin, end);
    }
  }
  return order;
}
