import type { Viewer } from '../viewer.ts';

/** A marked place, in the unit and system of the job. */
export interface Pin {
  readonly easting: number;
  readonly northing: number;
  readonly elevation?: number;
  readonly level: 'note' | 'warning' | 'error';
}

/** Colours that are distinguishable on paper and on a black screen. The shape is the same for all. */
const COLOURS: Readonly<Record<Pin['level'], string>> = { note: '#3b82c4', warning: '#d98e04', error: '#d3302f' };
/** Radius of a pin's head, in pixels. */
const HEAD = 7;
/** Most pins of one frame: more would hide what they mark. */
const MOST = 2_000;

/** Draws pins over everything; each points at its place. */
export function drawPins(context: CanvasRenderingContext2D, { camera }: Viewer, pins: readonly Pin[]): void {
  context.save();
  context.lineWidth = 1.5;
  context.strokeStyle = '#ffffff';
  for (const { easting, northing, elevation, level } of pins.slice(0, MOST)) {
    const [x, y] = camera.toScreen(easting, northing, elevation);
    if (x < -HEAD || y < -HEAD || x > camera.width + HEAD || y > camera.height + 4 * HEAD) continue;
    context.beginPath();
    context.arc(x, y - 2.2 * HEAD, HEAD, 0.75 * Math.PI, 0.25 * Math.PI);
    context.lineTo(x, y);
    context.closePath();
    context.fillStyle = COLOURS[level];
    context.fill();
    context.stroke();
  }
  context.restore();
}
