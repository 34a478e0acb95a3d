import { BEYOND_END } from '../bits/bit-reader.ts';
import { R2000, R2004, R2010 } from '../file/releases.ts';
import type { EntityReading } from '../object/entity-reading.ts';
import { type BitField, readFields } from '../object/fields.ts';
import { readParts } from './parts.ts';

/** Flags of an LWPOLYLINE: which fields it has, and whether it is closed. */
const FLAG = {
  normal: 1,
  thickness: 2,
  width: 4,
  elevation: 8,
  bulges: 0x10,
  widths: 0x20,
  closed: 0x200,
  numbers: 0x400,
} as const;

/**
 * LWPOLYLINE: places, then bulges, then widths. An elevation or a width of 0 is not stated, as in a DXF; whether an
 * elevation of 0 is known, a drawing of ours says in its extended data.
 */
export function readLwPolyline({ object, out, isElevationKnown }: EntityReading): void {
  const { data, release } = object;
  const flags = data.bitShort();
  out.number(70, (flags & FLAG.closed) !== 0 ? 1 : 0);
  const width = (flags & FLAG.width) !== 0 ? data.bitDouble() : 0;
  const elevation = (flags & FLAG.elevation) !== 0 ? data.bitDouble() : 0;
  if (elevation !== 0 || isElevationKnown === true) out.number(38, elevation);
  if ((flags & FLAG.thickness) !== 0) data.bitDouble();
  if ((flags & FLAG.normal) !== 0) out.normal(data.triple());
  const places = data.count(4);
  const bulges = (flags & FLAG.bulges) !== 0 ? data.count(2) : 0;
  const numbers = (flags & FLAG.numbers) !== 0 ? data.count(2) : 0;
  const widths = (flags & FLAG.widths) !== 0 ? data.count(4) : 0;
  if (bulges > places) throw BEYOND_END;
  const widthPlace = out.mark();
  out.number(43, width);
  let x = 0;
  let y = 0;
  for (let i = 0; i < places; i++) {
    const isWhole = i === 0 || release < R2000;
    x = isWhole ? data.double() : data.doubleOr(x);
    y = isWhole ? data.double() : data.doubleOr(y);
    out.number(10, x);
    out.number(20, y);
    // Stated after the places.
    if (bulges > 0) out.number(42, 0);
  }
  for (let i = 0; i < bulges; i++) out.values[widthPlace + 3 * (i + 1)] = data.bitDouble();
  for (let i = 0; i < numbers; i++) data.bitLong();
  if (width === 0 && widths > 0) out.values[widthPlace] = data.bitDouble();
}

const POLYLINE_2D: readonly BitField[] = [
  ['BS', 70],
  ['BS', 0],
  ['BD', 40],
  ['BD', 0],
  ['BT', 0],
  ['BD', 30],
  ['BE', 210],
];
const POLYGON_MESH: readonly BitField[] = [
  ['BS', 0],
  ['BS', 71],
  ['BS', 72],
  ['BS', 73],
  ['BS', 74],
];
const MESH_VERTEX: readonly BitField[] = [
  ['RC', 70],
  ['3BD', 10],
];
const FACE_RECORD: readonly BitField[] = [
  ['BS', 71],
  ['BS', 72],
  ['BS', 73],
  ['BS', 74],
];
/** Flags of a polyline in DXF. */
const [CLOSED, SPLINE, IN_SPACE, GRID, FACES] = [1, 4, 8, 16, 64];
/** Flag of a face in a polyface mesh, if no other flag is set. */
const FACE = 128;

export function readPolyline2D(from: EntityReading): void {
  readFields(POLYLINE_2D, from);
  readVertices(from);
}

export function readPolyline3D(from: EntityReading): void {
  const { data } = from.object;
  const curve = data.byte();
  from.out.number(70, IN_SPACE | ((curve & 3) !== 0 ? SPLINE : 0) | ((data.byte() & 1) !== 0 ? CLOSED : 0));
  readVertices(from);
}

export function readPolygonMesh(from: EntityReading): void {
  from.out.number(70, from.object.data.bitShort() | GRID);
  readFields(POLYGON_MESH, from);
  readVertices(from);
}

export function readPolyfaceMesh(from: EntityReading): void {
  const { data } = from.object;
  data.bitShort();
  data.bitShort();
  from.out.number(70, FACES);
  readVertices(from);
}

function readVertices(from: EntityReading): void {
  const { object } = from;
  readParts(from, object.release < R2004 ? 0 : object.data.bitLong());
}

/** VERTEX of a 2D polyline. A negative start width is both widths. */
export function readVertex2D({ object, out }: EntityReading): void {
  const { data } = object;
  out.number(70, data.byte());
  out.point(10, data.triple());
  const width = data.bitDouble();
  if (width !== 0) out.number(40, Math.abs(width));
  if (width >= 0) data.bitDouble();
  const bulge = data.bitDouble();
  if (bulge !== 0) out.number(42, bulge);
  if (object.release >= R2010) data.bitLong();
}

export function readVertex(from: EntityReading): void {
  readFields(MESH_VERTEX, from);
}

/** A face of a polyface mesh: vertex numbers from 1; a negative one marks an invisible edge. */
export function readFaceRecord(from: EntityReading): void {
  from.out.number(70, FACE);
  readFields(FACE_RECORD, from);
}
