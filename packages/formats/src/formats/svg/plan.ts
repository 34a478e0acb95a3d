import {
  addPath,
  arcOfBulge,
  Extent,
  Feature,
  type FieldJob,
  hatchLinesIn,
  isFilledWhole,
  Path,
  type PathTable,
  type Surface,
  traceAlignment,
} from '@fieldbridge/fieldjob';
import { dashAttribute } from './dashes.ts';
import { furniture } from './furniture.ts';
import { hatchShape, hatchTint } from './hatch.ts';
import { escapeText, inkOf, isShown } from './ink.ts';
import { drawLabel } from './labels.ts';
import { type MainPart, mainPart } from './main-part.ts';
import { drawPictures } from './pictures.ts';
import { round, View } from './view.ts';

/** Reused for every area; only its attributes are read. */
const feature = new Feature();

/** Options of a plan. */
export interface PlanOptions {
  readonly width: number;
  readonly height: number;
  readonly labels: boolean;
  readonly furniture: boolean;
  /** Most things of each kind that are drawn; of more, every n-th is drawn, evenly over the job. */
  readonly most: number;
  /** The visible extent; by default that of the job without strays. */
  readonly frame?: Extent;
}

/**
 * Result of drawing: the parts of the SVG text in order, how many things were drawn, of how many, how many of the
 * others lie beside the picture, and what part of the job it shows.
 */
export interface Plan extends Counter {
  readonly parts: string[];
  readonly part: MainPart;
}

/**
 * Draws a job in plan, without the strays so far away that nothing else would be visible. Features on hidden layers or
 * without a finite position are omitted.
 */
export function drawPlan(job: FieldJob, options: PlanOptions): Plan {
  const { width, height } = options;
  const part =
    options.frame === undefined ? mainPart(job) : { extent: options.frame, strays: 0, strayBox: new Extent() };
  const view = new View(part.extent, width, height);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    '<g fill="none" stroke="#222" stroke-width="1" stroke-linejoin="round" font-family="sans-serif" xml:space="preserve">',
  ];
  const counter = { ...drawPictures(parts, view, job), beside: 0 };
  for (const surface of job.surfaces) drawSurface(parts, view, surface, options.most, counter);
  drawPaths(parts, view, job, job.areas, true, options.most, counter);
  drawPaths(parts, view, job, job.lines, false, options.most, counter);
  drawAlignments(parts, view, job, counter);
  drawPoints(parts, view, job, options, counter);
  drawTexts(parts, view, job, options.most, counter);
  parts.push('</g>');
  if (options.furniture) parts.push(furniture(view, job.unit));
  parts.push('</svg>\n');
  return { parts, part, ...counter };
}

interface Counter {
  drawn: number;
  total: number;
  beside: number;
}

/** Whether a place lies beside the picture; counts it. */
function isBeside(view: View, easting: number, northing: number, counter: Counter): boolean {
  const isOut = view.isBeside({
    minEasting: easting,
    maxEasting: easting,
    minNorthing: northing,
    maxNorthing: northing,
  });
  if (isOut) counter.beside++;
  return isOut;
}

/** Draw every n-th of `count` things, so that at most `most` are drawn. */
function stride(count: number, most: number): number {
  return Math.max(1, Math.ceil(count / most));
}

function drawPaths(
  parts: string[],
  view: View,
  job: FieldJob,
  table: PathTable,
  area: boolean,
  most: number,
  counter: Counter,
): void {
  const path = new Path();
  const step = stride(table.length, most);
  counter.total += table.length;
  for (let row = 0; row < table.length; row += step) {
    if (!isShown(job, table, row)) continue;
    table.loadPath(row, path);
    const box = new Extent();
    addPath(box, path, area);
    if (box.isEmpty) continue;
    if (view.isBeside(box)) {
      counter.beside++;
      continue;
    }
    const shape = shapeOf(view, path, area);
    if (shape === '') continue;
    counter.drawn++;
    const ink = inkOf(job, table, row);
    if (!area) parts.push(`<path d="${shape}" stroke="${ink}"${dashAttribute(job, table, row, view.scale)}/>`);
    else parts.push(areaElements(view, path, shape, ink, table.load(row, feature)));
  }
}

/** An area: tinted, filled whole, or with the lines of its hatch where they can be told apart. */
function areaElements(view: View, path: Path, shape: string, ink: string, feature: Feature): string {
  const families = hatchLinesIn(feature);
  const lines = families === undefined ? undefined : hatchShape(view, path, families);
  if (lines === undefined) {
    const tint = isFilledWhole(feature) ? '.85' : round(families === undefined ? 0.15 : hatchTint(view, families), 2);
    return `<path d="${shape}" stroke="${ink}" fill="${ink}" fill-opacity="${tint}" fill-rule="evenodd"/>`;
  }
  return `<path d="${shape}" stroke="${ink}"/><path d="${lines}" stroke="${ink}" stroke-width=".5"/>`;
}

