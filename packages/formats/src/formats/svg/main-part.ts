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

/** Most positions that are examined; of a larger job every n-th of a kind. */
const MOST_POSITIONS = 30_000;
/** Share of the positions at either end that may be outliers. */
const STRAYS = 0.05;
/** If the whole is this many times as wide or high as nearly all of it, a picture of the whole shows only a speck. */
const SPECK = 20;

/** Collects the positions of features, without control points, which may be anywhere. */
class Positions extends ForwardSink {
  readonly eastings: number[] = [];
  readonly northings: number[] = [];
  readonly #step: number;
  readonly #box = new Extent();
  #count = 0;

  /** @param step every n-th position is kept */
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
 * The part of a job that a small picture should show: nearly all of it, if a few outliers (a point at 0, 0, a control
 * point in another town) would reduce the rest to a speck.
 * @param whole the extent of everything drawn @returns `whole` if there are no outliers
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

/** The range of all values but the outliers at either end. */
function middle(values: readonly number[]): Range {
  const sorted = Float64Array.from(values).sort();
  const cut = Math.floor(sorted.length * STRAYS);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  return { from: at(cut), to: at(sorted.length - 1 - cut) };
}

function isNear(value: number, { from, to }: Range, spread: number): boolean {
  return value >= from - spread && value <= to + spread;
}
