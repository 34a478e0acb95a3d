import {
  type Alignment,
  addPath,
  type Code,
  type ControlPoint,
  type Counts,
  crsText,
  type Drawing,
  Extent,
  emitJob,
  type Feature,
  type FieldJob,
  float64Column,
  type HatchLine,
  hatchLinesIn,
  isFilledWhole,
  type JobInfo,
  type JobSink,
  type JobSource,
  JUSTIFICATIONS,
  type Label,
  type Layer,
  MainExtent,
  noCounts,
  type Observation,
  Path,
  type Plane,
  type Surface,
  traceAlignment,
  VERTICAL_JUSTIFICATIONS,
  widthOf,
} from '@fieldbridge/fieldjob';
import { VIEW_LIMITS, VIEW_TABLES, VIEW_VERSION, type ViewLayer, type ViewTable } from '@fieldbridge/view-wire';
import { hatchPieces } from '../kit/cad/hatch-lines.ts';
import { drawnLength } from '../kit/cad/letter-length.ts';
import { PlacedScene } from '../kit/cad/placed-scene.ts';
import { withTexts } from '../kit/cad/text-box.ts';
import { wrapText } from '../kit/cad/wrap-text.ts';
import { viewBox } from './chunk-frame.ts';
import { type Fill, PathCutter } from './path-cutter.ts';
import { type Kept, type Origin, PathGather } from './path-gather.ts';
import { PenList } from './pen-list.ts';
import { Pictures } from './pictures.ts';
import { PointGather, TextGather } from './place-gather.ts';
import { samplePlaces } from './place-sample.ts';
import { Strays } from './strays.ts';
import { usable } from './usable.ts';
import { levelsOf } from './view-levels.ts';
import type { ViewSet } from './view-set.ts';

const TABLE = Object.fromEntries(VIEW_TABLES.map((name, i) => [name, i])) as Record<ViewTable, number>;
/** Largest distance of the axis of an alignment from its chords, in the job's unit: less than the width of its line. */
const AXIS_TOLERANCE = 0.001;
/** Most pieces of hatch lines of one area, and of all. */
const [HATCH_PIECES, ALL_HATCH_PIECES] = [2000, 200_000];

/**
 * The sink that makes the view of a job: everything that is drawn, as columns in chunks of several levels of detail.
 * The numbers of tables and rows are those that a JobBuilder in its place would assign.
 */
export class ViewSink implements JobSink {
  readonly #info: Partial<JobInfo> = {};
  readonly #counts: Counts = noCounts();
  readonly #pens = new PenList();
  readonly #paths = new PathGather();
  readonly #cutter = new PathCutter(this.#paths);
  readonly #points = new PointGather();
  readonly #texts = new TextGather();
  readonly #surfaces: { readonly surface: Surface; readonly pen: number }[] = [];
  readonly #codes = new Map<string, number>([['', 0]]);
  readonly #main = new MainExtent();
  /** Not drawn, but included in the extent. */
  readonly #planes = new PointGather();
  readonly #heights = new Extent();
  readonly #box = new Extent();
  #sources = 0;
  /** Row of the drawing whose linework is being received; -1: the job's own data. */
  #drawing = -1;
  #unplaced = 0;
  /** Remaining pieces of hatch lines that may be drawn. */
  #hatchPieces = ALL_HATCH_PIECES;
  readonly #line = new Path();
  readonly #pictures = new Pictures();

  readonly #job: FieldJob | undefined;
  /** Triples of the paths that are in no job. */
  readonly #coordinates = float64Column();
  /** Vertices of the job's lines and areas that were sent. */
  readonly #sent = { lines: 0, areas: 0 };

  /**
   * @param job that is about to be sent as it is, and not changed before the view is finished: its coordinates are not
   * copied, which would take as long as everything else
   */
  constructor(job?: FieldJob) {
    this.#job = job;
    if (job !== undefined) this.#paths.reserve(job.lines.length + job.areas.length, 0);
  }

