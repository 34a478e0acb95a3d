import type { V8Element } from './element.ts';
import { decodeV8Text } from './text.ts';

/** Signatures of linkages: a property as text, and the elements that an element depends on. */
const TEXT = 0x56d2;
const DEPENDENCY = 0x56d0;
/**
 * Numbers of properties; those of attachments from v8file.net (MIT), labels of units as model headers and styles of
 * dimensions have them.
 */
export const PROPERTY = { name: 1, file: 3, masterLabel: 19, subLabel: 20, model: 21, fullPath: 31 } as const;
const HEADER = 12;
const MOST_LINKAGES = 1000;

/** Flag of linkages whose number of words is shifted to the left by the lower half of the flags. */
const IS_LONG = 0x40;

/** Bytes of the linkage at a position; at least 2. */
function bytesOf(view: DataView, at: number): number {
  const [words, flags] = [view.getUint8(at), view.getUint8(at + 1)];
  const shift = (flags & IS_LONG) === 0 ? 0 : flags & 15;
  return shift === 0 ? 2 * (words + 1) : 2 * Math.max(1, words << shift);
}

/** An element as far as its linkages are concerned. */
type Linked = Pick<V8Element, 'view' | 'size'>;

/**
 * Passes the position of each linkage with a signature to `take` until one is accepted: {u8 words after the first, u8
 * flags, u16 signature, …}.
 */
export function findLinkage<T>(
  { view, size }: Linked,
  signature: number,
  take: (at: number, end: number) => T | undefined,
): T | undefined {
  let at = size;
  for (let i = 0; i < MOST_LINKAGES && at + 4 <= view.byteLength; i++) {
    const next = at + bytesOf(view, at);
    const end = Math.min(next, view.byteLength);
    if (view.getUint16(at + 2, true) === signature && at + HEADER <= view.byteLength) {
      const taken = take(at, end);
      if (taken !== undefined) return taken;
    }
    at = next;
  }
  return undefined;
}

/**
 * A property in an element's linkages, as levels, definitions of shared cells and their instances have their names in
 * the corpus sample: {…, u32 number of the property, u32 bytes, text}. '' without it.
 */
export function textOf(element: Linked, property: number): string {
  const { view } = element;
  const text = findLinkage(element, TEXT, (at, end) => {
    const bytes = view.getUint32(at + 8, true);
    if (view.getUint32(at + 4, true) !== property || at + HEADER + bytes > end) return undefined;
    return decodeV8Text(new Uint8Array(view.buffer, view.byteOffset + at + HEADER, bytes));
  });
  return text ?? '';
}

/** The name of a level, a cell, a definition of a shared cell or its instance. '' without one. */
export function nameOf(element: Linked): string {
  return textOf(element, PROPERTY.name);
}

/** Kinds of dependencies by how they are stored: the number alone, or after eight more bytes. */
const [PLAIN, PLAIN_TOO] = [2, 3];
const [PATH, PATH_TOO] = [9, 10];

/**
 * The number of the element that this one depends on for an application: {…, u16 application, u16 value, u8 option, u8
 * kind, u16 count, numbers}. Undefined without one. Layout from the notes of cadkit (docs/dgn/FORMAT_NOTES.md).
 */
export function dependencyOf(element: Linked, application: number): bigint | undefined {
  const { view } = element;
  return findLinkage(element, DEPENDENCY, (at, end) => {
    const kind = view.getUint8(at + 9);
    const isPath = kind === PATH || kind === PATH_TOO;
    const place = at + HEADER + (isPath ? 8 : 0);
    const fits = isPath || kind === PLAIN || kind === PLAIN_TOO;
    const count = view.getUint16(at + 10, true);
    if (!fits || count === 0 || view.getUint16(at + 4, true) !== application || place + 8 > end) return undefined;
    return view.getBigUint64(place, true);
  });
}
