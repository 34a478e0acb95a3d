import { unpack } from './pages.ts';

const PAGE_HEADER = 16;
const RECORD = 0x0000a11b;
const RECORD_HEADER = 28;
/** Kind of a record, at the begin of its payload; others begin with 78 by chance. */
const EXTENDED_COLOURS = 0x57090000;
/** Bytes of the payload before its compressed text. */
const PAYLOAD_HEADER = 24;
/** Largest unpacked size of the text with the extended colours. */
const MOST_BYTES = 2 ** 22;
const ENTRY = /Color\s*=\s*"\(\s*(\d{1,3}),\s*(\d{1,3}),\s*(\d{1,3})\s*\)"/g;
const wide = new TextDecoder('utf-16le');

/**
 * Colours beyond the colour table, in the order of their numbers, from a page of `Dgn^NmA`: records of {u32 magic, u32
 * bytes, …} whose payload is compressed XML, `<ExtendedColors><Entry Color="(255,200,150)"/>…`. In the corpus sample
 * the colours 0x100 and 0x200 are the first and the second, according to its reference list.
 * @throws FormatError `dgn-page-damaged`
 */
export function readExtendedColours(page: Uint8Array, what: string): number[] {
  const bytes = unpack(page.subarray(PAGE_HEADER), what);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + RECORD_HEADER <= bytes.length && view.getUint32(at, true) === RECORD; ) {
    const start = at + RECORD_HEADER;
    const end = start + view.getUint32(at + 4, true);
    if (end > bytes.length) break;
    const packed = bytes.subarray(start + PAYLOAD_HEADER, end);
    if (packed.length > 0 && view.getUint32(start, true) === EXTENDED_COLOURS) {
      const text = wide.decode(unpack(packed, what, MOST_BYTES));
      if (text.startsWith('<ExtendedColors')) return [...text.matchAll(ENTRY)].map(colourOf);
    }
    at = end;
  }
  return [];
}

function colourOf([, red, green, blue]: RegExpMatchArray): number {
  return ((Number(red) & 255) << 16) | ((Number(green) & 255) << 8) | (Number(blue) & 255);
}
