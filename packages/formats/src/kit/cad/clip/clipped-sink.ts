import {
  addPath,
  Extent,
  Feature,
  ForwardSink,
  type JobSink,
  type Label,
  type Path,
  type Surface,
} from '@fieldbridge/fieldjob';
import { movedHatch } from '@fieldbridge/fieldjob/mapped-attributes.ts';
import type { ClipBoundary, Side } from './boundary.ts';
import { clipArea, clipLine } from './clip-path.ts';

/**
 * Passes on what is inside a clip boundary. Lines and areas are cut at it; texts belong where their place is; surfaces,
 * and what cannot be cut, stay whole.
 */
export class ClippedSink extends ForwardSink {
  /** Features left out so far, those that were cut, and those that are on both sides and stayed whole. */
  outside = 0;
  cut = 0;
  whole = 0;
  readonly #boundary: ClipBoundary;
  readonly #box = new Extent();
  readonly #feature = new Feature();

  constructor(next: JobSink, boundary: ClipBoundary) {
    super(next);
    this.#boundary = boundary;
  }

  override point(feature: Feature, easting: number, northing: number, elevation: number): void {
    this.#box.clear();
    this.#box.add(easting, northing, elevation);
    if (this.#side() !== 'outside') super.point(feature, easting, northing, elevation);
  }

  override line(feature: Feature, path: Path): void {
    this.#box.clear();
    addPath(this.#box, path, false);
    const side = this.#side();
    if (side === 'outside') return;
    const parts = side === 'across' ? this.#cut(clipLine(path, this.#boundary), path) : [path];
    for (const part of parts) super.line(feature, part);
  }

  override area(feature: Feature, path: Path): void {
    this.#box.clear();
    addPath(this.#box, path, true);
    const side = this.#side();
    if (side === 'outside') return;
    if (side === 'inside') {
      super.area(feature, path);
      return;
    }
    const part = clipArea(path, this.#boundary);
    const parts = part === undefined ? undefined : part.count === 0 ? [] : [part];
    for (const shown of this.#cut(parts, path)) {
      const attributes = movedHatch(feature.attributes, path, shown);
      super.area(Object.assign(this.#feature, feature, { attributes }), shown);
    }
  }

  /** A text belongs where its place is. */
  override text(feature: Feature, label: Label): void {
    this.#box.clear();
    this.#box.add(label.easting, label.northing, label.elevation);
    if (this.#side() !== 'outside') super.text(feature, label);
  }

  override surface(surface: Surface): void {
    this.#box.clear();
    const { vertices: v } = surface;
    for (let i = 0; i + 2 < v.length; i += 3) this.#box.add(v[i]!, v[i + 1]!, v[i + 2]!);
    const side = this.#side();
    if (side === 'outside') return;
    if (side === 'across') this.whole++;
    super.surface(surface);
  }

  /** How the box lies to the boundary; what is outside is counted. */
  #side(): Side {
    const side = this.#boundary.sideOf(this.#box);
    if (side === 'outside') this.outside++;
    return side;
  }

  /** The parts of a feature, which are counted; the whole of it if it could not be cut. */
  #cut(parts: readonly Path[] | undefined, path: Path): readonly Path[] {
    if (parts === undefined) this.whole++;
    else if (parts.length === 0) this.outside++;
    else if (parts[0] !== path) this.cut++;
    return parts ?? [path];
  }
}
