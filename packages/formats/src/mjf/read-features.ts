import { Feature, JUSTIFICATIONS, labelOf, Path, VERTICAL_JUSTIFICATIONS } from '@fieldbridge/fieldjob';
import { bytesAt, flagAt, numberOr, textAt, wordOf } from './cells.ts';
import { readExactPath } from './exact-path.ts';
import { SHARED } from './fill-feature.ts';
import { dropRepeated, GeometryReader } from './geometry-reader.ts';
import type { Row } from './package-reader.ts';
import type { JobReading } from './reading.ts';
import { TABLES, type TableSchema } from './schema.ts';

/** First shared column of a row: after id and geometry. */
const FIRST = 2;
const OWN = FIRST + SHARED;

/** Reads points, lines, areas and texts into the sink. */
export async function readFeatures(reading: JobReading): Promise<void> {
  const { sink } = reading;
  const feature = new Feature();
  const geometry = new GeometryReader();
  const path = new Path();
  const positioned = (schema: TableSchema, row: Row): boolean => {
    const bytes = bytesAt(row[1]);
    if (bytes !== undefined && geometry.read(bytes, path) && path.count === 1) return true;
    if (row[1] === null) {
      // A point whose position is not known still is a point with a name.
      path.clear().vertex(Number.NaN, Number.NaN, Number.NaN);
      return true;
    }
    reading.report('geometry-skipped', schema, row, 'has no point geometry that can be read; it was left out');
    return false;
  };
  await reading.each(TABLES.points, (row) => {
    if (!positioned(TABLES.points, row)) return false;
    const { coordinates } = path;
    sink.point(reading.fill(feature, row, FIRST), coordinates[0]!, coordinates[1]!, coordinates[2]!);
    return true;
  });
  await reading.each(TABLES.lines, (row) => {
    if (!readPath(reading, TABLES.lines, row, geometry, path)) return false;
    sink.line(reading.fill(feature, row, FIRST), path);
    return true;
  });
  await reading.each(TABLES.areas, (row) => {
    if (!readPath(reading, TABLES.areas, row, geometry, path)) return false;
    path.closed = true;
    sink.area(reading.fill(feature, row, FIRST), path);
    return true;
  });
  await reading.each(TABLES.texts, (row) => {
    if (!positioned(TABLES.texts, row)) return false;
    const { coordinates } = path;
    const label = labelOf(textAt(row[OWN]), coordinates[0]!, coordinates[1]!, {
      elevation: coordinates[2]!,
      height: numberOr(row[OWN + 1], 1),
      rotation: numberOr(row[OWN + 2], 0),
      justification: wordOf(row[OWN + 3], JUSTIFICATIONS, 'left'),
      verticalJustification: wordOf(row[OWN + 4], VERTICAL_JUSTIFICATIONS, 'baseline'),
    });
    sink.text(reading.fill(feature, row, FIRST), label);
    return true;
  });
}

/** Reads the path of a line or an area: the OGC geometry, or the exact one beside it while both belong together. */
function readPath(reading: JobReading, schema: TableSchema, row: Row, geometry: GeometryReader, path: Path): boolean {
  const bytes = bytesAt(row[1]);
  const exact = bytesAt(row[OWN + 1]);
  const shown = bytes !== undefined && geometry.read(bytes, path);
  path.closed = flagAt(row[OWN], false);
  if (exact !== undefined) {
    const outcome = readExactPath(exact, bytes ?? null, path);
    if (outcome === 'read') {
      reading.vertices(path.count);
      return true;
    }
    if (shown) reportLostArcs(reading, schema, row, outcome);
    if (outcome === 'damaged' && shown) geometry.read(bytes, path);
  }
  if (!shown) {
    reading.report('geometry-skipped', schema, row, 'has no geometry that can be read; it was left out');
    return false;
  }
  const { closed } = path;
  if (schema === TABLES.lines) path.closed = closed && (path.count < 2 || dropRepeated(path, 0));
  reading.vertices(path.count);
  return true;
}

function reportLostArcs(reading: JobReading, schema: TableSchema, row: Row, why: 'edited' | 'damaged'): void {
  const what = why === 'edited' ? 'was edited by another program' : 'has arcs that cannot be read';
  reading.report('arcs-lost', schema, row, `${what}; its arcs are the chords of the geometry now`);
}
