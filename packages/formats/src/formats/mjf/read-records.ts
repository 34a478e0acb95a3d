import {
  type Alignment,
  alignmentOf,
  type CodeAttribute,
  type ControlPoint,
  type CrossSection,
  layerOf,
  Path,
  type Plane,
  SUPERELEVATION_EVENTS,
  type Superelevation,
  type SuperelevationEvent,
} from '@fieldbridge/fieldjob';
import { Span } from '../../kit/io/sqlite/span.ts';
import { bytesAt, flagAt, integerOr, numberAt, textAt, wordOf } from './cells.ts';
import { GeometryReader } from './geometry-reader.ts';
import type { Row } from './package-reader.ts';
import type { JobReading } from './reading.ts';
import { TABLES, type TableSchema } from './schema.ts';
import { type SectionTexts, sectionOf } from './section-details.ts';
import { colourOf, jsonOf, numbersOf, pairsOf, textsOf, timeOf } from './values.ts';

/** Declares imports and layers, which the other tables refer to. */
export async function readReferences(reading: JobReading): Promise<void> {
  const { sink } = reading;
  await reading.each(TABLES.sources, ([id, fileName, format, sha256, time, ms]) => {
    const importedAt = timeOf(textAt(time), numberAt(ms));
    const source = { fileName: textAt(fileName), format: textAt(format), sha256: textAt(sha256), importedAt };
    reading.addSource(Number(id), sink.source(source));
    return true;
  });
  await reading.each(TABLES.layers, ([, name, colour, lineType, lineWeight, visible, locked, description]) => {
    const layer = layerOf(textAt(name), {
      colour: colourOf(textAt(colour)),
      lineType: textAt(lineType),
      lineWeight: integerOr(lineWeight, -1),
      visible: flagAt(visible, true),
      locked: flagAt(locked, false),
      description: textAt(description),
    });
    reading.addLayer(layer.name, sink.layer(layer));
    return true;
  });
}

/** Reads codes, alignments, planes, control points and observations into the sink. */
export async function readRecords(reading: JobReading): Promise<void> {
  const { sink } = reading;
  await readCodes(reading);
  await readAlignments(reading);
  const geometry = new GeometryReader();
  const path = new Path();
  const position = (schema: TableSchema, row: Row): Pick<Plane, 'easting' | 'northing' | 'elevation'> => {
    const bytes = bytesAt(row[1]);
    const [easting, northing, elevation] =
      bytes !== undefined && geometry.read(Span.of(bytes), path) && path.count === 1 ? path.coordinates : [];
    if (easting === undefined && row[1] !== null) {
      reading.reportGeometry(schema, row[0]);
    }
    return { easting: easting ?? Number.NaN, northing: northing ?? Number.NaN, elevation: elevation ?? Number.NaN };
  };
  await reading.each(TABLES.planes, (row) => {
    const [, , name, azimuth, slope, crossSlope, source] = row;
    sink.plane({
      name: textAt(name),
      ...position(TABLES.planes, row),
      azimuth: numberAt(azimuth),
      slope: numberAt(slope),
      crossSlope: numberAt(crossSlope),
      source: reading.source(source),
    });
    return true;
  });
  await reading.each(TABLES.controlPoints, (row) => {
    sink.controlPoint(controlPoint(row, position(TABLES.controlPoints, row), reading));
    return true;
  });
  await reading.each(TABLES.observations, ([, kind, station, target, time, ms, data, source]) => {
    sink.observation({
      kind: textAt(kind),
      station: textAt(station),
      target: textAt(target),
      time: timeOf(textAt(time), numberAt(ms)),
      values: textsOf(textAt(data)) ?? [],
      source: reading.source(source),
    });
    return true;
  });
}

function controlPoint(
  row: Row,
  position: Pick<ControlPoint, 'easting' | 'northing' | 'elevation'>,
  reading: JobReading,
): ControlPoint {
  const [
    ,
    ,
    name,
    code,
    description,
    elevation,
    latitude,
    longitude,
    height,
    horizontal,
    vertical,
    dE,
    dN,
    dZ,
    source,
  ] = row;
  return {
    name: textAt(name),
    code: textAt(code),
    description: textAt(description),
    ...position,
    ...(Number.isNaN(position.easting) ? { elevation: numberAt(elevation) } : {}),
    latitude: numberAt(latitude),
    longitude: numberAt(longitude),
    ellipsoidHeight: numberAt(height),
    useHorizontal: flagAt(horizontal, true),
    useVertical: flagAt(vertical, true),
    residualEasting: numberAt(dE),
    residualNorthing: numberAt(dN),
    residualElevation: numberAt(dZ),
    source: reading.source(source),
  };
}

