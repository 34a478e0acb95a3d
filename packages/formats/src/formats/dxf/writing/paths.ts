import { arcOfBulge, type Feature, type Path, Path as PathBuffer, strokePath } from '@fieldbridge/fieldjob';
import { widthOf } from '../../../kit/cad/width.ts';
import type { DrawingWriter } from './drawing-writer.ts';
import { ARC, CIRCLE, LINE, LWPOLYLINE, POLYLINE, POLYLINE_3D, SEQEND, VERTEX, VERTEX_3D } from './entity-kinds.ts';

const FULL = 2 * Math.PI;
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
  writer: DrawingWriter,
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
  if (level !== undefined && widthOf(feature) > 0) writeFlat(writer, layer, feature, path, level);
  else if (count === 2 && !path.hasBulges && !path.closed) writeLine(writer, layer, feature, c);
  else if (level !== undefined) {
    if (
      !(
        path.hasBulges &&
        (writeCircle(writer, layer, feature, path, level) || writeArc(writer, layer, feature, path, level))
      )
    )
      writeFlat(writer, layer, feature, path, level);
  } else {
    if (path.hasBulges) losses.arcsStroked++;
    write3d(writer, layer, feature, path.hasBulges ? strokePath(path, tolerance, stroked) : path, losses);
  }
}

/** The common elevation of all vertices, NaN if all are unknown; undefined when they differ. */
function elevationOf({ coordinates, count }: Path): number | undefined {
  const first = coordinates[2]!;
  for (let i = 1; i < count; i++) if (!Object.is(coordinates[3 * i + 2]! + 0, first + 0)) return undefined;
  return first;
}

function writeLine(writer: DrawingWriter, layer: number, feature: Feature, c: Float64Array): void {
  writer.open(LINE, layer, feature);
  writer.out.position(10, c, 0);
  writer.out.position(11, c, 3);
}

/** Two half circles that form a closed ring with the first vertex east of the centre, as a CIRCLE is read. */
function writeCircle(writer: DrawingWriter, layer: number, feature: Feature, path: Path, level: number): boolean {
  const { coordinates: c, bulges } = path;
  if (path.count !== 2 || !path.closed || bulges[0] !== 1 || bulges[1] !== 1) return false;
  if (c[1] !== c[4] || !(c[0]! > c[3]!)) return false;
  writer.open(CIRCLE, layer, feature);
  writer.out.position3(10, (c[0]! + c[3]!) / 2, c[1]!, level);
  writer.out.number(40, (c[0]! - c[3]!) / 2);
  return true;
}

/** An open path of one arc to the left, in one piece or in two equal ones, as an ARC is read. */
function writeArc(writer: DrawingWriter, layer: number, feature: Feature, path: Path, level: number): boolean {
  const { coordinates: c, bulges, count } = path;
  if (path.closed || count > 3 || !(bulges[0]! > 0)) return false;
  const arc = arcOfBulge(c[0]!, c[1]!, c[3]!, c[4]!, bulges[0]!);
  if (arc === undefined || arc.radius > LARGEST_RADIUS) return false;
  if (count === 3) {
    // Less than a half circle would be read in one piece, without the vertex in the middle; more than a full circle is
    // not possible.
    const sweep = 2 * arc.sweep;
    if (sweep <= Math.PI || sweep > FULL + EQUAL) return false;
    const second = arcOfBulge(c[3]!, c[4]!, c[6]!, c[7]!, bulges[1]!);
    if (second === undefined || Math.abs(bulges[0]! - bulges[1]!) > EQUAL) return false;
    const off = Math.hypot(second.easting - arc.easting, second.northing - arc.northing);
    if (off > EQUAL * arc.radius) return false;
  }
  writer.open(ARC, layer, feature);
  writer.out.position3(10, arc.easting, arc.northing, level);
  writer.out.number(40, arc.radius);
  writer.subclass('AcDbArc');
  writer.out.number(50, degrees(arc.startAngle));
  writer.out.number(51, degrees(arc.startAngle + arc.sweep * (count - 1)));
  return true;
}

function degrees(radians: number): number {
  const turn = (((radians % FULL) + FULL) % FULL) / FULL;
  return turn * 360;
}

/** LWPOLYLINE, or a 2D POLYLINE in R12. */
function writeFlat(writer: DrawingWriter, layer: number, feature: Feature, path: Path, level: number): void {
  const { out, target } = writer;
  const { coordinates: c, bulges, count } = path;
  const width = widthOf(feature);
  if (target.modern) {
    writer.open(LWPOLYLINE, layer, feature);
    out.integer(90, count);
    out.integer(70, path.closed ? 1 : 0);
    if (width > 0) out.number(43, width);
    if (!Number.isNaN(level)) out.number(38, level);
    for (let i = 0; i < count; i++) {
      out.place(10, c, 3 * i);
      if (bulges[i] !== 0) out.number(42, bulges[i]!);
    }
    return;
  }
  writer.open(POLYLINE, layer, feature);
  out.position3(10, 0, 0, level);
  out.integer(70, path.closed ? 1 : 0);
  if (width > 0) {
    out.number(40, width);
    out.number(41, width);
  }
  for (let i = 0; i < count; i++) {
    writer.open(VERTEX, layer);
    out.position3(10, c[3 * i]!, c[3 * i + 1]!, level);
    if (bulges[i] !== 0) out.number(42, bulges[i]!);
  }
  writer.open(SEQEND, layer);
}

function write3d(writer: DrawingWriter, layer: number, feature: Feature, path: Path, losses: PathLosses): void {
  const { out } = writer;
  const { coordinates: c } = path;
  const owner = writer.open(POLYLINE_3D, layer, feature);
  out.integer(70, path.closed ? 9 : 8);
  for (let i = 0; i < path.count; i++) {
    writer.open(VERTEX_3D, layer, undefined, owner);
    if (Number.isNaN(c[3 * i + 2]!)) {
      losses.elevationsAdded++;
      out.position3(10, c[3 * i]!, c[3 * i + 1]!, 0);
    } else out.position(10, c, 3 * i);
    out.integer(70, 32);
  }
  writer.open(SEQEND, layer, undefined, owner);
}
