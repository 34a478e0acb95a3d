import { R2000, R2004, R2010 } from '../file/releases.ts';
import type { EntityReading } from '../object/entity-reading.ts';
import { readParts } from './parts.ts';

/** How scales are stated since 2000. */
const [ALL, X_IS_1, EQUAL] = [0, 1, 2];

/** INSERT; its attributes follow as separate records. */
export function readInsert(from: EntityReading): void {
  readBlock(from, readReference(from));
}

/** MINSERT: an INSERT in columns and rows. */
export function readArray(from: EntityReading): void {
  const { object, out } = from;
  const { data } = object;
  const attributes = readReference(from);
  const [columns, rows] = [data.bitShort() & 0xffff, data.bitShort() & 0xffff];
  if (columns > 1) out.number(70, columns);
  if (rows > 1) out.number(71, rows);
  const [across, up] = [data.bitDouble(), data.bitDouble()];
  if (columns > 1 || rows > 1) {
    out.number(44, across);
    out.number(45, up);
  }
  readBlock(from, attributes);
}

/** The fields of a reference; returns the number of its attributes, which is not known before 2004; -1 for none. */
function readReference({ object, out }: EntityReading): number {
  const { data, release } = object;
  out.point(10, data.triple());
  if (release < R2000) data.triple();
  else {
    const kind = data.pair();
    data.x = kind === ALL || kind === EQUAL ? data.double() : 1;
    data.y = kind === ALL || kind === X_IS_1 ? data.doubleOr(data.x) : data.x;
    data.z = kind === ALL || kind === X_IS_1 ? data.doubleOr(data.x) : data.x;
  }
  const { x, y, z } = data;
  if (x !== 1) out.number(41, x);
  if (y !== 1) out.number(42, y);
  if (z !== 1) out.number(43, z);
  const turn = data.bitDouble();
  if (turn !== 0) out.angle(50, turn);
  out.normal(data.triple());
  if (!data.flag()) return -1;
  return release >= R2004 ? data.bitLong() : 0;
}

function readBlock(from: EntityReading, attributes: number): void {
  const { object, out, names } = from;
  out.name(2, names.blocks.get(object.reference()));
  if (attributes >= 0) readParts(from, attributes);
}

/** ACAD_TABLE: drawn by its block. From 2010 on its direction comes after cells that are not read. */
export function readTable(from: EntityReading): void {
  readInsert(from);
  from.parts.count = from.parts.first = 0;
  if (from.object.release >= R2010) return;
  from.object.data.bitShort();
  const { x, y, z } = from.object.data.triple();
  if (x !== 0 || y !== 0) from.out.point(11, { x, y, z });
}
