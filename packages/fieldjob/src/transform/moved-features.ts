import type { Feature } from '../feature.ts';
import type { Path } from '../geometry/path.ts';
import type { PlanMap } from '../hatch-lines.ts';
import { mappedAttributes } from '../mapped-attributes.ts';
import type { JobSink } from '../sink.ts';
import type { Label } from '../tables/text-table.ts';
import type { CoordinateMover } from './coordinate-mover.ts';

/** The part of a sink that receives features. */
export type FeatureSink = Pick<JobSink, 'point' | 'line' | 'area' | 'text'>;

/** Moves features on the way to another sink. */
export class MovedFeatures implements FeatureSink {
  readonly #next: FeatureSink;
  readonly #mover: CoordinateMover;
  /** The map for lengths and directions among attributes; undefined if they stay. */
  readonly #map: PlanMap | undefined;

  constructor(next: FeatureSink, mover: CoordinateMover) {
    this.#next = next;
    this.#mover = mover;
    const factor = mover.length(1);
    if (mover.swapped) this.#map = [0, factor, factor, 0];
    else if (factor !== 1) this.#map = [factor, 0, 0, factor];
  }

  point(feature: Feature, easting: number, northing: number, elevation: number): void {
    const [e, n, z] = this.#mover.position(easting, northing, elevation);
    this.#withQuality(feature, () => this.#next.point(feature, e!, n!, z!));
  }

  line(feature: Feature, path: Path): void {
    this.#withLengths(feature, () => this.#next.line(feature, this.#mover.path(path)));
  }

  area(feature: Feature, path: Path): void {
    this.#withLengths(feature, () => this.#next.area(feature, this.#mover.path(path)));
  }

  text(feature: Feature, label: Label): void {
    const mover = this.#mover;
    const [easting, northing, elevation] = mover.position(label.easting, label.northing, label.elevation);
    const rotation = mover.swapped ? Math.PI / 2 - label.rotation : label.rotation;
    const height = mover.length(label.height);
    const place = { easting: easting!, northing: northing!, elevation: elevation! };
    this.#withLengths(feature, () => this.#next.text(feature, { ...label, ...place, rotation, height }));
  }

  #withQuality(feature: Feature, hand: () => void): void {
    const own = feature.quality;
    feature.quality = this.#mover.length(own);
    hand();
    feature.quality = own;
  }

  /** Passes on a feature, including the width, length or hatch from a drawing. */
  #withLengths(feature: Feature, hand: () => void): void {
    const { attributes } = feature;
    if (attributes.length > 0 && this.#map !== undefined) feature.attributes = mappedAttributes(attributes, this.#map);
    this.#withQuality(feature, hand);
    feature.attributes = attributes;
  }
}
