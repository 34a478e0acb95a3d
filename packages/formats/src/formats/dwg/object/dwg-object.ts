import { BEYOND_END, BitReader } from '../bits/bit-reader.ts';
import { checksum } from '../bits/checksum.ts';
import { readHandle, skipHandles } from '../bits/handle.ts';
import { placeTexts } from '../bits/text.ts';
import type { DrawingFile } from '../file/drawing-file.ts';
import { R2000, R2004, R2007, R2010, R2013 } from '../file/releases.ts';
import type { Groups } from '../handover/groups.ts';
import { Colour } from './colour.ts';

/** Thrown where the object map is wrong. */
const ANOTHER = new RangeError('another object is in its place');

/** One object of a drawing: readers of its data, texts and references, and what every object has. One serves all. */
export class DwgObject {
  readonly file: DrawingFile;
  readonly release: number;
  readonly data: BitReader = new BitReader();
  /** Where its texts are: among the data before 2007. */
  readonly texts: BitReader;
  readonly references: BitReader = new BitReader();
  readonly colour: Colour = new Colour();
  type = 0;
  handle = 0;
  owner = 0;
  extensionDictionary = 0;
  /** Whether its shape is in the store of shapes. */
  hasStoredShape = false;
  /** The first bit of its extended data; -1 if it has none. */
  extended = -1;
  /** Bits of the whole object. */
  #bits = 0;
  /** Where it begins, with its sizes. */
  #offset = 0;

  constructor(file: DrawingFile) {
    this.file = file;
    this.release = file.release;
    this.texts = file.release >= R2007 ? new BitReader() : this.data;
  }

  /** Moves to the object with an index in the object map. @throws RangeError when it is not there */
  openAt(index: number): void {
    const { map, objectAltered } = this.file;
    this.open(map.offsets[index]!);
    if (this.handle !== map.handles[index]) throw ANOTHER;
    if (objectAltered !== undefined && !this.#isIntact()) objectAltered(this.handle);
  }

  /**
   * Moves to the object at an offset, and reads its type and handle.
   * @throws RangeError when there cannot be one
   */
  open(offset: number): void {
    const referenceBits = this.#enter(offset);
    const { data } = this;
    const bits = data.end;
    this.#bits = bits;
    this.type = this.release >= R2010 ? this.#newType() : data.bitShort() & 0xffff;
    if (this.release >= R2010) this.#divide(bits - referenceBits);
    else if (this.release >= R2000) this.#divide(data.long());
    this.handle = readHandle(data, 0);
    this.#extended();
  }

  /** The type of the object at an offset; 0 when there cannot be one. */
  typeAt(offset: number): number {
    try {
      this.#enter(offset);
      return this.release >= R2010 ? this.#newType() : this.data.bitShort() & 0xffff;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return 0;
    }
  }

  /** Places the data on an object, after its sizes; returns the bits of its references, stated since 2010. */
  #enter(offset: number): number {
    const { objects } = this.file;
    let at = offset;
    if (!(at >= 0 && at + 4 <= objects.length)) throw BEYOND_END;
    let size = objects[at]! | (objects[at + 1]! << 8);
    at += 2;
    if ((size & 0x8000) !== 0) {
      size = (size & 0x7fff) | ((objects[at]! | ((objects[at + 1]! & 0x7f) << 8)) << 15);
      at += 2;
    }
    let referenceBits = 0;
    if (this.release >= R2010) {
      let factor = 1;
      let byte = 0x80;
      for (; byte >= 0x80 && factor < 2 ** 35; factor *= 128) {
        byte = objects[at++]!;
        referenceBits += (byte & 0x7f) * factor;
      }
    }
    if (size < 3 || at + size > objects.length || referenceBits > 8 * size) throw BEYOND_END;
    this.#offset = offset;
    this.data.place(objects, at, 0, 8 * size);
    return referenceBits;
  }

  /** R13 and R14 state the length of the data later, after the picture of an entity. */
  divideLate(): void {
    if (this.release < R2000) this.#divide(this.data.long());
  }

  /** What objects that are no entities have next: owner, reactors, extension dictionary. */
  readCommon(): void {
    this.divideLate();
    this.owner = readHandle(this.references, this.handle);
    this.readLinks();
  }

  /** Reactors and extension dictionary. */
  readLinks(): void {
    const { data, references } = this;
    skipHandles(references, data.count(0));
    this.extensionDictionary = 0;
    if (this.release < R2004 || !data.flag()) this.extensionDictionary = readHandle(references, this.handle);
    this.hasStoredShape = this.release >= R2013 && data.flag();
  }

  /** The next reference. */
  reference(): number {
    return readHandle(this.references, this.handle);
  }

  text(): string {
    return this.file.text.read(this.texts);
  }

  /** The next text as a group, as people typed it. */
  textInto(out: Groups, code: number): void {
    const { texts } = this;
    const start = texts.bit;
    if (out.takeText(code, texts, texts.bitShort() & 0xffff, this.release >= R2007)) return;
    texts.bit = start;
    out.text(code, this.text());
  }

  /** The next text as a group: a name. */
  nameInto(out: Groups, code: number): void {
    const { texts } = this;
    const start = texts.bit;
    if (out.takeText(code, texts, texts.bitShort() & 0xffff, this.release >= R2007)) return;
    texts.bit = start;
    out.name(code, this.text());
  }

  readColour(): Colour {
    return this.colour.read(this.data, this.texts, this.file.text, this.release);
  }

  /** Whether the object that is open has the checksum that it states. */
  #isIntact(): boolean {
    const { bytes } = this.data;
    const end = this.data.base + (this.#bits >> 3);
    return checksum(bytes, this.#offset, end) === (bytes[end]! | (bytes[end + 1]! << 8));
  }

  #newType(): number {
    const { data } = this;
    const kind = data.pair();
    return kind === 0 ? data.byte() : kind === 1 ? 0x1f0 + data.byte() : data.short();
  }

  /** Separates data, texts and references by the first bit of the references. */
  #divide(bit: number): void {
    const { data, references } = this;
    if (!(bit > 0 && bit <= this.#bits)) throw BEYOND_END;
    data.end = bit;
    references.place(data.bytes, data.base, bit, this.#bits);
    if (this.release >= R2007) placeTexts(this.texts, data, bit);
  }

  #extended(): void {
    const { data } = this;
    this.extended = -1;
    for (let start = data.bit, size = data.bitShort(); size !== 0; size = data.bitShort()) {
      if (this.extended < 0) this.extended = start;
      skipHandles(data, 1);
      data.skip(8 * (size & 0xffff));
    }
  }
}
