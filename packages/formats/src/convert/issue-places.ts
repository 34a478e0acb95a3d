import { type CoordinateChange, CoordinateMover } from '@fieldbridge/fieldjob';
import type { Issue, IssueLog, PlanPlace } from '../core/issues/issue.ts';
import { placeIf } from '../core/issues/issue-of.ts';

/** The same issue at another place; without one if that is not known. */
export function placedAt({ place: _, ...issue }: Issue, place: PlanPlace | undefined): Issue {
  return place === undefined ? issue : { ...issue, place };
}

/** Moves the places of issues as the data was moved; what has no place in the other system loses it. */
export function movePlaces(issues: IssueLog, change: CoordinateChange): void {
  const mover = new CoordinateMover(change);
  const moved = issues.placed().map((issue) => {
    const { easting, northing } = issue.place;
    const [x, y] = mover.position(easting, northing, Number.NaN);
    return [issue, placedAt(issue, placeIf(x!, y!).place)] as const;
  });
  issues.replace(new Map(moved));
}
