import { css, THEMES } from '../palette.ts';
import type { Viewer } from '../viewer.ts';

/** Radius of the magnifier, height of its middle above the finger, and magnification. */
const [RADIUS, ABOVE, LARGER] = [58, 104, 3];
/** Least distance from the edges of the picture. */
const EDGE = 4;

/** Shows the area under a finger beside it, with a cross on the spot. */
export class Magnifier {
  #place: readonly [x: number, y: number] | undefined;

  /** @param marked the spot that is snapped to, if there is one */
  constructor(viewer: Viewer, marked: () => readonly [x: number, y: number] | undefined) {
    viewer.overlays.push((context) => this.#draw(context, viewer, marked()));
  }

  /** Shows a place; none: hides the magnifier. */
  show(place?: readonly [x: number, y: number]): void {
    this.#place = place;
  }

  #draw(
    context: CanvasRenderingContext2D,
    { canvas, camera, settings }: Viewer,
    mark: readonly [x: number, y: number] | undefined,
  ): void {
    if (this.#place === undefined) return;
    const [x, y] = this.#place;
    const inside = (value: number, size: number): number =>
      Math.max(RADIUS + EDGE, Math.min(size - RADIUS - EDGE, value));
    // Above the finger; beside it if there is no room.
    const isAbove = y - ABOVE >= RADIUS + EDGE;
    const side = x > camera.width / 2 ? -ABOVE : ABOVE;
    const [cx, cy] = isAbove ? [inside(x, camera.width), y - ABOVE] : [x + side, inside(y, camera.height)];
    const theme = THEMES[settings.theme];
    const ratio = canvas.width / camera.width;
    const reach = RADIUS / LARGER;
    context.save();
    context.beginPath();
    context.arc(cx, cy, RADIUS, 0, 2 * Math.PI);
    context.fillStyle = css(theme.paper);
    context.fill();
    context.save();
    context.clip();
    const from = [(x - reach) * ratio, (y - reach) * ratio, 2 * reach * ratio, 2 * reach * ratio] as const;
    context.drawImage(canvas, ...from, cx - RADIUS, cy - RADIUS, 2 * RADIUS, 2 * RADIUS);
    if (mark !== undefined) {
      context.beginPath();
      context.arc(cx + (mark[0] - x) * LARGER, cy + (mark[1] - y) * LARGER, 8, 0, 2 * Math.PI);
      context.strokeStyle = 'rgb(0 122 204)';
      context.lineWidth = 2.5;
      context.stroke();
    }
    context.restore();
    context.beginPath();
    context.arc(cx, cy, RADIUS, 0, 2 * Math.PI);
    context.strokeStyle = css(theme.ink);
    context.lineWidth = 2;
    context.stroke();
    context.lineWidth = 1;
    context.stroke(new Path2D(`M${cx - 14} ${cy}h28M${cx} ${cy - 14}v28`));
    context.restore();
  }
}