function shapeOf(view: View, path: Path, area: boolean): string {
  let shape = '';
  const { coordinates: c } = path;
  for (let ring = 0; ring < path.rings.length; ring++) {
    const start = path.rings[ring]!;
    const end = path.ringEnd(ring);
    for (let i = start; i < end; i++) {
      if (!Number.isFinite(c[3 * i]!) || !Number.isFinite(c[3 * i + 1]!)) return '';
      const place = `${view.across(c[3 * i]!)} ${view.down(c[3 * i + 1]!)}`;
      shape += i === start ? `M${place}` : `${stepTo(view, path, i - 1, i)}${place}`;
    }
    const closes = area || path.closed;
    if (closes && end > start) {
      const place = `${view.across(c[3 * start]!)} ${view.down(c[3 * start + 1]!)}`;
      shape += path.bulges[end - 1] === 0 ? 'Z' : `${stepTo(view, path, end - 1, start)}${place}Z`;
    }
  }
  return shape;
}

/**
 * The command that draws from one vertex to the next: a straight line, or an arc for a bulge (the vertical axis points
 * down, so sweeps are reversed).
 */
function stepTo(view: View, path: Path, from: number, to: number): string {
  const bulge = path.bulges[from]!;
  const { coordinates: c } = path;
  const arc = arcOfBulge(c[3 * from]!, c[3 * from + 1]!, c[3 * to]!, c[3 * to + 1]!, bulge);
  if (arc === undefined) return 'L';
  const radius = round(arc.radius * view.scale);
  return `A${radius} ${radius} 0 ${Math.abs(arc.sweep) > Math.PI ? 1 : 0} ${arc.sweep > 0 ? 0 : 1} `;
}

function drawSurface(parts: string[], view: View, surface: Surface, most: number, counter: Counter): void {
  const { vertices: v, triangles } = surface;
  const step = 3 * stride(triangles.length / 3, most);
  counter.total += triangles.length / 3;
  let shape = '';
  const place = (vertex: number): string => `${view.across(v[3 * vertex]!)} ${view.down(v[3 * vertex + 1]!)}`;
  const isPlaced = (vertex: number): boolean => Number.isFinite(v[3 * vertex]! + v[3 * vertex + 1]!);
  for (let i = 0; i + 2 < triangles.length; i += step) {
    if (!isPlaced(triangles[i]!) || !isPlaced(triangles[i + 1]!) || !isPlaced(triangles[i + 2]!)) continue;
    shape += `M${place(triangles[i]!)}L${place(triangles[i + 1]!)} ${place(triangles[i + 2]!)}Z`;
    counter.drawn++;
  }
  if (shape !== '')
    parts.push(`<path d="${shape}" stroke="#8a6d3b" stroke-width=".4" fill="#d9c9a3" fill-opacity=".25"/>`);
}

function drawAlignments(parts: string[], view: View, job: FieldJob, counter: Counter): void {
  const path = new Path();
  for (const alignment of job.alignments) {
    counter.total++;
    // Chords within a quarter of a pixel of the axis look like it.
    const { coordinates, count } = traceAlignment(alignment, 0.25 / view.scale, path);
    if (count < 2 || coordinates.subarray(0, 3 * count).some((value, i) => i % 3 !== 2 && !Number.isFinite(value)))
      continue;
    const places = Array.from(
      { length: count },
      (_, i) => `${view.across(coordinates[3 * i]!)} ${view.down(coordinates[3 * i + 1]!)}`,
    );
    counter.drawn++;
    parts.push(`<path d="M${places.join('L')}" stroke="#c2185b" stroke-width="1.6" stroke-dasharray="10 3 2 3"/>`);
  }
}

function drawPoints(parts: string[], view: View, job: FieldJob, options: PlanOptions, counter: Counter): void {
  const { points } = job;
  const step = stride(points.length, options.most);
  counter.total += points.length + job.controlPoints.length;
  for (let row = 0; row < points.length; row += step) {
    if (!Number.isFinite(points.easting(row)) || !Number.isFinite(points.northing(row))) continue;
    if (isBeside(view, points.easting(row), points.northing(row), counter)) continue;
    if (!isShown(job, points, row)) continue;
    counter.drawn++;
    const [x, y] = [view.across(points.easting(row)), view.down(points.northing(row))];
    parts.push(`<circle cx="${x}" cy="${y}" r="1.6" fill="${inkOf(job, points, row)}" stroke="none"/>`);
    if (options.labels && points.name.get(row) !== '') {
      parts.push(
        `<text x="${x}" y="${y}" dx="3" dy="-3" font-size="9" fill="#222" stroke="none">${escapeText(points.name.get(row))}</text>`,
      );
    }
  }
  for (const point of job.controlPoints) {
    if (!Number.isFinite(point.easting) || !Number.isFinite(point.northing)) continue;
    if (isBeside(view, point.easting, point.northing, counter)) continue;
    counter.drawn++;
    parts.push(
      `<path d="M${view.across(point.easting)} ${view.down(point.northing)}m0-5l4.5 8h-9z" stroke="#d32f2f"/>`,
    );
  }
}

function drawTexts(parts: string[], view: View, job: FieldJob, most: number, counter: Counter): void {
  const { texts } = job;
  const step = stride(texts.length, most);
  counter.total += texts.length;
  for (let row = 0; row < texts.length; row += step) {
    const { easting, northing } = texts.label(row);
    if (isBeside(view, easting, northing, counter)) continue;
    const label = drawLabel(view, job, row);
    if (label === '') continue;
    counter.drawn++;
    parts.push(label);
  }
}
