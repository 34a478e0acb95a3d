import { Axis, Profile, type StationRun, shownStation, stationRuns } from '@fieldbridge/fieldjob';
import type { ViewAlignment } from '@fieldbridge/view-wire';
import { type Measured, unitSign } from '../measure.ts';
import { css, THEMES } from '../palette.ts';
import { t } from '../text/index.ts';
import type { Viewer } from '../viewer.ts';

/** Alignments of a segment whose geometry is fetched. */
const MOST_ALIGNMENTS = 200;
/** Least distance of two labels in pixels, and most of them in a picture. */
const APART = 110;
const MOST_LABELS = 300;
/** Largest distance of the chords by which stations in the picture are found, in the job's unit. */
const COARSE = 1;
const MOST_CHORDS = 2000;
/** Decimals of measured values. */
const DECIMALS = 3;
/** Half the length of a tick in pixels. */
const TICK = 5;
const [ACROSS, ABOVE] = [4, 7];

/** An alignment with its geometry. */
export interface RoadAxis {
  readonly name: string;
  /** Key of its layer, or '' for none. */
  readonly layer: string;
  readonly alignment: ViewAlignment;
  readonly axis: Axis;
  readonly profile: Profile | undefined;
  readonly runs: readonly StationRun[];
}

/** A place relative to the nearest axis. */
export interface AxisReading {
  readonly road: RoadAxis;
  readonly station: number;
  readonly offset: number;
}

/** The alignments of a job: labels of their stations, and where places lie along them. */
export class Axes {
  readonly roads: readonly RoadAxis[];
  readonly #viewer: Viewer;
  readonly #stops = new Map<RoadAxis, readonly number[]>();

  private constructor(viewer: Viewer, roads: readonly RoadAxis[]) {
    this.#viewer = viewer;
    this.roads = roads;
  }

  /** Fetches them. */
  static async of(viewer: Viewer): Promise<Axes> {
    const roads: RoadAxis[] = [];
    for (const [segment, { counts }] of viewer.manifest.segments.entries())
      for (let row = 0; row < Math.min(MOST_ALIGNMENTS, counts['alignments'] ?? 0); row++) {
        const feature = await viewer.feature({ segment, table: 'alignments', row }).catch(() => null);
        if (feature?.alignment === undefined || feature.alignment.horizontal.length === 0) continue;
        const layer = feature.fields.find(([name]) => name === 'layer')?.[1] ?? '';
        roads.push(roadOf(feature.alignment, layer.toLowerCase()));
      }
    return new Axes(viewer, roads);
  }

  /** The nearest visible axis with a place beside it. */
  locate(easting: number, northing: number): AxisReading | undefined {
    let best: AxisReading | undefined;
    for (const road of this.roads) {
      const found = this.#isShown(road) ? road.axis.locate(easting, northing) : undefined;
      if (found !== undefined && !(best !== undefined && Math.abs(found.offset) >= Math.abs(best.offset)))
        best = { road, ...found };
    }
    return best;
  }

