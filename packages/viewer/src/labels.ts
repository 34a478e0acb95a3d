import { NO_HEIGHT, type PointChunk, type TextChunk } from '@fieldbridge/view-wire';
import type { Camera } from './camera.ts';
import type { Drawable } from './gl/renderer.ts';
import { css, type Theme } from './palette.ts';
import type { LabelContext } from './svg-context.ts';

/** Height of capitals as a share of the font size, as in common sans-serif fonts. */
const CAPITAL = 0.73;
/** Distance of base lines in heights of capitals. */
const SPACING = 5 / 3;
/** Texts with capitals lower than this many pixels are not drawn; below the second they give way to others. */
const LEAST = 4;
const CROWDED = 7;
/** Texts and names drawn in one frame. */
const MOST = 3000;
/** Size of point names in pixels, and of the cells in which one of them has room. */
const NAME = 11;
const CELL = 4;

/** The texts at points. */
export type PointTexts = 'off' | 'name' | 'code' | 'both' | 'height';

/** What labels are drawn, and how. */
export interface LabelChoice {
  /** Colour and opacity of a pen, or null where it is hidden. */
  readonly ink: (segment: number, pen: number) => readonly [number, number] | null;
  /** The code of a number. */
  readonly code: (segment: number, code: number) => string;
  readonly points: PointTexts;
}

interface PointLabels {
  readonly textOf: (i: number) => string;
  readonly inkOf: (pen: number) => readonly [number, number] | null;
}

/** Places that are taken, in cells of a few pixels. */
class Room {
  readonly #taken = new Set<number>();

