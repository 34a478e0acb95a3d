import fc from 'fast-check';
import { BY_LAYER, Feature } from '../src/feature.ts';
import {
  type Crs,
  emitJob,
  type FieldJob,
  JobBuilder,
  type Label,
  layerOf,
  NO_PLACEMENT,
  Path,
  UNITS,
} from '../src/index.ts';
import { anyCharacter } from './any-character.ts';
import { arbitraryAlignment, arbitraryCode, arbitraryControlPoint, arbitraryPlane } from './arbitrary-records.ts';
import { arbitrarySurface } from './arbitrary-surface.ts';

/** The kinds of data a generated job may hold. */
export type GeneratedKind =
  | 'points'
  | 'lines'
  | 'areas'
  | 'texts'
  | 'surfaces'
  | 'alignments'
  | 'planes'
  | 'controlPoints'
  | 'codes'
  | 'drawings'
  | 'observations';

/** What a generated job may hold; a format's test narrows it to what the format can hold. */
export interface JobShape {
  /** Kinds to generate; all by default. */
  readonly kinds?: readonly GeneratedKind[];
  /** Most features per kind; 6 by default. */
  readonly most?: number;
  /** Eastings and northings; finite doubles without negative zero by default. */
  readonly coordinate?: fc.Arbitrary<number>;
  /** Elevations; a coordinate or NaN by default. */
  readonly elevation?: fc.Arbitrary<number>;
  /** Names, codes, descriptions, attribute values; any well-formed Unicode text, often empty, by default. */
  readonly text?: fc.Arbitrary<string>;
  /** Whether lines and areas may have arcs; true by default. */
  readonly bulges?: boolean;
  /** Whether features carry attributes; true by default. */
  readonly attributes?: boolean;
  /** Fewest vertices of a line; 0 by default (a ring of an area: 3 at least). */
  readonly fewestVertices?: number;
}

/** Finite doubles of every magnitude, without negative zero. */
export const anyCoordinate = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e7, max: 1e7 }),
    fc.integer({ min: -5_000_000, max: 5_000_000 }).map((n) => n / 1000),
  )
  .map((value) => value + 0);
/** Well-formed Unicode text, often empty. */
export const anyText = fc.oneof(
  { weight: 1, arbitrary: fc.constant('') },
  { weight: 3, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }) },
  { weight: 2, arbitrary: fc.constantFrom('Weg 1', "O'Brien", 'a"b', 'Öl – Straße', '道路', '1', '-', 'NULL') },
);
/** Milliseconds since 1970 or NaN. */
export const anyTime = fc.oneof(fc.constant(Number.NaN), fc.integer({ min: -2e12, max: 4e12 }));
const colour = fc.oneof(fc.constant(BY_LAYER), fc.integer({ min: 0, max: 0xffffff }));
const weight = fc.oneof(fc.constant(BY_LAYER), fc.integer({ min: 0, max: 211 }));

/**
 * A field job with every kind of data, valid in itself: indices refer to existing items, layer names are unique
 * ignoring case, nested scenes hold no drawings. Use it with `assertSameJob` for round trips.
 */
export function arbitraryJob(shape: JobShape = {}): fc.Arbitrary<FieldJob> {
  return jobOf(shape, true);
}

