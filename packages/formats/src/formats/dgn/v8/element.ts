import type { DesignElement } from '../dialect.ts';

/** Bytes before each element of a page. */
const PREFIX = 4;
/** Bytes of the header that graphic elements share. */
export const GRAPHIC_HEADER = 0x68;
const COMPONENT = 0x40000000;
const DELETED = 0x80000000;
/** Offset of the owner: the level of graphics, the kind of table of an entry. */
export const MODEL_PART = 0x0c;

/** One element of a V8 model: a view of its page. */
export interface V8Element extends DesignElement {
  readonly view: DataView;
  /** Bytes of the element itself; linkages follow. */
  readonly size: number;
  readonly is3d: boolean;
}

/** The properties of an element, and the bit of those that are not drawn (NOTES.md). */
const [PROPERTIES, INVISIBLE] = [0x28, 0x80];

/**
 * Whether an element is marked as invisible, such as the control text of a pattern, the boundary of a hatch and the
 * profile that a solid was made of.
 */
export function isInvisible({ view, size }: V8Element): boolean {
  return size >= GRAPHIC_HEADER && (view.getUint32(PROPERTIES, true) & INVISIBLE) !== 0;
}

/** What `walkPage` could not read in a page. */
export type PageFault = { readonly offset: number; readonly text: string };

/**
 * Iterates over the elements of an unpacked page: u32 prefix, then type and flags, words of the whole element, words
 * before its linkages.
 * @returns the place where the page stops making sense; undefined when it was read to its end
 */
export function walkPage(page: Uint8Array, base: number, take: (element: V8Element) => void): PageFault | undefined {
  const whole = new DataView(page.buffer, page.byteOffset, page.byteLength);
  let at = 0;
  while (at + PREFIX + 12 <= page.length) {
    const start = at + PREFIX;
    const flags = whole.getUint32(start, true);
    const bytes = whole.getUint32(start + 4, true) * 2;
    const size = whole.getUint32(start + 8, true) * 2;
    if (bytes < 12 || bytes > page.length - start)
      return {
        offset: base + start,
        text: `an element should have ${bytes} bytes where ${page.length - start} are left`,
      };
    const own = Math.min(size, bytes);
    take({
      type: flags & 0xffff,
      offset: base + start,
      isComponent: (flags & COMPONENT) !== 0,
      isDeleted: (flags & DELETED) !== 0,
      view: new DataView(page.buffer, page.byteOffset + start, bytes),
      size: own,
      is3d: own >= GRAPHIC_HEADER && (whole.getUint32(start + 0x28, true) & 0x800) !== 0,
    });
    at = start + bytes;
  }
  return undefined;
}
