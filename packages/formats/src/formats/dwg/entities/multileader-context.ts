import { R2010 } from '../file/releases.ts';
import type { DwgObject } from '../object/dwg-object.ts';
import type { EntityReading } from '../object/entity-reading.ts';

type Place = readonly [x: number, y: number, z: number];

/** One side of a multileader: where it meets the text, the knee from there, and its lines from the arrow on. */
interface Root {
  readonly end: Place;
  readonly direction: Place;
  readonly length: number;
  readonly lines: readonly (readonly Place[])[];
}

/** The context of a MULTILEADER, its visible content, in the order of a DXF. @throws RangeError when it ends before */
export function readContext({ object, out }: EntityReading): void {
  const { data, release } = object;
  const roots: Root[] = [];
  let count = data.count(8);
  if (count === 0) {
    // Seen in files of other programs: seven bits before the leaders, of which the sixth says that there are two.
    for (let i = 0; i < 5; i++) data.flag();
    count = data.flag() ? 2 : 1;
    data.flag();
  }
  for (let i = 0; i < count; i++) roots.push(readRoot(object));
  data.bitDouble();
  data.triple();
  out.number(41, data.bitDouble());
  out.number(140, data.bitDouble());
  data.bitDouble();
  for (let i = 0; i < 4; i++) data.bitShort();
  const hasText = data.flag();
  if (hasText) readContextText(object, out);
  const hasBlock = !hasText && data.flag();
  out.number(296, hasBlock ? 1 : 0);
  if (hasBlock) {
    object.reference();
    data.triple();
    out.point(15, data.triple());
    out.point(16, data.triple());
    out.number(46, data.bitDouble());
    object.readColour();
    for (let i = 0; i < 16; i++) data.bitDouble();
  }
  for (let i = 0; i < 3; i++) data.triple();
  data.flag();
  if (release >= R2010) for (let i = 0; i < 2; i++) data.bitShort();
  for (const root of roots) writeRoot(root, out);
}

function readContextText(object: DwgObject, out: EntityReading['out']): void {
  const { data } = object;
  out.text(304, object.text());
  data.triple();
  object.reference();
  out.point(12, data.triple());
  out.point(13, data.triple());
  for (let i = 0; i < 4; i++) data.bitDouble();
  data.bitShort();
  out.number(90, object.readColour().raw);
  out.number(171, data.bitShort());
  data.bitShort();
  object.readColour();
  data.bitDouble();
  data.bitLong();
  data.flag();
  data.flag();
  data.bitShort();
  data.flag();
  data.bitDouble();
  data.bitDouble();
  data.flag();
  for (let i = data.count(2); i > 0; i--) data.bitDouble();
  data.flag();
  data.flag();
}

function readRoot(object: DwgObject): Root {
  const { data, release } = object;
  data.flag();
  data.flag();
  const end = place(object);
  const direction = place(object);
  for (let i = data.count(12); i > 0; i--) {
    data.triple();
    data.triple();
  }
  data.bitLong();
  const length = data.bitDouble();
  const lines: Place[][] = [];
  for (let i = data.count(6); i > 0; i--) lines.push(readLeaderLine(object));
  if (release >= R2010) data.bitShort();
  return { end, direction, length, lines };
}

function readLeaderLine(object: DwgObject): Place[] {
  const { data, release } = object;
  const places: Place[] = [];
  for (let i = data.count(6); i > 0; i--) places.push(place(object));
  if (data.bitLong() > 0) {
    data.bitLong();
    for (let i = data.count(12); i > 0; i--) {
      data.triple();
      data.triple();
    }
  }
  data.bitLong();
  if (release < R2010) return places;
  data.bitShort();
  object.readColour();
  object.reference();
  data.bitLong();
  data.bitDouble();
  object.reference();
  data.bitLong();
  return places;
}

function place({ data }: DwgObject): Place {
  const { x, y, z } = data.triple();
  return [x, y, z];
}

function writeRoot({ end, direction, length, lines }: Root, out: EntityReading['out']): void {
  const put = (code: number, [x, y, z]: Place): void => out.point(code, { x, y, z });
  out.name(302, 'LEADER{');
  put(10, end);
  put(11, direction);
  out.number(40, length);
  for (const line of lines) {
    out.name(304, 'LEADER_LINE{');
    for (const at of line) put(10, at);
    out.name(305, '}');
  }
  out.name(303, '}');
}
