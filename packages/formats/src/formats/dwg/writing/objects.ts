import type { ExtentBox } from '@fieldbridge/fieldjob';
import { decodeCarets } from '../../../kit/cad/text-codes.ts';
import type { Georeference } from '../../dxf/writing/drawing-output.ts';
import { definition } from '../../dxf/writing/objects.ts';
import { R2004, R2007, R2018 } from '../file/releases.ts';
import { HANDLE } from './handles.ts';
import type { ObjectStream } from './object-stream.ts';
import { type ObjectWriter, REFERENCE } from './object-writer.ts';
import { CLASS, TYPE } from './types.ts';

const { pointer, softOwner, softPointer } = REFERENCE;
/** Width and height of a sheet, and its margins: A3. */
const [WIDTH, HEIGHT] = [420, 297];
const MARGINS = [7.5, 20, 7.5, 20];
/** A line type by layer, as its number. */
const BY_LAYER = 32767;

/** Writes dictionaries, layouts, the style of multilines and the reference system. */
export function writeObjects(
  to: ObjectWriter,
  objects: ObjectStream,
  geo: Georeference | undefined,
  box: ExtentBox | null,
): void {
  const start = (type: number, handle: number, owner: number): void => {
    to.start(type, handle);
    to.endExtended();
    to.common(owner);
  };
  const dictionary = (handle: number, owner: number, entries: Readonly<Record<string, number>>): void => {
    start(TYPE.dictionary, handle, owner);
    to.data.bitLong(Object.keys(entries).length);
    to.data.bitShort(1);
    to.data.byte(0);
    for (const [name, entry] of Object.entries(entries)) {
      to.text(name);
      to.refer(softOwner, entry);
    }
    to.finish(objects);
  };
  const { rootDictionary, layoutDictionary, multilineStyles } = HANDLE;
  dictionary(rootDictionary, 0, {
    ACAD_GROUP: HANDLE.groupDictionary,
    ACAD_LAYOUT: layoutDictionary,
    ACAD_MLINESTYLE: multilineStyles,
  });
  dictionary(HANDLE.groupDictionary, rootDictionary, {});
  dictionary(layoutDictionary, rootDictionary, { Layout1: HANDLE.paperLayout, Model: HANDLE.modelLayout });
  dictionary(multilineStyles, rootDictionary, { Standard: HANDLE.multilineStyle });
  start(TYPE.multilineStyle, HANDLE.multilineStyle, multilineStyles);
  writeMultilineStyle(to);
  to.finish(objects);
  for (const [handle, name, order, record] of [
    [HANDLE.modelLayout, 'Model', 0, HANDLE.modelRecord],
    [HANDLE.paperLayout, 'Layout1', 1, HANDLE.paperRecord],
  ] as const) {
    start(to.release < R2004 ? CLASS.layout : TYPE.layout, handle, layoutDictionary);
    writeLayout(to, name, order, record, order === 0 ? box : null);
    to.finish(objects);
  }
  if (geo === undefined) return;
  dictionary(HANDLE.modelExtension, HANDLE.modelRecord, { ACAD_GEOGRAPHICDATA: HANDLE.geodata });
  start(CLASS.geodata, HANDLE.geodata, HANDLE.modelExtension);
  writeGeodata(to, geo, box);
  to.finish(objects);
}

/** MLINESTYLE: two lines. */
function writeMultilineStyle(to: ObjectWriter): void {
  const { data } = to;
  to.text('Standard');
  to.text('');
  data.bitShort(0);
  to.colour(256);
  data.bitDouble(Math.PI / 2);
  data.bitDouble(Math.PI / 2);
  data.byte(2);
  for (const offset of [0.5, -0.5]) {
    data.bitDouble(offset);
    to.colour(256);
    if (to.release >= R2018) to.refer(pointer, HANDLE.byLayer);
    else data.bitShort(BY_LAYER);
  }
}

/** PLOTSETTINGS and LAYOUT (Open Design Specification, 20.4.84 and 20.4.85) of a sheet that was never plotted. */
function writeLayout(to: ObjectWriter, name: string, order: number, record: number, box: ExtentBox | null): void {
  const { data, release } = to;
  const doubles = (...values: readonly number[]): void => {
    for (const value of values) data.bitDouble(value);
  };
  const shorts = (...values: readonly number[]): void => {
    for (const value of values) data.bitShort(value);
  };
  to.text('');
  to.text('');
  shorts(order === 0 ? 1712 : 688);
  doubles(...MARGINS, WIDTH, HEIGHT);
  to.text('A3');
  doubles(0, 0);
  shorts(1, 0, 5);
  doubles(0, 0, 0, 0);
  if (release < R2004) to.text('');
  doubles(1, 1);
  to.text('');
  shorts(16);
  doubles(1, 0, 0);
  if (release >= R2004) {
    shorts(0, 2, 300);
    to.refer(pointer, 0);
  }
  if (release >= R2007) to.refer(softPointer, 0);
  to.text(name);
  data.bitLong(order);
  shorts(1);
  doubles(0, 0, 0);
  for (const value of [0, 0, WIDTH, HEIGHT]) data.double(value);
  doubles(0, 0, 0, 1, 0, 0, 0, 1, 0, 0);
  shorts(0);
  data.triple(box?.minEasting ?? 0, box?.minNorthing ?? 0, 0);
  data.triple(box?.maxEasting ?? WIDTH, box?.maxNorthing ?? HEIGHT, 0);
  if (release >= R2004) data.bitLong(0);
  to.refer(softPointer, record);
  to.refer(softPointer, 0);
  to.refer(pointer, 0);
  to.refer(pointer, 0);
}

/** GEODATA of version 2 (Open Design Specification, 20.4.78). */
function writeGeodata(to: ObjectWriter, { epsg, name, metres }: Georeference, box: ExtentBox | null): void {
  const { data } = to;
  const e = box === null ? 0 : (box.minEasting + box.maxEasting) / 2;
  const n = box === null ? 0 : (box.minNorthing + box.maxNorthing) / 2;
  const units = metres === 1 ? 6 : 2;
  data.bitLong(2);
  to.refer(softPointer, HANDLE.modelRecord);
  // The coordinates of the drawing are those of a projected system.
  data.bitShort(2);
  data.triple(e, n, 0);
  data.triple(e, n, 0);
  for (let i = 0; i < 2; i++) {
    data.bitDouble(metres);
    data.bitLong(units);
  }
  data.triple(0, 0, 1);
  data.double(0);
  data.double(1);
  data.bitLong(1);
  data.bitDouble(1);
  data.flag(false);
  data.bitDouble(0);
  data.bitDouble(0);
  to.text(decodeCarets(definition(epsg, name)));
  for (let i = 0; i < 4; i++) to.text('');
  data.bitLong(0);
  data.bitLong(0);
}
