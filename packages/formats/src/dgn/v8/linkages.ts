import type { V8Element } from './element.ts';
import { decodeV8Text } from './text.ts';

/** Signature of a linkage that holds a property as text. */
const PROPERTY = 0x56d2;
/** Number of the property that is a name. */
const NAME = 1;
const PROPERTY_HEADER = 12;
const MOST_LINKAGES = 1000;

/**
 * The name among an element's linkages, as levels, definitions of shared cells and their instances carry it in the corpus sample:
 * {u8 words behind the first, u8 flags, u16 56D2, u32 number of the property, u32 bytes, text}. '' without one.
 */
export function nameOf({ view, size }: V8Element): string {
  let at = size;
  for (let i = 0; i < MOST_LINKAGES && at + 4 <= view.byteLength; i++) {
    const length = 2 * (view.getUint8(at) + 1);
    if (view.getUint16(at + 2, true) === PROPERTY && at + PROPERTY_HEADER <= view.byteLength) {
      const bytes = view.getUint32(at + 8, true);
      const isWhole = at + PROPERTY_HEADER + bytes <= Math.min(at + length, view.byteLength);
      if (view.getUint32(at + 4, true) === NAME && isWhole)
        return decodeV8Text(new Uint8Array(view.buffer, view.byteOffset + at + PROPERTY_HEADER, bytes));
    }
    at += length;
  }
  return '';
}
