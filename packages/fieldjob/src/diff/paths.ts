import { Path } from '../geometry/path.ts';
import type { FieldJob } from '../job.ts';
import type { PathTable } from '../tables/path-table.ts';
import type { Difference, FieldChange } from './difference.ts';
import { type FeatureTables, known } from './features.ts';
import { movedBy } from './moved.ts';
import type { Side } from './pair-rows.ts';

/** The lines or the areas of two jobs. */
export function pathTables(kind: 'line' | 'area', a: FieldJob, b: FieldJob, tolerance: number): FeatureTables {
  const key = kind === 'line' ? 'lines' : 'areas';
  const [one, other] = [a[key], b[key]];
  const [pathA, pathB] = [new Path(), new Path()];
  const load = (rowA: number, rowB: number): void => {
    one.loadPath(rowA, pathA);
    other.loadPath(rowB, pathB);
  };
  const moved = (rowA: number, rowB: number): Difference['moved'] => {
    load(rowA, rowB);
    return hasSameParts(pathA, pathB) ? farthest(pathA, pathB, tolerance) : undefined;
  };
  const fields = (rowA: number, rowB: number): FieldChange[] => {
    load(rowA, rowB);
    const changes: FieldChange[] = [];
    const note = (field: string, ofA: number | boolean, ofB: number | boolean): void => {
      if (ofA !== ofB) changes.push({ field, a: ofA, b: ofB });
    };
    note('vertices', pathA.count, pathB.count);
    note('rings', pathA.rings.length, pathB.rings.length);
    if (kind === 'line') note('closed', pathA.closed, pathB.closed);
    if (changes.length > 0 || !hasSameParts(pathA, pathB)) return changes;
    const arcs = countWhere(pathA.count, (i) => !hasSameBend(pathA, pathB, i, tolerance));
    if (arcs > 0) changes.push({ field: 'bent segments', a: 0, b: arcs });
    const heights = countWhere(pathA.count, (i) => isKnown(pathA, i) !== isKnown(pathB, i));
    if (heights > 0) changes.push({ field: 'vertices with an elevation', a: heightsOf(pathA), b: heightsOf(pathB) });
    return changes;
  };
  const isSame = (rowA: number, rowB: number): boolean =>
    one.vertices(rowA) === other.vertices(rowB) && moved(rowA, rowB) === undefined && fields(rowA, rowB).length === 0;
  return {
    ...{ kind, jobs: [a, b], tables: [one, other], a: sideOf(one), b: sideOf(other), tolerance, isSame, moved, fields },
    place: (side, row) => {
      const table = side === 0 ? one : other;
      const first = 3 * firstVertex(table, row);
      const value = (part: number): number => (table.vertices(row) === 0 ? 0 : table.coordinates.get(first + part));
      return { easting: value(0), northing: value(1), elevation: known(value(2)) };
    },
  };
}

const firstVertex = (table: PathTable, row: number): number => table.firstVertex(table.firstRing(row));

function sideOf(table: PathTable): Side {
  const value = (row: number, vertex: number, part: number): number =>
    table.vertices(row) === 0 ? Number.NaN : table.coordinates.get(3 * (firstVertex(table, row) + vertex) + part);
  return {
    length: table.length,
    name: (row) => table.name.get(row),
    easting: (row) => value(row, 0, 0),
    northing: (row) => value(row, 0, 1),
    end: {
      easting: (row) => value(row, table.vertices(row) - 1, 0),
      northing: (row) => value(row, table.vertices(row) - 1, 1),
    },
  };
}

function hasSameParts(a: Path, b: Path): boolean {
  return a.count === b.count && a.rings.length === b.rings.length && a.rings.every((first, i) => first === b.rings[i]);
}

/** The vertex that moved farthest. */
function farthest(a: Path, b: Path, tolerance: number): Difference['moved'] {
  let most: Difference['moved'];
  for (let i = 0; i < 3 * a.count; i += 3) {
    const [from, to] = [a.coordinates, b.coordinates];
    const moved = movedBy(to[i]! - from[i]!, to[i + 1]! - from[i + 1]!, to[i + 2]! - from[i + 2]!, tolerance);
    if (moved !== undefined && moved.distance > (most?.distance ?? 0)) most = moved;
  }
  return most;
}

/** Whether the segment that leaves a vertex bends equally in both: the rises of the two arcs are compared. */
function hasSameBend(a: Path, b: Path, vertex: number, tolerance: number): boolean {
  const [one, other] = [a.bulges[vertex]!, b.bulges[vertex]!];
  if (one === other) return true;
  const next = vertex + 1 < a.count ? vertex + 1 : 0;
  const chord = Math.hypot(
    a.coordinates[3 * next]! - a.coordinates[3 * vertex]!,
    a.coordinates[3 * next + 1]! - a.coordinates[3 * vertex + 1]!,
  );
  // The rise of an arc is its chord times half its bulge.
  return (Math.abs(one - other) * chord) / 2 <= tolerance;
}

const isKnown = ({ coordinates }: Path, vertex: number): boolean => !Number.isNaN(coordinates[3 * vertex + 2]!);
const heightsOf = (path: Path): number => countWhere(path.count, (i) => isKnown(path, i));

function countWhere(count: number, test: (index: number) => boolean): number {
  let found = 0;
  for (let i = 0; i < count; i++) if (test(i)) found++;
  return found;
}
