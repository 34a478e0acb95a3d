import { R2000, R2010 } from '../file/releases.ts';
import type { EntityReading } from '../object/entity-reading.ts';
import { type BitField, readFields, withFields } from '../object/fields.ts';

const IMAGE: readonly BitField[] = [
  ['BL', 0],
  ['3BD', 10],
  ['3BD', 11],
  ['3BD', 12],
  ['2RD', 13],
  ['BS', 0],
  ['B', 280],
  ['RC', 0],
  ['RC', 0],
  ['RC', 0],
  ['B', 290, R2010],
];
/** Kinds of clipping paths: two corners, a polygon. */
const POLYGON = 2;

/** IMAGE and WIPEOUT: place of the image, size of a pixel, and clipping path. */
export function readImage(from: EntityReading): void {
  readFields(IMAGE, from);
  const { data } = from.object;
  const kind = data.bitShort();
  for (let i = kind === POLYGON ? data.count(128) : 2; i > 0; i--) from.out.point2(14, data.rawPair());
  writeDefinition(from);
}

const UNDERLAY: readonly BitField[] = [
  ['3BE', 210],
  ['3BD', 10],
  ['A', 50],
  ['BD', 41],
  ['BD', 42],
  ['BD', 43],
  ['RC', 0],
  ['RC', 0],
  ['RC', 0],
];

/** PDFUNDERLAY, DWFUNDERLAY and DGNUNDERLAY. */
export function readUnderlay(from: EntityReading): void {
  readFields(UNDERLAY, from);
  const { data } = from.object;
  for (let i = data.count(128); i > 0; i--) from.out.point2(11, data.rawPair());
  writeDefinition(from);
}

/** The object that names the file of the image. */
function writeDefinition({ object, out }: EntityReading): void {
  const definition = object.reference();
  if (definition !== 0) out.handle(340, definition);
}

/** Offsets of two corners in the data of an embedded document, and their size. */
const [UPPER_LEFT, LOWER_RIGHT, CORNER] = [2, 50, 24];

/** OLE2FRAME: its corners are inside its data. */
export function readOleFrame({ object, out }: EntityReading): void {
  const { data, release } = object;
  data.bitShort();
  if (release >= R2000) data.bitShort();
  const size = data.count(8);
  if (size < LOWER_RIGHT + CORNER) return;
  const start = data.bit;
  const corner = (at: number): void => {
    data.bit = start + 8 * at;
    data.x = data.double();
    data.y = data.double();
    data.z = data.double();
  };
  corner(UPPER_LEFT);
  out.point(10, data);
  corner(LOWER_RIGHT);
  out.point(11, data);
}

/** SHAPE: the drawing has the number of its form in the font file, not its name. */
export const readShape = withFields(
  ['3BD', 10],
  ['BD', 40],
  ['A', 50],
  ['BD', 0],
  ['BD', 0],
  ['BD', 0],
  ['BS', 0],
  ['3BE', 210],
);