async function readCodes(reading: JobReading): Promise<void> {
  const types = ['text', 'number', 'integer', 'list', 'date', 'photo', 'boolean'] as const;
  const attributes = await grouped(
    reading,
    TABLES.codeAttributes,
    ([, , name, type, required, defaultValue, choices, minimum, maximum, unit]): CodeAttribute => ({
      name: textAt(name),
      type: wordOf(type, types, 'text'),
      required: flagAt(required, false),
      defaultValue: textAt(defaultValue),
      values: textsOf(textAt(choices)) ?? [],
      minimum: numberAt(minimum),
      maximum: numberAt(maximum),
      unit: textAt(unit),
    }),
  );
  await reading.each(
    TABLES.codes,
    ([id, name, kind, description, group, layer, colour, type, weight, symbol, control]) => {
      reading.sink.code({
        name: textAt(name),
        kind: wordOf(kind, ['point', 'line', 'area'] as const, 'point'),
        description: textAt(description),
        group: textAt(group),
        layer: textAt(layer),
        colour: colourOf(textAt(colour)),
        lineType: textAt(type),
        lineWeight: integerOr(weight, -1),
        symbol: textAt(symbol),
        control: textAt(control),
        attributes: attributes.get(Number(id)) ?? [],
      });
      return true;
    },
  );
}

async function readAlignments(reading: JobReading): Promise<void> {
  const horizontal = await grouped(
    reading,
    TABLES.horizontal,
    ([, , kind, station, length, easting, northing, azimuth, r1, r2]): Alignment['horizontal'][number] => ({
      kind: wordOf(kind, ['straight', 'arc', 'clothoid'] as const, 'straight'),
      startStation: numberAt(station),
      length: numberAt(length),
      startEasting: numberAt(easting),
      startNorthing: numberAt(northing),
      azimuth: numberAt(azimuth),
      startRadius: numberAt(r1),
      endRadius: numberAt(r2),
    }),
  );
  const vertical = await grouped(
    reading,
    TABLES.vertical,
    ([, , station, elevation, curve, length, radius]): Alignment['vertical'][number] => ({
      station: numberAt(station),
      elevation: numberAt(elevation),
      curve: wordOf(curve, ['none', 'parabola', 'arc'] as const, 'none'),
      length: numberAt(length),
      radius: numberAt(radius),
    }),
  );
  const sections = await grouped(reading, TABLES.sections, readSection);
  const equations = await grouped(reading, TABLES.equations, ([, , back, ahead, description]) => ({
    back: numberAt(back),
    ahead: numberAt(ahead),
    ...stated('description', textAt(description)),
  }));
  const superelevation = await grouped(reading, TABLES.superelevation, readSuperelevation);
  await reading.each(TABLES.alignments, ([id, , name, code, description, layer, source, ...more]) => {
    const key = Number(id);
    reading.sink.alignment(
      alignmentOf(textAt(name), {
        code: textAt(code),
        description: textAt(description),
        layer: reading.layer(layer),
        source: reading.source(source),
        startStation: numberAt(more[0]!),
        profileName: textAt(more[1]!),
        attributes: pairsOf(textAt(more[2]!)) ?? [],
        horizontal: horizontal.get(key) ?? [],
        vertical: vertical.get(key) ?? [],
        sections: sections.get(key) ?? [],
        equations: equations.get(key) ?? [],
        superelevation: superelevation.get(key) ?? [],
      }),
    );
    return true;
  });
}

/** A member of an object unless it is empty. */
const stated = <K extends string>(key: K, text: string): Partial<Record<K, string>> =>
  (text === '' ? {} : { [key]: text }) as Partial<Record<K, string>>;

function readSection([, , name, station, points, ...texts]: Row): CrossSection {
  const [section, kind, side, codes, pointNames, attributes] = texts.map((text) => textAt(text) || null);
  const positions = Float64Array.from(numbersOf(textAt(points!)) ?? []);
  const details = { section, kind, side, codes, pointNames, attributes } as SectionTexts;
  return sectionOf(textAt(name!), numberAt(station!), positions, details);
}

function readSuperelevation([, , start, end, events, attributes]: Row): Superelevation {
  return {
    startStation: numberAt(start!),
    endStation: numberAt(end!),
    events: eventsOf(textAt(events!)),
    attributes: pairsOf(textAt(attributes!)) ?? [],
  };
}

/** Events of a JSON list of pairs; what is no event is passed over. */
function eventsOf(text: string): SuperelevationEvent[] {
  const list = jsonOf(text);
  return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((pair) => {
    const [name, value] = Array.isArray(pair) ? (pair as unknown[]) : [];
    const kind = SUPERELEVATION_EVENTS.find((one) => one === name);
    return kind !== undefined && (typeof value === 'number' || typeof value === 'string') ? [{ kind, value }] : [];
  });
}

/** The rows of a dependent table in order, grouped by the id of their parent (second column). */
async function grouped<T>(reading: JobReading, schema: TableSchema, item: (row: Row) => T): Promise<Map<number, T[]>> {
  const groups = new Map<number, T[]>();
  await reading.each(schema, (row) => {
    const owner = Number(row[1]);
    const group = groups.get(owner);
    if (group === undefined) groups.set(owner, [item(row)]);
    else group.push(item(row));
    return true;
  });
  return groups;
}
