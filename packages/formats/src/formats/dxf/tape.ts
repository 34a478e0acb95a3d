import { checkLimit, type Limits } from '../../core/limits.ts';
import type { TextDecode } from '../../kit/cad/code-page.ts';
import { largeHandle } from './large-handle.ts';
import type { NameId, Names } from './names.ts';
import {
  APPLICATION_RULES,
  BRACE,
  EMBEDDED,
  ENTITY_RULES,
  LEAVE_OUT,
  MARKER,
  NO_RULES,
  type Rules,
  TAKE_HANDLE,
  TAKE_NAME,
  TAKE_NUMBER,
  TAKE_TEXT,
} from './recording-rules.ts';
import type { TagStream } from './tag-stream.ts';

/** Memory of a group on the tape in bytes; `recordBytes` limits an entity by it. */
const GROUP_BYTES = 10;
/** "{" opens a group of application data (code 102), "}" closes it. */
export const OPENING_BRACE = 123;
/** Texts up to this length are built letter by letter: V8 flattens longer concatenations only on access. */
const SHORTEST = 12;
const HELIX = Array.from('AcDbHelix', (letter) => letter.charCodeAt(0));

/**
 * Recorded entities: group codes, numbers and text positions in flat arrays. The current entity is recorded and drawn
 * from here; the contents of a block are recorded once and drawn for every reference. A number is stored as its value,
 * a name as its number in `Names`, a text as the index of its bytes, a handle as the value of its digits.
 */
export class Tape {
  codes: Int16Array = new Int16Array(256);
  values: Float64Array = new Float64Array(256);
  /** Recorded groups. */
  groups = 0;
  /** Number of groups at which recording stops for more room. */
  room = 256;
  /** The rules for the rest of the current entity. */
  rules: Rules = NO_RULES;
  /** Its rules outside of application data. */
  entityRules: Rules = NO_RULES;
  /** Per entity: name of its type, first group, and line or offset in the file. */
  types: Int32Array = new Int32Array(16);
  starts: Int32Array = new Int32Array(17);
  places: Float64Array = new Float64Array(16);
  /** Recorded entities. */
  count = 0;
  #texts: Buffer = Buffer.alloc(1024);
  #textEnds: Int32Array = new Int32Array(64);
  #textCount = 0;
  /** The current limits, and the number of groups that they allow for an entity. */
  #limits: Limits | undefined;
  #mostGroups = 0;

  /** Drops the entities from number `count` on. */
  truncate(count: number): void {
    this.count = count;
    this.groups = this.starts[count]!;
    if (count === 0) this.#textCount = 0;
  }

  /** Index of the group after the last one of an entity. */
  end(entity: number): number {
    return this.starts[entity + 1]!;
  }

  /** The bytes of a text or chunk by the value of its group. */
  bytes(index: number): Buffer {
    return this.#texts.subarray(index === 0 ? 0 : this.#textEnds[index - 1]!, this.#textEnds[index]!);
  }

  /** A text by the value of its group; only bytes beyond ASCII need the decoder. */
  text(index: number, decode: TextDecode): string {
    const from = index === 0 ? 0 : this.#textEnds[index - 1]!;
    const to = this.#textEnds[index]!;
    const bytes = this.#texts;
    let all = 0;
    for (let i = from; i < to; i++) all |= bytes[i]!;
    if (all > 127) return decode(bytes.subarray(from, to));
    return to - from <= SHORTEST ? shortText(bytes, from, to) : bytes.toString('latin1', from, to);
  }

  /**
   * Records one entity: the stream is on its group 0, and afterwards on the next group 0. Application data, embedded
   * objects, subclass markers and whatever the rules exclude are omitted.
   * @param type name of its type
   * @param rules what is recorded of it
   * @returns false when the stream ended before another group 0
   * @throws LimitError when the entity exceeds `recordBytes`
   */
  record(stream: TagStream, type: NameId, names: Names, limits: Limits, rules: Rules = ENTITY_RULES): boolean {
    this.#begin(type, stream.place);
    if (limits !== this.#limits) {
      this.#limits = limits;
      this.#mostGroups = Math.floor(limits.recordBytes / GROUP_BYTES);
    }
    const first = this.groups;
    const most = first + this.#mostGroups;
    this.rules = this.entityRules = rules;
    let more = true;
    for (;;) {
      this.room = Math.min(this.codes.length, most + 1);
      if (stream.takeQuickly(this, names)) break;
      if (this.groups > most)
        checkLimit(limits, 'recordBytes', (this.groups - first) * GROUP_BYTES, 'bytes of one entity');
      if (this.groups === this.codes.length) this.#grow();
      more = stream.next();
      if (!more || stream.code === 0) break;
      this.#take(stream, names);
    }
    this.starts[++this.count] = this.groups;
    return more;
  }

