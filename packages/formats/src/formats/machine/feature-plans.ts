import { Feature, type FieldJob, type PathTable } from '@fieldbridge/fieldjob';
import type { Captions } from './captions.ts';
import { putNowhere, putReference, type TablePart } from './container-writer.ts';
import { isFileTime, orNoValue } from './field.ts';
import type { LayerPlan, Positioned } from './layer-plan.ts';
import { writeRecord } from './layout.ts';
import { LABEL, LINE, LINE_TIME, POINT, pointTime, TP3_TABLE, VERTEX } from './layouts.ts';
import type { LineRuns } from './line-runs.ts';
import type { Losses } from './losses.ts';
import { LINE_BREAK } from './read-labels.ts';
import { CLOSED_FLAG } from './read-lines.ts';
import { FLAGS_ATTRIBUTE, THIRD_TEXT_ATTRIBUTE } from './read-points.ts';

/** Page capacity of a table in the written file. */
export type Capacity = (id: number) => number;
/** The value after the layer of every point of the samples. */
const NINE = 9;
/** Flags have 16 bits. */
const FLAG_MASK = 0xffff;

/** Writes a vertex relative to an origin. */
export function putVertex(view: DataView, at: number, easting: number, northing: number, elevation: number): void {
  view.setFloat64(at + VERTEX.fields.easting.at, easting, true);
  view.setFloat64(at + VERTEX.fields.northing.at, northing, true);
  view.setFloat64(at + VERTEX.fields.elevation.at, orNoValue(elevation), true);
}

/** Vertices and records of the points. @param firstVertex ordinal of the first point's vertex */
export function pointParts(
  job: FieldJob,
  plan: {
    layers: LayerPlan;
    captions: Captions;
    capacity: Capacity;
    recordSize: number;
    firstVertex: number;
    losses: Losses;
  },
): { vertices: TablePart; records: TablePart } {
  const { layers, captions, capacity, recordSize, firstVertex, losses } = plan;
  const { points } = job;
  const feature = new Feature();
  const firstCaption = captions.count;
  const flags = new Map<number, number>();
  for (let row = 0; row < points.length; row++) {
    points.load(row, feature);
    const known = knownAttributes(feature, true, losses);
    lookAtTime(feature.time, losses);
    captions.add(feature.name, feature.code, known.third);
    if (known.flags !== 0) flags.set(row, known.flags);
  }
  const time = pointTime(recordSize);
  const { fields } = POINT;
  return {
    vertices: {
      count: points.length,
      fill: (view, at, row) => {
        const origin = layers.originOf(layers.numberOf(points.layer.get(row)));
        putVertex(
          view,
          at,
          points.easting(row) - origin.easting,
          points.northing(row) - origin.northing,
          points.elevation(row),
        );
      },
    },
    records: {
      count: points.length,
      fill: (view, at, row) => {
        putReference(view, at + fields.vertex.at, TP3_TABLE.vertex, firstVertex + row, capacity(TP3_TABLE.vertex));
        putReference(view, at + fields.text.at, TP3_TABLE.text, firstCaption + row, capacity(TP3_TABLE.text));
        fields.layer.write(view, at, layers.numberOf(points.layer.get(row)));
        fields.nine.write(view, at, NINE);
        fields.flags.write(view, at, flags.get(row) ?? 0);
        time?.write(view, at, points.time.get(row));
      },
    },
  };
}

/** For choosing layer origins. */
export function pointPositions({ points }: FieldJob): Positioned {
  return {
    count: points.length,
    layer: (row) => points.layer.get(row),
    positions: (row, visit) => visit(points.easting(row), points.northing(row)),
  };
}

