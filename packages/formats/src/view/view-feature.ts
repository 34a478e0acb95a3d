import { Feature, type FieldJob, Path, type PathTable } from '@fieldbridge/fieldjob';
import { VIEW_LIMITS, type ViewFeature, type ViewTable } from '@fieldbridge/view-wire';
import { viewAlignment } from './view-alignment.ts';

type Vertex = ViewFeature['vertices'][number];

/** Everything known about a thing of a job, for display. @returns null if there is no such row */
export function viewFeature(job: FieldJob, table: string, row: number): ViewFeature | null {
  const found = contentOf(job, table, row);
  if (found === undefined) return null;
  const { fields, vertices, vertexCount = vertices.length, alignment } = found;
  const filled = fields.filter(([, value]) => value !== '');
  const shown = vertices.slice(0, VIEW_LIMITS.featureVertices);
  return { table, row, fields: filled, vertices: shown, vertexCount, ...(alignment && { alignment }) };
}

/** How many rows a table of a job has. */
export function viewRows(job: FieldJob, table: ViewTable): number {
  return job[table].length;
}

interface Content {
  readonly fields: readonly (readonly [string, string])[];
  readonly vertices: readonly Vertex[];
  readonly vertexCount?: number;
  readonly alignment?: ViewFeature['alignment'];
}

function contentOf(job: FieldJob, table: string, row: number): Content | undefined {
  const { points, texts } = job;
  switch (table) {
    case 'points':
      return row < points.length
        ? { fields: featureFields(job, points, row), vertices: at(points.coordinates, row) }
        : undefined;
    case 'lines':
      return row < job.lines.length ? path(job, job.lines, row) : undefined;
    case 'areas':
      return row < job.areas.length ? path(job, job.areas, row) : undefined;
    case 'texts': {
      if (row >= texts.length) return undefined;
      const { text, height, rotation } = texts.label(row);
      const fields = [
        ['text', text],
        ['height', String(height)],
        ['rotation', degrees(rotation)],
      ] as const;
      return { fields: [...fields, ...featureFields(job, texts, row)], vertices: at(texts.coordinates, row) };
    }
    case 'surfaces': {
      const surface = job.surfaces[row];
      if (surface === undefined) return undefined;
      const { name, description, code, layer, vertices, triangles, breaklines } = surface;
      const facts: [string, string][] = [...named({ name, description, code }), ['layer', job.layers.name(layer)]];
      facts.push(['triangles', String(triangles.length / 3)], ['breaklines', String(breaklines.length)]);
      const shown = Math.min(vertices.length / 3, VIEW_LIMITS.featureVertices);
      return { fields: facts, vertices: triples(vertices, shown), vertexCount: vertices.length / 3 };
    }
    case 'alignments': {
      const alignment = job.alignments[row];
      if (alignment === undefined) return undefined;
      const { name, description, code, layer, startStation, horizontal, vertical, attributes } = alignment;
      const length = horizontal.reduce((sum, element) => sum + element.length, 0);
      const facts: [string, string][] = [...named({ name, description, code }), ...pairs(attributes)];
      facts.push(['layer', job.layers.name(layer)]);
      facts.push(['start station', String(startStation)], ['length', String(length)]);
      facts.push(['elements', String(horizontal.length)], ['vertical points', String(vertical.length)]);
      return {
        ...{ fields: facts, alignment: viewAlignment(alignment) },
        vertices: horizontal.map((e) => [e.startEasting, e.startNorthing, null]),
      };
    }
    case 'controlPoints': {
      const point = job.controlPoints[row];
      if (point === undefined) return undefined;
      const { easting, northing, elevation, name, code, description, latitude, longitude, ellipsoidHeight } = point;
      const earth = Object.entries({ latitude, longitude, 'ellipsoid height': ellipsoidHeight });
      const facts = earth.map(([key, value]): [string, string] => [key, Number.isNaN(value) ? '' : String(value)]);
      return {
        fields: [...named({ name, code, description }), ...facts],
        vertices: [vertex(easting, northing, elevation)],
      };
    }
    case 'planes': {
      const plane = job.planes[row];
      if (plane === undefined) return undefined;
      const { name, easting, northing, elevation, azimuth, slope, crossSlope } = plane;
      const facts: [string, string][] = [
        ['azimuth', degrees(azimuth)],
        ['slope', String(slope)],
      ];
      facts.push(['cross slope', String(crossSlope)]);
      return { fields: [...named({ name }), ...facts], vertices: [vertex(easting, northing, elevation)] };
    }
    case 'drawings': {
      const drawing = job.drawings[row];
      if (drawing === undefined) return undefined;
      const { name, fileName, format, placement, scene } = drawing;
      const facts: [string, string][] = named({ name, file: fileName, format, placement: placement.kind });
      facts.push(['lines', String(scene.lines.length)], ['texts', String(scene.texts.length)]);
      return { fields: facts, vertices: [] };
    }
    default:
      return undefined;
  }
}

/** Filled again for each row: a new path has room for many vertices. */
const loaded = new Path();

function path(job: FieldJob, table: PathTable, row: number): Content {
  const { coordinates, count, bulges, hasBulges, closed } = table.loadPath(row, loaded);
  const facts: (readonly [string, string])[] = [...featureFields(job, table, row)];
  if (closed) facts.push(['closed', 'yes']);
  if (hasBulges) facts.push(['arcs', String(bulges.subarray(0, count).filter((bulge) => bulge !== 0).length)]);
  return {
    fields: facts,
    vertices: triples(coordinates, Math.min(count, VIEW_LIMITS.featureVertices)),
    vertexCount: count,
  };
}

function featureFields(
  job: FieldJob,
  table: { load(row: number, feature: Feature): Feature },
  row: number,
): readonly (readonly [string, string])[] {
  const feature = table.load(row, new Feature());
  const { name, code, description, lineType, list, block, lineWeight, colour, page, quality, time } = feature;
  return [
    ...named({ name, code, description }),
    ['layer', job.layers.name(feature.layer)],
    ...named({ list, block, 'line type': lineType }),
    ['line weight', lineWeight < 0 ? '' : `${lineWeight / 100} mm`],
    ['colour', colour < 0 ? '' : `#${colour.toString(16).padStart(6, '0')}`],
    ['page', page === 0 ? '' : String(page)],
    ['quality', Number.isNaN(quality) ? '' : String(quality)],
    ['time', Number.isNaN(time) ? '' : isoTime(time)],
    ...pairs(feature.attributes),
  ];
}

/** Milliseconds as ISO 8601; a number beyond the calendar unchanged. */
const isoTime = (time: number): string => (Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : String(time));
const named = (fields: Readonly<Record<string, string>>): [string, string][] => Object.entries(fields);
const degrees = (angle: number): string => `${(angle * 180) / Math.PI}°`;
const pairs = (attributes: readonly string[]): [string, string][] =>
  Array.from({ length: attributes.length >> 1 }, (_, i) => [attributes[2 * i]!, attributes[2 * i + 1]!]);
const vertex = (easting: number, northing: number, elevation: number): Vertex => [
  easting,
  northing,
  Number.isFinite(elevation) ? elevation : null,
];
const triples = (values: Float64Array, count: number): Vertex[] =>
  Array.from({ length: count }, (_, i) => vertex(values[3 * i]!, values[3 * i + 1]!, values[3 * i + 2]!));
const at = (column: { get(row: number): number }, row: number): Vertex[] => [
  vertex(column.get(3 * row), column.get(3 * row + 1), column.get(3 * row + 2)),
];