  /** Adds a text; returns its number. */
  addText(bytes: Uint8Array, from: number, to: number): number {
    const index = this.#textCount;
    const start = index === 0 ? 0 : this.#textEnds[index - 1]!;
    const end = start + to - from;
    if (end > this.#texts.length)
      this.#texts = grown(this.#texts, Buffer.alloc(Math.max(end, larger(this.#texts.length))));
    if (index === this.#textEnds.length) this.#textEnds = grown(this.#textEnds, new Int32Array(larger(index)));
    for (let i = from, at = start; i < to; i++) this.#texts[at++] = bytes[i]!;
    this.#textEnds[index] = end;
    this.#textCount++;
    return index;
  }

  #begin(type: NameId, place: number): void {
    const entity = this.count;
    if (entity === this.types.length) {
      this.types = grown(this.types, new Int32Array(larger(entity)));
      this.starts = grown(this.starts, new Int32Array(larger(entity) + 1));
      this.places = grown(this.places, new Float64Array(larger(entity)));
    }
    this.types[entity] = type;
    this.starts[entity] = this.groups;
    this.places[entity] = place;
  }

  /** Takes the stream's current group by the rules; there is room for it. */
  #take(stream: TagStream, names: Names): void {
    const { code, bytes, from, to } = stream;
    const rule = this.rules[code] ?? LEAVE_OUT;
    if (rule === BRACE) this.rules = bytes[from] === OPENING_BRACE ? APPLICATION_RULES : this.entityRules;
    else if (rule === EMBEDDED) this.rules = NO_RULES;
    else if (rule === TAKE_NUMBER) this.#push(code, stream.value);
    else if (rule === TAKE_NAME || (rule === MARKER && isHelixMarker(bytes, from, to)))
      this.#push(code, names.intern(bytes, from, to));
    else if (rule === TAKE_TEXT) this.#push(code, this.addText(bytes, from, to));
    else if (rule === TAKE_HANDLE) this.#push(code, handleValue(bytes, from, to));
  }

  #push(code: number, value: number): void {
    this.codes[this.groups] = code;
    this.values[this.groups++] = value;
  }

  #grow(): void {
    this.codes = grown(this.codes, new Int16Array(larger(this.groups)));
    this.values = grown(this.values, new Float64Array(larger(this.groups)));
  }
}

/** A short text of ASCII bytes; building it here is faster than a call into the buffer. */
function shortText(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  let at = from;
  for (; at + 4 <= to; at += 4) text += String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!);
  for (; at < to; at++) text += String.fromCharCode(bytes[at]!);
  return text;
}

/** The next capacity: doubled while small, half as much again when large, so that a tape never needs twice its size. */
function larger(capacity: number): number {
  return capacity < 1 << 18 ? capacity * 2 : Math.ceil(capacity * 1.5);
}

function grown<T extends { set(from: T): void }>(old: T, next: T): T {
  next.set(old);
  return next;
}

/** Whether a subclass marker (code 100) is AcDbHelix, the only one that distinguishes groups with equal codes. */
export function isHelixMarker(bytes: Uint8Array, from: number, to: number): boolean {
  return (
    to - from >= HELIX.length && bytes[from + 4] === HELIX[4] && HELIX.every((byte, i) => bytes[from + i] === byte)
  );
}

/** Value of each byte that is a hexadecimal digit, 16 for all others. */
const HEXADECIMAL = new Uint8Array(256).fill(16);
for (let value = 0; value < 16; value++)
  for (const letter of [value.toString(16), value.toString(16).toUpperCase()])
    HEXADECIMAL[letter.charCodeAt(0)] = value;
/** Digits that fit a positive integer of 32 bits. */
const SHORT_HANDLE = 7;

/**
 * Value of hexadecimal digits; NaN for an empty or invalid handle. Values above 2^53 become a unique number
 * (`largeHandle`).
 */
export function handleValue(bytes: Uint8Array, from: number, to: number): number {
  const size = to - from;
  if (size > 0 && size <= SHORT_HANDLE) {
    let value = 0;
    let all = 0;
    for (let i = from; i < to; i++) {
      const digit = HEXADECIMAL[bytes[i]!]!;
      all |= digit;
      value = (value << 4) | digit;
    }
    if (all < 16) return value;
  }
  return anyHandleValue(bytes, from, to);
}

/** The same for handles of any length, with blanks around them or empty. */
function anyHandleValue(bytes: Uint8Array, from: number, to: number): number {
  while (from < to && bytes[from]! <= 32) from++;
  while (to > from && bytes[to - 1]! <= 32) to--;
  if (from === to) return Number.NaN;
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = HEXADECIMAL[bytes[i]!]!;
    if (digit === 16) return Number.NaN;
    value = value * 16 + digit;
  }
  return value <= Number.MAX_SAFE_INTEGER ? value : largeHandle(bytes, from, to);
}
