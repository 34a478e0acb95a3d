import { type FieldJob, Path, type PathTable, type Surface, strokePath, traceAlignment } from '@fieldbridge/fieldjob';
import { CAPITAL } from '../../kit/cad/text-box.ts';
import { Canvas } from './canvas.ts';
import { inkOf, isShown } from './ink.ts';
import { placedText } from './labels.ts';
import { mainPart } from './main-part.ts';
import { CAPITAL_UNITS, strokesOf } from './stroke-font.ts';
import { View } from './view.ts';

/** Most things of each kind that are drawn; of more, every n-th is drawn. */
const MOST_DRAWN = 20_000;
const SURFACE_INK = 0xd9c9a3;
const AXIS_INK = 0xc2185b;
const CONTROL_INK = 0xd32f2f;
/** Chords this close to an arc, in pixels, look like it. */
const CHORDS = 0.25;
/** Half the size of the cross of a point, in pixels. */
const CROSS = 2;
/** Height of capitals below which strokes run together, and of the names of points, in pixels. */
const LEAST_CAPITAL = 3.5;
const NAME_CAPITAL = 6;
const NAME_INK = 0x222222;
/** Letters of a line that are drawn. */
const MOST_LETTERS = 500;
const SHARES = { left: 0, centre: 0.5, right: 1 } as const;

/**
 * Draws a job in plan as pixels, north up, without the few strays so far away that nothing else would be visible.
 * Texts and the names of points are drawn in strokes, names where they have room.
 * @param marks false: points are single pixels, and nothing is written
 */
export function drawCanvas(job: FieldJob, width: number, height: number, marks = true): Canvas {
  const cross = marks ? CROSS : 0;
  const canvas = new Canvas(width, height);
  const view = new View(mainPart(job).extent, width, height);
  const pen = new Pen(canvas, view);
  for (const surface of job.surfaces) drawSurface(pen, surface);
  for (const table of [job.areas, job.lines]) drawPaths(pen, job, table, table === job.areas);
  const path = new Path();
  for (const alignment of job.alignments)
    pen.along(traceAlignment(alignment, CHORDS / view.scale, path), 0, path.count, false, AXIS_INK);
  const { points } = job;
  for (let row = 0; row < points.length; row += stride(points.length))
    if (isShown(job, points, row))
      pen.cross(points.easting(row), points.northing(row), cross, numberOf(inkOf(job, points, row)));
  for (const { easting, northing } of job.controlPoints) pen.cross(easting, northing, 2 * cross, CONTROL_INK);
  if (!marks) return canvas;
  for (let row = 0; row < job.texts.length; row += stride(job.texts.length)) drawText(pen, job, row);
  for (let row = 0; row < points.length; row += stride(points.length))
    if (isShown(job, points, row)) pen.name(points.easting(row), points.northing(row), points.name.get(row));
  return canvas;
}

const stride = (count: number): number => Math.max(1, Math.ceil(count / MOST_DRAWN));

/** A colour as CSS writes it (#rgb, #rrggbb) as a number. */
function numberOf(ink: string): number {
  const digits = ink.slice(1);
  return Number.parseInt(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits, 16);
}

/** Where a line of text is, in pixels. */
interface Written {
  readonly x: number;
  readonly y: number;
  /** Its base line below that place. */
  readonly below: number;
  readonly rotation: number;
  /** Pixels of a unit of the font. */
  readonly unit: number;
  /** The part of its length that is left of its place. */
  readonly share: number;
  /** The length that it has; 0: as it comes. */
  readonly fit: number;
}

/** Draws what is given in coordinates of the job. */
class Pen {
  readonly #canvas: Canvas;
  readonly view: View;
  /** Rows of names, each with the ends of those that are in it. */
  readonly #named = new Map<number, [left: number, right: number][]>();

  constructor(canvas: Canvas, view: View) {
    this.#canvas = canvas;
    this.view = view;
  }

  line(e0: number, n0: number, e1: number, n1: number, ink: number): void {
    const [x0, y0] = [Number(this.view.across(e0)), Number(this.view.down(n0))];
    this.#canvas.line(x0, y0, Number(this.view.across(e1)), Number(this.view.down(n1)), ink);
  }

