import { walkAttributes } from './attributes.ts';
import { unpack, unpackPage } from './pages.ts';

/** Handler of the attribute that holds the extended colours. */
const EXTENDED_COLOURS = 0x57090000;
/** Bytes before its compressed text. */
const HEADER = 8;
/** Largest unpacked size of the text with the extended colours. */
const MOST_BYTES = 2 ** 22;
const ENTRY = /Color\s*=\s*"\(\s*(\d{1,3}),\s*(\d{1,3}),\s*(\d{1,3})\s*\)"/g;
const wide = new TextDecoder('utf-16le');

/**
 * Colours beyond the colour table, in the order of their numbers, from a page of `Dgn^NmA`: an attribute whose content
 * is compressed XML, `<ExtendedColors><Entry Color="(255,200,150)"/>…`. In the corpus sample the colours 0x100 and
 * 0x200 are the first and the second, according to its reference list.
 * @throws FormatError `dgn-page-damaged`
 */
export function readExtendedColours(page: Uint8Array, what: string): number[] {
  let colours: number[] = [];
  walkAttributes(unpackPage(page, what), ({ handler, bytes }) => {
    if (colours.length > 0 || handler !== EXTENDED_COLOURS || bytes.length <= HEADER) return;
    const text = wide.decode(unpack(bytes.subarray(HEADER), what, MOST_BYTES));
    if (text.startsWith('<ExtendedColors')) colours = [...text.matchAll(ENTRY)].map(colourOf);
  });
  return colours;
}

function colourOf([, red, green, blue]: RegExpMatchArray): number {
  return ((Number(red) & 255) << 16) | ((Number(green) & 255) << 8) | (Number(blue) & 255);
}
