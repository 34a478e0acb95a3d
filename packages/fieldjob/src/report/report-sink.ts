import type { Alignment } from '../alignment.ts';
import { Extent } from '../extent.ts';
import type { Feature } from '../feature.ts';
import { Path } from '../geometry/path.ts';
import { FieldJob, type JobInfo } from '../job.ts';
import { type Layer, LayerTable } from '../layer.ts';
import type { Code, ControlPoint, Drawing, JobSource, Observation, Plane } from '../records.ts';
import type { JobSink } from '../sink.ts';
import type { Surface } from '../surface.ts';
import type { Label } from '../tables/text-table.ts';
import { type Counts, noCounts } from './counts.ts';
import { EntryTable } from './entry-table.ts';
import { addAlignment, addPath } from './path-extent.ts';
import { pointRange, type SelectionGroup, type SelectionKind } from './selection.ts';

/** The sink that only counts; the counts are the content report. */
export class ReportSink implements JobSink {
  readonly info: JobInfo = new FieldJob().info;
  readonly extent = new Extent();
  readonly counts: Counts = noCounts();
  readonly #layers = new LayerTable();
  readonly #entries = new EntryTable();
  readonly #box = new Extent();
  readonly #axis = new Path();
  #sources = 0;

  /** The groups that have entries, everything selected. */
  selection(): SelectionGroup[] {
    return this.#entries.groups();
  }

  describe(info: Partial<JobInfo>): void {
    Object.assign(this.info, info);
  }

  source(_source: JobSource): number {
    return this.#sources++;
  }

  layer(layer: Layer): number {
    const index = this.#layers.add(layer);
    this.counts.layers = this.#layers.length;
    return index;
  }

  point(feature: Feature, easting: number, northing: number, elevation: number): void {
    this.counts.points++;
    this.#fresh().add(easting, northing, elevation);
    this.#feature('point', feature);
    this.#entries.count('pointRanges', pointRange(feature.name), 'point', this.#box);
  }

  line(feature: Feature, path: Path): void {
    this.counts.lines++;
    addPath(this.#fresh(), path, false);
    this.#feature('line', feature);
  }

  area(feature: Feature, path: Path): void {
    this.counts.areas++;
    addPath(this.#fresh(), path, true);
    this.#feature('area', feature);
  }

  text(feature: Feature, label: Label): void {
    this.counts.texts++;
    this.#fresh().add(label.easting, label.northing, label.elevation);
    this.#feature('text', feature);
  }

  surface(surface: Surface): void {
    this.counts.surfaces++;
    this.counts.triangles += surface.triangles.length / 3;
    this.#fresh().addTriples(surface.vertices, surface.vertices.length / 3);
    this.#thing('surface', surface.layer, surface.code);
    this.#entries.count('surfaces', surface.name, 'surface', this.#box);
  }

  alignment(alignment: Alignment): void {
    this.counts.alignments++;
    addAlignment(this.#fresh(), alignment, this.#axis);
    this.#thing('alignment', alignment.layer, alignment.code);
    this.#entries.count('alignments', alignment.name, 'alignment', this.#box);
  }

  plane(plane: Plane): void {
    this.counts.planes++;
    this.#fresh().add(plane.easting, plane.northing, plane.elevation);
    this.#thing('plane', -1, '');
  }

  controlPoint(point: ControlPoint): void {
    this.counts.controlPoints++;
    this.#fresh().add(point.easting, point.northing, point.elevation);
    this.#thing('controlPoint', -1, point.code);
  }

  code(code: Code): void {
    this.counts.codes++;
    this.#fresh();
    this.#thing('code', -1, code.name);
  }

  drawing(_drawing: Drawing): void {
    this.counts.drawings++;
    this.#fresh();
    this.#thing('drawing', -1, '');
  }

  observation(_observation: Observation): void {
    this.counts.observations++;
    this.#fresh();
    this.#thing('observation', -1, '');
  }

  #fresh(): Extent {
    this.#box.clear();
    return this.#box;
  }

  #feature(kind: SelectionKind, feature: Feature): void {
    this.#thing(kind, feature.layer, feature.code);
    if (feature.page > 0) this.#entries.count('pages', String(feature.page), kind, this.#box);
    if (feature.block !== '') this.#entries.count('blocks', feature.block, kind, this.#box);
  }

  #thing(kind: SelectionKind, layer: number, code: string): void {
    this.extent.addExtent(this.#box);
    this.#entries.count('kinds', kind, kind, this.#box);
    if (layer >= 0) this.#entries.count('layers', this.#layers.name(layer), kind, this.#box);
    if (code !== '') this.#entries.count('codes', code, kind, this.#box);
  }
}
