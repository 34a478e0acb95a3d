import {
  addPath,
  defaultStrokeTolerance,
  Extent,
  type ExtentBox,
  type FieldJob,
  Path,
  PathCursor,
  traceAlignment,
} from '@fieldbridge/fieldjob';
import { HANDLE } from './drawing-writer.ts';

/** Upper bound for handles of tables, blocks and objects. */
const OTHERS = 1000;
/** Most handles of an arc that becomes chords. */
const MOST_CHORDS = 4098;

/** The box of everything that is drawn, including the bulge of arcs; null when there is nothing. */
export function extentOf({ points, lines, areas, texts, surfaces, alignments, unit }: FieldJob): ExtentBox | null {
  const extent = new Extent();
  for (const { coordinates } of [points, lines, areas, texts]) extent.addColumn(coordinates);
  for (const { vertices } of surfaces) extent.addTriples(vertices, vertices.length / 3);
  const path = new Path();
  for (const alignment of alignments) {
    const { coordinates, count } = traceAlignment(alignment, defaultStrokeTolerance(unit), path);
    extent.addTriples(coordinates, count);
  }
  for (const table of [lines, areas]) {
    if (table.bulges.isDefault) continue;
    const paths = new PathCursor(table);
    for (let row = 0; row < table.length; row++)
      if (paths.load(row, path).hasBulges && mayReachBeyond(extent, path)) addPath(extent, path, table === areas);
  }
  return extent.box();
}

/**
 * Whether an arc of a path could reach outside an extent that contains its vertices. Nearly none do, and computing how
 * far an arc reaches is slow. No point of an arc is farther from its start than its chord, or than its chord times its
 * bulge if it is more than a half circle.
 */
function mayReachBeyond(extent: Extent, { coordinates: c, bulges, rings, count }: Path): boolean {
  for (let i = 0, ring = 0; i < count; i++) {
    if (rings[ring + 1] === i) ring++;
    const bulge = Math.abs(bulges[i]!);
    if (bulge === 0) continue;
    const next = i + 1 === count || rings[ring + 1] === i + 1 ? rings[ring]! : i + 1;
    const easting = c[3 * i]!;
    const northing = c[3 * i + 1]!;
    const chord = Math.abs(c[3 * next]! - easting) + Math.abs(c[3 * next + 1]! - northing);
    // Slightly more than that, to allow for rounding.
    const reach = 1.001 * chord * Math.max(1, bulge);
    const isInside =
      easting - reach >= extent.minEasting &&
      easting + reach <= extent.maxEasting &&
      northing - reach >= extent.minNorthing &&
      northing + reach <= extent.maxNorthing;
    if (!isInside) return true;
  }
  return false;
}

/** The names of the line types in use, once regardless of case, without those that every drawing has. */
export function lineTypesOf({ points, lines, areas, texts, layers }: FieldJob): string[] {
  const names = new Map<string, string>();
  const tables = [points, lines, areas, texts].flatMap((table) => table.lineType.values);
  for (const name of [...tables, ...Array.from(layers, (layer) => layer.lineType)])
    if (name !== '' && !/^(bylayer|byblock|continuous)$/i.test(name)) names.set(name.toLowerCase(), name);
  return [...names.values()];
}

/** A number above every handle that will be assigned. @param tolerance between axes and their chords */
export function handleBound(job: FieldJob, lineTypes: number, tolerance: number): number {
  const { points, lines, areas, texts, surfaces, alignments, layers } = job;
  // A layer, and polylines with their vertices and ends; one may begin at each vertex.
  const ofAxes = alignments.reduce((sum, one) => sum + 4 * traceAlignment(one, tolerance).count + 2, 0);
  const triangles = surfaces.reduce((sum, surface) => sum + surface.triangles.length / 3, 0);
  const ofPoints = points.length * 9 + points.attributes.size;
  const straight = lines.bulges.isDefault && areas.bulges.isDefault;
  const ofLines = (lines.vertexCount + areas.vertexCount) * (straight ? 2 : MOST_CHORDS);
  return (
    HANDLE.firstFree +
    ofAxes +
    OTHERS +
    ofPoints +
    ofLines +
    2 * (lines.length + areas.length + texts.length) +
    triangles +
    2 * layers.length +
    2 * surfaces.length +
    lineTypes
  );
}
