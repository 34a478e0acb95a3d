import {
  type FieldJob,
  JUSTIFICATIONS,
  Path,
  type PathTable,
  strokePath,
  VERTICAL_JUSTIFICATIONS,
} from '@fieldbridge/fieldjob';
import { BulkInsert } from './bulk-insert.ts';
import { exactPathBytes } from './exact-path.ts';
import { featureValues, type ValueColumn } from './feature-values.ts';
import { GeometryBytes } from './geometry-bytes.ts';
import type { FeatureTable } from './geopackage.ts';
import { nestRings, type RingRange } from './ring-nesting.ts';
import { GEOMETRY, TABLES, type TableSchema } from './schema.ts';
import { type SqlValue, textOrNull } from './values.ts';
import type { JobWriting } from './writing.ts';

/** Rows between two looks at the signal. */
const ROWS_PER_BREATH = 16_384;
const ROWS_PER_INSERT = 16;

/** Writes the rows of one feature table. @param geometry makes the geometry of a row and sets the extra columns of it */
async function writeRows(
  writing: JobWriting,
  schema: TableSchema,
  count: number,
  columns: readonly ValueColumn[],
  geometry: (row: number, bytes: GeometryBytes) => Uint8Array | null,
): Promise<void> {
  if (count === 0) return;
  const table = writing.featureTable(schema);
  const bytes = new GeometryBytes(table.srs.id);
  const names = ['id', GEOMETRY, ...columns.map(({ name }) => name)];
  const insert = new BulkInsert(writing.pkg.db, table.name, names, ROWS_PER_INSERT);
  const values: SqlValue[] = new Array(columns.length + 2).fill(null);
  for (let row = 0; row < count; row++) {
    if (row % ROWS_PER_BREATH === 0) await writing.breathe(ROWS_PER_BREATH);
    values[0] = row + 1;
    values[1] = geometry(row, bytes);
    if (values[1] !== null) addBox(table, row + 1, bytes);
    for (let i = 0; i < columns.length; i++) values[i + 2] = columns[i]!.value(row);
    if (insert.add(...values)) bytes.release();
  }
  insert.finish();
}

function addBox(table: FeatureTable, id: number, bytes: GeometryBytes): void {
  table.add(id, bytes.minEasting, bytes.maxEasting, bytes.minNorthing, bytes.maxNorthing);
}

/** Writes points, lines, areas and texts. */
export async function writeFeatures(job: FieldJob, writing: JobWriting): Promise<void> {
  const { points, texts } = job;
  await writeRows(writing, TABLES.points, points.length, featureValues(points, job), (row, bytes) =>
    bytes.point(points.easting(row), points.northing(row), points.elevation(row)),
  );
  await writePaths(job, job.lines, TABLES.lines, writing, lineGeometry);
  await writePaths(job, job.areas, TABLES.areas, writing, areaGeometry);
  const textColumns: ValueColumn[] = [
    ...featureValues(texts, job),
    { name: 'text', value: (row) => textOrNull(texts.text.get(row)) },
    { name: 'height', value: (row) => texts.height.get(row) },
    { name: 'rotation', value: (row) => texts.rotation.get(row) },
    { name: 'justification', value: (row) => JUSTIFICATIONS[texts.justification.get(row)]! },
    {
      name: 'vertical_justification',
      value: (row) => VERTICAL_JUSTIFICATIONS[texts.verticalJustification.get(row)]!,
    },
  ];
  const { coordinates } = texts;
  await writeRows(writing, TABLES.texts, texts.length, textColumns, (row, bytes) =>
    bytes.point(coordinates.get(3 * row), coordinates.get(3 * row + 1), coordinates.get(3 * row + 2)),
  );
}

/** A geometry, and the path as it is where the geometry cannot hold it. */
interface PathGeometry {
  readonly geometry: Uint8Array | null;
  readonly exact: boolean;
}

async function writePaths(
  job: FieldJob,
  table: PathTable,
  schema: TableSchema,
  writing: JobWriting,
  geometryOf: (path: Path, stroked: Path, bytes: GeometryBytes, tolerance: number) => PathGeometry,
): Promise<void> {
  if (table.length === 0) return;
  const path = new Path();
  const stroked = new Path();
  let exact: Uint8Array | null = null;
  const columns: ValueColumn[] = [...featureValues(table, job), { name: 'path', value: () => exact }];
  if (!table.closed.isDefault) columns.push({ name: 'closed', value: (row) => table.closed.get(row) });
  const coordinates = table.coordinates.view();
  const straight = table.bulges.isDefault && schema === TABLES.lines;
  await writeRows(writing, schema, table.length, columns, (row, bytes) => {
    exact = null;
    const count = table.vertices(row);
    const ring = table.firstRing(row);
    if (straight && count > 1 && table.ringEnds.get(row) === ring + 1) {
      const first = 3 * table.firstVertex(ring);
      const plain = coordinates.subarray(first, first + 3 * count);
      const geometry = bytes.lineString(plain, count, table.closed.get(row) === 1);
      if (geometry !== null) return geometry;
    }
    table.loadPath(row, path);
    const result = geometryOf(path, stroked, bytes, writing.tolerance);
    if (result.exact || result.geometry === null) exact = exactPathBytes(path, result.geometry);
    return result.geometry;
  });
}

function lineGeometry(path: Path, stroked: Path, bytes: GeometryBytes, tolerance: number): PathGeometry {
  const exact = path.hasBulges || path.count === 1 || path.rings.length > 1;
  const { coordinates, count, closed } = path.hasBulges ? strokePath(path, tolerance, stroked) : path;
  // A line of one vertex goes to it and back: a line string of one position is not a geometry to others.
  return { geometry: bytes.lineString(coordinates, count, closed || count === 1), exact };
}

function areaGeometry(path: Path, stroked: Path, bytes: GeometryBytes, tolerance: number): PathGeometry {
  path.closed = true;
  const shown = path.hasBulges ? strokePath(path, tolerance, stroked) : path;
  const rings: RingRange[] = [];
  let exact = path.hasBulges;
  for (let ring = 0; ring < shown.rings.length; ring++) {
    const range = [shown.rings[ring]!, shown.ringEnd(ring)] as const;
    // A ring of fewer than three vertices encloses nothing and is no ring to others.
    if (range[1] - range[0] >= 3) rings.push(range);
    else exact = true;
  }
  return { geometry: bytes.multiPolygon(shown.coordinates, shown.count, nestRings(shown.coordinates, rings)), exact };
}
