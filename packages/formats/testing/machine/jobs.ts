import assert from 'node:assert/strict';
import {
  Feature,
  type FieldJob,
  type HorizontalElement,
  JobBuilder,
  labelOf,
  layerOf,
  neighboursOf,
  Path,
  surfaceOf,
} from '@fieldbridge/fieldjob';
import Delaunator from 'delaunator';
import fc from 'fast-check';

/** Largest difference of a coordinate that was stored as a double relative to another origin, at 10 000 km. */
export const DOUBLE = 4e-9;
export const RUNS = { numRuns: 25 };

const easting = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const northing = fc.double({ min: -1e7, max: 1e7, noNaN: true });
const elevation = fc.option(fc.double({ min: -500, max: 9000, noNaN: true }), { nil: Number.NaN });
const position = fc.tuple(easting, northing, elevation);
/** Text without NUL and with paired surrogates, which every string pool of the format can hold. */
export const caption = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .map((text) => text.replaceAll('\0', '').slice(0, 60).toWellFormed());
const layerName = fc.constantFrom('Default', 'KERB', 'Bäume', '道路', 'x'.repeat(64));
const time = fc.option(fc.integer({ min: 0, max: 4_000_000_000_000 }), { nil: Number.NaN });
export const feature = fc.record({ layer: layerName, name: caption, code: caption, time });
export const pointSpec = fc.record({ feature, position });
const lineSpec = fc.record({
  feature,
  closed: fc.boolean(),
  positions: fc.array(position, { minLength: 2, maxLength: 40 }),
});
const textSpec = fc.record({
  layer: layerName,
  code: caption,
  text: caption,
  position,
  rotation: fc.float({ min: -3, max: 3, noNaN: true }),
  height: fc.float({ min: Math.fround(0.01), max: 100, noNaN: true }),
});
export const surfaceSpec = fc.record({
  name: caption,
  positions: fc.array(
    fc.tuple(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 5000 }), fc.integer({ min: -9, max: 999 })),
    {
      minLength: 3,
      maxLength: 200,
    },
  ),
  east: fc.integer({ min: -400_000, max: 400_000 }),
  links: fc.boolean(),
});
export const jobSpec = fc.record({
  points: fc.array(pointSpec, { maxLength: 40 }),
  lines: fc.array(lineSpec, { maxLength: 12 }),
  texts: fc.array(textSpec, { maxLength: 8 }),
  surfaces: fc.array(surfaceSpec, { maxLength: 3 }),
});
type JobSpec = typeof jobSpec extends fc.Arbitrary<infer T> ? T : never;

/** A job of the things that a property test generated. */
export function buildJob({ points = [], lines = [], texts = [], surfaces = [] }: Partial<JobSpec>): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ name: 'Round trip', unit: 'metre' });
  const thing = new Feature();
  const path = new Path();
  const on = (spec: { layer: string }): Feature => {
    thing.reset();
    thing.layer = builder.layer(layerOf(spec.layer, { colour: 0x00ff7f }));
    return thing;
  };
  for (const { feature: spec, position: at } of points)
    builder.point(Object.assign(on(spec), { ...spec, layer: on(spec).layer }), ...at);
  for (const { feature: spec, positions, closed } of lines) {
    path.clear();
    for (const at of positions) path.vertex(...at);
    path.closed = closed && positions.length > 2;
    builder.line(Object.assign(on(spec), { ...spec, layer: on(spec).layer }), path);
  }
  for (const { text, position: at, rotation, height, code, ...spec } of texts) {
    on(spec).code = code;
    builder.text(thing, labelOf(text, at[0], at[1], { elevation: at[2], rotation, height }));
  }
  for (const { name, positions, east, links } of surfaces) {
    const flat = positions.map(([e, n, z]) => [e + east, n + 6_000_000, z / 8]);
    const triangles = new Int32Array(Delaunator.from(flat as [number, number][]).triangles).reverse();
    const neighbours = links ? neighboursOf(triangles, positions.length) : null;
    const edges = triangles.length > 0 ? triangles.slice(0, 2) : new Int32Array(0);
    builder.surface(surfaceOf(name, Float64Array.from(flat.flat()), triangles, { neighbours, edges }));
  }
  return builder.job;
}

/** Asserts that numbers agree within a tolerance; NaN only with NaN. */
export function assertNear(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  assert.equal(actual.length, expected.length);
  for (let i = 0; i < actual.length; i++) {
    const [a, b] = [actual[i]!, expected[i]!];
    assert.ok(Number.isNaN(b) ? Number.isNaN(a) : Math.abs(a - b) <= tolerance, `value ${i}: ${a}, not ${b}`);
  }
}

/** Asserts that names, codes, times and layers of a table agree. */
export function assertFeatures(actual: FieldJob, expected: FieldJob, table: 'points' | 'lines'): void {
  assert.equal(actual[table].length, expected[table].length);
  for (let row = 0; row < expected[table].length; row++) {
    for (const column of ['name', 'code', 'time'] as const) {
      assert.deepEqual(actual[table][column].get(row), expected[table][column].get(row));
    }
    const layer = expected.layers.name(expected[table].layer.get(row));
    assert.equal(actual.layers.name(actual[table].layer.get(row)), layer);
  }
}

/** An element that turns right with a radius of 80 m. */
export const ARC: HorizontalElement = {
  kind: 'arc',
  ...{
    startStation: 0,
    length: 50,
    startEasting: 1000,
    startNorthing: 2000,
    azimuth: 0.5,
    startRadius: 80,
    endRadius: 80,
  },
};
