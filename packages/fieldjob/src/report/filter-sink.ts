import type { Alignment } from '../alignment.ts';
import { Extent } from '../extent.ts';
import type { Feature } from '../feature.ts';
import { Path } from '../geometry/path.ts';
import type { JobInfo } from '../job.ts';
import { type Layer, LayerTable } from '../layer.ts';
import type { Code, ControlPoint, Drawing, JobSource, Observation, Plane } from '../records.ts';
import type { JobSink } from '../sink.ts';
import type { Surface } from '../surface.ts';
import type { Label } from '../tables/text-table.ts';
import { addAlignment, addPath } from './path-extent.ts';
import { type GroupName, OTHERS, pointRange, type Selection, type SelectionKind } from './selection.ts';

/** Marks a layer that is passed on only when something on it is imported. */
const WAITING = -2;

/**
 * Passes on the selected things. A thing passes if no group that lists it has deselected it and, if there are bounds,
 * its extent touches them (nothing is cut; a thing without a position passes). A layer passes with the first thing on
 * it, or if the selection lists nothing on it.
 */
export class FilterSink implements JobSink {
  readonly #next: JobSink;
  readonly #selection: Selection;
  /** Per group and kind: name → selected. */
  readonly #listed = new Map<string, Map<string, boolean>>();
  /** Layers by lower-case name on which nothing may be imported. */
  readonly #doubtful = new Set<string>();
  readonly #layers = new LayerTable();
  readonly #nextLayers: number[] = [];
  readonly #box = new Extent();
  readonly #axis = new Path();

  /** @param next receives the chosen things @param selection a filled-in filter */
  constructor(next: JobSink, selection: Selection) {
    this.#next = next;
    this.#selection = selection;
    const narrows = selection.bounds !== undefined || selection.groups.some((g) => g.entries.some((e) => !e.selected));
    for (const { group, entries } of selection.groups) {
      for (const entry of entries) {
        const key = `${group} ${entry.kind}`;
        if (!this.#listed.has(key)) this.#listed.set(key, new Map());
        this.#listed.get(key)!.set(entry.name, entry.selected);
        if (narrows && group === 'layers') this.#doubtful.add(entry.name.toLowerCase());
      }
    }
  }

  describe(info: Partial<JobInfo>): void {
    this.#next.describe(info);
  }

  source(source: JobSource): number {
    return this.#next.source(source);
  }

  layer(layer: Layer): number {
    const index = this.#layers.add(layer);
    if (index === this.#nextLayers.length) {
      const waits = this.#doubtful.has(layer.name.toLowerCase());
      this.#nextLayers.push(waits ? WAITING : this.#next.layer(layer));
    }
    return index;
  }

  point(feature: Feature, easting: number, northing: number, elevation: number): void {
    this.#fresh().add(easting, northing, elevation);
    if (!this.#allows('pointRanges', pointRange(feature.name), 'point')) return;
    this.#pass('point', feature, () => this.#next.point(feature, easting, northing, elevation));
  }

  line(feature: Feature, path: Path): void {
    addPath(this.#fresh(), path, false);
    this.#pass('line', feature, () => this.#next.line(feature, path));
  }

  area(feature: Feature, path: Path): void {
    addPath(this.#fresh(), path, true);
    this.#pass('area', feature, () => this.#next.area(feature, path));
  }

  text(feature: Feature, label: Label): void {
    this.#fresh().add(label.easting, label.northing, label.elevation);
    this.#pass('text', feature, () => this.#next.text(feature, label));
  }

  surface(surface: Surface): void {
    this.#fresh().addTriples(surface.vertices, surface.vertices.length / 3);
    if (!this.#allows('surfaces', surface.name, 'surface')) return;
    if (!this.#chosen('surface', surface.layer, surface.code)) return;
    this.#next.surface({ ...surface, layer: this.#layer(surface.layer) });
  }

  alignment(alignment: Alignment): void {
    addAlignment(this.#fresh(), alignment, this.#axis);
    if (!this.#allows('alignments', alignment.name, 'alignment')) return;
    if (!this.#chosen('alignment', alignment.layer, alignment.code)) return;
    this.#next.alignment({ ...alignment, layer: this.#layer(alignment.layer) });
  }

  plane(plane: Plane): void {
    this.#fresh().add(plane.easting, plane.northing, plane.elevation);
    if (this.#chosen('plane', -1, '')) this.#next.plane(plane);
  }

  controlPoint(point: ControlPoint): void {
    this.#fresh().add(point.easting, point.northing, point.elevation);
    if (this.#chosen('controlPoint', -1, point.code)) this.#next.controlPoint(point);
  }

  code(code: Code): void {
    this.#fresh();
    if (this.#chosen('code', -1, code.name)) this.#next.code(code);
  }

  drawing(drawing: Drawing): void {
    this.#fresh();
    if (this.#chosen('drawing', -1, '')) this.#next.drawing(drawing);
  }

  observation(observation: Observation): void {
    this.#fresh();
    if (this.#chosen('observation', -1, '')) this.#next.observation(observation);
  }

  #fresh(): Extent {
    this.#box.clear();
    return this.#box;
  }

  #allows(group: GroupName, name: string, kind: SelectionKind): boolean {
    const names = this.#listed.get(`${group} ${kind}`);
    if (names === undefined) return true;
    return names.get(name) ?? names.get(OTHERS) ?? true;
  }

  #chosen(kind: SelectionKind, layer: number, code: string): boolean {
    if (!this.#allows('kinds', kind, kind)) return false;
    if (layer >= 0 && !this.#allows('layers', this.#layers.name(layer), kind)) return false;
    if (code !== '' && !this.#allows('codes', code, kind)) return false;
    const { bounds } = this.#selection;
    return bounds === undefined || this.#box.isEmpty || this.#box.touches(bounds);
  }

  #pass(kind: SelectionKind, feature: Feature, hand: () => void): void {
    if (feature.page > 0 && !this.#allows('pages', String(feature.page), kind)) return;
    if (feature.block !== '' && !this.#allows('blocks', feature.block, kind)) return;
    if (!this.#chosen(kind, feature.layer, feature.code)) return;
    const own = feature.layer;
    feature.layer = this.#layer(own);
    hand();
    feature.layer = own;
  }

  #layer(index: number): number {
    if (index < 0) return -1;
    if (this.#nextLayers[index] === WAITING) this.#nextLayers[index] = this.#next.layer(this.#layers.get(index)!);
    return this.#nextLayers[index] ?? -1;
  }
}
