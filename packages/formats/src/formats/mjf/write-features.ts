import {
  type FieldJob,
  JUSTIFICATIONS,
  Path,
  PathCursor,
  type PathTable,
  strokePath,
  VERTICAL_JUSTIFICATIONS,
} from '@fieldbridge/fieldjob';
import type { PageFile } from '../../kit/io/sqlite/page-file.ts';
import { RecordBytes } from '../../kit/io/sqlite/record-bytes.ts';
import { Span } from '../../kit/io/sqlite/span.ts';
import { TableLoad } from '../../kit/io/sqlite/table-load.ts';
import { writeExactPath } from './exact-path.ts';
import { FIRST_SHARED, featureColumns, type PutColumn, textColumn, wordColumn } from './feature-values.ts';
import { GeometryBytes } from './geometry-bytes.ts';
import type { FeatureTable } from './geopackage.ts';
import { nestRings, type RingRange } from './ring-nesting.ts';
import { FEATURE_COLUMNS, TABLES, type TableSchema } from './schema.ts';
import type { JobWriting } from './writing.ts';

/** Rows between two checks of the signal. */
const ROWS_PER_BREATH = 4096;
/** Index of the geometry in a feature table, after the id. */
const GEOMETRY = 1;
/** Index of the first column that is specific to a table. */
const OWN = FIRST_SHARED + FEATURE_COLUMNS.length;

/**
 * The contents of a feature table: `geometry` appends the geometry of a row, false without one; then the columns in
 * order.
 */
interface Rows {
  readonly schema: TableSchema;
  readonly count: number;
  readonly columns: readonly PutColumn[];
  readonly geometry: (row: number, bytes: GeometryBytes, record: RecordBytes) => boolean;
}

/** A created table that waits for its rows. */
export interface DeclaredTable {
  readonly writing: JobWriting;
  readonly table: FeatureTable;
  readonly rows: Rows;
}

/** Creates the tables of points, lines, areas and texts that have rows. */
export function declareFeatures(job: FieldJob, writing: JobWriting): DeclaredTable[] {
  return [pointRows(job), lineRows(job, writing), areaRows(job, writing), textRows(job)]
    .filter(({ count }) => count > 0)
    .map((rows) => ({ writing, table: writing.featureTable(rows.schema), rows }));
}

/** Writes the rows of one table as pages. @param root its first page */
export async function writeFeatures(
  { writing, table, rows }: DeclaredTable,
  file: PageFile,
  root: number,
): Promise<void> {
  const record = new RecordBytes(2 + rows.schema.columns.length);
  const bytes = new GeometryBytes(table.srs.id, record);
  const load = new TableLoad(file, root);
  const { columns } = rows;
  for (let row = 0; row < rows.count; row++) {
    if (row % ROWS_PER_BREATH === 0) await writing.breathe(ROWS_PER_BREATH);
    record.begin();
    const from = record.used;
    if (rows.geometry(row, bytes, record)) {
      record.blob(GEOMETRY, from);
      table.add(row + 1, bytes.minEasting, bytes.maxEasting, bytes.minNorthing, bytes.maxNorthing);
    }
    for (let i = 0; i < columns.length; i++) columns[i]!(row, record);
    record.end(row + 1);
    load.add(row + 1, record);
  }
  load.finish();
}

function pointRows(job: FieldJob): Rows {
  const { points } = job;
  return {
    schema: TABLES.points,
    count: points.length,
    columns: featureColumns(points, job),
    geometry: (row, bytes) => bytes.point(points.easting(row), points.northing(row), points.elevation(row)),
  };
}

function textRows(job: FieldJob): Rows {
  const { texts } = job;
  const { coordinates } = texts;
  return {
    schema: TABLES.texts,
    count: texts.length,
    columns: [
      ...featureColumns(texts, job),
      textColumn(OWN, texts.text),
      (row, record) => record.real(OWN + 1, texts.height.get(row)),
      (row, record) => record.real(OWN + 2, texts.rotation.get(row)),
      wordColumn(OWN + 3, JUSTIFICATIONS, (row) => texts.justification.get(row)),
      wordColumn(OWN + 4, VERTICAL_JUSTIFICATIONS, (row) => texts.verticalJustification.get(row)),
    ],
    geometry: (row, bytes) =>
      bytes.point(coordinates.get(3 * row), coordinates.get(3 * row + 1), coordinates.get(3 * row + 2)),
  };
}

