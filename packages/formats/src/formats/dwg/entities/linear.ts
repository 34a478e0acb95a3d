import { R2000 } from '../file/releases.ts';
import type { EntityReading } from '../object/entity-reading.ts';
import { type BitField, withFields } from '../object/fields.ts';

export const POINT: readonly BitField[] = [
  ['3BD', 10],
  ['BT', 0],
  ['BE', 0],
  ['A', 0],
];
export const readPoint = withFields(...POINT);

/** RAY and XLINE: a position and a direction. */
export const readRay = withFields(['3BD', 10], ['3BD', 11]);

const readOldLine = withFields(['3BD', 10], ['3BD', 11], ['BT', 0], ['BE', 0]);

/** LINE: since 2000 the end as its difference from the start, and no elevations if both are 0. */
export function readLine(from: EntityReading): void {
  const { object, out } = from;
  const { data } = object;
  if (object.release < R2000) {
    readOldLine(from);
    return;
  }
  const isFlat = data.flag();
  const x = data.double();
  const x2 = data.doubleOr(x);
  const y = data.double();
  const y2 = data.doubleOr(y);
  const z = isFlat ? 0 : data.double();
  const z2 = isFlat ? 0 : data.doubleOr(z);
  out.number(10, x);
  out.number(20, y);
  if (out.hasElevations || z !== 0) out.number(30, z);
  out.number(11, x2);
  out.number(21, y2);
  if (out.hasElevations || z2 !== 0) out.number(31, z2);
}
