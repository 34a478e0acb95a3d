import { Path } from '@fieldbridge/fieldjob';
import type { ClipBoundary, Crossing } from './boundary.ts';
import { insidePieces, type Piece } from './cuts.ts';
import { planeOf } from './plane.ts';
import { type Segment, segmentsOf, type Vertex } from './segment.ts';

/** Most comparisons of segments with edges of the boundary for one feature; beyond that it is not cut. */
const MOST_COMPARISONS = 1e8;

/** The parts of a line inside a boundary; undefined if cutting it would take too long. */
export function clipLine(path: Path, boundary: ClipBoundary): Path[] | undefined {
  if (path.count * boundary.corners.length > MOST_COMPARISONS) return undefined;
  const segments = segmentsOf(path, 0, path.closed);
  if (segments.length === 0) return [path];
  const pieces = insidePieces(segments, boundary, path.closed);
  return isWhole(pieces, segments) ? [path] : pieces.map(({ vertices }) => pathOf([vertices], false));
}

/**
 * The part of an area inside a boundary, by the even-odd rule: one area, maybe of several parts; an empty path if
 * nothing is inside, the area itself if all of it is. New corners are in the plane of the area. Undefined if it was not
 * cut: it would take too long, or rounding leaves no closed rings.
 */
export function clipArea(path: Path, boundary: ClipBoundary): Path | undefined {
  if (path.count * boundary.corners.length > MOST_COMPARISONS) return undefined;
  const rings: Vertex[][] = [];
  const pieces: Piece[] = [];
  const all: Segment[] = [];
  for (let ring = 0; ring < path.rings.length; ring++) {
    const segments = segmentsOf(path, ring, true);
    if (segments.length === 0) continue;
    all.push(...segments);
    const inside = insidePieces(segments, boundary, true);
    if (isWhole(inside, segments)) rings.push(segments.map(({ start }) => start));
    else if (inside.every(({ from, to }) => from !== undefined && to !== undefined)) pieces.push(...inside);
    else return undefined;
  }
  const crossings = pieces.flatMap(({ from, to }) => [from!, to!]);
  if (crossings.length * all.length > MOST_COMPARISONS) return undefined;
  const onBoundary = boundaryPieces(boundary, crossings, all, planeOf(path));
  if (crossings.length === 0 && onBoundary.length === 0 && rings.length === path.rings.length) return path;
  if (crossings.length === 0) rings.push(...onBoundary.map(({ vertices }) => vertices));
  else {
    const joined = joinedRings([...pieces, ...onBoundary]);
    if (joined === undefined) return undefined;
    rings.push(...joined);
  }
  return pathOf(
    rings.filter(({ length }) => length > 1).toSorted((a, b) => sizeOf(b) - sizeOf(a)),
    true,
  );
}

/** Whether pieces are all of the segments, which the boundary may touch. */
function isWhole(pieces: readonly Piece[], segments: readonly Segment[]): boolean {
  const [first] = pieces;
  const hasEnds = first?.from !== undefined || first?.to !== undefined;
  return pieces.length === 1 && !hasEnds && first!.vertices.length > segments.length;
}

/** The parts of the boundary inside an area, between its crossings; all of it, without ends, if it has no crossings. */
function boundaryPieces(
  boundary: ClipBoundary,
  crossings: readonly Crossing[],
  area: readonly Segment[],
  elevationAt: (easting: number, northing: number) => number,
): Piece[] {
  const { corners } = boundary;
  const edges = corners.length / 2;
  const vertex = (easting: number, northing: number): Vertex => {
    return { easting, northing, elevation: elevationAt(easting, northing), bulge: 0 };
  };
  const corner = (edge: number): Vertex => vertex(corners[2 * (edge % edges)]!, corners[2 * (edge % edges) + 1]!);
  const isInside = (from: number, to: number): boolean => {
    const { easting, northing } = boundary.decided(((from + to) / 2) % edges);
    const crossed = area.reduce((sum, segment) => sum + segment.crossingsOfRay(easting, northing), 0);
    return crossed % 2 === 1;
  };
  const sorted = crossings.toSorted((a, b) => a.place - b.place);
  if (sorted.length === 0) {
    const ring = Array.from({ length: edges }, (_, edge) => corner(edge));
    return isInside(0, 1) ? [{ vertices: ring, from: undefined, to: undefined }] : [];
  }
  return sorted.flatMap((from, i): Piece[] => {
    const to = sorted[(i + 1) % sorted.length]!;
    const end = i + 1 < sorted.length ? to.place : to.place + edges;
    const next = Math.floor(from.place) + 1;
    if (!isInside(from.place, Math.min(next, end))) return [];
    const vertices = [vertex(from.easting, from.northing)];
    for (let edge = next; edge < end; edge++) vertices.push(corner(edge));
    vertices.push(vertex(to.easting, to.northing));
    return [{ vertices, from, to }];
  });
}

/** Joins pieces at their ends to closed rings; undefined if an end has no other one. */
function joinedRings(pieces: readonly Piece[]): Vertex[][] | undefined {
  const ends = new Map<Crossing, Piece[]>();
  for (const piece of pieces)
    for (const end of [piece.from!, piece.to!]) ends.set(end, [...(ends.get(end) ?? []), piece]);
  if (![...ends.values()].every(({ length }) => length === 2)) return undefined;
  const left = new Set(pieces);
  const rings: Vertex[][] = [];
  for (const first of pieces) {
    if (!left.delete(first)) continue;
    const ring = first.vertices.slice(0, -1);
    for (let at = first.to!; at !== first.from; ) {
      const next = ends.get(at)!.find((piece) => left.delete(piece));
      if (next === undefined) return undefined;
      const isForward = next.from === at;
      ring.push(...(isForward ? next.vertices : turned(next.vertices)).slice(0, -1));
      at = isForward ? next.to! : next.from!;
    }
    rings.push(ring);
  }
  return rings;
}

/** The same vertices from the end. */
function turned(vertices: readonly Vertex[]): Vertex[] {
  return vertices.map((_, i) => {
    const at = vertices.length - 1 - i;
    return { ...vertices[at]!, bulge: at === 0 ? 0 : 0 - vertices[at - 1]!.bulge };
  });
}

/** Twice the area between the chords of a ring, which tells the outer one. */
function sizeOf(ring: readonly Vertex[]): number {
  const [first] = ring;
  const sum = ring.reduce((total, a, i) => {
    const b = ring[(i + 1) % ring.length]!;
    const cross = (a.easting - first!.easting) * (b.northing - first!.northing);
    return total + cross - (b.easting - first!.easting) * (a.northing - first!.northing);
  }, 0);
  return Math.abs(sum);
}

function pathOf(rings: readonly (readonly Vertex[])[], closed: boolean): Path {
  const path = new Path();
  path.closed = closed;
  for (const ring of rings) {
    path.ring();
    for (const { easting, northing, elevation, bulge } of ring) path.vertex(easting, northing, elevation, bulge);
  }
  return path;
}
