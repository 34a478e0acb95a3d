import { type CoordinateChange, CoordinateMover, convertLength, type Drawing, type Unit } from '@fieldbridge/fieldjob';
import type { Issue, IssueLog, PlanPlace } from '../core/issues/issue.ts';
import { placeIf } from '../core/issues/issue-of.ts';
import { movedBy, similarityOf } from '../kit/cad/similarity.ts';

/** The same issue at another place; without one if that is not known. */
export function placedAt({ place: _, ...issue }: Issue, place: PlanPlace | undefined): Issue {
  return place === undefined ? issue : { ...issue, place };
}

/** Moves the places of issues like the data; an issue without a place in the other system loses it. */
export function movePlaces(issues: IssueLog, change: CoordinateChange): void {
  const mover = new CoordinateMover(change);
  replaceEach(issues, ({ easting, northing }) => {
    const [x, y] = mover.position(easting, northing, Number.NaN);
    return [x!, y!];
  });
}

/**
 * Moves the places of issues of a background drawing as its linework was put on the job.
 * @param drawing as it is in the job
 * @param unit of the file
 */
export function putPlaces(issues: IssueLog, { placement, scene }: Drawing, unit: Unit | undefined): void {
  const length = (value: number): number =>
    unit === undefined || scene.info.unit === undefined ? value : convertLength(value, unit, scene.info.unit);
  const move = similarityOf(placement);
  replaceEach(issues, ({ easting, northing }) => movedBy(move, length(easting), length(northing)));
}

function replaceEach(issues: IssueLog, moved: (place: PlanPlace) => [easting: number, northing: number]): void {
  const others = issues
    .placed()
    .map((issue) => [issue, placedAt(issue, placeIf(...moved(issue.place)).place)] as const);
  issues.replace(new Map(others));
}
