import { Path, PathCursor, type PathTable } from '@fieldbridge/fieldjob';
import { VertexIndex } from '../kit/cad/vertex-index.ts';
import { type CheckContext, layerName, lengthText } from './check-context.ts';

/** Metres: positions closer than this are one. */
const SAME = 0.001;
/** If more of the names than this are duplicates, they are not names of points. */
const MOST_REPEATED = 0.2;

/** Finds duplicate points, names, lines and areas. */
export function checkDuplicates(context: CheckContext): void {
  checkPoints(context);
  checkNames(context);
  checkPaths(context, 'a line', context.job.lines);
  checkPaths(context, 'an area', context.job.areas);
}

/** Points at one place: four shifted grids of squares of twice the distance, so that close points share a square. */
function checkPoints(context: CheckContext): void {
  const { job, metres, findings } = context;
  const { points } = job;
  const same = SAME / metres;
  const isDone = new Uint8Array(points.length);
  for (const shift of [0, 1, 2, 3]) {
    const cells = new VertexIndex();
    const first: number[] = [];
    for (let row = 0; row < points.length; row++) {
      const [easting, northing, elevation] = [points.easting(row), points.northing(row), points.elevation(row)];
      if (!Number.isFinite(easting) || !Number.isFinite(northing)) continue;
      const [e, n] = [easting / same / 2 + (shift & 1) / 2, northing / same / 2 + (shift >> 1) / 2];
      const cell = cells.add(Math.floor(e), Math.floor(n), points.layer.get(row));
      if (cell === first.length) first.push(row);
      const other = first[cell]!;
      if (other === row || isDone[row] === 1) continue;
      if (Math.hypot(easting - points.easting(other), northing - points.northing(other)) > same) continue;
      isDone[row] = 1;
      const names = namesOf(points.name.get(other), points.name.get(row));
      const spot = { easting, northing, ...(Number.isNaN(elevation) ? {} : { elevation }) };
      const layer = layerName(job, points.layer.get(row));
      const height = points.elevation(other);
      if (Math.abs(height - elevation) > same)
        findings.add(
          'check-point-heights',
          { ...spot, layer },
          { one: lengthText(height, context), other: lengthText(elevation, context), names },
        );
      else if (
        points.name.get(row) === points.name.get(other) &&
        points.code.get(row) === points.code.get(other) &&
        Number.isNaN(elevation) === Number.isNaN(height)
      )
        findings.add('check-point-twice', { ...spot, layer }, { names });
    }
  }
}

function namesOf(one: string, other: string): string {
  if (one === '' && other === '') return '';
  return one === other ? ` ("${one}")` : ` ("${one}" and "${other}")`;
}

function checkNames({ job, metres, findings }: CheckContext): void {
  const { points } = job;
  const first = new Map<string, number>();
  const repeated: number[] = [];
  for (let row = 0; row < points.length; row++) {
    const name = points.name.get(row);
    if (name === '') continue;
    const other = first.get(name);
    if (other === undefined) first.set(name, row);
    else {
      const apart = Math.hypot(
        points.easting(row) - points.easting(other),
        points.northing(row) - points.northing(other),
      );
      if (apart * metres > SAME) repeated.push(row);
    }
  }
  // Attributes of blocks are kinds of things rather than names.
  if (repeated.length > MOST_REPEATED * first.size) return;
  for (const row of repeated) {
    const spot = { easting: points.easting(row), northing: points.northing(row), name: points.name.get(row) };
    findings.add('check-name-twice', spot, { name: points.name.get(row) });
  }
}

/** Lines or areas of one layer with the same vertices in either direction. */
function checkPaths({ job, metres, findings }: CheckContext, kind: string, table: PathTable): void {
  const cursor = new PathCursor(table);
  const [path, other] = [new Path(), new Path()];
  const seen = new Map<number, number>();
  for (let row = 0; row < table.length; row++) {
    cursor.load(row, path);
    if (path.count === 0) continue;
    const layer = table.layer.get(row);
    const key = hashOf(path, metres) + layer;
    const before = seen.get(key);
    if (before === undefined) {
      seen.set(key, row);
      continue;
    }
    if (table.layer.get(before) !== layer || !isSamePath(path, cursor.load(before, other))) continue;
    const [easting, northing] = path.coordinates as unknown as [number, number];
    const name = layerName(job, layer);
    findings.add('check-line-twice', { easting, northing, layer: name }, { kind, layer: name });
  }
}

/** A number that does not depend on the direction: equal paths have equal ones. */
function hashOf({ coordinates, count, rings, closed }: Path, metres: number): number {
  let sum = count + rings.length / 8 + (closed ? 0.5 : 0);
  for (let i = 0; i < 3 * count; i++) {
    const value = coordinates[i]!;
    if (!Number.isNaN(value)) sum += Math.round((value * metres) / SAME) % 1_000_003;
  }
  return sum;
}

function isSamePath(a: Path, b: Path): boolean {
  if (a.count !== b.count || a.closed !== b.closed || a.rings.length !== b.rings.length) return false;
  return isSameWay(a, b, false) || isSameWay(a, b, true);
}

function isSameWay(a: Path, b: Path, isTurned: boolean): boolean {
  for (let i = 0; i < a.count; i++) {
    const k = isTurned ? b.count - 1 - i : i;
    for (let axis = 0; axis < 3; axis++)
      if (!Object.is(a.coordinates[3 * i + axis]! + 0, b.coordinates[3 * k + axis]! + 0)) return false;
    if (!isTurned && a.bulges[i] !== b.bulges[i]) return false;
  }
  return !isTurned || (!a.hasBulges && !b.hasBulges);
}
