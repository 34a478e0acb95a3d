import { Feature } from '@fieldbridge/fieldjob';
import { readCgPoints, readPosition } from './points.ts';
import type { Position, Scope } from './scope.ts';

/** Elements of a survey that hold others in which a point may be stated. */
const HOLDERS: ReadonlySet<string> = new Set([
  ...['InstrumentSetup', 'LaserSetup', 'GPSSetup', 'TargetSetup', 'ObservationGroup', 'Backsight', 'PointResults'],
  ...['RawObservation', 'ReducedObservation', 'ReducedArcObservation', 'GPSVector', 'GPSPosition', 'TestObservation'],
  ...['ControlChecks', 'SurveyMonument'],
]);
/** Points of instruments and targets; their text is a position, or they refer to a point by name. */
const POINTS: ReadonlySet<string> = new Set(['InstrumentPoint', 'TargetPoint', 'BacksightPoint', 'MapPoint']);
/** Observations, which are counted: their measurements are not read. */
const OBSERVATIONS: ReadonlySet<string> = new Set([
  ...['RawObservation', 'ReducedObservation', 'ReducedArcObservation', 'GPSVector', 'GPSPosition', 'PointResults'],
]);

/**
 * Reads the points under a `Survey`: its `CgPoints`, and instruments and targets that state a position of their own
 * instead of naming one of these points. Observations are counted.
 */
export async function readSurvey(scope: Scope): Promise<void> {
  await scope.document.children((child) => {
    if (child === 'CgPoints') return readCgPoints(scope);
    if (POINTS.has(child)) return readSurveyPoint(scope, child);
    if (OBSERVATIONS.has(child) || !HOLDERS.has(child)) scope.notRead(child);
    return HOLDERS.has(child) ? readSurvey(scope) : undefined;
  });
}

function readSurveyPoint(scope: Scope, element: string): void {
  const { attributes } = scope.document.scanner;
  const feature = new Feature();
  const reference = attributes.get('pntRef');
  feature.name = attributes.get('name') ?? reference ?? '';
  feature.code = attributes.get('code') ?? '';
  feature.description = attributes.get('desc') ?? '';
  const position = readPosition(scope);
  // Without a text it is one of the points that the file states elsewhere.
  if (position === undefined) return;
  scope.found(element);
  const known = scope.points.get(feature.name);
  if (known !== undefined && isSame(known, position)) return;
  if (feature.name !== '') scope.points.set(feature.name, position);
  scope.sink.point(feature, position.easting, position.northing, position.elevation);
}

/** Positions that differ by less than this, in the job's unit, are those of one point. */
const SAME = 1e-4;

function isSame(a: Position, b: Position): boolean {
  const above = a.elevation - b.elevation;
  return Math.hypot(a.easting - b.easting, a.northing - b.northing) < SAME && !(Math.abs(above) >= SAME);
}