  describe(info: Partial<JobInfo>): void {
    Object.assign(this.#info, info);
  }

  source(_source: JobSource): number {
    return this.#sources++;
  }

  layer(layer: Layer): number {
    return this.#pens.layers.add(layer);
  }

  point(feature: Feature, easting: number, northing: number, elevation: number): void {
    const from = this.#rowOf('points');
    if (!this.#position(easting, northing, elevation)) return;
    const origin = { ...from, pen: this.#pens.of(feature, from.table) };
    this.#points.add(easting, northing, elevation, origin, feature.name, this.#codeOf(feature.code));
  }

  line(feature: Feature, path: Path): void {
    const from = this.#rowOf('lines');
    const origin = { ...from, pen: this.#pens.of(feature, from.table) };
    this.#placed(origin, path, undefined, this.#kept('lines', path));
  }

  area(feature: Feature, path: Path): void {
    const from = this.#rowOf('areas');
    const pen = this.#pens.of(feature, from.table);
    const origin = { ...from, pen };
    const kept = this.#kept('areas', path);
    if (this.#drawing >= 0 && this.#pictures.place(path, pen)) {
      // An outline that can be clicked, and does not colour the picture.
      path.closed = true;
      this.#placed(origin, path, undefined, kept);
      return;
    }
    this.#placed(origin, path, isFilledWhole(feature) ? 'solid' : 'light', kept);
    const families = hatchLinesIn(feature);
    if (families !== undefined) this.#hatch(origin, path, families);
  }

  text(feature: Feature, label: Label): void {
    const from = this.#rowOf('texts');
    const { easting, northing, elevation } = label;
    if (!this.#position(easting, northing, elevation)) return;
    const anchor =
      JUSTIFICATIONS.indexOf(label.justification) + 4 * VERTICAL_JUSTIFICATIONS.indexOf(label.verticalJustification);
    // As wide as its column, where it has one.
    const text = wrapText(label.text, widthOf(feature), label.height);
    const fit = drawnLength(feature, text.split('\n'), label.height);
    this.#texts.add({ ...label, text, fit }, anchor, {
      ...from,
      pen: this.#pens.of(feature, from.table),
    });
  }

  surface(surface: Surface): void {
    if (this.#drawing < 0) {
      this.#counts.surfaces++;
      this.#counts.triangles += surface.triangles.length / 3;
    }
    const { vertices: v } = surface;
    for (let i = 0; i + 2 < v.length; i += 3) this.#position(v[i]!, v[i + 1]!, v[i + 2]!);
    this.#surfaces.push({ surface, pen: this.#pens.pen(TABLE.surfaces, surface.layer, surface.colour) });
  }

  alignment(alignment: Alignment): void {
    const from = this.#rowOf('alignments');
    const axis = traceAlignment(alignment, AXIS_TOLERANCE);
    this.#placed({ ...from, pen: this.#pens.pen(from.table, alignment.layer) }, axis, undefined);
  }

  plane(plane: Plane): void {
    const row = this.#counts.planes++;
    if (!this.#position(plane.easting, plane.northing, plane.elevation)) return;
    this.#planes.add(plane.easting, plane.northing, Number.NaN, { table: TABLE.planes, row, pen: 0 }, '', 0);
  }

  controlPoint(point: ControlPoint): void {
    const row = this.#counts.controlPoints++;
    const { easting, northing, elevation } = point;
    if (!this.#position(easting, northing, elevation)) return;
    const table = TABLE.controlPoints;
    const origin = { table, row, pen: this.#pens.pen(table, -1) };
    this.#points.add(easting, northing, elevation, origin, point.name, this.#codeOf(point.code));
  }

  code(_code: Code): void {
    this.#counts.codes++;
  }

  drawing(drawing: Drawing): void {
    this.#drawing = this.#counts.drawings++;
    this.#pictures.begin(drawing);
    emitJob(drawing.scene, new PlacedScene(this, drawing));
    this.#drawing = -1;
  }

  observation(_observation: Observation): void {
    this.#counts.observations++;
  }

  /** The view of everything sent so far. @param id name of the segment */
  finish(id = '0'): ViewSet {
    const part = this.#main.result();
    const writers = levelsOf(this.#paths, this.#points, this.#texts, this.#surfaces, part, usable);
    const strays = new Strays(part.near)
      .paths(this.#paths)
      .places(this.#points)
      .places(this.#texts)
      .surfaces(this.#surfaces)
      .places(this.#planes);
    this.#counts.layers = this.#pens.layers.length;
    const { unit = 'metre', crs, lineDashes } = this.#info;
    const { minElevation, maxElevation } = this.#heights;
    return {
      segment: {
        ...{ version: VIEW_VERSION, id, unit, crs: crs === undefined ? 'local' : crsText(crs) },
        ...{ counts: { ...this.#counts }, unplaced: this.#unplaced, repenned: this.#pens.repenned },
        ...{
          whole: viewBox(this.#main.whole),
          main: viewBox(withTexts(part.main, part.near, this.#texts.boxed())),
          ...strays.result,
        },
        heights: minElevation <= maxElevation ? [minElevation, maxElevation] : null,
        layers: Array.from(this.#pens.layers, layerEntry).slice(0, VIEW_LIMITS.layers),
        ...{ lineTypes: this.#pens.lineTypes, codes: [...this.#codes.keys()], pens: this.#pens.pens },
        ...(lineDashes !== undefined && { dashes: lineDashes }),
        surfaces: this.#surfaces.map(({ surface }) => surface.name),
        levels: writers.map((writer) => writer.level),
        ...{ images: this.#pictures.list, imagesLeft: this.#pictures.left },
      },
      chunks: writers.map((writer) => writer.chunks),
      images: this.#pictures.files,
      sample: samplePlaces(this.#paths, [this.#points, this.#texts, this.#planes], this.#surfaces),
    };
  }

  /** Table and row of what arrives: the linework of a drawing is the drawing's. */
  #rowOf(table: 'points' | 'lines' | 'areas' | 'texts' | 'alignments'): {
    readonly table: number;
    readonly row: number;
  } {
    if (this.#drawing >= 0) return { table: TABLE.drawings, row: this.#drawing };
    return { table: TABLE[table], row: this.#counts[table]++ };
  }

  /** Adds the lines of a hatch, which belong to its area. Of too many none is drawn. */
  #hatch(origin: Origin, area: Path, families: readonly HatchLine[]): void {
    const most = Math.min(HATCH_PIECES, this.#hatchPieces);
    const pieces = hatchPieces(area, families, AXIS_TOLERANCE, most) ?? [];
    this.#hatchPieces -= pieces.length / 4;
    const [, , elevation] = area.coordinates;
    for (let i = 0; i < pieces.length; i += 4) {
      const line = this.#line.clear();
      line.vertex(pieces[i]!, pieces[i + 1]!, elevation!);
      line.vertex(pieces[i + 2]!, pieces[i + 3]!, elevation!);
      this.#placed(origin, line, undefined);
    }
  }

  /** Where the vertices of a path are: in the job, or else in a column that grows without being copied. */
  #kept(table: 'lines' | 'areas', path: Path): Kept {
    if (this.#job === undefined || this.#drawing >= 0) {
      const column = this.#coordinates;
      const first = column.length / 3;
      column.pushAll(path.coordinates, 0, 3 * path.count);
      return { column, first };
    }
    const first = this.#sent[table];
    this.#sent[table] += path.count;
    return { column: this.#job[table].coordinates, first };
  }

  #placed(origin: Origin, path: Path, fill: Fill | undefined, kept?: Kept): void {
    const { coordinates: c } = path;
    const box = this.#box;
    box.clear();
    addPath(box, path, fill !== undefined);
    // A box skips vertices without a position.
    let sum = 0;
    for (let i = 0; i < path.count; i++) sum += c[3 * i]! + c[3 * i + 1]!;
    if (
      Number.isNaN(sum - sum) ||
      !usable(box.minEasting, box.minNorthing) ||
      !usable(box.maxEasting, box.maxNorthing)
    ) {
      this.#unplaced++;
      return;
    }
    if (usable(box.minElevation, box.maxElevation) || box.minElevation > box.maxElevation) this.#heights.addExtent(box);
    else for (let i = 0; i < path.count; i++) this.#height(c[3 * i + 2]!);
    this.#main.add(box.minEasting, box.minNorthing);
    this.#main.add(box.maxEasting, box.maxNorthing);
    this.#cutter.add(path, fill, box, origin, kept);
  }

  /** Takes note of a position. @returns whether it is usable */
  #position(easting: number, northing: number, elevation: number): boolean {
    if (!usable(easting, northing)) {
      this.#unplaced++;
      return false;
    }
    this.#main.add(easting, northing);
    this.#height(elevation);
    return true;
  }

  /** Takes note of an elevation that can be drawn. */
  #height(elevation: number): void {
    if (usable(elevation, elevation)) this.#heights.add(0, 0, elevation);
  }

  #codeOf(code: string): number {
    const known = this.#codes.get(code);
    if (known !== undefined) return known;
    if (this.#codes.size >= VIEW_LIMITS.pens) return 0;
    this.#codes.set(code, this.#codes.size);
    return this.#codes.size - 1;
  }
}

function layerEntry({ name, colour, visible, lineType, lineWeight }: Layer): ViewLayer {
  return { name, colour, visible, lineType, weight: lineWeight };
}