const lineRows = (job: FieldJob, writing: JobWriting): Rows =>
  pathRows(job, job.lines, TABLES.lines, writing, lineGeometry);

const areaRows = (job: FieldJob, writing: JobWriting): Rows =>
  pathRows(job, job.areas, TABLES.areas, writing, areaGeometry);

/** Whether there is a geometry, and whether the exact path must be stored, too, because the geometry cannot hold it. */
interface PathGeometry {
  readonly geometry: boolean;
  readonly exact: boolean;
}

function pathRows(
  job: FieldJob,
  table: PathTable,
  schema: TableSchema,
  writing: JobWriting,
  geometryOf: (path: Path, stroked: Path, bytes: GeometryBytes, tolerance: number) => PathGeometry,
): Rows {
  const path = new Path();
  const stroked = new Path();
  const shown = new Span();
  let exact = false;
  const columns = featureColumns(table, job);
  if (!table.closed.isDefault) columns.push((row, record) => record.integer(OWN, table.closed.get(row)));
  columns.push((_, record) => {
    if (!exact) return;
    const from = record.used;
    shown.bytes = record.bytes;
    shown.view = record.view;
    writeExactPath(path, shown.from === shown.to ? null : shown, record);
    record.blob(OWN + 1, from);
  });
  const paths = new PathCursor(table);
  const coordinates = table.coordinates.view();
  const bulges = table.bulges.isDefault ? undefined : table.bulges.view();
  const ringEnds = table.ringEnds.view();
  const vertexEnds = table.vertexEnds.view();
  /** Whether the vertices [first, end) are joined only by straight segments. */
  const straight = (first: number, end: number): boolean => {
    if (bulges === undefined) return true;
    for (let i = first; i < end && i < bulges.length; i++) if (bulges[i] !== 0) return false;
    return true;
  };
  return {
    schema,
    count: table.length,
    columns,
    geometry: (row, bytes, record) => {
      exact = false;
      const ring = row === 0 ? 0 : ringEnds[row - 1]!;
      const first = ring === 0 ? 0 : vertexEnds[ring - 1]!;
      const end = vertexEnds[ring]!;
      // Most lines equal their geometry in the columns.
      if (schema === TABLES.lines && ringEnds[row] === ring + 1 && end > first + 1 && straight(first, end)) {
        const plain = coordinates.subarray(3 * first, 3 * end);
        if (bytes.lineString(plain, end - first, table.closed.get(row) === 1)) return true;
      }
      paths.load(row, path);
      shown.from = record.used;
      const result = geometryOf(path, stroked, bytes, writing.tolerance);
      shown.to = record.used;
      exact = result.exact || !result.geometry;
      return result.geometry;
    },
  };
}

function lineGeometry(path: Path, stroked: Path, bytes: GeometryBytes, tolerance: number): PathGeometry {
  const exact = path.hasBulges || path.count === 1 || path.rings.length > 1;
  const { coordinates, count, closed } = path.hasBulges ? strokePath(path, tolerance, stroked) : path;
  // A line with one vertex goes to it and back, because a line string needs two positions.
  return { geometry: bytes.lineString(coordinates, count, closed || count === 1), exact };
}

function areaGeometry(path: Path, stroked: Path, bytes: GeometryBytes, tolerance: number): PathGeometry {
  path.closed = true;
  const shown = path.hasBulges ? strokePath(path, tolerance, stroked) : path;
  const rings: RingRange[] = [];
  let exact = path.hasBulges;
  for (let ring = 0; ring < shown.rings.length; ring++) {
    const range = [shown.rings[ring]!, shown.ringEnd(ring)] as const;
    // A ring of fewer than three vertices has no area and is not a valid ring.
    if (range[1] - range[0] >= 3) rings.push(range);
    else exact = true;
  }
  return { geometry: bytes.multiPolygon(shown.coordinates, shown.count, nestRings(shown.coordinates, rings)), exact };
}
