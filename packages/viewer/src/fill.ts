import { PATH_FLAGS, type PathChunk } from '@fieldbridge/view-wire';
import type { Strokes } from './stroke.ts';

/** Rings of more corners are not filled: the time of ear clipping grows with their square. */
const MOST_CORNERS = 2000;
/** Tests of corners against a triangle that one ring may cost; the rest is not filled. */
const MOST_WORK = 2_000_000;
/** Corners that are tried for a bridge from a hole. */
const MOST_BRIDGES = 20;

/**
 * Triangles that fill areas, as indices of stroked vertices. Ears are clipped; a hole is joined to the ring around it
 * by a bridge. Rings that cross themselves are partly filled.
 * @param areas paths that are outer rings; the rings after one with the flag `inner` are its holes or parts
 */
export function fillRings(chunk: PathChunk, { plan, ends }: Strokes, areas: readonly number[]): number[] {
  const triangles: number[] = [];
  const ringOf = (path: number): number[] => {
    const start = path === 0 ? 0 : ends[path - 1]!;
    // The last vertex repeats the first.
    return Array.from({ length: Math.max(0, ends[path]! - start - 1) }, (_, i) => start + i);
  };
  for (const area of areas) {
    const rings = [ringOf(area)];
    for (let path = area + 1; path < ends.length; path++) {
      if (!(chunk.flags[path]! & PATH_FLAGS.inner) || chunk.row[path] !== chunk.row[area]) break;
      rings.push(ringOf(path));
    }
    if (rings.reduce((sum, ring) => sum + ring.length, 0) > MOST_CORNERS) continue;
    for (const ring of joined(plan, rings)) clipEars(plan, ring, triangles);
  }
  return triangles;
}

/** Outer rings counter-clockwise, each joined with the holes inside it. */
function joined(plan: Int32Array, rings: readonly number[][]): number[][] {
  const real = rings.filter((ring) => ring.length >= 3);
  const depth = real.map((ring, i) => real.filter((other, j) => i !== j && contains(plan, other, ring[0]!)).length);
  const outer = real.filter((_, i) => depth[i]! % 2 === 0).map((ring) => turned(plan, ring, 1));
  const holes = real.filter((_, i) => depth[i]! % 2 === 1).map((ring) => turned(plan, ring, -1));
  for (const [i, hole] of holes.entries()) {
    const around = outer.findIndex((ring) => contains(plan, ring, hole[0]!));
    if (around < 0) continue;
    const [from, to] = bridge(plan, hole, outer[around]!, holes.slice(i + 1));
    const way = [...hole.slice(from), ...hole.slice(0, from), hole[from]!];
    outer[around] = [...outer[around]!.slice(0, to + 1), ...way, ...outer[around]!.slice(to)];
  }
  return outer;
}

/** Indices of a corner of a hole and one of the ring around it, with nothing between them; short rather than long. */
function bridge(
  plan: Int32Array,
  hole: readonly number[],
  ring: readonly number[],
  others: readonly (readonly number[])[],
): readonly [number, number] {
  const walls = [ring, hole, ...others];
  const isFree = (a: number, b: number): boolean =>
    walls.every((wall) =>
      wall.every((c, i) => {
        const d = wall[(i + 1) % wall.length]!;
        return c === a || c === b || d === a || d === b || !crosses(plan, a, b, c, d);
      }),
    );
  for (const [from, a] of hole.entries()) {
    const nearest = ring.map((_, i) => i).sort((i, j) => distance(plan, ring[i]!, a) - distance(plan, ring[j]!, a));
    const to = nearest.slice(0, MOST_BRIDGES).find((i) => isFree(a, ring[i]!));
    if (to !== undefined) return [from, to];
  }
  return [0, 0];
}

function clipEars(plan: Int32Array, ring: number[], triangles: number[]): void {
  const left = [...ring];
  let tried = 0;
  let at = 0;
  let work = 0;
  while (left.length > 2 && tried <= left.length && (work += left.length) < MOST_WORK) {
    const count = left.length;
    const [a, b, c] = [left[(at + count - 1) % count]!, left[at % count]!, left[(at + 1) % count]!];
    const size = cross(plan, a, b, c);
    if (size >= 0 && (size === 0 || !left.some((v) => isInTriangle(plan, v, a, b, c)))) {
      if (size > 0) triangles.push(a, b, c);
      left.splice(at % count, 1);
      tried = 0;
    } else {
      at++;
      tried++;
    }
    at %= left.length;
  }
}

function cross(plan: Int32Array, a: number, b: number, c: number): number {
  const [ax, ay] = [plan[2 * a]!, plan[2 * a + 1]!];
  return (plan[2 * b]! - ax) * (plan[2 * c + 1]! - ay) - (plan[2 * b + 1]! - ay) * (plan[2 * c]! - ax);
}

/** Strictly inside, or on its long side: corners at the same place do not block. */
function isInTriangle(plan: Int32Array, v: number, a: number, b: number, c: number): boolean {
  if (same(plan, v, a) || same(plan, v, b) || same(plan, v, c)) return false;
  return cross(plan, a, b, v) >= 0 && cross(plan, b, c, v) >= 0 && cross(plan, c, a, v) >= 0;
}

const same = (plan: Int32Array, a: number, b: number): boolean =>
  plan[2 * a] === plan[2 * b] && plan[2 * a + 1] === plan[2 * b + 1];

const distance = (plan: Int32Array, a: number, b: number): number =>
  Math.hypot(plan[2 * a]! - plan[2 * b]!, plan[2 * a + 1]! - plan[2 * b + 1]!);

function crosses(plan: Int32Array, a: number, b: number, c: number, d: number): boolean {
  return (
    Math.sign(cross(plan, a, b, c)) !== Math.sign(cross(plan, a, b, d)) &&
    Math.sign(cross(plan, c, d, a)) !== Math.sign(cross(plan, c, d, b))
  );
}

function contains(plan: Int32Array, ring: readonly number[], v: number): boolean {
  const [x, y] = [plan[2 * v]!, plan[2 * v + 1]!];
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = [plan[2 * ring[i]!]!, plan[2 * ring[i]! + 1]!];
    const [xj, yj] = [plan[2 * ring[j]!]!, plan[2 * ring[j]! + 1]!];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

/** The ring with the given sense of rotation: 1 counter-clockwise, -1 clockwise. */
function turned(plan: Int32Array, ring: number[], sense: number): number[] {
  let area = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++)
    area += (plan[2 * ring[j]!]! - plan[2 * ring[i]!]!) * (plan[2 * ring[j]! + 1]! + plan[2 * ring[i]! + 1]!);
  // Sum of (x0 - x1)(y0 + y1) is twice the area, positive counter-clockwise.
  return area * sense < 0 ? [...ring].reverse() : ring;
}
