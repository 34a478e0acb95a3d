/** A record of a page of attributes: u32 magic, u32 bytes, 8 bytes, u64 number of the element, u32 attributes. */
const RECORD = 0x0000a11b;
const [BYTES, ELEMENT_NUMBER, COUNT, FIRST] = [4, 16, 24, 28];
/** From the beginning of a record to that of the next one, without the bytes that it states. */
const AROUND = 28;
/** An attribute: u32 handler, u32 number, u32 bytes with the highest bit set, u32 0, then its bytes. */
const ATTRIBUTE_HEADER = 16;

/** A piece of data that an application stores with an element. */
export interface Attribute {
  /** Number of the element that it belongs to. */
  readonly element: bigint;
  /** What it is for: two numbers of 16 bits, the application's above. */
  readonly handler: number;
  /** Number among the attributes of an element with the same handler. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

/**
 * Iterates over the attributes in an unpacked page (`Dgn^GA`, `Dgn^CA`, `Dgn^NmA`), up to the place where it stops
 * making sense. The layout was found by comparing pages (NOTES.md).
 */
export function walkAttributes(page: Uint8Array, take: (attribute: Attribute) => void): void {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  for (let at = 0; at + FIRST <= page.length && view.getUint32(at, true) === RECORD; ) {
    const end = at + AROUND + view.getUint32(at + BYTES, true);
    const element = view.getBigUint64(at + ELEMENT_NUMBER, true);
    const count = view.getUint32(at + COUNT, true);
    let next = at + FIRST;
    for (let i = 0; i < count && next + ATTRIBUTE_HEADER <= Math.min(end, page.length); i++) {
      const start = next + ATTRIBUTE_HEADER;
      next = start + (view.getUint32(next + 8, true) & 0x7fffffff);
      if (next > page.length) return;
      const header = start - ATTRIBUTE_HEADER;
      const [handler, number] = [view.getUint32(header, true), view.getUint32(header + 4, true)];
      take({ element, handler, number, bytes: page.subarray(start, next) });
    }
    at = end;
  }
}
