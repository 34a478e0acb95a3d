import {
  type Alignment,
  type ControlPoint,
  type Drawing,
  type Feature,
  ForwardSink,
  type JobSink,
  type JobSource,
  type Label,
  type Observation,
  type Path,
  type Plane,
  type Surface,
} from '@fieldbridge/fieldjob';

/** Marks everything without a source as coming from one import. */
export class SourceStamp extends ForwardSink {
  readonly #source: number;

  constructor(next: JobSink, source: JobSource) {
    super(next);
    this.#source = next.source(source);
  }

  override point(feature: Feature, easting: number, northing: number, elevation: number): void {
    this.#stamped(feature, () => super.point(feature, easting, northing, elevation));
  }

  override line(feature: Feature, path: Path): void {
    this.#stamped(feature, () => super.line(feature, path));
  }

  override area(feature: Feature, path: Path): void {
    this.#stamped(feature, () => super.area(feature, path));
  }

  override text(feature: Feature, label: Label): void {
    this.#stamped(feature, () => super.text(feature, label));
  }

  override surface(surface: Surface): void {
    super.surface(this.#marked(surface));
  }

  override alignment(alignment: Alignment): void {
    super.alignment(this.#marked(alignment));
  }

  override plane(plane: Plane): void {
    super.plane(this.#marked(plane));
  }

  override controlPoint(point: ControlPoint): void {
    super.controlPoint(this.#marked(point));
  }

  override drawing(drawing: Drawing): void {
    super.drawing(this.#marked(drawing));
  }

  override observation(observation: Observation): void {
    super.observation(this.#marked(observation));
  }

  #marked<T extends { readonly source: number }>(thing: T): T {
    return thing.source >= 0 ? thing : { ...thing, source: this.#source };
  }

  #stamped(feature: Feature, hand: () => void): void {
    const own = feature.source;
    if (own < 0) feature.source = this.#source;
    hand();
    feature.source = own;
  }
}
