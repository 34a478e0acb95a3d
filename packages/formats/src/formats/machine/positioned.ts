import {
  type Alignment,
  type ControlPoint,
  emitJob,
  type Feature,
  type FieldJob,
  ForwardSink,
  type HorizontalElement,
  JobBuilder,
  type JobSink,
  type Label,
  type NumberColumn,
  type Path,
  type Plane,
  type Surface,
} from '@fieldbridge/fieldjob';
import type { Kind } from '../../core/format.ts';
import type { Losses } from './losses.ts';

/**
 * The job without objects that lack a position: the job itself if all have one, else a copy. On a machine an unknown
 * number would be read as its substitute ("no value" as an elevation of 0), and a line without one of its vertices
 * would be another line. Elevations of points, lines and texts may be missing, those of surfaces may not.
 * @param held kinds that the format holds; others are not checked
 */
export function positionedOnly(job: FieldJob, held: readonly Kind[], losses: Losses): FieldJob {
  if (isWhole(job, held)) return job;
  const builder = new JobBuilder();
  emitJob(job, new PositionedSink(builder, new Set(held), losses));
  return builder.job;
}

/** Whether all objects of these kinds have a position. */
function isWhole(job: FieldJob, held: readonly Kind[]): boolean {
  const { points, lines, texts, surfaces, alignments, planes, controlPoints } = job;
  const looks: Partial<Record<Kind, () => boolean>> = {
    point: () => havePositions(points.coordinates),
    line: () => havePositions(lines.coordinates),
    text: () => havePositions(texts.coordinates),
    surface: () => surfaces.every(({ vertices }) => vertices.every(Number.isFinite)),
    alignment: () => alignments.every((one) => isDrawable(one) && one.vertical.every(isPlaced)),
    plane: () => planes.every(isWholePlane),
    controlPoint: () => controlPoints.every(isOnGrid),
  };
  return held.every((kind) => looks[kind]?.() ?? true);
}

function havePositions(coordinates: NumberColumn<Float64Array>): boolean {
  const values = coordinates.view();
  for (let i = 0; i + 1 < values.length; i += 3)
    if (!Number.isFinite(values[i]!) || !Number.isFinite(values[i + 1]!)) return false;
  return true;
}

/** Whether the start and all lengths, azimuths and radii of an axis are finite. */
function isDrawable({ horizontal }: Alignment): boolean {
  const first = horizontal[0];
  if (first !== undefined && !(Number.isFinite(first.startEasting) && Number.isFinite(first.startNorthing)))
    return false;
  return horizontal.every(
    (element) =>
      Number.isFinite(element.azimuth) &&
      Number.isFinite(element.length) &&
      (element.kind !== 'arc' || (Number.isFinite(element.startRadius) && element.startRadius !== 0)) &&
      (element.kind !== 'clothoid' || isWholeClothoid(element)),
  );
}

/** Whether a clothoid, which is written as chords, has a place and radii; a radius may be infinite. */
function isWholeClothoid({ startEasting, startNorthing, startRadius, endRadius }: HorizontalElement): boolean {
  return (
    [startEasting, startNorthing].every(Number.isFinite) &&
    [startRadius, endRadius].every((radius) => !Number.isNaN(radius) && radius !== 0)
  );
}

const isPlaced = ({ station, elevation }: Alignment['vertical'][number]): boolean =>
  Number.isFinite(station) && Number.isFinite(elevation);

function isWholePlane({ easting, northing, elevation, azimuth, slope, crossSlope }: Plane): boolean {
  return [easting, northing, elevation, azimuth, slope, crossSlope].every(Number.isFinite);
}

/** Whether a control point has a grid position. */
const isOnGrid = ({ easting, northing }: ControlPoint): boolean =>
  Number.isFinite(easting) && Number.isFinite(northing);

const WITHOUT_POSITION = {
  point: 'point-without-position',
  line: 'line-without-position',
  text: 'text-without-position',
  alignment: 'alignment-without-position',
  plane: 'plane-without-position',
  controlPoint: 'control-without-position',
} as const;

/** Passes objects with a position on, counts the rest. */
class PositionedSink extends ForwardSink {
  readonly #held: ReadonlySet<Kind>;
  readonly #losses: Losses;

  constructor(next: JobSink, held: ReadonlySet<Kind>, losses: Losses) {
    super(next);
    this.#held = held;
    this.#losses = losses;
  }

  override point(feature: Feature, easting: number, northing: number, elevation: number): void {
    if (this.#has('point', Number.isFinite(easting) && Number.isFinite(northing)))
      super.point(feature, easting, northing, elevation);
  }

  override line(feature: Feature, path: Path): void {
    let whole = true;
    for (let i = 0; i < path.count; i++)
      whole &&= Number.isFinite(path.coordinates[3 * i]!) && Number.isFinite(path.coordinates[3 * i + 1]!);
    if (this.#has('line', whole)) super.line(feature, path);
  }

  override text(feature: Feature, label: Label): void {
    if (this.#has('text', Number.isFinite(label.easting) && Number.isFinite(label.northing)))
      super.text(feature, label);
  }

  override surface(surface: Surface): void {
    super.surface(this.#held.has('surface') ? wholeSurface(surface, this.#losses) : surface);
  }

  override alignment(alignment: Alignment): void {
    if (!this.#has('alignment', isDrawable(alignment))) return;
    const vertical = alignment.vertical.filter(isPlaced);
    const lost = this.#held.has('alignment') ? alignment.vertical.length - vertical.length : 0;
    this.#losses.add('vertical-point-left-out', lost);
    super.alignment(lost === 0 ? alignment : { ...alignment, vertical });
  }

  override plane(plane: Plane): void {
    if (this.#has('plane', isWholePlane(plane))) super.plane(plane);
  }

  override controlPoint(point: ControlPoint): void {
    if (this.#has('controlPoint', isOnGrid(point))) super.controlPoint(point);
  }

  /** Whether an object is passed on; counts it if not. */
  #has(kind: keyof typeof WITHOUT_POSITION, whole: boolean): boolean {
    if (whole || !this.#held.has(kind)) return true;
    this.#losses.add(WITHOUT_POSITION[kind], 1);
    return false;
  }
}

/**
 * A surface of the complete vertices and the triangles and edges between them; the surface itself if all are complete.
 */
export function wholeSurface(surface: Surface, losses: Losses): Surface {
  const { vertices, triangles, edges } = surface;
  if (vertices.every(Number.isFinite)) return surface;
  const place = new Int32Array(vertices.length / 3).fill(-1);
  const kept: number[] = [];
  for (let i = 0; i < place.length; i++) {
    const [easting, northing, elevation] = vertices.subarray(3 * i, 3 * i + 3);
    if (![easting, northing, elevation].every(Number.isFinite)) continue;
    place[i] = kept.length / 3;
    kept.push(easting!, northing!, elevation!);
  }
  const whole = between(triangles, 3, place);
  losses.add('triangle-left-out', (triangles.length - whole.length) / 3);
  return {
    ...surface,
    vertices: Float64Array.from(kept),
    triangles: whole,
    // They refer to triangles that were removed.
    neighbours: null,
    edges: between(edges, 2, place),
  };
}

/** Groups of vertices that all remain, with their new numbers. @param size vertices per group */
function between(groups: Int32Array, size: 2 | 3, place: Int32Array): Int32Array {
  const kept: number[] = [];
  for (let at = 0; at < groups.length; at += size) {
    const group = Array.from(groups.subarray(at, at + size), (vertex) => place[vertex] ?? -1);
    if (!group.includes(-1)) kept.push(...group);
  }
  return Int32Array.from(kept);
}
