import {
  type Alignment,
  addPath,
  Extent,
  emitJob,
  type Feature,
  type FieldJob,
  ForwardSink,
  type Label,
  type Path,
  ReportSink,
  type Surface,
} from '@fieldbridge/fieldjob';

/** Positions looked at; of a job with more every n-th of a kind. */
const MOST_POSITIONS = 30_000;
/** Share of the positions at either end that may be strays. */
const STRAYS = 0.05;
/** The whole is this many times as wide or high as nearly all of it: then a picture of the whole shows a speck. */
const SPECK = 20;

/** Collects where the features are. Control points are not asked: they may lie anywhere. */
class Positions extends ForwardSink {
  readonly eastings: number[] = [];
  readonly northings: number[] = [];
  readonly #step: number;
  readonly #box = new Extent();
  #count = 0;

  /** @param step every how many-th position is kept */
  constructor(step: number) {
    super(new ReportSink());
    this.#step = step;
  }

  override point(_feature: Feature, easting: number, northing: number): void {
    this.#take(easting, northing);
  }

  override line(_feature: Feature, path: Path): void {
    this.#takeCorners(path, false);
  }

  override area(_feature: Feature, path: Path): void {
    this.#takeCorners(path, true);
  }

  override text(_feature: Feature, { easting, northing }: Label): void {
    this.#take(easting, northing);
  }

  override surface({ vertices }: Surface): void {
    for (let i = 0; i + 1 < vertices.length; i += 3) this.#take(vertices[i]!, vertices[i + 1]!);
  }

  override alignment({ horizontal }: Alignment): void {
    for (const { startEasting, startNorthing } of horizontal) this.#take(startEasting, startNorthing);
  }

  #takeCorners(path: Path, isArea: boolean): void {
    this.#box.clear();
    addPath(this.#box, path, isArea);
    this.#take(this.#box.minEasting, this.#box.minNorthing);
    this.#take(this.#box.maxEasting, this.#box.maxNorthing);
  }

  #take(easting: number, northing: number): void {
    if (this.#count++ % this.#step !== 0 || !Number.isFinite(easting) || !Number.isFinite(northing)) return;
    this.eastings.push(easting);
    this.northings.push(northing);
  }
}

/**
 * The part of a job that a small picture should show: nearly all of it, where a few strays (a point at 0, 0, a control point in
 * another town) would make a speck of the rest.
 * @param whole the extent of all that is drawn @returns `whole` where there are no strays
 */
export function mainPart(job: FieldJob, whole: Extent): Extent {
  const vertices = job.surfaces.reduce((sum, surface) => sum + surface.vertices.length / 3, 0);
  const things = job.points.length + job.lines.length + job.areas.length + job.texts.length + vertices;
  const positions = new Positions(Math.max(1, Math.ceil(things / MOST_POSITIONS)));
  emitJob(job, positions);
  const { eastings, northings } = positions;
  const [east, north] = [middle(eastings), middle(northings)];
  const spread = Math.max(east.to - east.from, north.to - north.from);
  const side = Math.max(whole.maxEasting - whole.minEasting, whole.maxNorthing - whole.minNorthing);
  if (!(spread > 0) || !(side > SPECK * spread)) return whole;
  const part = new Extent();
  for (let i = 0; i < eastings.length; i++)
    if (isNear(eastings[i]!, east, spread) && isNear(northings[i]!, north, spread))
      part.add(eastings[i]!, northings[i]!, Number.NaN);
  return part;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Where all but the strays of either end lie. */
function middle(values: readonly number[]): Range {
  const sorted = Float64Array.from(values).sort();
  const cut = Math.floor(sorted.length * STRAYS);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  return { from: at(cut), to: at(sorted.length - 1 - cut) };
}

function isNear(value: number, { from, to }: Range, spread: number): boolean {
  return value >= from - spread && value <= to + spread;
}
