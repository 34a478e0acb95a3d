import { arcOfBulge } from '../geometry/bulge.ts';
import type { Path } from '../geometry/path.ts';
import { arrival, type Direction, departure, type Vertex } from './curves.ts';

/** A corner whose mitre would reach further than this many distances is cut. */
const MOST_MITRE = 4;
/** Directions closer than this (radians) meet without a corner. */
const SMOOTH = 1e-6;

/**
 * The parallel of a line with one ring: `distance` to the right of its direction (negative: to the left), `height`
 * higher. Arcs stay concentric; an arc whose radius is smaller than the distance becomes straight.
 * @returns false if an arc was lost that way
 */
export function offsetPath(path: Path, distance: number, height: number, target: Path): boolean {
  target.clear();
  target.closed = path.closed;
  const vertices = Array.from({ length: path.count }, (_, i) => vertexAt(path, i));
  const segments = path.closed ? path.count : path.count - 1;
  const bulges = Array.from({ length: segments }, (_, i) =>
    bulgeBeside(vertices[i]!, vertices[(i + 1) % path.count]!, path.bulges[i]!, distance),
  );
  for (let i = 0; i < path.count; i++) {
    const before = i > 0 ? i - 1 : path.closed ? segments - 1 : -1;
    const after = i < segments ? i : -1;
    const into = before < 0 ? undefined : arrival(vertices[before]!, vertices[i]!, path.bulges[before]!);
    const out = after < 0 ? undefined : departure(vertices[i]!, vertices[(i + 1) % path.count]!, path.bulges[after]!);
    const bulge = after < 0 ? 0 : bulges[after]!;
    const isCurved = (before >= 0 && path.bulges[before] !== 0) || (after >= 0 && path.bulges[after] !== 0);
    corner(vertices[i]!, into ?? out, out ?? into, distance, height, bulge, isCurved, target);
  }
  return bulges.every((bulge, i) => bulge !== 0 || path.bulges[i] === 0);
}

function vertexAt({ coordinates: c }: Path, i: number): Vertex {
  return { easting: c[3 * i]!, northing: c[3 * i + 1]!, elevation: c[3 * i + 2]! };
}

/** A concentric arc has the same bulge, as long as some radius is left. */
function bulgeBeside(a: Vertex, b: Vertex, bulge: number, distance: number): number {
  const arc = arcOfBulge(a.easting, a.northing, b.easting, b.northing, bulge);
  if (arc === undefined) return 0;
  // On a left turn, the right-hand side is the outer one.
  return arc.radius + Math.sign(bulge) * distance > 0 ? bulge : 0;
}

function corner(
  vertex: Vertex,
  into: Direction | undefined,
  out: Direction | undefined,
  distance: number,
  height: number,
  bulge: number,
  isCurved: boolean,
  target: Path,
): void {
  if (into === undefined || out === undefined) return;
  const elevation = vertex.elevation + height;
  const beside = (direction: Direction, reach: number): [number, number] => [
    vertex.easting + direction.northing * reach,
    vertex.northing - direction.easting * reach,
  ];
  const turn = Math.atan2(
    into.easting * out.northing - into.northing * out.easting,
    into.easting * out.easting + into.northing * out.northing,
  );
  const mitre = 1 / Math.cos(turn / 2);
  if (Math.abs(turn) < SMOOTH || (!isCurved && mitre <= MOST_MITRE)) {
    const sum = { easting: into.easting + out.easting, northing: into.northing + out.northing };
    const length = Math.hypot(sum.easting, sum.northing);
    const middle = { easting: sum.easting / length, northing: sum.northing / length };
    target.vertex(...beside(middle, distance * mitre), elevation, bulge);
    return;
  }
  target.vertex(...beside(into, distance), elevation);
  target.vertex(...beside(out, distance), elevation, bulge);
}
