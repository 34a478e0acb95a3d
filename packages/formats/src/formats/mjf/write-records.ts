import { type FieldJob, traceAlignment } from '@fieldbridge/fieldjob';
import { sourceOrNull, weightOrNull } from './feature-values.ts';
import { GeometryBytes } from './geometry-bytes.ts';
import { GEOMETRY, TABLES, type TableSchema } from './schema.ts';
import { sectionTexts } from './section-details.ts';
import { colourOrNull, numberOrNull, numbersText, pairsText, type SqlValue, textOrNull, timeValues } from './values.ts';
import type { JobWriting } from './writing.ts';

/** Writes everything that is not a feature, a surface or a drawing. */
export function writeRecords(job: FieldJob, writing: JobWriting): void {
  writing.attributes(
    TABLES.sources,
    job.sources.map(({ fileName, format, sha256, importedAt }) => [
      textOrNull(fileName),
      textOrNull(format),
      textOrNull(sha256),
      ...timeValues(importedAt),
    ]),
  );
  writing.attributes(
    TABLES.layers,
    Array.from(job.layers, ({ name, colour, lineType, lineWeight, visible, locked, description }) => [
      name,
      colourOrNull(colour),
      textOrNull(lineType),
      weightOrNull(lineWeight),
      Number(visible),
      Number(locked),
      textOrNull(description),
    ]),
  );
  writeCodes(job, writing);
  writeAlignments(job, writing);
  writePositioned(writing, TABLES.planes, job.planes, ({ name, azimuth, slope, crossSlope, source }) => [
    textOrNull(name),
    numberOrNull(azimuth),
    numberOrNull(slope),
    numberOrNull(crossSlope),
    sourceOrNull(source),
  ]);
  writePositioned(writing, TABLES.controlPoints, job.controlPoints, (point) => [
    textOrNull(point.name),
    textOrNull(point.code),
    textOrNull(point.description),
    Number.isNaN(point.easting) ? numberOrNull(point.elevation) : null,
    numberOrNull(point.latitude),
    numberOrNull(point.longitude),
    numberOrNull(point.ellipsoidHeight),
    Number(point.useHorizontal),
    Number(point.useVertical),
    numberOrNull(point.residualEasting),
    numberOrNull(point.residualNorthing),
    numberOrNull(point.residualElevation),
    sourceOrNull(point.source),
  ]);
  writing.attributes(
    TABLES.observations,
    job.observations.map(({ kind, station, target, time, values, source }) => [
      textOrNull(kind),
      textOrNull(station),
      textOrNull(target),
      ...timeValues(time),
      JSON.stringify(values),
      sourceOrNull(source),
    ]),
  );
  writePointLists(job, writing);
}

interface Positioned {
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number;
}

function writePositioned<T extends Positioned>(
  writing: JobWriting,
  schema: TableSchema,
  items: readonly T[],
  values: (item: T) => SqlValue[],
): void {
  if (items.length === 0) return;
  const table = writing.featureTable(schema);
  const bytes = new GeometryBytes(table.srs.id);
  const columns = schema.columns.map(([name]) => name);
  const insert = writing.pkg.inserter(table.name, ['id', GEOMETRY, ...columns]);
  items.forEach((item, i) => {
    const geometry = bytes.point(item.easting, item.northing, item.elevation) ? bytes.taken() : null;
    if (geometry !== null) table.add(i + 1, item.easting, item.easting, item.northing, item.northing);
    insert.run(i + 1, geometry, ...values(item));
  });
}

