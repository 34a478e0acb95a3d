import type { Camera } from '../camera.ts';
import { unitSign } from '../measure.ts';
import { css, type Theme } from '../palette.ts';
import type { LabelContext } from '../svg-context.ts';
import { t } from '../text/index.ts';

/** Least distance of two lines in pixels: their labels have room. */
const APART = 110;
/** Most lines of a picture in each direction. */
const MOST = 60;
/** Base line of the words in the upper left corner. */
const CORNER = 16;
/** Room of the scale bar above the lower edge. */
const BAR = 62;

/** Draws lines at round eastings and northings, each with its figure, and states their distance with its unit. */
export function drawGrid(context: LabelContext, camera: Camera, unit: string, theme: Theme): void {
  if (!camera.isPlan) return;
  const step = stepOf((APART * camera.letters) / camera.scale);
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  const [west, south, east, north] = camera.box;
  context.save();
  context.font = `${11 * camera.letters}px system-ui, sans-serif`;
  context.lineJoin = 'round';
  context.beginPath();
  const labels: (readonly [text: string, x: number, y: number])[] = [];
  const { width, height } = camera;
  const corner = CORNER * camera.letters;
  for (const [from, to, letter] of [
    [west, east, 'E'],
    [south, north, 'N'],
  ] as const) {
    const first = Math.ceil(from / step);
    for (let i = 0; i < MOST && (first + i) * step <= to; i++) {
      const value = (first + i) * step;
      const isEast = letter === 'E';
      const a = isEast ? camera.toScreen(value, south) : camera.toScreen(west, value);
      const b = isEast ? camera.toScreen(value, north) : camera.toScreen(east, value);
      context.moveTo(...a);
      context.lineTo(...b);
      const text = `${letter} ${value.toFixed(decimals)}`;
      const place = isEast ? onEdge(a, b, 1, height - 6) : onEdge(a, b, 0, 6);
      // The corners are occupied by the distance of the lines and by the scale bar.
      if (place !== undefined && (isEast || (place > 2 * corner && place < height - BAR * camera.letters)))
        labels.push(isEast ? [text, place + 4, height - 6] : [text, 6, place - 4]);
    }
  }
  context.strokeStyle = css(theme.ink, 0.22);
  context.lineWidth = 1;
  context.stroke();
  labels.push([t('grid.spacing', { length: `${Number(step.toPrecision(1))} ${unitSign(unit)}` }), 6, corner]);
  context.strokeStyle = css(theme.paper, 0.85);
  context.lineWidth = 3 * camera.letters;
  context.fillStyle = css(theme.ink, 0.8);
  for (const [text, x, y] of labels) {
    if (x > width) continue;
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
  context.restore();
}

/** The least round distance of at least this: 1, 2 or 5 times a power of ten. */
function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}

type Place = readonly [x: number, y: number];

/** Where a line meets an edge of the picture: its other coordinate there. @param axis of the edge's coordinate */
function onEdge(a: Place, b: Place, axis: 0 | 1, at: number): number | undefined {
  const [from, to] = [a[axis], b[axis]];
  const share = (at - from) / (to - from);
  const other = axis === 0 ? 1 : 0;
  return share >= 0 && share <= 1 ? a[other] + share * (b[other] - a[other]) : undefined;
}
