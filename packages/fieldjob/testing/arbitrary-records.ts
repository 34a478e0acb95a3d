import fc from 'fast-check';
import { type Alignment, alignmentOf, type CrossSection, SIDES, SUPERELEVATION_EVENTS } from '../src/alignment.ts';
import type { Code, ControlPoint, Plane } from '../src/records.ts';

const ratio = fc.integer({ min: -1000, max: 1000 }).map((n) => n / 1000 + 0);
const length = fc.double({ min: 0.001, max: 5000, noNaN: true });
const index = fc.nat(1000);
const known = (value: fc.Arbitrary<number>): fc.Arbitrary<number> => fc.oneof(value, fc.constant(Number.NaN));

/** An alignment with elements of every kind; they need not join. */
export function arbitraryAlignment(
  text: fc.Arbitrary<string>,
  coordinate: fc.Arbitrary<number>,
): fc.Arbitrary<Alignment> {
  const radius = fc.oneof(
    fc.constant(Infinity),
    length,
    length.map((value) => -value),
  );
  const horizontal = fc.record({
    kind: fc.constantFrom<'straight' | 'arc' | 'clothoid'>('straight', 'arc', 'clothoid'),
    startStation: coordinate,
    length,
    startEasting: coordinate,
    startNorthing: coordinate,
    azimuth: fc.double({ min: 0, max: 6.283, noNaN: true }).map((angle) => angle + 0),
    startRadius: radius,
    endRadius: radius,
  });
  const vertical = fc.oneof(
    fc.record({
      station: coordinate,
      elevation: coordinate,
      curve: fc.constant<'none'>('none'),
      length: fc.constant(0),
      radius: fc.constant(Number.NaN),
    }),
    fc.record({
      station: coordinate,
      elevation: coordinate,
      curve: fc.constant<'parabola'>('parabola'),
      length,
      radius: fc.constant(Number.NaN),
    }),
    fc.record({ station: coordinate, elevation: coordinate, curve: fc.constant<'arc'>('arc'), length, radius: length }),
  );
  const pairs = fc.array(fc.tuple(text, text), { maxLength: 3 }).map((list) => list.flat());
  const filled = text.filter((value) => value !== '');
  const section = fc
    .record({
      name: text,
      station: coordinate,
      points: fc
        .array(fc.tuple(coordinate, coordinate), { maxLength: 4 })
        .map((list) => Float64Array.from(list.flat())),
    })
    .chain((plain) => {
      const perPoint = fc.array(text, { minLength: plain.points.length / 2, maxLength: plain.points.length / 2 });
      const details = {
        section: filled,
        kind: fc.constant<'existing'>('existing'),
        side: fc.constantFrom(...SIDES),
        codes: perPoint,
        pointNames: perPoint,
        attributes: pairs.filter(({ length: count }) => count > 0),
      };
      return fc.record(details, { requiredKeys: [] }).map((own): CrossSection => ({ ...plain, ...own }));
    });
  const superelevation = fc.record({
    startStation: known(coordinate),
    endStation: known(coordinate),
    events: fc.array(
      fc.constantFrom(...SUPERELEVATION_EVENTS).chain((kind) =>
        (kind.endsWith('Sta') ? coordinate.filter(Number.isFinite) : filled).map((value: number | string) => ({
          kind,
          value,
        })),
      ),
      { maxLength: 4 },
    ),
    attributes: pairs,
  });
  return fc
    .record({
      name: text,
      description: text,
      code: text,
      layer: index,
      source: index,
      startStation: coordinate,
      horizontal: fc.array(horizontal, { maxLength: 4 }),
      vertical: fc.array(vertical, { maxLength: 4 }),
      sections: fc.array(section, { maxLength: 2 }),
      equations: fc.array(
        fc.record({ back: coordinate, ahead: coordinate, description: filled }, { requiredKeys: ['back', 'ahead'] }),
        { maxLength: 2 },
      ),
      superelevation: fc.array(superelevation, { maxLength: 2 }),
      profileName: text,
      attributes: pairs,
    })
    .map(({ name, ...rest }) => alignmentOf(name, rest));
}

/** A sloped plane. */
export function arbitraryPlane(text: fc.Arbitrary<string>, coordinate: fc.Arbitrary<number>): fc.Arbitrary<Plane> {
  return fc.record({
    name: text,
    easting: coordinate,
    northing: coordinate,
    elevation: coordinate,
    azimuth: fc.double({ min: 0, max: 6.283, noNaN: true }).map((angle) => angle + 0),
    slope: ratio,
    crossSlope: ratio,
    source: index,
  });
}

/** A control point whose grid, geographic and residual parts may each be unknown. */
export function arbitraryControlPoint(
  text: fc.Arbitrary<string>,
  coordinate: fc.Arbitrary<number>,
): fc.Arbitrary<ControlPoint> {
  return fc.record({
    name: text,
    code: text,
    description: text,
    easting: coordinate,
    northing: coordinate,
    elevation: known(coordinate),
    latitude: known(fc.double({ min: -90, max: 90, noNaN: true }).map((angle) => angle + 0)),
    longitude: known(fc.double({ min: -180, max: 180, noNaN: true }).map((angle) => angle + 0)),
    ellipsoidHeight: known(coordinate),
    useHorizontal: fc.boolean(),
    useVertical: fc.boolean(),
    residualEasting: known(ratio),
    residualNorthing: known(ratio),
    residualElevation: known(ratio),
    source: index,
  });
}

/** An entry of the code library with its questions. */
export function arbitraryCode(text: fc.Arbitrary<string>): fc.Arbitrary<Code> {
  const attribute = fc.record({
    name: text,
    type: fc.constantFrom<'text' | 'number' | 'integer' | 'list' | 'date' | 'photo' | 'boolean'>(
      'text',
      'number',
      'integer',
      'list',
      'date',
      'photo',
      'boolean',
    ),
    required: fc.boolean(),
    defaultValue: text,
    values: fc.array(text, { maxLength: 3 }),
    minimum: known(ratio),
    maximum: known(ratio),
    unit: fc.constantFrom('', 'm', 'mm'),
  });
  return fc.record({
    name: text,
    kind: fc.constantFrom<'point' | 'line' | 'area'>('point', 'line', 'area'),
    description: text,
    group: text,
    layer: text,
    colour: fc.oneof(fc.constant(-1), fc.integer({ min: 0, max: 0xffffff })),
    lineType: text,
    lineWeight: fc.oneof(fc.constant(-1), fc.integer({ min: 0, max: 211 })),
    symbol: text,
    control: fc.constantFrom('', 'start', 'end', 'close'),
    attributes: fc.array(attribute, { maxLength: 3 }),
  });
}