/** Vertices, attributes and records of the lines. */
export function lineParts(
  table: PathTable,
  runs: LineRuns,
  plan: { layers: LayerPlan; captions: Captions; capacity: Capacity; firstVertex: number; losses: Losses },
): { vertices: TablePart; attributes: TablePart; records: TablePart } {
  const { layers, captions, capacity, firstVertex, losses } = plan;
  const feature = new Feature();
  const caption = new Map<number, number>();
  for (let run = 0; run < runs.count; run++) {
    table.load(runs.line[run]!, feature);
    const { third } = knownAttributes(feature, false, losses);
    lookAtTime(feature.time, losses);
    if (feature.name !== '' || feature.code !== '' || third !== '') {
      caption.set(run, captions.add(feature.name, feature.code, third));
    }
  }
  const { fields } = LINE;
  const numberOf = (run: number): number => layers.numberOf(table.layer.get(runs.line[run]!));
  let run = 0;
  return {
    vertices: {
      count: runs.vertexCount,
      fill: (view, at, row) => {
        if (row === 0) run = 0;
        while (row >= runs.first[run]! + runs.vertices[run]!) run++;
        const { coordinates: c } = runs;
        const origin = layers.originOf(numberOf(run));
        putVertex(view, at, c[3 * row]! - origin.easting, c[3 * row + 1]! - origin.northing, c[3 * row + 2]!);
      },
    },
    attributes: { count: runs.vertexCount, fill: () => undefined },
    records: {
      count: runs.count,
      fill: (view, at, row) => {
        const first = runs.first[row]!;
        putReference(view, at + fields.vertex.at, TP3_TABLE.vertex, firstVertex + first, capacity(TP3_TABLE.vertex));
        putReference(view, at + fields.attribute.at, TP3_TABLE.lineAttribute, first, capacity(TP3_TABLE.lineAttribute));
        const triple = caption.get(row);
        if (triple === undefined) putNowhere(view, at + fields.text.at);
        else putReference(view, at + fields.text.at, TP3_TABLE.text, triple, capacity(TP3_TABLE.text));
        fields.count.write(view, at, runs.vertices[row]!);
        fields.layer.write(view, at, numberOf(row));
        fields.flags.write(view, at, runs.closed[row] ? CLOSED_FLAG : 0);
        LINE_TIME.write(view, at, table.time.get(runs.line[row]!));
      },
    },
  };
}

/** Vertices and records of the text labels. */
export function labelParts(
  { texts }: FieldJob,
  plan: { layers: LayerPlan; captions: Captions; capacity: Capacity; firstVertex: number; losses: Losses },
): { vertices: TablePart; records: TablePart } {
  const { layers, captions, capacity, firstVertex, losses } = plan;
  const firstCaption = captions.count;
  for (let row = 0; row < texts.length; row++) {
    const text = texts.text.get(row);
    captions.add('', text.replaceAll('\n', LINE_BREAK), '');
    if (text.includes(LINE_BREAK)) losses.add('text-broken', 1);
    if (texts.justification.get(row) !== 0 || texts.verticalJustification.get(row) !== 0) {
      losses.add('text-justification-lost', 1);
    }
  }
  return {
    vertices: {
      count: texts.length,
      fill: (view, at, row) => {
        const { easting, northing, elevation } = texts.label(row);
        const origin = layers.originOf(layers.numberOf(texts.layer.get(row)));
        putVertex(view, at, easting - origin.easting, northing - origin.northing, elevation);
      },
    },
    records: {
      count: texts.length,
      fill: (view, at, row) => {
        putReference(view, at + LABEL.fields.text.at, TP3_TABLE.text, firstCaption + row, capacity(TP3_TABLE.text));
        putReference(
          view,
          at + LABEL.fields.vertex.at,
          TP3_TABLE.vertex,
          firstVertex + row,
          capacity(TP3_TABLE.vertex),
        );
        writeRecord(LABEL, view, at, {
          layer: layers.numberOf(texts.layer.get(row)),
          rotation: texts.rotation.get(row),
          height: texts.height.get(row),
        });
      },
    },
  };
}

/** For choosing layer origins. */
export function labelPositions({ texts }: FieldJob): Positioned {
  return {
    count: texts.length,
    layer: (row) => texts.layer.get(row),
    positions: (row, visit) => visit(texts.coordinates.get(3 * row), texts.coordinates.get(3 * row + 1)),
  };
}

/** Counts a time outside the range of a FILETIME, 1601 to 60055. */
function lookAtTime(time: number, losses: Losses): void {
  if (!Number.isNaN(time) && !isFileTime(time)) losses.add('time-left-out', 1);
}

/**
 * The attributes that came from such a file and are written back; all others are counted as lost.
 * @param flagged whether the record has a field for 16 bits of flags
 */
function knownAttributes(feature: Feature, flagged: boolean, losses: Losses): { flags: number; third: string } {
  let flags = 0;
  let third = '';
  for (let i = 0; i + 1 < feature.attributes.length; i += 2) {
    const [key, value] = [feature.attributes[i], feature.attributes[i + 1]!];
    if (flagged && key === FLAGS_ATTRIBUTE && String(Number(value) & FLAG_MASK) === value) flags = Number(value);
    else if (key === THIRD_TEXT_ATTRIBUTE && third === '') third = value;
    else losses.add('attribute-left-out', 1);
  }
  return { flags, third };
}
