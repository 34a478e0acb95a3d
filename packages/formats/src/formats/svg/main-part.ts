import {
  type Alignment,
  addPath,
  type ControlPoint,
  Extent,
  emitJob,
  type Feature,
  type FieldJob,
  ForwardSink,
  isInside,
  type Label,
  MainExtent,
  type Path,
  type PlanBox,
  type Plane,
  ReportSink,
  type Surface,
  traceAlignment,
} from '@fieldbridge/fieldjob';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { withTexts } from '../../kit/cad/text-box.ts';
import { boxedTexts } from './labels.ts';
import { pictureCorners } from './pictures.ts';

/** Largest distance of the axis of an alignment from its chords, as in the viewer. */
const AXIS_TOLERANCE = 0.001;

/** What a picture of a job shows at first, which is what the viewer shows at first. */
export interface MainPart {
  /** The extent of everything but strays, with the room that texts take. */
  readonly extent: Extent;
  /** How many things have a position far from the rest, and the box of those positions. */
  readonly strays: number;
  readonly strayBox: Extent;
}

/** Finds the part of a job that a picture shows: all of it but the few strays that would reduce the rest to a speck. */
export function mainPart(job: FieldJob): MainPart {
  const all = new MainExtent();
  const add = (easting: number, northing: number): void => all.add(easting, northing);
  emitJob(job, new Positions(add));
  for (const [easting, northing] of pictureCorners(job)) add(easting, northing);
  const { main, near } = all.result();
  const strays = new Strays(near);
  if (Number.isFinite(near.minEasting)) emitJob(job, new Positions(strays.position, strays.endOfThing));
  // Exact, where the main extent is known from a sample.
  const extent = strays.inside.isEmpty ? main : strays.inside;
  return { extent: withTexts(extent, near, boxedTexts(job)), strays: strays.count, strayBox: strays.box };
}

/** The issue that says what a picture leaves out as strays. */
export function strayIssue({ strays, strayBox }: MainPart): Issue {
  const { minEasting, minNorthing, maxEasting, maxNorthing } = strayBox;
  return issueOf('picture-strays', { count: strays, minEasting, minNorthing, maxEasting, maxNorthing });
}

class Strays {
  readonly inside = new Extent();
  readonly box = new Extent();
  count = 0;
  readonly #near: PlanBox;
  #isStray = false;

  constructor(near: PlanBox) {
    this.#near = near;
  }

  readonly position = (easting: number, northing: number): void => {
    if (!Number.isFinite(easting) || !Number.isFinite(northing)) return;
    const isNear = isInside(this.#near, easting, northing);
    (isNear ? this.inside : this.box).add(easting, northing, Number.NaN);
    this.#isStray ||= !isNear;
  };

  readonly endOfThing = (): void => {
    if (this.#isStray) this.count++;
    this.#isStray = false;
  };
}

/** Sends the positions of everything on: the same that the viewer's extent is made of. */
class Positions extends ForwardSink {
  readonly #take: (easting: number, northing: number) => void;
  readonly #end: () => void;
  readonly #box = new Extent();

  constructor(take: (easting: number, northing: number) => void, end = (): void => {}) {
    super(new ReportSink());
    this.#take = take;
    this.#end = end;
  }

  override point(_feature: Feature, easting: number, northing: number): void {
    this.#place(easting, northing);
  }

  override line(_feature: Feature, path: Path): void {
    this.#corners(path, false);
  }

  override area(_feature: Feature, path: Path): void {
    this.#corners(path, true);
  }

  override text(_feature: Feature, { easting, northing }: Label): void {
    this.#place(easting, northing);
  }

  override surface({ vertices }: Surface): void {
    for (let i = 0; i + 1 < vertices.length; i += 3) this.#take(vertices[i]!, vertices[i + 1]!);
    this.#end();
  }

  override alignment(alignment: Alignment): void {
    this.#corners(traceAlignment(alignment, AXIS_TOLERANCE), false);
  }

  override plane({ easting, northing }: Plane): void {
    this.#place(easting, northing);
  }

  override controlPoint({ easting, northing }: ControlPoint): void {
    this.#place(easting, northing);
  }

  override drawing(): void {}

  #place(easting: number, northing: number): void {
    this.#take(easting, northing);
    this.#end();
  }

  #corners(path: Path, isArea: boolean): void {
    this.#box.clear();
    addPath(this.#box, path, isArea);
    this.#take(this.#box.minEasting, this.#box.minNorthing);
    this.#take(this.#box.maxEasting, this.#box.maxNorthing);
    this.#end();
  }
}
