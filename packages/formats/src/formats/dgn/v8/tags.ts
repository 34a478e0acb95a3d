import { checkLimit, type Limits } from '../../../core/limits.ts';
import { GRAPHIC_HEADER, type V8Element } from './element.ts';
import { dependencyOf } from './linkages.ts';
import { decodeV8Text } from './text.ts';

/** Type of the element that defines a set of tags. */
export const TAG_SET = 39;
/** Applications of the dependencies of a tag: its element and its set. */
const TARGET = 0x2710;
const SET = 0x2717;

/** Offsets in a tag; the tag of the corpus sample (number 0, a whole number, 0) agrees with them. */
const NUMBER = 0xd0;
const KIND = 0xd2;
const LENGTH = 0x138;
const VALUE = 0x140;
/** Offsets in a set of definitions. */
const MAGIC = 0x28;
const SET_MAGIC = Buffer.from('teSt').readUInt32LE();
const DEFINITIONS_LENGTH = 0x34;
const DEFINITIONS = 0x3c;
/** Bytes between the kind of a definition and its default value. */
const BETWEEN = 5;
/** Kinds of values. */
const [TEXT, WHOLE, REAL, BINARY] = [1, 3, 4, 5];
/** Most definitions of one set; names of further ones are unknown. */
const MOST_DEFINITIONS = 10_000;
const NO_ATTRIBUTES: readonly string[] = [];

/**
 * The tags of a file: named values that belong to elements. Layouts from the notes of cadkit
 * (docs/dgn/FORMAT_NOTES.md), which read 14 226 tags of two files that way.
 */
export class V8Tags {
  /** Names of tags by their number, per number of the set's element. */
  readonly #sets = new Map<bigint, Map<number, string>>();
  readonly #attributes = new Map<bigint, string[]>();
  #count = 0;

  /** Whether there is any set, so that tags can have names. */
  get hasSets(): boolean {
    return this.#sets.size > 0;
  }

  /** Takes a set of definitions (39): name, u16 number, prompt, u16 kind, five bytes, default value, and so on. */
  define({ view, size }: V8Element): void {
    if (size < DEFINITIONS || view.getUint32(MAGIC, true) !== SET_MAGIC) return;
    const names = new Map<number, string>();
    const bytes = new Uint8Array(view.buffer, view.byteOffset, size);
    const end = Math.min(size, DEFINITIONS + view.getUint32(DEFINITIONS_LENGTH, true));
    let at = DEFINITIONS;
    for (let i = 0; i < MOST_DEFINITIONS && at < end; i++) {
      const name = textAt(bytes, at, end);
      const prompt = textAt(bytes, name.end + 2, end);
      const kindAt = prompt.end;
      const valueAt = kindAt + 2 + BETWEEN;
      if (valueAt > end) break;
      names.set(view.getUint16(name.end, true), name.text);
      const kind = view.getUint16(kindAt, true);
      at = kind === TEXT ? textAt(bytes, valueAt, end).end : valueAt + (kind === REAL ? 8 : 4);
    }
    this.#sets.set(view.getBigUint64(0x10, true), names);
  }

  /** Adds a tag (37) to the attributes of its element. */
  add(element: V8Element, limits: Limits): void {
    const name = this.nameOf(element);
    const target = dependencyOf(element, TARGET);
    const value = tagValue(element);
    if (name === undefined || target === undefined || value === undefined) return;
    checkLimit(limits, 'features', ++this.#count, 'tags');
    const known = this.#attributes.get(target);
    if (known === undefined) this.#attributes.set(target, [name, value]);
    else known.push(name, value);
  }

  /** The name of a tag in its set; undefined if it is unknown. */
  nameOf(element: V8Element): string | undefined {
    if (element.size < VALUE) return undefined;
    const set = dependencyOf(element, SET);
    const name = set === undefined ? undefined : this.#sets.get(set)?.get(element.view.getUint16(NUMBER, true));
    return name === '' ? undefined : name;
  }

  /** Whether the element of a tag is known and gets its value. */
  belongs(element: V8Element): boolean {
    const target = dependencyOf(element, TARGET);
    return target !== undefined && this.nameOf(element) !== undefined && this.#attributes.has(target);
  }

  /** Names and values of an element's tags, in pairs. */
  attributesOf({ view, size }: V8Element): readonly string[] {
    if (this.#attributes.size === 0 || size < GRAPHIC_HEADER) return NO_ATTRIBUTES;
    return this.#attributes.get(view.getBigUint64(0x10, true)) ?? NO_ATTRIBUTES;
  }
}

/** The value of a tag as text; undefined when it is incomplete or binary. */
export function tagValue({ view, size }: V8Element): string | undefined {
  if (size < VALUE) return undefined;
  const length = view.getUint32(LENGTH, true);
  if (VALUE + length > size) return undefined;
  const kind = view.getUint16(KIND, true);
  if (kind === TEXT) return decodeV8Text(new Uint8Array(view.buffer, view.byteOffset + VALUE, length));
  if (kind === WHOLE && length >= 4) return String(view.getInt32(VALUE, true));
  if (kind === REAL && length >= 8) return String(view.getFloat64(VALUE, true));
  return kind === BINARY ? undefined : '';
}

/** A text that ends in NUL: one byte per character, or two after FF FD. */
function textAt(bytes: Uint8Array, from: number, end: number): { readonly text: string; readonly end: number } {
  const isWide = bytes[from] === 0xff && bytes[from + 1] === 0xfd;
  const step = isWide ? 2 : 1;
  let at = isWide ? from + 2 : from;
  while (at + step <= end && (bytes[at] !== 0 || (isWide && bytes[at + 1] !== 0))) at += step;
  return { text: decodeV8Text(bytes.subarray(from, Math.min(at, end))), end: at + step };
}
