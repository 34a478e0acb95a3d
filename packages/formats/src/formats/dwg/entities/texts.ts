import { R2000, R2007, R2010, R2018 } from '../file/releases.ts';
import { CommonEntity } from '../object/common-entity.ts';
import type { DwgObject } from '../object/dwg-object.ts';
import type { EntityReading } from '../object/entity-reading.ts';
import { type BitField, extrusion, readFields } from '../object/fields.ts';

/** Flags of a text since 2000: the field is not stated. */
const NO = { elevation: 1, alignment: 2, oblique: 4, rotation: 8, width: 0x10, mirror: 0x20, across: 0x40, up: 0x80 };

export function readText(from: EntityReading): void {
  from.out.number(73, readPlaced(from));
}

/** ATTRIB: a text with a tag. */
export function readAttribute(from: EntityReading): void {
  from.out.number(74, readPlaced(from));
  readTag(from);
}

/**
 * What TEXT, ATTRIB and ATTDEF begin with.
 * @returns the vertical alignment
 */
function readPlaced({ object, out }: EntityReading): number {
  const { data, release } = object;
  const isOld = release < R2000;
  const not = isOld ? 0 : data.byte();
  const elevation = (not & NO.elevation) !== 0 ? 0 : isOld ? data.bitDouble() : data.double();
  data.rawPair();
  const { x, y } = data;
  data.z = elevation;
  out.point(10, data);
  if ((not & NO.alignment) === 0) {
    data.x = isOld ? data.double() : data.doubleOr(x);
    data.y = isOld ? data.double() : data.doubleOr(y);
    data.z = elevation;
    out.point(11, data);
  }
  if (isOld) out.normal(data.triple());
  else out.normal(extrusion(object));
  if (isOld || !data.flag()) data.bitDouble();
  const real = (): number => (isOld ? data.bitDouble() : data.double());
  if ((not & NO.oblique) === 0) real();
  const rotation = (not & NO.rotation) === 0 ? real() : 0;
  if (rotation !== 0) out.angle(50, rotation);
  out.number(40, real());
  const letterWidth = (not & NO.width) === 0 ? real() : 1;
  if (letterWidth !== 1) out.number(41, letterWidth);
  object.textInto(out, 1);
  const mirror = (not & NO.mirror) === 0 ? data.bitShort() : 0;
  if (mirror !== 0) out.number(71, mirror);
  out.number(72, (not & NO.across) === 0 ? data.bitShort() : 0);
  return (not & NO.up) === 0 ? data.bitShort() : 0;
}

/** Kinds of attributes since 2018 with several lines. */
const SEVERAL_LINES: readonly number[] = [2, 4];
/** What every entity has, of the text inside an attribute; not used. */
const inner = new CommonEntity();

/** Tag and flags of an attribute, and its text with several lines, which follows them as in a DXF. */
function readTag(from: EntityReading): void {
  const { object, out } = from;
  const { data, release } = object;
  if (release >= R2010) data.byte();
  const start = out.mark();
  let lines = 0;
  let linesText = 0;
  if (release >= R2018 && SEVERAL_LINES.includes(data.byte())) {
    inner.readStyle(object);
    // Read twice: the tag, which is written before, comes behind it.
    lines = data.bit;
    linesText = object.texts.bit;
    readMtext(from);
    skipMtextEnd(object);
    const annotative = data.bitShort();
    if (annotative > 0) {
      data.skip(8 * annotative);
      data.bitShort();
    }
    out.rewind(start);
  }
  object.nameInto(out, 2);
  data.bitShort();
  out.number(70, data.byte());
  if (lines === 0) return;
  data.bit = lines;
  object.texts.bit = linesText;
  out.name(101, 'Embedded Object');
  readMtext(from);
}

const MTEXT: readonly BitField[] = [
  ['3BD', 10],
  ['3BE', 210],
  ['3BD', 11],
  ['BD', 41],
  ['BD', 0, R2007],
  ['BD', 40],
  ['BS', 71],
  ['BS', 0],
  ['BD', 0],
  ['BD', 0],
  ['T', 1],
];

/** MTEXT: its direction (11) overrides any angle. */
export function readMtext(from: EntityReading): void {
  readFields(MTEXT, from);
}

/** MTEXT with its text style. */
export function readStyledMtext(from: EntityReading): void {
  readMtext(from);
  const style = from.names.textStyles.get(from.object.reference());
  if (style !== undefined) from.out.name(7, style);
}

/** The rest of an MTEXT since 2018, where something follows it. */
function skipMtextEnd(object: DwgObject): void {
  const { data } = object;
  data.bitShort();
  data.bitDouble();
  data.flag();
  const background = data.bitLong();
  if ((background & 1) !== 0 || (background & 0x10) !== 0) {
    data.bitDouble();
    object.readColour();
    data.bitLong();
  }
  // What follows is of texts that are not annotative.
  if (!data.flag()) return;
  data.bitShort();
  data.flag();
  data.bitLong();
  data.triple();
  data.triple();
  for (let i = 0; i < 4; i++) data.bitDouble();
  const columns = data.bitShort();
  if (columns === 0) return;
  const heights = data.count(2);
  data.bitDouble();
  data.bitDouble();
  const isAutomatic = data.flag();
  data.flag();
  if (!isAutomatic && columns === 2) for (let i = 0; i < heights; i++) data.bitDouble();
}

const TOLERANCE: readonly BitField[] = [
  ['BS', 0, undefined, R2000],
  ['BD', 0, undefined, R2000],
  ['BD', 0, undefined, R2000],
  ['3BD', 10],
  ['3BD', 11],
  ['3BE', 0],
  ['T', 1],
];

export function readTolerance(from: EntityReading): void {
  readFields(TOLERANCE, from);
  const style = from.names.dimensionStyles.get(from.object.reference());
  if (style !== undefined) from.out.name(3, style);
}
