import { type FieldJob, Path, type PathTable, type Surface, strokePath, traceAlignment } from '@fieldbridge/fieldjob';
import { Canvas } from './canvas.ts';
import { inkOf, isShown } from './ink.ts';
import { mainPart } from './main-part.ts';
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

/**
 * Draws a job in plan as pixels, north up, without the few strays so far away that nothing else would be visible.
 * Texts are left out.
 * @param cross half the size of the cross that marks a point, in pixels
 */
export function drawCanvas(job: FieldJob, width: number, height: number, cross = CROSS): Canvas {
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
  return canvas;
}

const stride = (count: number): number => Math.max(1, Math.ceil(count / MOST_DRAWN));

/** A colour as CSS writes it (#rgb, #rrggbb) as a number. */
function numberOf(ink: string): number {
  const digits = ink.slice(1);
  return Number.parseInt(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits, 16);
}

/** Draws what is given in coordinates of the job. */
class Pen {
  readonly #canvas: Canvas;
  readonly view: View;

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
