import { FULL_TURN } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { type RecordOf, readRecord } from './layout.ts';
import { CONTROL_POINT, PLANE, TP3_TABLE } from './layouts.ts';
import type { Reading } from './reading.ts';

const DEGREES = 180 / Math.PI;
/** Lowest bits of a control point's flags, set on exactly the points with residuals. */
export const USED_FLAGS = 3;
/** Set on control points that may have a position on the earth; otherwise the position is uninitialised. */
export const POSITION_FLAG = 0x40;
/** Radians (6 mm on the earth): uninitialised values are mostly 0 or far smaller. */
const LEAST_ANGLE = 1e-9;

/** Reads the control points: grid and geographic position, and the residuals of the localisation. */
export async function readControlPoints(reading: Reading): Promise<void> {
  const table = await reading.table(TP3_TABLE.control, CONTROL_POINT);
  const tally = reading.tally(TP3_TABLE.control);
  let lengths = 0;
  let unmarked = 0;
  for (let row = 0; row < table.count; row++) {
    const record = readRecord(CONTROL_POINT, table.view, row * table.recordSize);
    tally.found++;
    const { name, description, easting, northing } = record;
    if (!Number.isFinite(easting) || !Number.isFinite(northing)) {
      const parameters = { what: `the control point "${name}"` };
      reading.problems.report(issueOf('coordinate-not-finite', parameters, { offset: table.offsetOf(row) }));
      tally.skipped++;
      continue;
    }
    const earth = onEarth(record);
    const elevation = finite(record.elevation);
    const verticalResidual = finite(record.verticalResidual);
    const kept = { ...earth, elevation, verticalResidual };
    const stated = hasPosition(record) ? kept : { elevation, verticalResidual };
    const lost = Object.entries(stated).filter(
      ([field, value]) => !Number.isNaN(record[field as keyof typeof kept]) && Number.isNaN(value),
    );
    if (lost.length > 0) {
      const parameters = { fields: lost.map(([field]) => field).join(', '), name };
      reading.problems.report(issueOf('control-value-unusable', parameters, { offset: table.offsetOf(row) }));
    }
    // A point without a position on the earth has 0, 0 and "no value" as its height.
    const geographic = !Number.isNaN(earth.ellipsoidHeight) || earth.latitude !== 0 || earth.longitude !== 0;
    const used = (record.flags & USED_FLAGS) !== 0;
    reading.count(1);
    reading.sink.controlPoint({
      name,
      code: '',
      description,
      easting,
      northing,
      elevation,
      latitude: geographic ? earth.latitude * DEGREES : Number.NaN,
      longitude: geographic ? earth.longitude * DEGREES : Number.NaN,
      ellipsoidHeight: earth.ellipsoidHeight,
      useHorizontal: used,
      useVertical: used,
      // The file has the length of the horizontal residual, not its components.
      residualEasting: Number.NaN,
      residualNorthing: Number.NaN,
      residualElevation: verticalResidual,
      source: -1,
    });
    if (Number.isFinite(record.horizontalResidual)) lengths++;
    if (!hasPosition(record) && Math.abs(record.latitude) > LEAST_ANGLE && Math.abs(record.longitude) > LEAST_ANGLE)
      unmarked++;
    tally.read++;
  }
  table.release();
  if (lengths > 0) {
    reading.problems.report(issueOf('control-residual-length', { count: lengths }));
  }
  if (unmarked > 0) reading.problems.report(issueOf('control-position-unmarked', { count: unmarked }));
}

const hasPosition = ({ flags }: RecordOf<typeof CONTROL_POINT>): boolean => (flags & POSITION_FLAG) !== 0;

/**
 * The position on the earth in radians, with NaN for invalid parts, or if the flags state that there is no position.
 */
function onEarth(record: RecordOf<typeof CONTROL_POINT>) {
  if (!hasPosition(record)) return { latitude: Number.NaN, longitude: Number.NaN, ellipsoidHeight: Number.NaN };
  const { latitude, longitude, ellipsoidHeight } = record;
  const isPlace = Math.abs(latitude) <= Math.PI / 2 && Math.abs(longitude) <= FULL_TURN;
  return {
    latitude: isPlace ? latitude : Number.NaN,
    longitude: isPlace ? longitude : Number.NaN,
    ellipsoidHeight: finite(ellipsoidHeight),
  };
}

const finite = (value: number): number => (Number.isFinite(value) ? value : Number.NaN);

/** Reads the planes: a point, the direction of fall and its slope (an angle in the file). */
export async function readPlanes(reading: Reading): Promise<void> {
  const table = await reading.table(TP3_TABLE.plane, PLANE);
  const tally = reading.tally(TP3_TABLE.plane);
  for (let row = 0; row < table.count; row++) {
    const record = readRecord(PLANE, table.view, row * table.recordSize);
    tally.found++;
    const { name, easting, northing, elevation, azimuth, slope, crossSlope } = record;
    if (![easting, northing, elevation, azimuth, slope, crossSlope].every(Number.isFinite)) {
      const parameters = { what: `the plane "${name}"` };
      reading.problems.report(issueOf('coordinate-not-finite', parameters, { offset: table.offsetOf(row) }));
      tally.skipped++;
      continue;
    }
    reading.count(1);
    reading.sink.plane({
      name,
      easting,
      northing,
      elevation,
      azimuth,
      slope: Math.tan(slope),
      crossSlope: Math.tan(crossSlope),
      source: -1,
    });
    tally.read++;
  }
  table.release();
  if (tally.read > 0) {
    reading.problems.report(issueOf('plane-slope-assumed', { count: tally.read }));
  }
}
