/** A place that was measured; the elevation is null where it is unknown. */
export interface Measured {
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number | null;
}

/** The measures of a series of places, in the job's unit and its square. */
export interface Measures {
  /** Length in plan along all places. */
  readonly length: number;
  /** Length in space; null if an elevation is unknown. */
  readonly slopeLength: number | null;
  /** Difference of elevation from first to last; null if one is unknown. */
  readonly rise: number | null;
  /** Of the polygon of the places; 0 for fewer than three. */
  readonly area: number;
  readonly perimeter: number;
  /** Radians clockwise from north, of the last leg; NaN for fewer than two places. */
  readonly azimuth: number;
}

/** Measures a series of places. */
export function measure(places: readonly Measured[]): Measures {
  let [length, slopeLength, area]: [number, number | null, number] = [0, 0, 0];
  const [first] = places;
  for (const [i, place] of places.entries()) {
    const before = places[i - 1];
    if (before !== undefined) {
      const leg = legOf(before, place);
      length += leg;
      const rise = riseOf(before, place);
      slopeLength = slopeLength === null || rise === null ? null : slopeLength + Math.hypot(leg, rise);
      // About the first place: far from the origin the products would lose their last digits.
      area +=
        (before.easting - first!.easting) * (place.northing - first!.northing) -
        (place.easting - first!.easting) * (before.northing - first!.northing);
    }
  }
  const last = places.at(-1);
  const before = places.at(-2);
  return {
    ...{ length, slopeLength, area: Math.abs(area) / 2 },
    rise: first === undefined || last === undefined ? null : riseOf(first, last),
    perimeter: first === undefined || last === undefined ? 0 : length + legOf(last, first),
    azimuth:
      before === undefined
        ? Number.NaN
        : positive(Math.atan2(last!.easting - before.easting, last!.northing - before.northing)),
  };
}

const legOf = (a: Measured, b: Measured): number => Math.hypot(b.easting - a.easting, b.northing - a.northing);
const riseOf = (a: Measured, b: Measured): number | null =>
  a.elevation === null || b.elevation === null ? null : b.elevation - a.elevation;
const positive = (angle: number): number => (angle < 0 ? angle + 2 * Math.PI : angle);

const UNIT_SIGNS: Readonly<Record<string, string>> = { metre: 'm', internationalFoot: 'ft', usSurveyFoot: 'US ft' };

const METRES: Readonly<Record<string, number>> = { metre: 1, internationalFoot: 0.3048, usSurveyFoot: 1200 / 3937 };

/** Metres of a unit. */
export const metresOf = (unit: string): number => METRES[unit] ?? 1;

/** How a unit is written. */
export const unitSign = (unit: string): string => UNIT_SIGNS[unit] ?? unit;

/** A round length, at most `longest`, for a scale bar: 1, 2 or 5 times a power of ten. */
export function roundLength(longest: number): number {
  const power = 10 ** Math.floor(Math.log10(longest));
  return [5, 2, 1].map((factor) => factor * power).find((length) => length <= longest) ?? power;
}
