import { Extent, type ExtentBox, type FieldJob, traceAlignment } from '@fieldbridge/fieldjob';

/** Most positions sampled to locate the data. */
const MOST_SAMPLES = 10_000;
/** Share of positions at each end that may be outliers. */
const STRAYS = 0.02;

/** The location of a job's data, without outliers and as a whole; undefined if it has no positions. */
export function dataBoxes(job: FieldJob): { readonly main: ExtentBox; readonly whole: ExtentBox } | undefined {
  const whole = new Extent();
  const columns = [job.points, job.lines, job.areas, job.texts].map(({ coordinates }) => coordinates);
  for (const column of columns) whole.addColumn(column);
  for (const { vertices } of job.surfaces) whole.addTriples(vertices, vertices.length / 3);
  const axes = job.alignments.map((alignment) => traceAlignment(alignment, Infinity));
  for (const { coordinates, count: vertices } of axes) whole.addTriples(coordinates, vertices);
  if (whole.isEmpty) return undefined;
  const count = columns.reduce((sum, { length }) => sum + length, 0) / 3;
  const onAxes = axes.reduce((sum, axis) => sum + axis.count, 0);
  const total = job.surfaces.reduce((sum, { vertices }) => sum + vertices.length / 3, count + onAxes);
  const step = Math.max(1, Math.ceil(total / MOST_SAMPLES));
  const eastings: number[] = [];
  const northings: number[] = [];
  const take = (easting: number, northing: number): void => {
    if (!Number.isFinite(easting) || !Number.isFinite(northing)) return;
    eastings.push(easting);
    northings.push(northing);
  };
  for (const column of columns)
    for (let at = 0; at < column.length; at += 3 * step) take(column.get(at), column.get(at + 1));
  for (const { vertices } of job.surfaces)
    for (let at = 0; at < vertices.length; at += 3 * step) take(vertices[at]!, vertices[at + 1]!);
  for (const { coordinates, count: vertices } of axes)
    for (let i = 0; i < vertices; i += step) take(coordinates[3 * i]!, coordinates[3 * i + 1]!);
  const [minEasting, maxEasting] = middle(eastings, whole.minEasting, whole.maxEasting);
  const [minNorthing, maxNorthing] = middle(northings, whole.minNorthing, whole.maxNorthing);
  return { main: { minEasting, minNorthing, maxEasting, maxNorthing }, whole };
}

/** The range of the values without outliers. */
function middle(values: number[], least: number, most: number): readonly [number, number] {
  if (values.length === 0) return [least, most];
  values.sort((a, b) => a - b);
  const strays = Math.floor(values.length * STRAYS);
  return [values[strays]!, values[values.length - 1 - strays]!];
}
