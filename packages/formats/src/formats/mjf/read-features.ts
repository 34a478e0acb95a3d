import { Feature, JUSTIFICATIONS, labelOf, Path, VERTICAL_JUSTIFICATIONS } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { Cells } from '../../kit/io/sqlite/cells.ts';
import { Span } from '../../kit/io/sqlite/span.ts';
import { wordOf } from './cells.ts';
import { readExactPath } from './exact-path.ts';
import { SHARED } from './fill-feature.ts';
import { dropRepeated, GeometryReader } from './geometry-reader.ts';
import type { JobReading } from './reading.ts';
import { TABLES, type TableSchema } from './schema.ts';

const GEOMETRY = 0;
/** First shared column of a row: after the geometry. */
const FIRST = 1;
const OWN = FIRST + SHARED;
const shown = new Span();
const exact = new Span();

/** Reads points, lines, areas and texts into the sink. */
export async function readFeatures(reading: JobReading): Promise<void> {
  const { sink } = reading;
  const feature = new Feature();
  const geometry = new GeometryReader();
  const path = new Path();
  const positioned = (schema: TableSchema, row: Cells): boolean => {
    if (row.span(GEOMETRY, shown) && geometry.read(shown, path) && path.count === 1) return true;
    if (row.isNull(GEOMETRY)) {
      // A point without a known position is still a point with a name.
      path.clear().vertex(Number.NaN, Number.NaN, Number.NaN);
      return true;
    }
    reading.reportGeometry(schema, row.id);
    return false;
  };
  await reading.eachFeature(TABLES.points, (row) => {
    if (!positioned(TABLES.points, row)) return false;
    const { coordinates } = path;
    sink.point(reading.fill(feature, row, FIRST), coordinates[0]!, coordinates[1]!, coordinates[2]!);
    return true;
  });
  await reading.eachFeature(TABLES.lines, (row) => {
    if (!readPath(reading, TABLES.lines, row, geometry, path)) return false;
    sink.line(reading.fill(feature, row, FIRST), path);
    return true;
  });
  await reading.eachFeature(TABLES.areas, (row) => {
    if (!readPath(reading, TABLES.areas, row, geometry, path)) return false;
    path.closed = true;
    sink.area(reading.fill(feature, row, FIRST), path);
    return true;
  });
  const label = labelOf('', 0, 0);
  await reading.eachFeature(TABLES.texts, (row) => {
    if (!positioned(TABLES.texts, row)) return false;
    const { coordinates } = path;
    label.easting = coordinates[0]!;
    label.northing = coordinates[1]!;
    label.elevation = coordinates[2]!;
    label.text = row.text(OWN);
    label.height = numberOr(row.number(OWN + 1), 1);
    label.rotation = numberOr(row.number(OWN + 2), 0);
    label.justification = wordOf(row.word(OWN + 3), JUSTIFICATIONS, 'left');
    label.verticalJustification = wordOf(row.word(OWN + 4), VERTICAL_JUSTIFICATIONS, 'baseline');
    sink.text(reading.fill(feature, row, FIRST), label);
    return true;
  });
}

/** Reads the path of a line or an area: the exact path while it matches the OGC geometry, else the geometry. */
function readPath(reading: JobReading, schema: TableSchema, row: Cells, geometry: GeometryReader, path: Path): boolean {
  const present = row.span(GEOMETRY, shown);
  const closed = Math.abs(row.number(OWN)) > 0;
  let lost: 'edited' | 'damaged' | undefined;
  if (row.span(OWN + 1, exact)) {
    const outcome = readExactPath(exact, present ? shown : null, path);
    if (outcome === 'read') {
      path.closed = closed;
      reading.vertices(path.count);
      return true;
    }
    lost = outcome;
  }
  if (!present || !geometry.read(shown, path)) {
    reading.reportGeometry(schema, row.id);
    return false;
  }
  if (lost !== undefined) reportLostArcs(reading, schema, row, lost);
  path.closed = closed && (schema !== TABLES.lines || path.count < 2 || dropRepeated(path, 0));
  reading.vertices(path.count);
  return true;
}

function reportLostArcs(reading: JobReading, schema: TableSchema, row: Cells, why: 'edited' | 'damaged'): void {
  const handle = reading.handleOf(schema, row.id);
  const found = why === 'edited' ? 'was edited by another program' : 'has arcs that cannot be read';
  reading.context.report(issueOf('arcs-lost', { row: handle, found }, { handle }));
}

/** A number, or `otherwise` for NaN. */
const numberOr = (value: number, otherwise: number): number => (Number.isNaN(value) ? otherwise : value);
