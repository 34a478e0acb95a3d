import { type ControlPoint, type Feature, ForwardSink, type JobSink } from '@fieldbridge/fieldjob';
import type { Issue } from '../core/issues/issue.ts';
import { issueOf, placeIf } from '../core/issues/issue-of.ts';

/** Most names compared with each other; further ones are not compared. */
const MOST_NAMES = 1_000_000;

/** Reports names that a file gives to several points, or to several control points. */
export class RepeatedNames extends ForwardSink {
  readonly #report: (issue: Issue) => void;
  readonly #points = new Set<string>();
  readonly #control = new Set<string>();

  constructor(next: JobSink, report: (issue: Issue) => void) {
    super(next);
    this.#report = report;
  }

  override point(feature: Feature, easting: number, northing: number, elevation: number): void {
    this.#look(feature.name, this.#points, easting, northing);
    this.next.point(feature, easting, northing, elevation);
  }

  override controlPoint(point: ControlPoint): void {
    this.#look(point.name, this.#control, point.easting, point.northing);
    this.next.controlPoint(point);
  }

  #look(name: string, names: Set<string>, easting: number, northing: number): void {
    if (name === '') return;
    if (names.has(name)) this.#report(issueOf('point-name-repeated', { name }, placeIf(easting, northing)));
    else if (names.size < MOST_NAMES) names.add(name);
  }
}
