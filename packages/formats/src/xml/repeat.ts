import { isSpace } from './characters.ts';
import { holdsAt, isEndTag } from './markup.ts';
import type { XmlName } from './names.ts';
import type { TupleParser } from './tuple.ts';

const OPEN = 0x3c;
const CLOSE = 0x3e;
const QUOTE = 0x22;
/** Digits of a whole number that is read here: well within what a double holds. */
const MOST_DIGITS = 15;

/**
 * Large models are millions of elements like the one before: `<F>1 2 3</F>` or `<P id="7">1.5 2.5 3.5</P>`. This reads the
 * next one of them in one go when it is written in just that way, and does nothing when it is not.
 */
export class LeafRepeater {
  /** The whole number that the attribute spelled; NaN when the element had none. */
  id = Number.NaN;
  /** Behind the end tag of the element that was read. */
  position = 0;

  /**
   * @param at behind the end tag of the element before @param name its name
   * @param attribute the one attribute it may have @param into takes the numbers, counted by `tuple.count`
   * @returns whether an element was read; nothing is changed when not
   */
  read(
    bytes: Uint8Array,
    at: number,
    name: Uint8Array,
    attribute: XmlName | undefined,
    tuple: TupleParser,
    into: Float64Array,
  ): boolean {
    let p = at;
    while (isSpace(bytes[p]!)) p++;
    if (bytes[p] !== OPEN || !holdsAt(bytes, p + 1, name)) return false;
    p += 1 + name.length;
    let id = Number.NaN;
    if (bytes[p] === 0x20 && attribute !== undefined) {
      const { bytes: key } = attribute;
      if (!holdsAt(bytes, p + 1, key) || bytes[p + 1 + key.length] !== 0x3d) return false;
      p += 2 + key.length;
      if (bytes[p++] !== QUOTE) return false;
      const first = p;
      id = 0;
      for (let digit = bytes[p]! - 48; digit >= 0 && digit <= 9; digit = bytes[++p]! - 48) id = id * 10 + digit;
      if (p === first || p - first > MOST_DIGITS || bytes[p++] !== QUOTE) return false;
    }
    if (bytes[p] !== CLOSE) return false;
    const end = tuple.parse(bytes, p + 1, into);
    if (tuple.count < 0 || !isEndTag(bytes, end, name)) return false;
    this.id = id;
    this.position = end + name.length + '</>'.length;
    return true;
  }
}
