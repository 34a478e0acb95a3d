import {
  type Alignment,
  type ControlPoint,
  type Drawing,
  Feature,
  ForwardSink,
  type JobSink,
  type Label,
  type Layer,
  mappedAttributes,
  Path,
  type Surface,
} from '@fieldbridge/fieldjob';
import { movedBy, type Similarity, similarityOf } from './similarity.ts';

/** Passes the linework of a background drawing on, in its place and on layers of its own. */
export class PlacedScene extends ForwardSink {
  readonly #name: string;
  readonly #move: Similarity;
  readonly #path = new Path();
  readonly #feature = new Feature();

  constructor(next: JobSink, { name, placement }: Drawing) {
    super(next);
    this.#name = name;
    this.#move = similarityOf(placement);
  }

  /** Unit and system are those of the job. */
  override describe(): void {}

  override layer(layer: Layer): number {
    return this.next.layer({ ...layer, name: `${this.#name} - ${layer.name}` });
  }

  override point(feature: Feature, easting: number, northing: number, elevation: number): void {
    this.next.point(feature, ...this.#place(easting, northing), elevation);
  }

  override line(feature: Feature, path: Path): void {
    this.next.line(this.#dressed(feature), this.#moved(path));
  }

  override area(feature: Feature, path: Path): void {
    this.next.area(this.#dressed(feature), this.#moved(path));
  }

  override text(feature: Feature, label: Label): void {
    const [easting, northing] = this.#place(label.easting, label.northing);
    const { re, im } = this.#move;
    const [height, rotation] = [label.height * Math.hypot(re, im), label.rotation + Math.atan2(im, re)];
    this.next.text(this.#dressed(feature), { ...label, easting, northing, height, rotation });
  }

  override surface(surface: Surface): void {
    const vertices = surface.vertices.slice();
    for (let i = 0; i + 2 < vertices.length; i += 3) vertices.set(this.#place(vertices[i]!, vertices[i + 1]!), i);
    this.next.surface({ ...surface, vertices });
  }

  /** Drawings have no axes, control points, codes, planes or observations of the job. */
  override alignment(_: Alignment): void {}
  override controlPoint(_: ControlPoint): void {}
  override code(): void {}
  override plane(): void {}
  override observation(): void {}

  /** The feature with the lengths that it states as attributes, which follow the placement. */
  #dressed(feature: Feature): Feature {
    const { re, im } = this.#move;
    const attributes = mappedAttributes(feature.attributes, [re, -im, im, re]);
    return attributes === feature.attributes ? feature : Object.assign(this.#feature, feature, { attributes });
  }

  #place(easting: number, northing: number): [number, number] {
    return movedBy(this.#move, easting, northing);
  }

  #moved(path: Path): Path {
    const target = this.#path.clear();
    target.closed = path.closed;
    for (let ring = 0; ring < path.rings.length; ring++) {
      target.ring();
      for (let i = path.rings[ring]!; i < path.ringEnd(ring); i++) {
        const place = this.#place(path.coordinates[3 * i]!, path.coordinates[3 * i + 1]!);
        target.vertex(...place, path.coordinates[3 * i + 2]!, path.bulges[i]!);
      }
    }
    return target;
  }
}
