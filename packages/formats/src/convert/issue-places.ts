import { Feature, ForwardSink, JobBuilder, type JobInfo } from '@fieldbridge/fieldjob';
import { type Issue, IssueLog, type PlanPlace } from '../core/issues/issue.ts';
import { placeIf } from '../core/issues/issue-of.ts';
import { type Target, targetStage } from './change-to-target.ts';

/** The same issue at another place; without one if that is not known. */
export function placedAt({ place: _, ...issue }: Issue, place: PlanPlace | undefined): Issue {
  return place === undefined ? issue : { ...issue, place };
}

/** Moves the places of issues like the data, whose unit and system it notes, to those of a job. */
export class IssuePlaces extends ForwardSink {
  #info: Partial<JobInfo> = {};

  override describe(info: Partial<JobInfo>): void {
    this.#info = { ...this.#info, ...info };
    super.describe(info);
  }

  async move(issues: IssueLog, target: Target): Promise<void> {
    const placed = issues.placed();
    if (placed.length === 0) return;
    const moved = new JobBuilder();
    // What a change of system reports was reported for the data.
    const { sink, finish } = targetStage(moved, target, new IssueLog());
    sink.describe(this.#info);
    const feature = new Feature();
    for (const { easting, northing } of placed.map(({ place }) => place))
      sink.point(feature, easting, northing, Number.NaN);
    await finish();
    const { points } = moved.job;
    const next = (i: number): PlanPlace | undefined => placeIf(points.easting(i), points.northing(i)).place;
    issues.replace(new Map(placed.map((issue, i) => [issue, placedAt(issue, next(i))])));
  }
}