  /** A reading in words, to a number of decimals. */
  text({ road, station, offset }: AxisReading, decimals: number): string {
    const sign = unitSign(this.#viewer.unit);
    return `${road.name}  ${stationText(station, road.runs, this.#viewer.unit, decimals)}  ${sideText(offset, decimals)} ${sign}`;
  }

  /** Station, offset and height above the profile (if both heights are known) of a place, as names and values. */
  rows({ easting, northing, elevation }: Measured): (readonly [name: string, value: string])[] {
    const found = this.locate(easting, northing);
    if (found === undefined) return [[t('measure.station'), t('stations.none')]];
    const { road, station, offset } = found;
    const sign = unitSign(this.#viewer.unit);
    const above = elevation === null ? Number.NaN : elevation - (road.profile?.elevation(station) ?? Number.NaN);
    return [
      [t('measure.station'), `${road.name} ${stationText(station, road.runs, this.#viewer.unit, DECIMALS)}`],
      [t('measure.offset'), `${sideText(offset, DECIMALS)} ${sign}`],
      ...(Number.isNaN(above) ? [] : [[t('measure.above'), `${above.toFixed(DECIMALS)} ${sign}`] as const]),
    ];
  }

  /** Draws the stations along every axis in the picture. */
  draw(context: CanvasRenderingContext2D): void {
    const { camera, settings, unit } = this.#viewer;
    if (!camera.isPlan) return;
    const theme = THEMES[settings.theme];
    const step = roundStep(APART / camera.scale);
    const decimals = Math.max(0, -Math.floor(Math.log10(step)));
    let left = MOST_LABELS;
    context.save();
    context.font = '11px system-ui, sans-serif';
    context.textAlign = 'left';
    context.textBaseline = 'alphabetic';
    context.lineJoin = 'round';
    for (const road of this.roads) {
      if (!this.#isShown(road)) continue;
      for (const station of this.#stationsSeen(road, step, left)) {
        const place = road.axis.at(station)!;
        const [x, y] = camera.toScreen(place.easting, place.northing);
        left--;
        context.save();
        context.translate(x, y);
        // Across the axis, and never upside down.
        const across = place.azimuth + camera.turn;
        const isTurned = Math.cos(across) < 0;
        context.rotate(isTurned ? across + Math.PI : across);
        const label = stationText(station, road.runs, unit, decimals);
        for (const [colour, width] of [
          [css(theme.paper, 0.85), 4],
          [css(theme.ink), 1.3],
        ] as const) {
          context.strokeStyle = colour;
          context.lineWidth = width;
          context.beginPath();
          context.moveTo(-TICK, 0);
          context.lineTo(TICK, 0);
          context.stroke();
          if (width > 2) context.strokeText(label, TICK + ACROSS, ABOVE / 2);
        }
        context.fillStyle = css(theme.ink);
        context.fillText(label, TICK + ACROSS, ABOVE / 2);
        context.restore();
      }
    }
    context.restore();
  }

  /** Round stations of an axis that lie in the picture. */
  *#stationsSeen(road: RoadAxis, step: number, most: number): Generator<number, void> {
    const { axis, runs } = road;
    const { camera } = this.#viewer;
    let stops = this.#stops.get(road);
    if (stops === undefined) {
      stops = axis.stops(COARSE, MOST_CHORDS);
      this.#stops.set(road, stops);
    }
    const [west, south, east, north] = camera.box;
    let left = most;
    for (let i = 1; i < stops.length && left > 0; i++) {
      const [a, b] = [axis.at(stops[i - 1]!), axis.at(stops[i]!)];
      if (a === undefined || b === undefined) continue;
      const isAway =
        Math.max(a.easting, b.easting) + COARSE < west ||
        Math.min(a.easting, b.easting) - COARSE > east ||
        Math.max(a.northing, b.northing) + COARSE < south ||
        Math.min(a.northing, b.northing) - COARSE > north;
      if (isAway) continue;
      for (const run of runs) {
        const [from, to] = [Math.max(stops[i - 1]!, run.from), Math.min(stops[i]!, run.to)];
        const first = Math.ceil((from + run.shift) / step);
        for (let k = first; k * step - run.shift < to && left > 0; k++) {
          const station = k * step - run.shift;
          const place = axis.at(station);
          if (place === undefined) continue;
          const [x, y] = camera.toScreen(place.easting, place.northing);
          if (x < 0 || y < 0 || x > camera.width || y > camera.height) continue;
          left--;
          yield station;
        }
      }
    }
  }

  #isShown({ layer }: RoadAxis): boolean {
    const state = this.#viewer.layers.get(layer);
    return state === undefined || (state.visible && state.opacity > 0);
  }
}

function roadOf(alignment: ViewAlignment, layer: string): RoadAxis {
  const { name, startStation, horizontal, vertical, equations } = alignment;
  const axis = new Axis({
    startStation,
    horizontal: horizontal.map(({ startRadius, endRadius, ...element }) => ({
      ...{ ...element, startStation: element.startStation ?? Number.NaN },
      ...{ startRadius: startRadius ?? Infinity, endRadius: endRadius ?? Infinity },
    })),
  });
  const points = vertical.map((point) => ({ ...point, radius: point.radius ?? Number.NaN }));
  return {
    ...{ name: name || t('stations.noName'), layer, alignment, axis, runs: stationRuns(startStation, equations) },
    profile: points.length === 0 ? undefined : new Profile(points),
  };
}

/** A station as engineers write it: 1+234.5 for 1234.5 m, 12+34.5 for 1234.5 ft. */
export function stationText(station: number, runs: readonly StationRun[], unit: string, decimals: number): string {
  const [whole, digits] = unit === 'metre' ? [1000, 3] : [100, 2];
  const shown = Number(shownStation(station, runs).toFixed(decimals));
  const before = Math.floor(Math.abs(shown) / whole);
  const rest = (Math.abs(shown) - before * whole).toFixed(decimals);
  return `${shown < 0 ? '−' : ''}${before}+${rest.padStart(digits + (decimals > 0 ? decimals + 1 : 0), '0')}`;
}

/** An offset with its side. */
export function sideText(offset: number, decimals: number): string {
  const size = Math.abs(offset).toFixed(decimals);
  return t(offset < 0 ? 'stations.left' : 'stations.right', { offset: size });
}

/** The least round length of at least this: 1, 2 or 5 times a power of ten. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}