function jobOf(shape: JobShape, withDrawings: boolean): fc.Arbitrary<FieldJob> {
  const text = shape.text ?? anyText;
  const coordinate = shape.coordinate ?? anyCoordinate;
  const elevation = shape.elevation ?? fc.oneof(coordinate, fc.constant(Number.NaN));
  const maxLength = shape.most ?? 6;
  const some = <T>(kind: GeneratedKind, item: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
    shape.kinds === undefined || shape.kinds.includes(kind) ? fc.array(item, { maxLength }) : fc.constant([]);
  const feature = arbitraryFeature(text, shape.attributes ?? true);
  const bulge = (shape.bulges ?? true) ? fc.constantFrom(0, 0, 0, 0.5, -1, 0.1234, 2.5) : fc.constant(0);
  const vertex = fc.tuple(coordinate, coordinate, elevation, bulge);
  const line = fc.array(vertex, { minLength: shape.fewestVertices ?? 0, maxLength: 8 });
  const rings = fc.array(fc.array(vertex, { minLength: 3, maxLength: 6 }), { minLength: 1, maxLength: 3 });
  const label = fc.record({
    easting: coordinate,
    northing: coordinate,
    elevation,
    text,
    height: fc.double({ min: 0.01, max: 100, noNaN: true }),
    rotation: fc.double({ min: 0, max: 6.283, noNaN: true }).map((angle) => angle + 0),
    justification: fc.constantFrom<Label['justification']>('left', 'centre', 'right'),
    verticalJustification: fc.constantFrom<Label['verticalJustification']>('baseline', 'bottom', 'middle', 'top'),
  });
  const drawing = withDrawings
    ? fc.record({
        name: text,
        bytes: fc.option(fc.uint8Array({ maxLength: 40 })),
        scene: jobOf({ ...shape, most: 2 }, false),
      })
    : fc.constant(null);
  return fc
    .record({
      name: text,
      description: text,
      unit: fc.constantFrom(undefined, ...UNITS),
      crs: fc.constantFrom<Crs>({ kind: 'local' }, { kind: 'local', name: 'site' }, { kind: 'epsg', code: 25832 }),
      createdAt: anyTime,
      properties: fc.dictionary(fc.stringMatching(/^[a-z][a-z ]{0,8}$/), text, { maxKeys: 3, noNullPrototype: true }),
      sources: fc.array(
        fc.record({ fileName: text, format: text, sha256: fc.constantFrom('', 'ab'.repeat(32)), importedAt: fc.nat() }),
        { maxLength: 2 },
      ),
      layers: fc.uniqueArray(fc.tuple(text, colour, text, weight, fc.boolean(), fc.boolean(), text), {
        maxLength: 4,
        selector: ([name]) => name.toLowerCase(),
      }),
      points: some('points', fc.tuple(feature, coordinate, coordinate, elevation)),
      lines: some('lines', fc.tuple(feature, line, fc.boolean())),
      areas: some('areas', fc.tuple(feature, rings)),
      texts: some('texts', fc.tuple(feature, label)),
      surfaces: some('surfaces', arbitrarySurface(text, coordinate)),
      alignments: some('alignments', arbitraryAlignment(text, coordinate)),
      planes: some('planes', arbitraryPlane(text, coordinate)),
      controlPoints: some('controlPoints', arbitraryControlPoint(text, coordinate)),
      codes: some('codes', arbitraryCode(text)),
      drawings: some('drawings', drawing),
      observations: some(
        'observations',
        fc.record({ kind: text, station: text, target: text, time: anyTime, values: fc.array(text, { maxLength: 4 }) }),
      ),
    })
    .map((parts) => {
      const builder = new JobBuilder();
      const { name, description, unit, crs, createdAt, properties } = parts;
      builder.describe({ name, description, unit, crs, createdAt, properties });
      for (const source of parts.sources) builder.source(source);
      for (const [layer, colour, lineType, lineWeight, visible, locked, about] of parts.layers) {
        builder.layer(layerOf(layer, { colour, lineType, lineWeight, visible, locked, description: about }));
      }
      const layers = parts.layers.length;
      const sources = parts.sources.length;
      // Indices are generated as large numbers and folded onto existing items; every third one is -1.
      const index = (drawn: number, count: number): number => (drawn % 3 === 0 || count === 0 ? -1 : drawn % count);
      const filled = (from: GeneratedFeature): Feature =>
        Object.assign(new Feature(), from, { layer: index(from.layer, layers), source: index(from.source, sources) });
      const path = new Path();
      const fill = (rings: readonly (readonly (readonly number[])[])[], closed: boolean): Path => {
        path.clear();
        path.closed = closed;
        rings.forEach((ring, at) => {
          if (at > 0) path.ring();
          for (const [e, n, z, b] of ring) path.vertex(e!, n!, z!, b);
        });
        return path;
      };
      for (const [from, e, n, z] of parts.points) builder.point(filled(from), e, n, z);
      for (const [from, vertices, closed] of parts.lines) builder.line(filled(from), fill([vertices], closed));
      for (const [from, rings] of parts.areas) builder.area(filled(from), fill(rings, true));
      for (const [from, label] of parts.texts) builder.text(filled(from), label);
      const placed = <T extends { layer: number; source: number }>(thing: T): T => ({
        ...thing,
        layer: index(thing.layer, layers),
        source: index(thing.source, sources),
      });
      for (const surface of parts.surfaces) builder.surface(placed(surface));
      for (const alignment of parts.alignments) builder.alignment(placed(alignment));
      for (const plane of parts.planes) builder.plane({ ...plane, source: index(plane.source, sources) });
      for (const point of parts.controlPoints) builder.controlPoint({ ...point, source: index(point.source, sources) });
      const codes = new Set<string>();
      for (const code of parts.codes) {
        const key = `${code.kind} ${code.name.toLowerCase()}`;
        if (!codes.has(key)) builder.code(code);
        codes.add(key);
      }
      for (const part of parts.drawings) {
        if (part === null) continue;
        const { bytes } = part;
        builder.drawing({
          name: part.name,
          fileName: 'plan.dxf',
          format: 'dxf',
          mediaType: 'image/vnd.dxf',
          sha256: '',
          read: bytes === null ? null : () => bytes,
          size: bytes?.length ?? 0,
          placement: bytes === null ? NO_PLACEMENT : { kind: 'point', from: [[1, 2]], to: [[3.5, 4.25]], scale: 1 },
          scene: part.scene,
          source: index(parts.drawings.length, sources),
        });
      }
      for (const observation of parts.observations) {
        const { values } = observation;
        builder.observation({ ...observation, values: values.slice(0, 2 * (values.length >> 1)), source: -1 });
      }
      return builder.job;
    });
}

interface GeneratedFeature extends Omit<Feature, 'reset'> {}

function arbitraryFeature(text: fc.Arbitrary<string>, attributes: boolean): fc.Arbitrary<GeneratedFeature> {
  const key = fc.constantFrom('Material', 'depth', 'DN', '1', 'ü');
  const pairs = fc.array(fc.tuple(key, text), { maxLength: 3 }).map((entries) => entries.flat());
  return fc.record({
    layer: fc.nat(1000),
    name: text,
    code: text,
    description: text,
    colour,
    lineType: text,
    lineWeight: weight,
    time: anyTime,
    quality: fc.oneof(fc.constant(Number.NaN), fc.double({ min: 0.001, max: 10, noNaN: true })),
    list: text,
    block: text,
    page: fc.nat(3),
    source: fc.nat(1000),
    attributes: attributes ? pairs : fc.constant([]),
  });
}

/** A copy of a job through `emitJob`: what a lossless writer would return. */
export function copyOf(job: FieldJob): FieldJob {
  const builder = new JobBuilder();
  emitJob(job, builder);
  return builder.job;
}
