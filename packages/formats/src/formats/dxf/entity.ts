import type { TextDecode } from '../../kit/cad/code-page.ts';
import { HIGHEST_CODE } from './group-kinds.ts';
import { handleText } from './large-handle.ts';
import type { Names } from './names.ts';
import type { Tape } from './tape.ts';

/** What few entities state, as bits of `traits`. */
export const SYMBOLOGY = 1;
export const EXTRUSION = 2;
/** Paper space, or invisible. */
export const WHEREABOUTS = 4;
/** The elevation of the whole entity. */
export const ELEVATION = 8;
const TRAIT_OF = new Uint8Array(HIGHEST_CODE + 1);
for (const code of [6, 62, 370, 420]) TRAIT_OF[code] = SYMBOLOGY;
for (const code of [210, 230]) TRAIT_OF[code] = EXTRUSION;
for (const code of [60, 67]) TRAIT_OF[code] = WHEREABOUTS;
TRAIT_OF[38] = ELEVATION;

/** Marks beyond this would not fit their array: they begin anew. */
const MOST_MARK = 2 ** 31 - 1;

/** A view of one recorded entity: its groups by code (the first of each) and in order. One object serves all entities. */
export class Entity {
  /** Decodes longer texts. */
  decode: TextDecode;
  /** Whether binary chunks are spelled as hexadecimal digits, as in ASCII files. */
  isText = true;
  from = 0;
  to = 0;
  /** Name of the type, see `Names`. */
  type = 0;
  /** Line or byte offset in the file. */
  place = 0;
  /** Number on its tape. */
  index = 0;
  /** What it states beside its layer and geometry: bits, so that the many which state nothing are not asked one by one. */
  traits = 0;
  /** Codes and values of its tape, by position: for loops over all groups in [from, to). */
  codes: Int16Array = new Int16Array(0);
  values: Float64Array = new Float64Array(0);
  readonly #names: Names;
  #tape: Tape | undefined;
  /** Per code the position of its first group, counted on from entity to entity: what is below `#least` is of another one. */
  readonly #marks = new Int32Array(HIGHEST_CODE + 1).fill(-1);
  #least = 0;
  #next = 0;
  /** What a mark is ahead of the position on the tape. */
  #ahead = 0;

  constructor(names: Names, decode: TextDecode) {
    this.#names = names;
    this.decode = decode;
  }

  /** Turns to an entity of a tape; returns itself. */
  load(tape: Tape, index: number): this {
    this.#tape = tape;
    this.codes = tape.codes;
    this.values = tape.values;
    this.index = index;
    this.type = tape.types[index]!;
    this.place = tape.places[index]!;
    this.from = tape.starts[index]!;
    this.to = tape.end(index);
    this.#mark();
    return this;
  }

  /** Turns to the groups [from, to) of the entity at hand; returns what turns back to all of it. */
  part(from: number, to: number): () => void {
    const goBack = this.bookmark();
    this.from = from;
    this.to = to;
    this.#mark();
    return goBack;
  }

  /** Notes where the first group of each code is, and what is stated. */
  #mark(): void {
    const marks = this.#marks;
    const { codes } = this;
    const size = this.to - this.from;
    let least = this.#next;
    if (least + size > MOST_MARK) {
      marks.fill(-1);
      least = 0;
    }
    const ahead = least - this.from;
    // From the last to the first: of equal codes the first one stays.
    let traits = 0;
    for (let i = this.to - 1; i >= this.from; i--) {
      const code = codes[i]!;
      marks[code] = i + ahead;
      traits |= TRAIT_OF[code]!;
    }
    this.traits = traits;
    this.#least = least;
    this.#next = least + size;
    this.#ahead = ahead;
  }

  /** What turns back to the entity at hand, when others were looked at in between. */
  bookmark(): () => void {
    const [tape, index] = [this.#tape!, this.index];
    return () => this.load(tape, index);
  }

  has(code: number): boolean {
    return this.#marks[code]! >= this.#least;
  }

  /** Value of the first group with this code. */
  number(code: number, missing: number): number {
    const mark = this.#marks[code]!;
    return mark >= this.#least ? this.values[mark - this.#ahead]! : missing;
  }

  /** Number of the name in the first group with this code; -1 when there is none. */
  nameId(code: number): number {
    return this.number(code, -1);
  }

  /** The name in the first group with this code. */
  name(code: number): string {
    const id = this.nameId(code);
    return id < 0 ? '' : this.#names.text(id);
  }

  /** The text of the first group with this code, undecoded format codes and all. */
  text(code: number): string {
    return this.has(code) ? this.textAt(this.#marks[code]! - this.#ahead) : '';
  }

  /** All texts with this code in a row, then those with the next one: a text in pieces, which may be cut within a character. */
  texts(...codes: readonly number[]): string {
    const pieces: number[] = [];
    for (const code of codes) for (let i = this.from; i < this.to; i++) if (this.codeAt(i) === code) pieces.push(i);
    if (pieces.length <= 1) return pieces.length === 0 ? '' : this.textAt(pieces[0]!);
    return this.decode(Buffer.concat(pieces.map((i) => this.#tape!.bytes(this.valueAt(i)))));
  }

  /** All binary chunks with this code in a row, as far as they are recorded; digits that are none end them. */
  chunk(code: number): Uint8Array {
    const parts: Buffer[] = [];
    for (let i = this.from; i < this.to; i++) {
      if (this.codeAt(i) !== code) continue;
      const bytes = this.#tape!.bytes(this.valueAt(i));
      parts.push(this.isText ? Buffer.from(bytes.toString('latin1').trim(), 'hex') : bytes);
    }
    return Buffer.concat(parts);
  }

  /** Group code of the group at position `i` in [from, to). */
  codeAt(i: number): number {
    return this.codes[i]!;
  }

  valueAt(i: number): number {
    return this.values[i]!;
  }

  nameAt(i: number): string {
    return this.#names.text(this.valueAt(i));
  }

  textAt(i: number): string {
    return this.#tape!.text(this.valueAt(i), this.decode);
  }

  /** Position of the first group with this code at or after `start`; `to` when there is none. */
  find(code: number, start = this.from): number {
    let i = start;
    while (i < this.to && this.codeAt(i) !== code) i++;
    return i;
  }

  /** All values with this code from `start` up to `end`. */
  all(code: number, start = this.from, end = this.to): number[] {
    const values: number[] = [];
    for (let i = start; i < end; i++) if (this.codeAt(i) === code) values.push(this.valueAt(i));
    return values;
  }

  /**
   * Triples from groups that belong together: `code` starts one, `code + 10` and `code + 20` complete it (NaN when missing).
   */
  triples(code: number, start = this.from, end = this.to): number[] {
    const triples: number[] = [];
    for (let i = start; i < end; i++) {
      const at = this.codeAt(i);
      if (at === code) triples.push(this.valueAt(i), Number.NaN, Number.NaN);
      else if (triples.length > 0 && at === code + 10) triples[triples.length - 2] = this.valueAt(i);
      else if (triples.length > 0 && at === code + 20) triples[triples.length - 1] = this.valueAt(i);
    }
    return triples;
  }

  /** The handle as text, '' when there is none. */
  get handle(): string {
    const value = this.number(5, this.number(105, Number.NaN));
    return handleText(value);
  }
}
