import {
  arcOfBulge,
  type Feature,
  FULL_TURN,
  type Path,
  Path as PathBuffer,
  strokePath,
  widthOf,
  withinTurn,
} from '@fieldbridge/fieldjob';
import type { DrawingOutput } from './drawing-output.ts';

const EQUAL = 1e-9;
/** On a larger circle the last digit of an angle, or of the centre, exceeds a micrometre. */
const LARGEST_RADIUS = 1e6;
const stroked = new PathBuffer();

/** Changes that were needed to write a path. */
export interface PathLosses {
  /** Arcs with a varying elevation, which became chords. */
  arcsStroked: number;
  /** Vertices without an elevation among others that have one. */
  elevationsAdded: number;
  /** Sloping areas that became hatches, which are level. */
  hatchesLevelled: number;
  /** Paths of fewer than two vertices. */
  tooShort: number;
}

/**
 * Writes one path as the simplest entity that can hold it: LINE, CIRCLE, ARC, 2D polyline with bulges, or 3D polyline.
 */
export function writePath(
  output: DrawingOutput,
  layer: number,
  feature: Feature,
  path: Path,
  tolerance: number,
  losses: PathLosses,
): void {
  const { count, coordinates: c } = path;
  if (count < 2) {
    losses.tooShort++;
    return;
  }
  const level = elevationOf(path);
  // Only polylines have a width, so a wide line, arc or ring becomes one.
  const width = widthOf(feature);
  if (level !== undefined && width > 0) output.polyline(layer, feature, path, level, width);
  else if (count === 2 && !path.hasBulges && !path.closed) output.line(layer, feature, c);
  else if (level !== undefined) {
    if (
      !(
        path.hasBulges &&
        (writeCircle(output, layer, feature, path, level) || writeArc(output, layer, feature, path, level))
      )
    )
      output.polyline(layer, feature, path, level, 0);
  } else {
    if (path.hasBulges) losses.arcsStroked++;
    write3d(output, layer, feature, path.hasBulges ? strokePath(path, tolerance, stroked) : path, losses);
  }
}

/** The common elevation of all vertices, NaN if all are unknown; undefined when they differ. */
function elevationOf({ coordinates, count }: Path): number | undefined {
  const first = coordinates[2]!;
  for (let i = 1; i < count; i++) if (!Object.is(coordinates[3 * i + 2]! + 0, first + 0)) return undefined;
  return first;
}

/** Two half circles that form a closed ring with the first vertex east of the centre, as a CIRCLE is read. */
function writeCircle(output: DrawingOutput, layer: number, feature: Feature, path: Path, level: number): boolean {
  const { coordinates: c, bulges } = path;
  if (path.count !== 2 || !path.closed || bulges[0] !== 1 || bulges[1] !== 1) return false;
  if (c[1] !== c[4] || !(c[0]! > c[3]!)) return false;
  output.circle(layer, feature, (c[0]! + c[3]!) / 2, c[1]!, level, (c[0]! - c[3]!) / 2);
  return true;
}

/** An open path of one arc to the left, in one piece or in two equal ones, as an ARC is read. */
function writeArc(output: DrawingOutput, layer: number, feature: Feature, path: Path, level: number): boolean {
  const { coordinates: c, bulges, count } = path;
  if (path.closed || count > 3 || !(bulges[0]! > 0)) return false;
  const arc = arcOfBulge(c[0]!, c[1]!, c[3]!, c[4]!, bulges[0]!);
  if (arc === undefined || arc.radius > LARGEST_RADIUS) return false;
  if (count === 3) {
    // Less than a half circle would be read in one piece, without the vertex in the middle; more than a full circle is
    // not possible.
    const sweep = 2 * arc.sweep;
    if (sweep <= Math.PI || sweep > FULL_TURN + EQUAL) return false;
    const second = arcOfBulge(c[3]!, c[4]!, c[6]!, c[7]!, bulges[1]!);
    if (second === undefined || Math.abs(bulges[0]! - bulges[1]!) > EQUAL) return false;
    const off = Math.hypot(second.easting - arc.easting, second.northing - arc.northing);
    if (off > EQUAL * arc.radius) return false;
  }
  const { easting, northing, radius, startAngle, sweep } = arc;
  output.arc(
    layer,
    feature,
    easting,
    northing,
    level,
    radius,
    withinTurn(startAngle),
    withinTurn(startAngle + sweep * (count - 1)),
  );
  return true;
}

function write3d(output: DrawingOutput, layer: number, feature: Feature, path: Path, losses: PathLosses): void {
  for (let i = 0; i < path.count; i++) if (Number.isNaN(path.coordinates[3 * i + 2]!)) losses.elevationsAdded++;
  output.polyline3d(layer, feature, path);
}
