import { MARKS, PADDING, type Sections } from './section.ts';

/** The mark of the store of shapes: "jard". */
const STORE = '6a617264';

/**
 * Sections whose names are lost: some are known by how they begin; objects are searched in all others.
 * @param parts sections, or pages in their order @param repaired see `Sections`
 */
export function sectionsByMarks(parts: readonly Uint8Array[], repaired: number): Sections {
  const marked = (mark: string): Uint8Array | undefined => parts.find((part) => beginsWith(part, mark));
  const marks = [...Object.values(MARKS), STORE];
  const others = parts.filter((part) => !marks.some((mark) => beginsWith(part, mark)));
  const size = others.reduce((sum, { length }) => sum + length, 0);
  const objects = new Uint8Array(size + PADDING);
  let at = 0;
  for (const part of others) {
    objects.set(part, at);
    at += part.length;
  }
  return {
    header: marked(MARKS.header),
    classes: marked(MARKS.classes),
    objectMap: undefined,
    objects: objects.subarray(0, size),
    template: undefined,
    shapes: marked(STORE),
    repaired,
  };
}

function beginsWith(bytes: Uint8Array, mark: string): boolean {
  return Buffer.from(mark, 'hex').every((byte, i) => bytes[i] === byte);
}
