import { addPath, Extent, type Feature, ForwardSink, type JobSink, type Label, type Path } from '@fieldbridge/fieldjob';
import type { ClipBoundary } from '../../kit/cad/clip-boundary.ts';

/** Passes on what is not completely outside a clip boundary. Features across it stay whole; surfaces are passed on. */
export class ClippedSink extends ForwardSink {
  /** Features left out so far, and those that are on both sides. */
  outside = 0;
  across = 0;
  readonly #boundary: ClipBoundary;
  readonly #box = new Extent();

  constructor(next: JobSink, boundary: ClipBoundary) {
    super(next);
    this.#boundary = boundary;
  }

  override point(feature: Feature, easting: number, northing: number, elevation: number): void {
    this.#box.clear();
    this.#box.add(easting, northing, elevation);
    if (this.#isShown()) super.point(feature, easting, northing, elevation);
  }

  override line(feature: Feature, path: Path): void {
    this.#box.clear();
    addPath(this.#box, path, false);
    if (this.#isShown()) super.line(feature, path);
  }

  override area(feature: Feature, path: Path): void {
    this.#box.clear();
    addPath(this.#box, path, true);
    if (this.#isShown()) super.area(feature, path);
  }

  /** A text belongs where its place is. */
  override text(feature: Feature, label: Label): void {
    this.#box.clear();
    this.#box.add(label.easting, label.northing, label.elevation);
    if (this.#isShown()) super.text(feature, label);
  }

  #isShown(): boolean {
    const side = this.#boundary.sideOf(this.#box);
    if (side === 'outside') this.outside++;
    if (side === 'across') this.across++;
    return side !== 'outside';
  }
}
