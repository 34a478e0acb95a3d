import { type ControlPoint, type Feature, ForwardSink, type JobSink, type Label, Path } from '@fieldbridge/fieldjob';
import type { Issue } from '../core/issues/issue.ts';
import { issueOf, placeIf } from '../core/issues/issue-of.ts';
import { meansNoElevation } from '../kit/no-elevation.ts';

/** Makes elevations unknown that are numbers for "no elevation", and reports each with the name of its feature. */
export class KnownElevations extends ForwardSink {
  readonly #report: (issue: Issue) => void;
  readonly #path = new Path();

  constructor(next: JobSink, report: (issue: Issue) => void) {
    super(next);
    this.#report = report;
  }

  override point(feature: Feature, easting: number, northing: number, elevation: number): void {
    this.next.point(feature, easting, northing, this.#known(elevation, feature.name, easting, northing));
  }

  override line(feature: Feature, path: Path): void {
    this.next.line(feature, this.#knownPath(path, feature.name));
  }

  override area(feature: Feature, path: Path): void {
    this.next.area(feature, this.#knownPath(path, feature.name));
  }

  override text(feature: Feature, label: Label): void {
    const elevation = this.#known(label.elevation, feature.name, label.easting, label.northing);
    this.next.text(feature, Object.is(elevation, label.elevation) ? label : { ...label, elevation });
  }

  override controlPoint(point: ControlPoint): void {
    const { name, easting, northing } = point;
    const elevation = this.#known(point.elevation, name, easting, northing);
    const ellipsoidHeight = this.#known(point.ellipsoidHeight, name, easting, northing);
    this.next.controlPoint({ ...point, elevation, ellipsoidHeight });
  }

  #known(elevation: number, name: string, easting: number, northing: number): number {
    if (!meansNoElevation(elevation)) return elevation;
    const handle = name === '' ? {} : { handle: name.slice(0, 80) };
    this.#report(issueOf('elevation-none', { value: elevation }, { ...handle, ...placeIf(easting, northing) }));
    return Number.NaN;
  }

  /** A path without such elevations: the same object if it has none, because a reader may draw it again. */
  #knownPath(path: Path, name: string): Path {
    const { coordinates, count } = path;
    let at = 2;
    while (at < 3 * count && !meansNoElevation(coordinates[at]!)) at += 3;
    if (at >= 3 * count) return path;
    const copy = this.#path.clear();
    copy.closed = path.closed;
    let ring = 1;
    for (let i = 0; i < count; i++) {
      if (i === path.rings[ring]) {
        copy.ring();
        ring++;
      }
      const [easting, northing] = [coordinates[3 * i]!, coordinates[3 * i + 1]!];
      const elevation = this.#known(coordinates[3 * i + 2]!, name, easting, northing);
      copy.vertex(easting, northing, elevation, path.bulges[i]!);
    }
    return copy;
  }
}
