import type { BitReader } from '../bits/bit-reader.ts';
import { R2004, R2010 } from '../file/releases.ts';
import type { Groups } from '../handover/groups.ts';
import type { EntityReading } from '../object/entity-reading.ts';

/** Flag of a path that is one polyline, not a list of edges. */
const POLYLINE = 2;

/** HATCH: the boundary paths are between their number (91) and the style (75). */
export function readHatch({ object, out }: EntityReading): void {
  const { data, release } = object;
  let gradient = '';
  let isGradient = false;
  if (release >= R2004) {
    isGradient = data.bitLong() !== 0;
    data.bitLong();
    data.bitDouble();
    data.bitDouble();
    data.bitLong();
    data.bitDouble();
    for (let i = data.count(2); i > 0; i--) {
      data.bitDouble();
      object.readColour();
    }
    gradient = object.text();
  }
  out.number(30, data.bitDouble());
  out.normal(data.triple());
  out.name(2, object.text());
  const isSolid = data.flag();
  out.number(70, isSolid ? 1 : 0);
  data.flag();
  const paths = data.count(4);
  out.number(91, paths);
  for (let i = 0; i < paths; i++) readPath(data, out, release);
  out.number(75, data.bitShort());
  data.bitShort();
  if (!isSolid) readPattern(data, out);
  if (!isGradient) return;
  out.number(450, 1);
  out.text(470, gradient);
}

function readPath(data: BitReader, out: Groups, release: number): void {
  const flags = data.bitLong();
  out.number(92, flags);
  if ((flags & POLYLINE) === 0) {
    for (let i = data.count(8); i > 0; i--) readEdge(data, out, release);
  } else {
    const hasBulges = data.flag();
    data.flag();
    for (let i = data.count(128); i > 0; i--) {
      out.point2(10, data.rawPair());
      const bulge = hasBulges ? data.bitDouble() : 0;
      if (bulge !== 0) out.number(42, bulge);
    }
  }
  data.bitLong();
}

function readEdge(data: BitReader, out: Groups, release: number): void {
  const kind = data.byte();
  out.number(72, kind);
  if (kind === 4) {
    readSpline(data, out, release);
    return;
  }
  out.point2(10, data.rawPair());
  if (kind === 1 || kind === 3) out.point2(11, data.rawPair());
  if (kind === 1) return;
  if (kind !== 2 && kind !== 3) throw new RangeError(`it has an edge of kind ${kind}`);
  out.number(40, data.bitDouble());
  out.angle(50, data.bitDouble());
  out.angle(51, data.bitDouble());
  out.number(73, data.flag() ? 1 : 0);
}

function readSpline(data: BitReader, out: Groups, release: number): void {
  out.number(94, data.bitLong());
  const isRational = data.flag();
  data.flag();
  const knots = data.count(2);
  const controls = data.count(128);
  for (let i = 0; i < knots; i++) out.number(40, data.bitDouble());
  for (let i = 0; i < controls; i++) {
    out.point2(10, data.rawPair());
    if (isRational) out.number(42, data.bitDouble());
  }
  if (release < R2010) return;
  const fits = data.count(128);
  if (fits > 0) data.skip(128 * (fits + 2));
}

/** The families of lines of a pattern, rotated and scaled as they are drawn. */
function readPattern(data: BitReader, out: Groups): void {
  data.bitDouble();
  data.bitDouble();
  data.flag();
  const families = data.bitShort();
  out.number(78, families);
  for (let i = 0; i < families; i++) {
    out.angle(53, data.bitDouble());
    for (let code = 43; code <= 46; code++) out.number(code, data.bitDouble());
    for (let dashes = data.bitShort(); dashes > 0; dashes--) out.number(49, data.bitDouble());
  }
}
