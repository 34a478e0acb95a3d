import { NO_HEIGHT, type PointChunk, type TextChunk } from '@fieldbridge/view-wire';
import type { Camera } from './camera.ts';
import type { Drawable } from './gl/renderer.ts';
import { css, type Theme } from './palette.ts';
import type { LabelContext } from './svg-context.ts';

/** Height of capitals as a share of the font size, as in common sans-serif fonts. */
const CAPITAL = 0.73;
/** Distance of base lines in heights of capitals. */
const SPACING = 5 / 3;
/** Texts with capitals lower than this many pixels are not drawn; below the second they yield to others. */
export const LEGIBLE = 4;
const CROWDED = 7;
/** Texts and names drawn in one frame. */
const MOST = 3000;
/** Usual size of point names in pixels, and the size of the cells that hold one of them. */
const NAME = 11;
const CELL = 4;

/** The texts at points. */
export type PointTexts = 'off' | 'name' | 'code' | 'both' | 'height';

/** Which labels are drawn, and how. */
export interface LabelChoice {
  /** Colour and opacity of a pen, or null where it is hidden. */
  readonly ink: (segment: number, pen: number) => readonly [number, number] | null;
  /** The code of a number. */
  readonly code: (segment: number, code: number) => string;
  readonly points: PointTexts;
}

/** Colour of a pen for CSS, or null where it is hidden. */
type Inks = (pen: number) => string | null;

interface PointLabels {
  readonly textOf: (i: number) => string;
  readonly inkOf: Inks;
}

/** Occupied places of a picture, in cells of a few pixels. Places outside are free. */
class Room {
  readonly #across: number;
  readonly #down: number;
  readonly #taken: Uint8Array;

  constructor({ width, height }: Camera) {
    this.#across = Math.ceil(width / CELL);
    this.#down = Math.ceil(height / CELL);
    this.#taken = new Uint8Array(this.#across * this.#down);
  }

  /** Whether the cell of a place is free, or the one in the picture that is nearest to it. */
  isFree(x: number, y: number): boolean {
    const column = Math.min(this.#across - 1, Math.max(0, Math.floor(x / CELL)));
    const row = Math.min(this.#down - 1, Math.max(0, Math.floor(y / CELL)));
    return this.#taken[row * this.#across + column] !== 1;
  }

  take(x: number, y: number, width: number, height: number): boolean {
    const left = Math.max(0, Math.floor(x / CELL));
    const right = Math.min(this.#across, Math.floor((x + width) / CELL) + 1);
    const top = Math.max(0, Math.floor(y / CELL));
    const bottom = Math.min(this.#down, Math.floor((y + height) / CELL) + 1);
    for (let row = top * this.#across; row < bottom * this.#across; row += this.#across)
      for (let i = row + left; i < row + right; i++) if (this.#taken[i] === 1) return false;
    for (let row = top * this.#across; row < bottom * this.#across; row += this.#across)
      this.#taken.fill(1, row + left, Math.max(row + left, row + right));
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
  const room = new Room(camera);
  const known = new Map<number, string | null>();
  const inksOf =
    (palette: number): Inks =>
    (pen) => {
      const key = palette * 65_536 + pen;
      let colour = known.get(key);
      if (colour === undefined) {
        const one = ink(palette, pen);
        colour = one && css(...one);
        known.set(key, colour);
      }
      return colour;
    };
  let left = MOST;
  context.textBaseline = 'alphabetic';
  for (const { chunk, palette } of drawables)
    if (chunk.kind === 'texts') left -= drawTexts(context, chunk, camera, room, left, inksOf(palette));
  if (points === 'off') return;
  context.font = `${NAME * camera.letters}px system-ui, sans-serif`;
  context.textAlign = 'left';
  context.lineJoin = 'round';
  for (const { chunk, palette } of drawables)
    if (chunk.kind === 'points')
      left -= drawNames(context, chunk, camera, room, left, theme, {
        ...{ textOf: textsOf(chunk, points, (number) => code(palette, number)), inkOf: inksOf(palette) },
      });
}

function drawTexts(
  context: LabelContext,
  chunk: TextChunk,
  camera: Camera,
  room: Room,
  most: number,
  inkOf: Inks,
): number {
  let drawn = 0;
  let font = 0;
  const stepX = camera.scale;
  const placeOf = placesOf(chunk, camera);
  for (let i = 0; i < chunk.texts.length && drawn < most; i++) {
    const size = chunk.size[i]! * stepX;
    if (!(size >= LEGIBLE) || size > 20 * camera.height) continue;
    const [x, y] = placeOf(i);
    const text = chunk.texts[i]!;
    const fit = (chunk.fit?.[i] ?? 0) * stepX;
    // Each of its characters may be a line.
    const reach = size * 2 * (text.length + 1) + fit;
    if (x < -reach || y < -reach || x > camera.width + reach || y > camera.height + reach) continue;
    const ink = inkOf(chunk.pen[i]!);
    if (ink === null) continue;
    const anchor = chunk.anchor[i]!;
    const turn = camera.turn - chunk.rotation[i]!;
    const lines = text.split('\n');
    if (size < CROWDED) {
      const box = turnedBox(x, y, fit || 0.7 * size * longestOf(lines), lines.length * SPACING * size, anchor, turn);
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
    context.fillStyle = ink;
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

/** The approximate place of a text: its upright box on the screen. @param turn clockwise */
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
  const size = NAME * camera.letters;
  context.lineWidth = 2.5 * camera.letters;
  const placeOf = placesOf(chunk, camera);
  for (let i = 0; i < chunk.names.length && drawn < most; i++) {
    const [x, y] = placeOf(i);
    if (x < -50 || y < 0 || x > camera.width || y > camera.height + 20) continue;
    // Most have no room, so their texts need not be built.
    if (!room.isFree(x + 5, y - 4 - size)) continue;
    const name = textOf(i);
    if (name === '') continue;
    const ink = inkOf(chunk.pen[i]!);
    if (ink === null || !room.take(x + 5, y - 4 - size, name.length * size * 0.6 + 10, size + 6)) continue;
    context.strokeText(name, x + 5, y - 4);
    context.fillStyle = ink;
    context.fillText(name, x + 5, y - 4);
    drawn++;
  }
  return drawn;
}

const longestOf = (lines: readonly string[]): number => lines.reduce((most, { length }) => Math.max(most, length), 0);

/** Positions of a chunk's items in the picture. */
function placesOf({ head, plan, height }: PointChunk | TextChunk, camera: Camera): (i: number) => [number, number] {
  const place = camera.placer();
  return (i) => {
    const up = height?.[i] ?? NO_HEIGHT;
    return place(
      head.easting + plan[2 * i]! * head.step,
      head.northing + plan[2 * i + 1]! * head.step,
      up === NO_HEIGHT ? camera.elevation : head.elevation + up * head.step,
    );
  };
}
