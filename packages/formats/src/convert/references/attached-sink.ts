import {
  type Alignment,
  type ControlPoint,
  type Feature,
  ForwardSink,
  type JobSink,
  type Label,
  type Layer,
  mappedAttributes,
  type Path,
  type Surface,
} from '@fieldbridge/fieldjob';
import type { Attachment } from '../../core/attachment.ts';
import type { Limits } from '../../core/limits.ts';
import { Affine } from '../../kit/cad/affine.ts';
import { Pen } from '../../kit/cad/pen.ts';

/** Largest distance of a chord from an arc that its attachment stretches to an ellipse. */
const TOLERANCE = 0.001;

/** Passes on the linework of an attached file, in its place and on separate layers. */
export class AttachedSink extends ForwardSink {
  readonly #pen: Pen;
  readonly #name: string;
  readonly #hides: (layer: string) => boolean;

  /** @param factor from the unit of the attached file to that of the drawing */
  constructor(next: JobSink, name: string, attachment: Attachment, factor: number, limits: Limits) {
    const { frame, hides = () => false } = attachment;
    super(next);
    this.#name = name;
    this.#hides = hides;
    this.#pen = new Pen(next, limits, TOLERANCE);
    this.#pen.frame.compose(new Affine().set(frame), new Affine().setScale(factor, factor, factor, 0, 0, 0));
  }

  /** Features passed on so far. */
  get features(): number {
    return this.#pen.features;
  }

  /** Unit and system are those of the drawing. */
  override describe(): void {}

  override source(): number {
    return -1;
  }

  override layer(layer: Layer): number {
    const visible = layer.visible && !this.#hides(layer.name);
    return this.next.layer({ ...layer, name: `${this.#name}|${layer.name}`, visible });
  }

  override point(feature: Feature, easting: number, northing: number, elevation: number): void {
    this.#dress(feature);
    this.#pen.point(easting, northing, elevation);
  }

  override line(feature: Feature, path: Path): void {
    this.#take(feature, path);
    this.#pen.line();
  }

  override area(feature: Feature, path: Path): void {
    this.#take(feature, path);
    this.#pen.area();
  }

  override text(feature: Feature, label: Label): void {
    this.#dress(feature);
    this.#pen.text(label.text, label);
  }

  override surface(surface: Surface): void {
    const vertices = surface.vertices.slice();
    const { frame } = this.#pen;
    for (let i = 0; i + 2 < vertices.length; i += 3) {
      const [e, n, z] = [vertices[i]!, vertices[i + 1]!, vertices[i + 2]!];
      vertices.set([frame.easting(e, n, z), frame.northing(e, n, z), frame.elevation(e, n, z)], i);
    }
    this.next.surface({ ...surface, vertices });
  }

  /** Attachments show only the drawing of a file, not its other content. */
  override alignment(_: Alignment): void {}
  override controlPoint(_: ControlPoint): void {}
  override code(): void {}
  override plane(): void {}
  override observation(): void {}
  override drawing(): void {}

  #dress(feature: Feature): void {
    const { m } = this.#pen.frame;
    const attributes = mappedAttributes(feature.attributes, [m[0]!, m[1]!, m[4]!, m[5]!]);
    Object.assign(this.#pen.feature, feature, { attributes });
  }

  #take(feature: Feature, path: Path): void {
    this.#dress(feature);
    const own = this.#pen.path.clear();
    own.closed = path.closed;
    const { coordinates: c } = path;
    for (let ring = 0; ring < path.rings.length; ring++) {
      own.ring();
      for (let i = path.rings[ring]!; i < path.ringEnd(ring); i++)
        own.vertex(c[3 * i]!, c[3 * i + 1]!, c[3 * i + 2]!, path.bulges[i]!);
    }
  }
}
