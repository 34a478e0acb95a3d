import { roundLength, unitSign } from '../measure.ts';
import { css, THEMES } from '../palette.ts';
import type { Viewer } from '../viewer.ts';

/** Longest scale bar: a share of the picture's width, and pixels. */
const SHARE = 0.3;
const LONGEST = 200;

/** Draws the scale bar, always with its unit, and the north arrow over the picture. */
export function drawFurniture(context: CanvasRenderingContext2D, viewer: Viewer): void {
  const { camera, settings } = viewer;
  const theme = THEMES[settings.theme];
  const { letters } = camera;
  const length = roundLength(Math.min(LONGEST * letters, camera.width * SHARE) / camera.scale);
  const pixels = length * camera.scale;
  const [x, y] = [16 * letters, camera.height - 40 * letters];
  const [tick, above] = [5 * letters, y - 9 * letters];
  context.save();
  context.lineJoin = 'round';
  context.font = `${12 * letters}px system-ui, sans-serif`;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  const bar = new Path2D(`M${x} ${y - tick}v${tick}h${pixels}v${-tick}`);
  const label = `${Number(length.toPrecision(1))} ${unitSign(viewer.unit)}`;
  const arrowX = camera.width - 28 * letters;
  const turned = new DOMMatrix()
    .translate(arrowX, 64 * letters)
    .rotate((camera.turn * 180) / Math.PI)
    .scale(letters);
  const arrow = new Path2D();
  arrow.addPath(new Path2D('M0 -18L7 10L0 4L-7 10Z'), turned);
  for (const [colour, width] of [
    [css(theme.paper, 0.85), 4],
    [css(theme.ink), 1.4],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width * letters;
    context.stroke(bar);
    context.strokeText(width > 2 ? label : '', x, above);
    context.stroke(arrow);
  }
  context.fillStyle = css(theme.ink);
  context.fillText(label, x, above);
  context.fill(arrow);
  context.textAlign = 'center';
  context.fillText('N', arrowX, 92 * letters);
  context.restore();
}
