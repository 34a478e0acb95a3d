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
  const [width, height] = [camera.width / camera.letters, camera.height / camera.letters];
  const scale = camera.scale / camera.letters;
  const length = roundLength(Math.min(LONGEST, width * SHARE) / scale);
  const pixels = length * scale;
  const [x, y] = [16, height - 40];
  context.save();
  context.scale(camera.letters, camera.letters);
  context.lineJoin = 'round';
  context.font = '12px system-ui, sans-serif';
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  const bar = new Path2D(`M${x} ${y - 5}v5h${pixels}v-5`);
  const label = `${Number(length.toPrecision(1))} ${unitSign(viewer.unit)}`;
  const arrowX = width - 28;
  const turned = new DOMMatrix().translate(arrowX, 64).rotate((camera.turn * 180) / Math.PI);
  const arrow = new Path2D();
  arrow.addPath(new Path2D('M0 -18L7 10L0 4L-7 10Z'), turned);
  for (const [colour, width] of [
    [css(theme.paper, 0.85), 4],
    [css(theme.ink), 1.4],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke(bar);
    context.strokeText(width > 2 ? label : '', x, y - 9);
    context.stroke(arrow);
  }
  context.fillStyle = css(theme.ink);
  context.fillText(label, x, y - 9);
  context.fill(arrow);
  context.textAlign = 'center';
  context.fillText('N', arrowX, 92);
  context.restore();
}
