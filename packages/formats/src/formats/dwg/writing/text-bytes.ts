import { WINDOWS_1252_BYTES } from '../../dxf/writing/group-writer.ts';
import type { BitWriter } from '../bits/bit-writer.ts';
import { R2007 } from '../file/releases.ts';

const BLANK = 32;
const [TAB, LINE_FEED, DELETE] = [9, 10, 127];
/** The most characters, before 2007 bytes, of a text. */
const MOST = 0xffff;

/**
 * TV, since 2007 TU: the number of characters, then the characters in the code page, or in UTF-16.
 * @returns whether all of the text was written
 */
export function writeText(out: BitWriter, text: string, release: number): boolean {
  const isWide = release >= R2007;
  const units = isWide || isPlain(text) ? undefined : inCodePage(text);
  const size = units?.length ?? text.length;
  const length = Math.min(size, MOST);
  out.reserve(2 * length);
  out.bitShort(length);
  for (let i = 0; i < length; i++)
    if (isWide) out.short(printable(text.charCodeAt(i)));
    else out.byte(units?.[i] ?? printable(text.charCodeAt(i)));
  return length === size;
}

function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 126) return false;
  return true;
}

/** The bytes of a text in Windows-1252; other characters are spelled \U+XXXX, as in a DXF. */
export function inCodePage(text: string): number[] {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const single = unit < 128 ? printable(unit) : WINDOWS_1252_BYTES.get(unit);
    if (single !== undefined) bytes.push(single);
    else
      for (const letter of `\\U+${unit.toString(16).toUpperCase().padStart(4, '0')}`) bytes.push(letter.charCodeAt(0));
  }
  return bytes;
}

/** Control characters other than tabs and line ends become blanks. */
function printable(unit: number): number {
  return (unit < BLANK && unit !== TAB && unit !== LINE_FEED) || unit === DELETE ? BLANK : unit;
}
