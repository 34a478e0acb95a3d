import { type Alignment, alignmentOf, type HorizontalElement, type VerticalPoint } from '@fieldbridge/fieldjob';

/** An independently computed place on the axis: station, easting, northing, elevation. */
export interface AxisPlace {
  readonly station: number;
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number;
}

const START = 1000;
const AZIMUTH = 0.6;
const STRAIGHT = 60;
const SPIRAL = 50;
const RADIUS = 120;
const ARC = 80;

/** Elevations of the profile below by textbook formulas: parabolas of 40 at 1060 and of 60 at 1130. */
function textbook(station: number): number {
  const [grade1, grade2, grade3] = [0.05, -0.02, 0.01];
  const [top, low] = [23, 21.6];
  if (station < 1040) return top - grade1 * (1060 - station);
  if (station <= 1080) {
    const x = station - 1040;
    return top - grade1 * 20 + grade1 * x + ((grade2 - grade1) * x * x) / 80;
  }
  if (station < 1100) return top + grade2 * (station - 1060);
  if (station <= 1160) {
    const x = station - 1100;
    return low - grade2 * 30 + grade2 * x + ((grade3 - grade2) * x * x) / 120;
  }
  return low + grade3 * (station - 1130);
}

/** C(t) and S(t): the integrals of cos u² and sin u² from 0 to t, by their power series. */
function fresnel(t: number): readonly [number, number] {
  let [c, s] = [0, 0];
  let term = t;
  for (let n = 0; Math.abs(term) > 1e-18; n++) {
    if (n % 2 === 0) c += ((n % 4 === 0 ? 1 : -1) * term) / (2 * n + 1);
    else s += ((n % 4 === 1 ? 1 : -1) * term) / (2 * n + 1);
    term = (term * t * t) / (n + 1);
  }
  return [c, s];
}

/** Distance ahead and to the right after `length` on a clothoid of parameter A that begins straight. */
function onSpiral(length: number, parameter: number): readonly [ahead: number, right: number] {
  const scale = parameter * Math.SQRT2;
  const [c, s] = fresnel(length / scale);
  return [scale * c, scale * s];
}

function placeAt(station: number, east: number, north: number): AxisPlace {
  const along = station - START;
  let [ahead, right] = [along, 0];
  const parameter = Math.sqrt(RADIUS * SPIRAL);
  if (along > STRAIGHT + SPIRAL) {
    const [x, y] = onSpiral(SPIRAL, parameter);
    const from = SPIRAL / (2 * RADIUS);
    const to = from + (along - STRAIGHT - SPIRAL) / RADIUS;
    ahead = STRAIGHT + x + RADIUS * (Math.sin(to) - Math.sin(from));
    right = y + RADIUS * (Math.cos(from) - Math.cos(to));
  } else if (along > STRAIGHT) {
    const [x, y] = onSpiral(along - STRAIGHT, parameter);
    [ahead, right] = [STRAIGHT + x, y];
  }
  const [sin, cos] = [Math.sin(AZIMUTH), Math.cos(AZIMUTH)];
  return {
    station,
    easting: east + ahead * sin + right * cos,
    northing: north + ahead * cos - right * sin,
    elevation: textbook(station),
  };
}

/**
 * A straight, a clothoid and an arc to the right, with a crest and a sag, and a function that computes its places by
 * Fresnel integrals and textbook formulas, without the product.
 */
export function designAxis(east: number, north: number): { alignment: Alignment; at: (station: number) => AxisPlace } {
  const element = (kind: HorizontalElement['kind'], station: number, length: number): HorizontalElement => {
    const { easting, northing } = placeAt(station, east, north);
    const turn = station > START + STRAIGHT ? SPIRAL / (2 * RADIUS) : 0;
    return {
      ...{ kind, startStation: station, length, startEasting: easting, startNorthing: northing },
      ...{ azimuth: AZIMUTH + turn, startRadius: kind === 'arc' ? RADIUS : Infinity },
      endRadius: kind === 'straight' ? Infinity : RADIUS,
    };
  };
  const point = (station: number, elevation: number, length = 0): VerticalPoint => ({
    ...{ station, elevation, length, curve: length > 0 ? 'parabola' : 'none', radius: Number.NaN },
  });
  const alignment = alignmentOf('Achse 1', {
    startStation: START,
    horizontal: [
      element('straight', START, STRAIGHT),
      element('clothoid', START + STRAIGHT, SPIRAL),
      element('arc', START + STRAIGHT + SPIRAL, ARC),
    ],
    vertical: [point(1000, 20), point(1060, 23, 40), point(1130, 21.6, 60), point(1190, 22.2)],
  });
  return { alignment, at: (station) => placeAt(station, east, north) };
}

/** First and last station of the axis. */
export const AXIS_STATIONS = [START, START + STRAIGHT + SPIRAL + ARC] as const;