function writeCodes(job: FieldJob, writing: JobWriting): void {
  writing.attributes(
    TABLES.codes,
    job.codes.map((code) => [
      textOrNull(code.name),
      code.kind,
      textOrNull(code.description),
      textOrNull(code.group),
      textOrNull(code.layer),
      colourOrNull(code.colour),
      textOrNull(code.lineType),
      weightOrNull(code.lineWeight),
      textOrNull(code.symbol),
      textOrNull(code.control),
    ]),
  );
  const attributes = job.codes.flatMap((code, index) =>
    code.attributes.map((one): SqlValue[] => [
      index + 1,
      textOrNull(one.name),
      one.type,
      Number(one.required),
      textOrNull(one.defaultValue),
      one.values.length === 0 ? null : JSON.stringify(one.values),
      numberOrNull(one.minimum),
      numberOrNull(one.maximum),
      textOrNull(one.unit),
    ]),
  );
  writing.attributes(TABLES.codeAttributes, attributes);
}

function writeAlignments(job: FieldJob, writing: JobWriting): void {
  const { alignments } = job;
  if (alignments.length === 0) return;
  const table = writing.featureTable(TABLES.alignments);
  const bytes = new GeometryBytes(table.srs.id);
  const columns = TABLES.alignments.columns.map(([name]) => name);
  const insert = writing.pkg.inserter(table.name, ['id', GEOMETRY, ...columns]);
  alignments.forEach((one, i) => {
    const path = traceAlignment(one, writing.tolerance);
    const geometry = bytes.lineString(path.coordinates, path.count, false) ? bytes.taken() : null;
    if (geometry !== null) table.add(i + 1, bytes.minEasting, bytes.maxEasting, bytes.minNorthing, bytes.maxNorthing);
    const layer = job.layers.get(one.layer)?.name ?? null;
    const { name, code, description, source, startStation, profileName, attributes } = one;
    const values = [textOrNull(name), textOrNull(code), textOrNull(description), layer, sourceOrNull(source)];
    const more = [numberOrNull(startStation), textOrNull(profileName), pairsText(attributes)];
    insert.run(i + 1, geometry, ...values, ...more);
  });
  const rows = <T>(list: (index: number) => readonly T[], values: (item: T) => SqlValue[]): SqlValue[][] =>
    alignments.flatMap((_, i) => list(i).map((item) => [i + 1, ...values(item)]));
  writing.attributes(
    TABLES.horizontal,
    rows(
      (i) => alignments[i]!.horizontal,
      (e) => [
        e.kind,
        ...[e.startStation, e.length, e.startEasting, e.startNorthing, e.azimuth].map(numberOrNull),
        ...[e.startRadius, e.endRadius].map(numberOrNull),
      ],
    ),
  );
  writing.attributes(
    TABLES.vertical,
    rows(
      (i) => alignments[i]!.vertical,
      (v) => [
        numberOrNull(v.station),
        numberOrNull(v.elevation),
        v.curve,
        numberOrNull(v.length),
        numberOrNull(v.radius),
      ],
    ),
  );
  writing.attributes(
    TABLES.sections,
    rows(
      (i) => alignments[i]!.sections,
      (s) => [
        ...[textOrNull(s.name), numberOrNull(s.station), numbersText(s.points)],
        ...Object.values(sectionTexts(s)),
      ],
    ),
  );
  writing.attributes(
    TABLES.equations,
    rows(
      (i) => alignments[i]!.equations,
      (e) => [numberOrNull(e.back), numberOrNull(e.ahead), e.description ?? null],
    ),
  );
  writing.attributes(
    TABLES.superelevation,
    rows(
      (i) => alignments[i]!.superelevation,
      (s) => [
        numberOrNull(s.startStation),
        numberOrNull(s.endStation),
        JSON.stringify(s.events.map(({ kind, value }) => [kind, value])),
        pairsText(s.attributes),
      ],
    ),
  );
}

/** An overview for other programs; the lists themselves are the `list` column of the points. */
function writePointLists(job: FieldJob, writing: JobWriting): void {
  const counts = new Map<string, number>();
  const { list } = job.points;
  if (list.isDefault) return;
  for (let row = 0; row < job.points.length; row++) {
    const name = list.get(row);
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  writing.attributes(TABLES.pointLists, Array.from(counts));
}
