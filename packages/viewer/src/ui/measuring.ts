import { type Measured, measure, unitSign } from '../measure.ts';
import { css, THEMES } from '../palette.ts';
import type { Snap } from '../pick.ts';
import type { Axes } from '../stations/axes.ts';
import { t } from '../text/index.ts';
import type { Viewer } from '../viewer.ts';

/** Decimals of lengths, areas and coordinates. */
const DECIMALS = 3;
const MARKS: Readonly<Record<Snap['kind'], string>> = {
  end: 'M-6 -6H6V6H-6Z',
  point: 'M0 -7A7 7 0 1 0 0.01 -7Z',
  middle: 'M0 -7L7 5H-7Z',
  crossing: 'M-6 -6L6 6M6 -6L-6 6',
  nearest: 'M-6 -6H6L-6 6H6Z',
};

/** The current kind of measurement. */
export type MeasureMode = 'off' | 'distance' | 'area' | 'station';

/** Measures by clicks that snap to visible things; Escape removes the last place or ends. */
export class Measuring {
  mode: MeasureMode = 'off';
  /** Places whose exact figures are being loaded. */
  waiting = 0;
  readonly places: Measured[] = [];
  snapped: Snap | undefined;
  #pointer: Measured | undefined;
  readonly #viewer: Viewer;
  readonly #changed: () => void;
  /** The alignments, once they are loaded. */
  axes: Axes | undefined;

  constructor(viewer: Viewer, changed: () => void) {
    this.#viewer = viewer;
    this.#changed = changed;
    viewer.overlays.push((context) => this.#draw(context));
  }

  /** Starts, or ends with `off`. */
  begin(mode: MeasureMode): void {
    this.mode = mode;
    this.places.length = 0;
    this.snapped = this.#pointer = undefined;
    this.#update();
  }

  /** Removes the last place; ends if it is empty. */
  back(): void {
    if (this.places.length === 0) this.begin('off');
    else this.places.pop();
    this.#update();
  }

  move(x: number, y: number, touch: boolean): void {
    this.snapped = this.#viewer.snap(x, y, touch);
    this.#pointer = this.snapped ?? this.#at(x, y);
    this.#update();
  }

  /** Adds a place: that of the job itself, where a vertex was snapped to. */
  async click(x: number, y: number, touch: boolean): Promise<void> {
    this.move(x, y, touch);
    const { snapped } = this;
    const place = { ...this.#pointer! };
    if (this.mode === 'station') this.places.length = 0;
    this.places.push(place);
    if (snapped?.kind === 'end' || snapped?.kind === 'point') {
      this.waiting++;
      this.#update();
      const feature = await this.#viewer.feature(snapped.hit).catch(() => null);
      this.waiting--;
      const near = feature?.vertices.find(([e, n]) => Math.hypot(e - place.easting, n - place.northing) < 1e-3);
      if (near !== undefined) Object.assign(place, { easting: near[0], northing: near[1], elevation: near[2] });
    }
    this.#update();
  }

  /** The result as lines of text: name, value with its unit. */
  get result(): readonly (readonly [name: string, value: string])[] {
    const unit = unitSign(this.#viewer.unit);
    const last = this.places.at(-1);
    const stations = last === undefined ? [] : (this.axes?.rows(last) ?? []);
    if (this.mode === 'station') return stations;
    const { length, slopeLength, rise, area, perimeter, azimuth } = measure(this.places);
    const figure = (value: number | null): string => (value === null ? '–' : `${value.toFixed(DECIMALS)} ${unit}`);
    if (this.mode === 'area')
      return [
        [t('measure.area'), `${area.toFixed(DECIMALS)} ${unit}²`],
        [t('measure.perimeter'), figure(perimeter)],
        ...stations,
      ];
    return [
      [t('measure.distance'), figure(length)],
      [t('measure.slopeDistance'), figure(slopeLength)],
      [t('measure.rise'), figure(rise)],
      [t('measure.slope'), rise === null || length === 0 ? '–' : `${((100 * rise) / length).toFixed(2)} %`],
      [t('measure.azimuth'), Number.isNaN(azimuth) ? '–' : `${((azimuth * 180) / Math.PI).toFixed(4)}°`],
      ...stations,
    ];
  }

  #at(x: number, y: number): Measured {
    const [easting, northing] = this.#viewer.camera.toWorld(x, y);
    return { easting, northing, elevation: null };
  }

  #update(): void {
    this.#changed();
    this.#viewer.redraw();
  }

  #draw(context: CanvasRenderingContext2D): void {
    if (this.mode === 'off') return;
    const { camera, settings } = this.#viewer;
    const theme = THEMES[settings.theme];
    const shown =
      this.#pointer === undefined || this.mode === 'station' ? this.places : [...this.places, this.#pointer];
    const path = new Path2D();
    const marks = new Path2D();
    for (const [i, { easting, northing, elevation }] of shown.entries()) {
      const [x, y] = camera.toScreen(easting, northing, elevation ?? undefined);
      path[i === 0 ? 'moveTo' : 'lineTo'](x, y);
      if (i < this.places.length) marks.addPath(new Path2D('M3 0A3 3 0 1 1 3 -.01Z'), new DOMMatrix().translate(x, y));
    }
    if (this.mode === 'area') {
      path.closePath();
      context.fillStyle = 'rgb(214 84 0 / .15)';
      context.fill(path);
    }
    for (const [colour, width] of [
      [css(theme.paper, 0.8), 5],
      ['rgb(214 84 0)', 2],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.stroke(path);
      context.stroke(marks);
    }
    if (this.snapped !== undefined) {
      const [x, y] = camera.toScreen(this.snapped.easting, this.snapped.northing, this.snapped.elevation ?? undefined);
      const mark = new Path2D();
      mark.addPath(new Path2D(MARKS[this.snapped.kind]), new DOMMatrix().translate(x, y));
      context.strokeStyle = 'rgb(0 122 204)';
      context.stroke(mark);
    }
  }
}
