import { R2013 } from '../file/releases.ts';
import type { EntityReading } from '../object/entity-reading.ts';
import { bytesAt } from './bytes.ts';

/** Versions of the data: text in blocks, or a binary shape up to its end mark. */
const [TEXT, BINARY] = [1, 2];
const END_MARK = Buffer.from('End\x0e\x02of\x0e\x04ACIS\x0d\x04data', 'latin1');
/** In the text, characters from the blank to this are subtracted from the sum of both. */
const FIRST = 0x21;
const CIPHER = 0x9f;
const LAST = 0x7e;

/**
 * 3DSOLID, BODY, REGION and surfaces: their shape, which is text before 2007 and binary since, from 2013 on in a
 * section of its own.
 */
export function readSolid3D({ object, out, names }: EntityReading): void {
  const { data } = object;
  if (object.release >= R2013) {
    const stored = names.shapes.get(object.handle);
    if (stored !== undefined) out.chunk(310, stored);
    return;
  }
  if (data.flag()) return;
  data.flag();
  const version = data.bitShort();
  if (version === BINARY) {
    const rest = bytesAt(data, data.bit, (data.end - data.bit) >> 3);
    const end = Buffer.from(rest.buffer).indexOf(END_MARK);
    out.chunk(310, end < 0 ? rest : rest.subarray(0, end + END_MARK.length));
  }
  if (version !== TEXT) return;
  let text = '';
  for (let size = data.count(8); size > 0; size = data.count(8))
    for (let i = 0; i < size; i++) {
      const code = data.byte();
      text += String.fromCharCode(code >= FIRST && code <= LAST ? CIPHER - code : code);
    }
  for (const line of text.split(/\r?\n/)) out.text(1, line);
}
