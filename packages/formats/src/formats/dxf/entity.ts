import type { TextDecode } from '../../kit/cad/code-page.ts';
import { COMMON } from './common-fields.ts';
import type { Field, NumberField, PointField } from './fields.ts';
import { HIGHEST_CODE } from './group-kinds.ts';
import { handleText } from './large-handle.ts';
import type { Names } from './names.ts';
import type { Tape } from './tape.ts';

/** Rare properties, as bits of `traits`. */
export const SYMBOLOGY = 1;
export const EXTRUSION = 2;
/** Paper space, or invisible. */
export const WHEREABOUTS = 4;
/** The elevation of the whole entity. */
export const ELEVATION = 8;
const TRAIT_OF = new Uint8Array(HIGHEST_CODE + 1);
for (const { code } of [COMMON.lineType, COMMON.colour, COMMON.lineWeight, COMMON.trueColour])
  TRAIT_OF[code] = SYMBOLOGY;
for (const { code } of [COMMON.extrusion.x, COMMON.extrusion.z]) TRAIT_OF[code] = EXTRUSION;
for (const { code } of [COMMON.isInvisible, COMMON.isOnSheet]) TRAIT_OF[code] = WHEREABOUTS;
TRAIT_OF[COMMON.elevation.code] = ELEVATION;

/** Marks beyond this would not fit their array, so they start again. */
const MOST_MARK = 2 ** 31 - 1;

/**
 * A view of one recorded entity: its groups by code (the first of each) and in order. One object serves all entities.
 */
export class Entity {
  /** Decodes longer texts. */
  decode: TextDecode;
  /** Whether binary chunks are hexadecimal text, as in ASCII files. */
  isText = true;
  from = 0;
  to = 0;
  /** Name of the type, see `Names`. */
  type = 0;
  /** Line or byte offset in the file. */
  place = 0;
  /** Index on its tape. */
  index = 0;
  /**
   * What it states besides layer and geometry: bits, so that the many plain entities are not asked for each property.
   */
  traits = 0;
  /** Codes and values of its tape by position, for loops over all groups in [from, to). */
  codes: Int16Array = new Int16Array(0);
  values: Float64Array = new Float64Array(0);
  readonly #names: Names;
  #tape: Tape | undefined;
  /**
   * Per code the position of its first group, counted on from entity to entity: values below `#least` belong to earlier
   * ones.
   */
  readonly #marks = new Int32Array(HIGHEST_CODE + 1).fill(-1);
  #least = 0;
  #next = 0;
  /** Difference between a mark and the position on the tape. */
  #ahead = 0;

  constructor(names: Names, decode: TextDecode) {
    this.#names = names;
    this.decode = decode;
  }

  /** Moves to an entity of a tape; returns itself. */
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

  /** Narrows the view to the groups [from, to) of the current entity; returns a function that widens it again. */
  part(from: number, to: number): () => void {
    const goBack = this.bookmark();
    this.from = from;
    this.to = to;
    this.#mark();
    return goBack;
  }

  /** Notes the first group of each code and the traits. */
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
    // From last to first, so that the first of equal codes stays.
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

  /** Returns a function that moves back to the current entity after others were looked at. */
  bookmark(): () => void {
    const [tape, index] = [this.#tape!, this.index];
    return () => this.load(tape, index);
  }

  has({ code }: Field): boolean {
    return this.#marks[code]! >= this.#least;
  }

  /** The first number of a field, else its default. */
  get({ code, missing }: NumberField): number {
    return this.#valueOf(code, missing);
  }

  /** The first number of a field, else a default that is known only now. */
  getOr({ code }: NumberField, missing: number): number {
    return this.#valueOf(code, missing);
  }

  /** The point of three fields. */
  point({ x, y, z }: PointField): [number, number, number] {
    return [this.get(x), this.get(y), this.get(z)];
  }

  /** Number of the first name of a field; -1 if there is no such group. */
  nameId({ code }: Field<'name'>): number {
    return this.#valueOf(code, -1);
  }

  /** The first name of a field. */
  name(field: Field<'name'>): string {
    const id = this.nameId(field);
    return id < 0 ? '' : this.#names.text(id);
  }

  /** The first text of a field, with its format codes. */
  text(field: Field<'text'>): string {
    return this.has(field) ? this.textAt(this.#marks[field.code]! - this.#ahead) : '';
  }

  #valueOf(code: number, missing: number): number {
    const mark = this.#marks[code]!;
    return mark >= this.#least ? this.values[mark - this.#ahead]! : missing;
  }

  /** All texts of one field in a row, then those of the next: a text in pieces, which may be cut within a character. */
  texts(...fields: readonly Field<'text'>[]): string {
    let first = -1;
    let pieces: number[] | undefined;
    for (const field of fields) {
      if (!this.has(field)) continue;
      for (let i = this.from; i < this.to; i++) {
        if (this.codeAt(i) !== field.code) continue;
        // Most texts are in one piece.
        if (first < 0) first = i;
        else (pieces ??= [first]).push(i);
      }
    }
    if (pieces === undefined) return first < 0 ? '' : this.textAt(first);
    return this.decode(Buffer.concat(pieces.map((i) => this.#tape!.bytes(this.valueAt(i)))));
  }

  /**
   * All binary chunks of a field in a row, as far as they are recorded; they end at the first digit that is not
   * hexadecimal.
   */
  chunk({ code }: Field<'chunk'>): Uint8Array {
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

  /** Position of the first group of a field at or after `start`; `to` if there is no such group. */
  find({ code }: Field, start = this.from): number {
    let i = start;
    while (i < this.to && this.codeAt(i) !== code) i++;
    return i;
  }

  /** The first number of a field in [start, end), else its default. */
  first(field: NumberField, start: number, end = this.to): number {
    const at = this.find(field, start);
    return at < end ? this.valueAt(at) : field.missing;
  }

  /** All numbers of a field in [start, end). */
  all({ code }: NumberField, start = this.from, end = this.to): number[] {
    const values: number[] = [];
    for (let i = start; i < end; i++) if (this.codeAt(i) === code) values.push(this.valueAt(i));
    return values;
  }

  /**
   * All points of a field in [start, end): x, y, z, x, … Each x begins one, y and z complete it (NaN when missing).
   */
  triples({ x, y, z }: PointField, start = this.from, end = this.to): number[] {
    const triples: number[] = [];
    for (let i = start; i < end; i++) {
      const at = this.codeAt(i);
      if (at === x.code) triples.push(this.valueAt(i), Number.NaN, Number.NaN);
      else if (triples.length > 0 && at === y.code) triples[triples.length - 2] = this.valueAt(i);
      else if (triples.length > 0 && at === z.code) triples[triples.length - 1] = this.valueAt(i);
    }
    return triples;
  }

  /** The handle as text; '' if it is missing. */
  get handle(): string {
    return handleText(this.getOr(COMMON.handle, this.get(COMMON.styleHandle)));
  }
}
