import type { BitReader } from '../bits/bit-reader.ts';
import { readHandle } from '../bits/handle.ts';
import { R2007 } from '../file/releases.ts';
import type { Groups } from '../handover/groups.ts';
import type { DwgObject } from './dwg-object.ts';
import type { Names } from './entity-reading.ts';

/** Bytes of handles in extended data, highest first. */
const HANDLE_BYTES = 8;
/** The code of whole numbers of 16 bits. */
const SHORT = 70;

/**
 * Calls `take` with each application that has data at the object, and a reader at them: their end is `end`.
 * @throws RangeError when the object ends before
 */
export function eachApplication(
  object: DwgObject,
  take: (application: number, data: BitReader, end: number) => void,
): void {
  if (object.extended < 0) return;
  const { data } = object;
  const back = data.bit;
  data.bit = object.extended;
  for (let size = data.bitShort() & 0xffff; size !== 0; size = data.bitShort() & 0xffff) {
    const application = readHandle(data, 0);
    const end = data.bit + 8 * size;
    take(application, data, end);
    data.bit = end;
  }
  data.bit = back;
}

/** The first whole number of an application; undefined without one. */
export function firstNumber(object: DwgObject, application: number): number | undefined {
  let number: number | undefined;
  eachApplication(object, (found, data) => {
    if (found === application && data.byte() === SHORT) number = data.short();
  });
  return number;
}

/**
 * Writes the extended data of an object, as a DXF has them after its groups.
 * @param spell gives the name of an application as it is written; undefined to leave its data out
 */
export function writeExtendedData(
  object: DwgObject,
  names: Names,
  out: Groups,
  spell: (name: string) => string | undefined = (name) => name,
): void {
  eachApplication(object, (application, data, end) => {
    const name = spell(names.applications.get(application) ?? '');
    if (name === undefined) return;
    out.name(1001, name);
    while (data.bit + 8 <= end) writeItem(object, data, names, out);
  });
}

function writeItem(object: DwgObject, data: BitReader, names: Names, out: Groups): void {
  const code = data.byte();
  if (code === 0 || code === 1) out.text(1000, textOf(object, data));
  else if (code === 2) out.name(1002, data.byte() === 0 ? '{' : '}');
  else if (code === 3) out.name(1003, names.layers.get(handleOf(data)));
  else if (code === 4) data.skip(8 * data.byte());
  else if (code === 5) out.handle(1005, handleOf(data));
  else if (code >= 10 && code <= 15) {
    data.rawPair();
    data.z = data.double();
    out.point(1000 + code, data);
  } else if (code >= 40 && code <= 42) out.number(1000 + code, data.double());
  else if (code === SHORT) out.number(1070, (data.short() << 16) >> 16);
  else if (code === 71) out.number(1071, data.long());
  else throw new RangeError(`its extended data have an item of kind ${code}`);
}

function textOf(object: DwgObject, data: BitReader): string {
  if (object.release >= R2007) return object.file.text.take(data, data.short());
  const length = data.byte();
  // The code page of the text, which is the drawing's.
  data.short();
  return object.file.text.take(data, length);
}

function handleOf(data: BitReader): number {
  let value = 0;
  for (let i = 0; i < HANDLE_BYTES; i++) value = value * 256 + data.byte();
  return value;
}
