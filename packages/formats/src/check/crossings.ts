import { type FieldJob, Path, PathCursor } from '@fieldbridge/fieldjob';
import { BoxIndex } from '../kit/geometry/box-index.ts';
import { type CheckContext, layerName, lengthText, MOST_COMPARISONS } from './check-context.ts';

/** Metres between two lines at their crossing above which they contradict each other. */
const LEAST_DIFFERENCE = 0.02;
/** If more of the lines' segments cross than this, the lines are edges of bodies and not of the ground. */
const MOST_CROSSING = 0.02;
/** Most crossings counted for a surface or a layer. */
const MOST_FOUND = 100_000;

/** Segments with elevations at both ends: six numbers each, easting, northing and elevation of start and end. */
type Segments = number[];

interface Crossing {
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number;
  readonly difference: number;
}

/** Finds breaklines, and lines of one layer, that cross each other at different elevations. */
export function checkCrossings(context: CheckContext): void {
  const { job, findings, metres } = context;
  const least = LEAST_DIFFERENCE / metres;
  let left = MOST_COMPARISONS;
  const search = (segments: Segments, mostFound: number): Crossing[] => {
    const { found, visits } = crossingsOf(segments, least, left, mostFound);
    left -= visits;
    return found;
  };
  for (const { name, breaklines } of job.surfaces) {
    const segments: Segments = [];
    for (const { coordinates } of breaklines) addSegments(coordinates, coordinates.length / 3, segments);
    for (const { difference, ...spot } of search(segments, MOST_FOUND))
      findings.add('check-breaklines-cross', { ...spot, name }, { name, difference: lengthText(difference, context) });
  }
  for (const [layer, segments] of segmentsByLayer(job)) {
    const most = Math.ceil((MOST_CROSSING * segments.length) / 6);
    const found = search(segments, Math.min(most + 1, MOST_FOUND));
    if (found.length > most) continue;
    for (const { difference, ...spot } of found)
      findings.add('check-lines-cross', { ...spot, layer }, { layer, difference: lengthText(difference, context) });
  }
  if (left <= 0)
    findings.add('check-partial', {}, { what: 'crossing lines', limit: `${MOST_COMPARISONS} comparisons` });
}

function segmentsByLayer(job: FieldJob): Map<string, Segments> {
  const { lines } = job;
  const cursor = new PathCursor(lines);
  const path = new Path();
  const byLayer = new Map<string, Segments>();
  for (let row = 0; row < lines.length; row++) {
    cursor.load(row, path);
    // Arcs are left out: their chords may cross where the arcs do not.
    if (path.hasBulges || isFlat(path)) continue;
    const layer = layerName(job, lines.layer.get(row));
    const segments = byLayer.get(layer) ?? [];
    byLayer.set(layer, segments);
    addSegments(path.coordinates, path.count, segments);
  }
  return byLayer;
}

/** Whether a line has elevation 0 throughout, like lines of plans. */
function isFlat({ coordinates, count }: Path): boolean {
  for (let i = 0; i < count; i++) if (coordinates[3 * i + 2] !== 0) return false;
  return true;
}

function addSegments(c: Float64Array, count: number, segments: Segments): void {
  for (let i = 0; i + 1 < count; i++) {
    const ends = Array.from(c.subarray(3 * i, 3 * i + 6));
    if (ends.every(Number.isFinite)) segments.push(...ends);
  }
}

function crossingsOf(
  segments: Segments,
  least: number,
  most: number,
  mostFound: number,
): { found: Crossing[]; visits: number } {
  const count = segments.length / 6;
  const boxes = new Float64Array(4 * count);
  for (let i = 0; i < count; i++) {
    const [e1, n1, , e2, n2] = segments.slice(6 * i, 6 * i + 6) as [number, number, number, number, number];
    boxes.set([Math.min(e1, e2), Math.min(n1, n2), Math.max(e1, e2), Math.max(n1, n2)], 4 * i);
  }
  const index = new BoxIndex(boxes);
  const found: Crossing[] = [];
  let visits = 0;
  const isOpen = (): boolean => visits < most && found.length < mostFound;
  for (let i = 0; i < count && isOpen(); i++)
    index.search(boxes.subarray(4 * i, 4 * i + 4) as never, (k) => {
      visits++;
      if (k > i) {
        const crossing = crossingOf(segments, 6 * i, 6 * k);
        if (crossing !== undefined && crossing.difference > least) found.push(crossing);
      }
      return isOpen();
    });
  return { found, visits };
}

/** Share of a segment at its ends that belongs to the vertex: lines that meet there do not cross. */
const END = 1e-6;

/** Where two segments cross in plan within both. */
function crossingOf(s: Segments, a: number, b: number): Crossing | undefined {
  const [ae, an] = [s[a + 3]! - s[a]!, s[a + 4]! - s[a + 1]!];
  const [be, bn] = [s[b + 3]! - s[b]!, s[b + 4]! - s[b + 1]!];
  const turn = ae * bn - an * be;
  const [de, dn] = [s[b]! - s[a]!, s[b + 1]! - s[a + 1]!];
  const along = (de * bn - dn * be) / turn;
  const across = (de * an - dn * ae) / turn;
  if (!(along > END && along < 1 - END && across > END && across < 1 - END)) return undefined;
  const elevation = s[a + 2]! + along * (s[a + 5]! - s[a + 2]!);
  const other = s[b + 2]! + across * (s[b + 5]! - s[b + 2]!);
  const difference = Math.abs(elevation - other);
  return { easting: s[a]! + along * ae, northing: s[a + 1]! + along * an, elevation, difference };
}
