import type { Alignment } from '../alignment.ts';
import type { Extent } from '../extent.ts';
import { traceElement } from '../geometry/alignment-trace.ts';
import { arcOfBulge } from '../geometry/bulge.ts';
import type { Path } from '../geometry/path.ts';

/** Includes a path in an extent, with the bulge of its arcs. @param area whether rings are closed implicitly */
export function addPath(extent: Extent, path: Path, area: boolean): void {
  extent.addTriples(path.coordinates, path.count);
  if (!path.hasBulges) return;
  for (let ring = 0; ring < path.rings.length; ring++) {
    const start = path.rings[ring]!;
    const end = path.ringEnd(ring);
    for (let i = start; i < end; i++) {
      if (path.bulges[i] === 0 || (i + 1 === end && !path.closed && !area)) continue;
      addBelly(extent, path, i, i + 1 === end ? start : i + 1);
    }
  }
}

/**
 * Largest distance between an alignment's axis and its chords, in the job's unit: enough for the boxes of a report and
 * for filters.
 */
const AXIS_TOLERANCE = 0.01;

/** Includes the axis of an alignment in an extent, to the end of its last element. @param path is overwritten */
export function addAlignment(extent: Extent, alignment: Alignment, path: Path): void {
  for (const element of alignment.horizontal) {
    traceElement(element, AXIS_TOLERANCE, path.clear());
    extent.addTriples(path.coordinates, path.count);
  }
}

function addBelly(extent: Extent, path: Path, from: number, to: number): void {
  const { coordinates: c } = path;
  const arc = arcOfBulge(c[3 * from]!, c[3 * from + 1]!, c[3 * to]!, c[3 * to + 1]!, path.bulges[from]!);
  if (arc === undefined) return;
  const low = Math.min(arc.startAngle, arc.startAngle + arc.sweep);
  const high = Math.max(arc.startAngle, arc.startAngle + arc.sweep);
  // The box of an arc extends beyond its ends only where it passes east, north, west or south of its centre.
  for (let quarter = Math.ceil(low / (Math.PI / 2)); quarter * (Math.PI / 2) <= high; quarter++) {
    const direction = ((quarter % 4) + 4) % 4;
    const east = direction === 0 ? arc.radius : direction === 2 ? -arc.radius : 0;
    const north = direction === 1 ? arc.radius : direction === 3 ? -arc.radius : 0;
    extent.add(arc.easting + east, arc.northing + north, Number.NaN);
  }
}
