import { R2018 } from '../file/releases.ts';
import type { Groups } from '../handover/groups.ts';
import type { DwgObject } from '../object/dwg-object.ts';

/** Versions of GEODATA: the first states the parts in another order. */
const FIRST_GEODATA = 1;

/** Numbers of two matrices, in rows of four. */
const MATRICES = 24;

/** GEODATA (Open Design Specification, 20.4.78). */
export function writeGeodata(object: DwgObject, out: Groups): void {
  const { data } = object;
  const version = data.bitLong();
  object.reference();
  out.name(0, 'GEODATA');
  out.number(70, data.bitShort());
  if (version === FIRST_GEODATA) {
    out.point(11, data.triple());
    data.bitLong();
    out.point(10, data.triple());
    data.triple();
    data.triple();
    const north = Math.PI / 2 - data.bitDouble();
    data.triple();
    const definition = object.text();
    object.text();
    out.number(40, data.bitDouble());
    out.number(12, Math.cos(north));
    out.number(22, Math.sin(north));
    out.text(301, definition);
    return;
  }
  out.point(10, data.triple());
  out.point(11, data.triple());
  out.number(40, data.bitDouble());
  data.bitLong();
  data.bitDouble();
  data.bitLong();
  data.triple();
  out.point2(12, data.rawPair());
  data.bitLong();
  data.bitDouble();
  data.flag();
  data.bitDouble();
  data.bitDouble();
  out.text(301, object.text());
}

/** MLINESTYLE: offset and colour of each element. */
export function writeMultilineStyle(object: DwgObject, out: Groups): void {
  const { data, release } = object;
  object.text();
  object.text();
  data.bitShort();
  object.readColour();
  data.bitDouble();
  data.bitDouble();
  out.name(0, 'MLINESTYLE');
  out.handle(5, object.handle);
  for (let i = data.byte(); i > 0; i--) {
    out.number(49, data.bitDouble());
    const { index, rgb } = object.readColour();
    if (rgb !== undefined) out.number(420, rgb);
    else out.number(62, index);
    if (release < R2018) data.bitShort();
  }
}

/** IMAGEDEF: the file of an image. */
export function writeImageDefinition(object: DwgObject, out: Groups): void {
  object.data.bitLong();
  object.data.rawPair();
  out.name(0, 'IMAGEDEF');
  out.handle(5, object.handle);
  out.text(1, object.text());
}

/** PDFDEFINITION, DWFDEFINITION, DGNDEFINITION: the file of an underlay, and its page. */
export function writeUnderlayDefinition(name: string): (object: DwgObject, out: Groups) => void {
  return (object, out) => {
    out.name(0, name);
    out.handle(5, object.handle);
    out.text(1, object.text());
    out.text(2, object.text());
  };
}

/** DICTIONARY: only what it belongs to. */
export function writeDictionary(object: DwgObject, out: Groups): void {
  out.name(0, 'DICTIONARY');
  out.handle(5, object.handle);
  out.handle(330, object.owner);
}

/** SPATIAL_FILTER: the clip boundary of a block reference (Open Design Specification). */
export function writeSpatialFilter(object: DwgObject, out: Groups): void {
  const { data } = object;
  out.name(0, 'SPATIAL_FILTER');
  out.handle(5, object.handle);
  out.handle(330, object.owner);
  for (let i = data.bitShort() & 0xffff; i > 0; i--) out.point2(10, data.rawPair());
  data.triple();
  data.triple();
  out.number(71, data.bitShort());
  // Clip planes in front and behind; a distance follows each that there is.
  for (const code of [72, 73]) {
    const hasPlane = data.bitShort();
    out.number(code, hasPlane);
    if (hasPlane !== 0) data.bitDouble();
  }
  for (let i = 0; i < MATRICES; i++) out.number(40, data.bitDouble());
}
