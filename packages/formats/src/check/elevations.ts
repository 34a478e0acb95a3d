import type { PathTable } from '@fieldbridge/fieldjob';
import { type CheckContext, layerName, lengthText } from './check-context.ts';
import { isImpossible } from './elevation-rules.ts';
import type { Spot } from './finding.ts';

/** An elevation of 0 is doubtful if the usual ones are farther from 0 than this many times their spread, and metres. */
const SPREADS = 3;
const LEAST_AWAY = 5;
/** Samples from which the usual elevation is computed. */
const SAMPLES = 2000;

/** Elevations of one kind of thing on one layer, or of one surface. */
interface Group {
  readonly kind: string;
  readonly count: number;
  readonly elevation: (i: number) => number;
  readonly spot: (i: number) => Spot;
}

/** Finds elevations that stand for "none": 0 among others, and impossible ones. */
export function checkElevations(context: CheckContext): void {
  const { findings } = context;
  let known = 0;
  let zeros = 0;
  for (const group of groupsOf(context)) {
    const usual = usualElevation(group, context.metres);
    for (let i = 0; i < group.count; i++) {
      const elevation = group.elevation(i);
      if (Number.isNaN(elevation)) continue;
      known++;
      if (elevation === 0) {
        zeros++;
        if (usual !== undefined)
          findings.add('check-elevation-zero', group.spot(i), { kind: group.kind, usual: lengthText(usual, context) });
      }
      if (isImpossible(elevation, context.metres))
        findings.add('check-elevation-impossible', group.spot(i), { kind: group.kind, elevation });
    }
  }
  if (known > 0 && zeros === known) findings.add('check-flat', {});
}

/** The usual elevation of a group in which 0 is doubtful; undefined if most of it is 0, or 0 is near the others. */
function usualElevation({ count, elevation }: Group, metres: number): number | undefined {
  const step = Math.max(1, Math.floor(count / SAMPLES));
  const known: number[] = [];
  for (let i = 0; i < count; i += step) if (Number.isFinite(elevation(i))) known.push(elevation(i));
  const others = known.filter((value) => value !== 0 && !isImpossible(value, metres));
  if (others.length < 3 || 2 * others.length <= known.length) return undefined;
  others.sort((a, b) => a - b);
  const at = (share: number): number => others[Math.floor(share * (others.length - 1))]!;
  const spread = at(0.9) - at(0.1);
  const away = Math.min(Math.abs(at(0.1)), Math.abs(at(0.9)));
  const isApart = at(0.1) > 0 === at(0.9) > 0 && away > SPREADS * spread && away * metres > LEAST_AWAY;
  return isApart ? at(0.5) : undefined;
}

function* groupsOf({ job }: CheckContext): Generator<Group> {
  const { points } = job;
  for (const [layer, rows] of rowsByLayer(points.length, (row) => points.layer.get(row)))
    yield {
      kind: 'a point',
      count: rows.length,
      elevation: (i) => points.elevation(rows[i]!),
      spot: (i) => ({
        easting: points.easting(rows[i]!),
        northing: points.northing(rows[i]!),
        elevation: points.elevation(rows[i]!),
        layer: layerName(job, layer),
        name: points.name.get(rows[i]!),
      }),
    };
  yield* vertexGroups(job.lines, 'a vertex of a line', (layer) => layerName(job, layer));
  yield* vertexGroups(job.areas, 'a vertex of an area', (layer) => layerName(job, layer));
  for (const { name, vertices } of job.surfaces)
    yield {
      kind: 'a vertex of a surface',
      count: vertices.length / 3,
      elevation: (i) => vertices[3 * i + 2]!,
      spot: (i) => ({
        easting: vertices[3 * i]!,
        northing: vertices[3 * i + 1]!,
        elevation: vertices[3 * i + 2]!,
        name,
      }),
    };
}

/** The vertices of those lines of a layer that have elevations: lines drawn in plan are intentionally at 0. */
function* vertexGroups(table: PathTable, kind: string, nameOf: (layer: number) => string): Generator<Group> {
  const { coordinates } = table;
  for (const [layer, rows] of rowsByLayer(table.length, (row) => table.layer.get(row))) {
    const vertices: number[] = [];
    for (const row of rows) {
      const first = table.firstVertex(table.firstRing(row));
      const end = first + table.vertices(row);
      let isFlat = true;
      for (let i = first; i < end && isFlat; i++) isFlat = coordinates.get(3 * i + 2) === 0;
      if (!isFlat) for (let i = first; i < end; i++) vertices.push(i);
    }
    const elevation = (i: number): number => coordinates.get(3 * vertices[i]! + 2);
    yield {
      kind,
      count: vertices.length,
      elevation,
      spot: (i) => ({
        easting: coordinates.get(3 * vertices[i]!),
        northing: coordinates.get(3 * vertices[i]! + 1),
        elevation: elevation(i),
        layer: nameOf(layer),
      }),
    };
  }
}

function rowsByLayer(count: number, layerOf: (row: number) => number): Map<number, number[]> {
  const rows = new Map<number, number[]>();
  for (let row = 0; row < count; row++) {
    const layer = layerOf(row);
    const list = rows.get(layer);
    if (list === undefined) rows.set(layer, [row]);
    else list.push(row);
  }
  return rows;
}