  /** Draws a ring of a path. */
  along({ coordinates: c }: Path, from: number, to: number, closes: boolean, ink: number): void {
    for (let i = from + 1; i < to; i++) this.line(c[3 * i - 3]!, c[3 * i - 2]!, c[3 * i]!, c[3 * i + 1]!, ink);
    if (closes && to > from) this.line(c[3 * to - 3]!, c[3 * to - 2]!, c[3 * from]!, c[3 * from + 1]!, ink);
  }

  cross(easting: number, northing: number, size: number, ink: number): void {
    const [x, y] = [Number(this.view.across(easting)), Number(this.view.down(northing))];
    this.#canvas.line(x - size, y, x + size, y, ink);
    this.#canvas.line(x, y - size, x, y + size, ink);
  }

  /** Writes a line of text. */
  write(text: string, ink: number, { x, y, below, rotation, unit, share, fit }: Written): void {
    const { width, lines } = strokesOf(text.slice(0, MOST_LETTERS));
    const across = fit > 0 && width > 0 ? fit / width : unit;
    const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
    const place = (line: readonly number[], i: number): [number, number] => {
      const [right, down] = [(line[i]! - share * width) * across, below - line[i + 1]! * unit];
      return [x + right * cos + down * sin, y - right * sin + down * cos];
    };
    for (const line of lines)
      for (let i = 2; i < line.length; i += 2) this.#canvas.line(...place(line, i - 2), ...place(line, i), ink);
  }

  /** Writes the name of a point above it, unless another one is there. */
  name(easting: number, northing: number, name: string): void {
    const [x, y] = [Number(this.view.across(easting)) + 3, Number(this.view.down(northing)) - 3];
    if (name === '' || !(x >= 0 && y >= 0 && x < this.view.width && y < this.view.height)) return;
    const unit = NAME_CAPITAL / CAPITAL_UNITS;
    const right = x + strokesOf(name.slice(0, MOST_LETTERS)).width * unit + NAME_CAPITAL;
    const row = Math.floor(y / (NAME_CAPITAL + 2));
    const taken = [row - 1, row, row + 1].some((one) =>
      this.#named.get(one)?.some(([from, to]) => from < right && x < to),
    );
    if (taken) return;
    this.#named.set(row, [...(this.#named.get(row) ?? []), [x, right]]);
    this.write(name, NAME_INK, { x, y, below: 0, rotation: 0, unit, share: 0, fit: 0 });
  }
}

function drawText(pen: Pen, job: FieldJob, row: number): void {
  const placed = placedText(pen.view, job, row);
  if (placed === undefined || placed.size * CAPITAL < LEAST_CAPITAL) return;
  const { x, y, rotation, justification, size, lines, first, spacing, fit } = placed;
  const ink = numberOf(inkOf(job, job.texts, row));
  for (const [i, line] of lines.entries())
    pen.write(line, ink, {
      ...{ x: Number(x), y: Number(y), below: first + i * spacing, rotation },
      ...{ unit: (size * CAPITAL) / CAPITAL_UNITS, share: SHARES[justification], fit },
    });
}

function drawPaths(pen: Pen, job: FieldJob, table: PathTable, isArea: boolean): void {
  const [path, chords] = [new Path(), new Path()];
  for (let row = 0; row < table.length; row += stride(table.length)) {
    if (!isShown(job, table, row)) continue;
    table.loadPath(row, path);
    const drawn = path.hasBulges ? strokePath(path, CHORDS / pen.view.scale, chords) : path;
    const ink = numberOf(inkOf(job, table, row));
    for (let ring = 0; ring < drawn.rings.length; ring++)
      pen.along(drawn, drawn.rings[ring]!, drawn.ringEnd(ring), isArea || path.closed, ink);
  }
}

function drawSurface(pen: Pen, { vertices: v, triangles }: Surface): void {
  const step = 3 * stride(triangles.length / 3);
  for (let i = 0; i + 2 < triangles.length; i += step)
    for (let side = 0; side < 3; side++) {
      const [from, to] = [3 * triangles[i + side]!, 3 * triangles[i + ((side + 1) % 3)]!];
      pen.line(v[from]!, v[from + 1]!, v[to]!, v[to + 1]!, SURFACE_INK);
    }
}
