import type { NumberColumn } from '../columns/number-column.ts';
import type { FieldJob } from '../job.ts';
import { changedFields } from './changed-fields.ts';
import type { FieldChange, Place } from './difference.ts';
import { type FeatureTables, known } from './features.ts';
import { movedBy } from './moved.ts';

type Coordinates = NumberColumn<Float64Array>;

/** Easting, northing or elevation of a row in a column of triples. */
const at = (column: Coordinates, part: 0 | 1 | 2) => (row: number) => column.get(3 * row + part);

/** Points and texts: features with one position. */
function atPositions(
  a: Coordinates,
  b: Coordinates,
  tolerance: number,
): Pick<FeatureTables, 'isSame' | 'moved' | 'place' | 'tolerance'> {
  const moved = (rowA: number, rowB: number) =>
    movedBy(
      b.get(3 * rowB) - a.get(3 * rowA),
      b.get(3 * rowB + 1) - a.get(3 * rowA + 1),
      b.get(3 * rowB + 2) - a.get(3 * rowA + 2),
      tolerance,
    );
  const place = (side: 0 | 1, row: number): Place => {
    const column = side === 0 ? a : b;
    const [easting, northing] = [column.get(3 * row), column.get(3 * row + 1)];
    return { easting, northing, elevation: known(column.get(3 * row + 2)) };
  };
  return { tolerance, moved, place, isSame: (rowA, rowB) => moved(rowA, rowB) === undefined };
}

/** An elevation that only one of two positions has. */
function elevationKnown(a: Coordinates, b: Coordinates, rowA: number, rowB: number): FieldChange[] {
  const [one, other] = [known(a.get(3 * rowA + 2)), known(b.get(3 * rowB + 2))];
  return (one === null) === (other === null) ? [] : [{ field: 'elevation', a: one, b: other }];
}

/** The points of two jobs. */
export function pointTables(a: FieldJob, b: FieldJob, tolerance: number): FeatureTables {
  const [one, other] = [a.points, b.points];
  const side = ({ points }: FieldJob) => ({
    length: points.length,
    name: (row: number) => points.name.get(row),
    easting: at(points.coordinates, 0),
    northing: at(points.coordinates, 1),
  });
  return {
    ...{ kind: 'point', jobs: [a, b], tables: [one, other], a: side(a), b: side(b) },
    ...atPositions(one.coordinates, other.coordinates, tolerance),
    fields: (rowA, rowB) => elevationKnown(one.coordinates, other.coordinates, rowA, rowB),
  };
}

/** The texts of two jobs. */
export function textTables(a: FieldJob, b: FieldJob, tolerance: number): FeatureTables {
  const [one, other] = [a.texts, b.texts];
  const side = ({ texts }: FieldJob) => ({
    length: texts.length,
    name: (row: number) => texts.text.get(row),
    easting: at(texts.coordinates, 0),
    northing: at(texts.coordinates, 1),
  });
  const written = (table: typeof one, row: number): object => {
    const { easting: _e, northing: _n, elevation: _z, ...rest } = table.label(row);
    return rest;
  };
  return {
    ...{ kind: 'text', jobs: [a, b], tables: [one, other], a: side(a), b: side(b) },
    ...atPositions(one.coordinates, other.coordinates, tolerance),
    fields: (rowA, rowB) => [
      ...elevationKnown(one.coordinates, other.coordinates, rowA, rowB),
      ...changedFields(written(one, rowA), written(other, rowB), tolerance),
    ],
  };
}
