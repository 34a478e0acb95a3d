import type { Sections } from './section.ts';

/**
 * Offset of the number of sections; records of u8 number, u32 offset, u32 size follow (Open Design Specification, 3.2).
 */
const COUNT = 0x15;
const RECORD = 9;
const MOST_SECTIONS = 16;
/** Numbers of the sections. */
const [HEADER, CLASSES, OBJECT_MAP, TEMPLATE] = [0, 1, 2, 4];

/** The sections of R13, R14 and 2000, which are parts of the file; objects are anywhere in it. */
export function sections2000(bytes: Uint8Array): Sections {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = Math.min(view.getUint32(COUNT, true), MOST_SECTIONS);
  const places = new Map<number, Uint8Array>();
  for (let at = COUNT + 4; at < COUNT + 4 + count * RECORD; at += RECORD) {
    const start = view.getUint32(at + 1, true);
    places.set(bytes[at]!, bytes.subarray(start, start + view.getUint32(at + 5, true)));
  }
  return {
    header: places.get(HEADER),
    classes: places.get(CLASSES),
    objectMap: places.get(OBJECT_MAP),
    objects: bytes,
    template: places.get(TEMPLATE),
    shapes: undefined,
    repaired: 0,
  };
}