  take(x: number, y: number, width: number, height: number): boolean {
    const [left, right] = [Math.floor(x / CELL), Math.floor((x + width) / CELL)];
    const [top, bottom] = [Math.floor(y / CELL), Math.floor((y + height) / CELL)];
    for (let i = left; i <= right; i++)
      for (let j = top; j <= bottom; j++) if (this.#taken.has(i * 16_384 + j)) return false;
    for (let i = left; i <= right; i++) for (let j = top; j <= bottom; j++) this.#taken.add(i * 16_384 + j);
    return true;
  }
}

/**
 * Draws texts and the names of points on a 2-D canvas over the picture. Texts have their true size and direction; small
 * ones and names are left out where there is no room.
 */
export function drawLabels(
  context: LabelContext,
  drawables: readonly Drawable[],
  camera: Camera,
  theme: Theme,
  { ink, code, points }: LabelChoice,
): void {
  const room = new Room();
  let left = MOST;
  context.textBaseline = 'alphabetic';
  for (const { chunk, palette } of drawables)
    if (chunk.kind === 'texts') left -= drawTexts(context, chunk, camera, room, left, (pen) => ink(palette, pen));
  if (points === 'off') return;
  context.font = `${NAME}px system-ui, sans-serif`;
  context.textAlign = 'left';
  context.lineJoin = 'round';
  for (const { chunk, palette } of drawables)
    if (chunk.kind === 'points')
      left -= drawNames(context, chunk, camera, room, left, theme, {
        ...{ textOf: textsOf(chunk, points, (number) => code(palette, number)), inkOf: (pen) => ink(palette, pen) },
      });
}

function drawTexts(
  context: LabelContext,
  chunk: TextChunk,
  camera: Camera,
  room: Room,
  most: number,
  inkOf: (pen: number) => readonly [number, number] | null,
): number {
  let drawn = 0;
  let font = 0;
  const stepX = camera.scale;
  for (let i = 0; i < chunk.texts.length && drawn < most; i++) {
    const size = chunk.size[i]! * stepX;
    if (!(size >= LEAST) || size > 20 * camera.height) continue;
    const [x, y] = screenOf(chunk, i, camera);
    const lines = chunk.texts[i]!.split('\n');
    const longest = Math.max(...lines.map((line) => line.length));
    const fit = (chunk.fit?.[i] ?? 0) * stepX;
    const reach = size * (longest + lines.length * 2) + fit;
    if (x < -reach || y < -reach || x > camera.width + reach || y > camera.height + reach) continue;
    const ink = inkOf(chunk.pen[i]!);
    if (ink === null) continue;
    const anchor = chunk.anchor[i]!;
    const turn = camera.turn - chunk.rotation[i]!;
    if (size < CROWDED) {
      const box = turnedBox(x, y, fit || 0.7 * size * longest, lines.length * SPACING * size, anchor, turn);
      if (!room.take(...box)) continue;
    }
    const pixels = Math.round((size / CAPITAL) * 4) / 4;
    if (pixels !== font) {
      context.font = `${pixels}px system-ui, sans-serif`;
      font = pixels;
    }
    context.save();
    context.translate(x, y);
    context.rotate(turn);
    if (!camera.isPlan) context.scale(1, Math.max(0.15, Math.sin(camera.tilt)));
    context.fillStyle = css(...ink);
    context.textAlign = (['left', 'center', 'right'] as const)[anchor & 3] ?? 'left';
    const below = (lines.length - 1) * SPACING * size;
    const first = [0, -below - 0.24 * pixels, (size - below) / 2, size][anchor >> 2] ?? 0;
    const natural = fit > 0 ? context.measureText(lines[0]!).width : 0;
    if (natural > 0) context.scale(fit / natural, 1);
    for (const [n, line] of lines.entries()) context.fillText(line, 0, first + n * SPACING * size);
    context.restore();
    drawn++;
  }
  return drawn;
}

/** The texts at the points of a chunk. */
function textsOf(
  { names, code, height, head }: PointChunk,
  kind: PointTexts,
  codeOf: (code: number) => string,
): (i: number) => string {
  switch (kind) {
    case 'code':
      return (i) => codeOf(code[i]!);
    case 'both':
      return (i) => [names[i]!, codeOf(code[i]!)].filter((text) => text !== '').join(' ');
    case 'height':
      return (i) => {
        const up = height?.[i] ?? NO_HEIGHT;
        return up === NO_HEIGHT ? '' : (head.elevation + up * head.step).toFixed(2);
      };
    default:
      return (i) => names[i]!;
  }
}

/** About where a text is: its upright box on the screen. @param turn clockwise */
function turnedBox(
  x: number,
  y: number,
  width: number,
  height: number,
  anchor: number,
  turn: number,
): [x: number, y: number, width: number, height: number] {
  const left = -(width * (anchor & 3)) / 2;
  const top = -height * ([1, 1, 0.5, 0][anchor >> 2] ?? 1);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [across, down] = [left + width / 2, top + height / 2];
  const [wide, high] = [Math.abs(width * cos) + Math.abs(height * sin), Math.abs(width * sin) + Math.abs(height * cos)];
  const [middleX, middleY] = [x + across * cos - down * sin, y + across * sin + down * cos];
  // A little less, so that lines of a paragraph do not hide each other.
  return [middleX - 0.45 * wide, middleY - 0.3 * high, 0.9 * wide, 0.6 * high];
}

function drawNames(
  context: LabelContext,
  chunk: PointChunk,
  camera: Camera,
  room: Room,
  most: number,
  theme: Theme,
  { textOf, inkOf }: PointLabels,
): number {
  let drawn = 0;
  context.strokeStyle = css(theme.paper, 0.8);
  context.lineWidth = 2.5;
  for (let i = 0; i < chunk.names.length && drawn < most; i++) {
    const [x, y] = screenOf(chunk, i, camera);
    if (x < -50 || y < 0 || x > camera.width || y > camera.height + 20) continue;
    const name = textOf(i);
    if (name === '') continue;
    const ink = inkOf(chunk.pen[i]!);
    if (ink === null || !room.take(x + 5, y - 4 - NAME, name.length * NAME * 0.6 + 10, NAME + 6)) continue;
    context.strokeText(name, x + 5, y - 4);
    context.fillStyle = css(...ink);
    context.fillText(name, x + 5, y - 4);
    drawn++;
  }
  return drawn;
}

function screenOf({ head, plan, height }: PointChunk | TextChunk, i: number, camera: Camera): [number, number] {
  const up = height?.[i] ?? -(2 ** 31);
  return camera.toScreen(
    head.easting + plan[2 * i]! * head.step,
    head.northing + plan[2 * i + 1]! * head.step,
    up === -(2 ** 31) ? camera.elevation : head.elevation + up * head.step,
  );
}
