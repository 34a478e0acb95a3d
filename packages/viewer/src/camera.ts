import type { ViewBox, ViewManifest } from '@fieldbridge/view-wire';

/** Share of the picture left free around a fitted box. */
const MARGIN = 0.06;
/** Pixels per unit: from a continent on a phone to a hundredth of a millimetre a pixel. */
const SCALES = [1e-9, 1e6] as const;

/**
 * Where the view looks: the position in the middle of the picture, pixels per unit, and the direction. Positions are
 * doubles; only differences from the middle ever become floats. A plan is seen from above (`tilt` a right angle).
 */
export class Camera {
  easting = 0;
  northing = 0;
  elevation = 0;
  /** CSS pixels per unit of the job. */
  scale = 1;
  /** Radians that the picture is turned clockwise. */
  turn = 0;
  /** Radians between the horizon and the direction of view. */
  tilt = Math.PI / 2;
  /** Size of the picture in CSS pixels. */
  width = 1;
  height = 1;
  /** How large names and marks in the picture are, as a multiple of their usual size. */
  letters = 1;

  /** Whether it looks straight down with north up. */
  get isPlan(): boolean {
    return this.tilt === Math.PI / 2;
  }

  /** Place in the picture, in CSS pixels from the upper left. */
  toScreen(easting: number, northing: number, elevation = this.elevation): [x: number, y: number] {
    return this.placer()(easting, northing, elevation);
  }

  /** The same for many places, as long as the camera stays where it is. */
  placer(): (easting: number, northing: number, elevation: number) => [x: number, y: number] {
    const { easting: east, northing: north, elevation: up, width, height, scale } = this;
    const [cos, sin, ahead] = [scale * Math.cos(this.turn), scale * Math.sin(this.turn), Math.sin(this.tilt)];
    const rise = scale * this.#rise;
    return (e, n, z) => [
      width / 2 + (e - east) * cos + (n - north) * sin,
      height / 2 - ((n - north) * cos - (e - east) * sin) * ahead - (z - up) * rise,
    ];
  }

  /** Position at a place in the picture, at the elevation of the middle. */
  toWorld(x: number, y: number): [easting: number, northing: number] {
    const across = (x - this.width / 2) / this.scale;
    const ahead = (this.height / 2 - y) / this.scale / Math.max(Math.sin(this.tilt), 0.05);
    const [cos, sin] = [Math.cos(this.turn), Math.sin(this.turn)];
    return [this.easting + across * cos - ahead * sin, this.northing + across * sin + ahead * cos];
  }

  /** Moves the picture by pixels. */
  pan(dx: number, dy: number): void {
    const [east, north] = this.toWorld(this.width / 2 - dx, this.height / 2 - dy);
    this.easting = east;
    this.northing = north;
  }

  /** Zooms by a factor; the position at (x, y) stays where it is. */
  zoom(factor: number, x = this.width / 2, y = this.height / 2): void {
    const [east, north] = this.toWorld(x, y);
    this.scale = Math.min(SCALES[1], Math.max(SCALES[0], this.scale * factor));
    const [eastNow, northNow] = this.toWorld(x, y);
    this.easting += east - eastNow;
    this.northing += north - northNow;
  }

  /** Shows a box, in the direction the camera has; a point is shown at ten pixels a unit at most. */
  fit([west, south, east, north]: ViewBox): void {
    this.easting = (west + east) / 2;
    this.northing = (south + north) / 2;
    const [cos, sin] = [Math.abs(Math.cos(this.turn)), Math.abs(Math.sin(this.turn))];
    const across = (east - west) * cos + (north - south) * sin;
    const ahead = ((east - west) * sin + (north - south) * cos) * Math.sin(this.tilt);
    const free = 1 - 2 * MARGIN;
    const scale = Math.min((this.width * free) / across, (this.height * free) / ahead);
    this.scale = Number.isFinite(scale) ? Math.min(SCALES[1], Math.max(SCALES[0], scale)) : 10;
  }

  /** Box of everything in the picture; in 3-D of what is in it at the elevation of the middle, and some more. */
  get box(): ViewBox {
    const margin = this.isPlan ? 0 : Math.max(this.width, this.height);
    const corners = [
      this.toWorld(-margin, -margin),
      this.toWorld(this.width + margin, -margin),
      this.toWorld(-margin, this.height + margin),
      this.toWorld(this.width + margin, this.height + margin),
    ];
    const [easts, norths] = [corners.map(([e]) => e), corners.map(([, n]) => n)];
    return [Math.min(...easts), Math.min(...norths), Math.max(...easts), Math.max(...norths)];
  }

  /**
   * Turns differences from the middle (east, north, up in units) into clip space, columns first: what a shader
   * multiplies with. The depth is between -1 and 1 within eight widths of the picture.
   */
  get matrix(): Float64Array {
    const [cos, sin, ahead] = [Math.cos(this.turn), Math.sin(this.turn), Math.sin(this.tilt)];
    const away = Math.cos(this.tilt);
    const [x, y] = [(2 * this.scale) / this.width, (2 * this.scale) / this.height];
    const z = this.scale / (8 * Math.max(this.width, this.height));
    return Float64Array.of(
      ...[cos * x, -sin * ahead * y, -sin * away * z],
      ...[sin * x, cos * ahead * y, cos * away * z],
      ...[0, this.#rise * y, -ahead * z],
    );
  }

  /** The visible share of a unit of height. */
  get #rise(): number {
    return this.isPlan ? 0 : Math.cos(this.tilt);
  }
}

/** Whether two boxes share a point. */
export function touches(a: ViewBox, b: ViewBox): boolean {
  return a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
}

/** The box of all boxes; null without any. */
export function joinedBox(boxes: readonly (ViewBox | null)[]): ViewBox | null {
  const known = boxes.filter((box) => box !== null);
  if (known.length === 0) return null;
  const side = (i: 0 | 1 | 2 | 3, most: (...values: number[]) => number) => most(...known.map((box) => box[i]));
  return [side(0, Math.min), side(1, Math.min), side(2, Math.max), side(3, Math.max)];
}

/** The box of a first view: where the data is; null without any. */
export function mainBox({ segments }: Pick<ViewManifest, 'segments'>): ViewBox | null {
  return joinedBox(segments.map(({ main }) => main));
}
