import type { HatchLine, Path } from '@fieldbridge/fieldjob';
import type { HatchPattern } from '../../dxf/writing/hatch-pattern.ts';
import type { BitWriter } from '../bits/bit-writer.ts';
import { R2004 } from '../file/releases.ts';
import type { ObjectWriter } from './object-writer.ts';
import { escapePercents } from './texts.ts';

/** Flags of an LWPOLYLINE. */
const FLAG = { width: 4, elevation: 8, bulges: 0x10, closed: 0x200 } as const;
/** Flags of a boundary of a hatch: the outer one; a polyline. */
const [OUTER, POLYLINE] = [1, 2];
/** Kinds of patterns. */
const [USER_DEFINED, PREDEFINED] = [0, 1];
/** Most bytes of a vertex: place, bulge. */
const VERTEX = 28;

const flat = (z: number): number => (Number.isNaN(z) ? 0 : z);

/** LINE: the end as its difference from the start, and no elevations if both are 0. @param ends six numbers */
export function writeLine({ data }: ObjectWriter, ends: Float64Array): void {
  const [z, z2] = [flat(ends[2]!), flat(ends[5]!)];
  const isFlat = z === 0 && z2 === 0;
  data.flag(isFlat);
  for (let i = 0; i < 2; i++) {
    data.double(ends[i]!);
    data.doubleOr(ends[i + 3]!, ends[i]!);
  }
  if (!isFlat) {
    data.double(z);
    data.doubleOr(z2, z);
  }
  // No thickness, the usual extrusion.
  data.flag(true);
  data.flag(true);
}

/** 3DFACE of three corners; the last one is repeated. */
export function writeFace({ data }: ObjectWriter, vertices: Float64Array, a: number, b: number, c: number): void {
  let [x, y, z] = [vertices[3 * a]!, vertices[3 * a + 1]!, flat(vertices[3 * a + 2]!)];
  // All edges are visible.
  data.flag(true);
  data.flag(z === 0);
  data.double(x);
  data.double(y);
  if (z !== 0) data.double(z);
  for (const vertex of [b, c, c]) {
    const [x2, y2, z2] = [vertices[3 * vertex]!, vertices[3 * vertex + 1]!, flat(vertices[3 * vertex + 2]!)];
    data.doubleOr(x2, x);
    data.doubleOr(y2, y);
    data.doubleOr(z2, z);
    [x, y, z] = [x2, y2, z2];
  }
}

/** LWPOLYLINE: places as differences from the one before, then bulges. An elevation of 0 is not stated. */
export function writeLwPolyline({ data }: ObjectWriter, path: Path, elevation: number, width: number): void {
  const { count, coordinates: c, bulges, hasBulges, closed } = path;
  data.reserve(count * VERTEX);
  data.bitShort(
    (closed ? FLAG.closed : 0) |
      (width !== 0 ? FLAG.width : 0) |
      (elevation !== 0 ? FLAG.elevation : 0) |
      (hasBulges ? FLAG.bulges : 0),
  );
  if (width !== 0) data.bitDouble(width);
  if (elevation !== 0) data.bitDouble(elevation);
  data.bitLong(count);
  if (hasBulges) data.bitLong(count);
  data.double(c[0]!);
  data.double(c[1]!);
  for (let i = 3; i < 3 * count; i += 3) {
    data.doubleOr(c[i]!, c[i - 3]!);
    data.doubleOr(c[i + 1]!, c[i - 2]!);
  }
  if (hasBulges) for (let i = 0; i < count; i++) data.bitDouble(bulges[i]!);
}

/** A HATCH, bounded by polylines. */
export function writeHatch(to: ObjectWriter, path: Path, elevation: number, { name, lines }: HatchPattern): void {
  const { data, release } = to;
  const { coordinates: c, bulges, hasBulges, rings } = path;
  data.reserve(path.count * VERTEX);
  if (release >= R2004) {
    // No gradient.
    data.bitLong(0);
    data.bitLong(0);
    data.bitDouble(0);
    data.bitDouble(0);
    data.bitLong(0);
    data.bitDouble(0);
    data.bitLong(0);
    to.text('');
  }
  data.bitDouble(elevation);
  data.triple(0, 0, 1);
  to.text(escapePercents(name));
  data.flag(lines.length === 0);
  data.flag(false);
  data.bitLong(rings.length);
  for (let ring = 0; ring < rings.length; ring++) {
    const [from, end] = [rings[ring]!, path.ringEnd(ring)];
    data.bitLong(ring === 0 ? OUTER | POLYLINE : POLYLINE);
    data.flag(hasBulges);
    data.flag(true);
    data.bitLong(end - from);
    for (let i = from; i < end; i++) {
      data.double(c[3 * i]!);
      data.double(c[3 * i + 1]!);
      if (hasBulges) data.bitDouble(bulges[i]!);
    }
    data.bitLong(0);
  }
  data.bitShort(0);
  data.bitShort(name.startsWith('_U') ? USER_DEFINED : PREDEFINED);
  if (lines.length > 0) writeFamilies(data, lines, c[0]!, c[1]!);
  data.bitLong(1);
  data.double(c[0]!);
  data.double(c[1]!);
}

/** Families of pattern lines, whose bases are relative to the first vertex. */
function writeFamilies(data: BitWriter, families: readonly HatchLine[], e: number, n: number): void {
  data.bitDouble(0);
  data.bitDouble(1);
  data.flag(false);
  data.bitShort(families.length);
  for (const { angle, base, offset, dashes } of families) {
    for (const value of [angle, base[0] + e, base[1] + n, ...offset]) data.bitDouble(value);
    data.bitShort(dashes.length);
    for (const dash of dashes) data.bitDouble(dash);
  }
}
