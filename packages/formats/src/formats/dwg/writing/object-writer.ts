import { BitWriter } from '../bits/bit-writer.ts';
import { R2000, R2004, R2007, R2010, R2013 } from '../file/releases.ts';
import type { ObjectStream } from './object-stream.ts';
import { writeText } from './text-bytes.ts';

/** Kinds of references: owners and what is pointed to, softly or firmly. */
export const REFERENCE = { softOwner: 2, owner: 3, softPointer: 4, pointer: 5 } as const;

/** Method of a colour since 2004, its highest byte. */
const [BY_LAYER, BY_BLOCK, BY_RGB, BY_INDEX] = [0xc0, 0xc1, 0xc2, 0xc3];

/** The writing of one object: data, texts and references, put together at its end. One serves all. */
export class ObjectWriter {
  readonly release: number;
  readonly data: BitWriter = new BitWriter();
  readonly references: BitWriter;
  /** Among the data before 2007. */
  readonly texts: BitWriter;
  handle = 0;
  /** Texts that were too long. */
  textsCut = 0;
  #size = 0;
  /** Where its neighbours in a chain go (before 2004): a bit of the data, and the bit of the references before them. */
  #link = 0;
  #linkReference = 0;

  /** @param isInline whether references are among the data, as in the header before 2007 */
  constructor(release: number, isInline = false) {
    this.release = release;
    this.references = isInline ? this.data : new BitWriter();
    this.texts = release >= R2007 ? new BitWriter() : this.data;
  }

  /** Begins an object; extended data can follow, up to `endExtended`. */
  start(type: number, handle: number): void {
    const { data, release } = this;
    data.clear();
    this.texts.clear();
    this.references.clear();
    this.handle = handle;
    if (release < R2010) data.bitShort(type);
    else if (type < 256) {
      data.pair(0);
      data.byte(type);
    } else {
      // 500 and more are classes.
      data.pair(1);
      data.byte(type - 0x1f0);
    }
    this.#size = data.bit;
    if (release < R2010) data.long(0);
    data.handle(0, handle);
  }

  endExtended(): void {
    this.data.bitShort(0);
  }

  /** What objects that are no entities have: owner, reactors, extension dictionary. */
  common(owner: number, extension = 0): void {
    this.refer(REFERENCE.softPointer, owner);
    this.links(extension);
  }

  /** No reactors; an extension dictionary. */
  links(extension: number): void {
    const { data, release } = this;
    data.bitLong(0);
    if (release >= R2004) data.flag(extension === 0);
    if (release < R2004 || extension !== 0) this.refer(REFERENCE.owner, extension);
    if (release >= R2013) data.flag(false);
  }

  /** Reserves the place of the neighbours of an entity. */
  chain(): void {
    if (this.release >= R2004) return;
    this.#link = this.data.bit;
    this.#linkReference = this.references.bit;
    this.data.flag(false);
  }

  refer(code: number, handle: number): void {
    this.references.handle(code, handle);
  }

  text(text: string): void {
    if (!writeText(this.texts, text, this.release)) this.textsCut++;
  }

  /** CMC. @param index 0 by block, 256 by layer */
  colour(index: number): void {
    const { data, release } = this;
    if (release < R2004) {
      data.bitShort(index);
      return;
    }
    const method = index === 256 ? BY_LAYER : index === 0 ? BY_BLOCK : BY_INDEX;
    this.#colour(method, method === BY_INDEX ? index : 0);
  }

  /** CMC of 2004 and later with red, green and blue. */
  trueColour(rgb: number): void {
    this.#colour(BY_RGB, rgb);
  }

  #colour(method: number, value: number): void {
    const { data } = this;
    data.bitShort(0);
    data.long24(method, value);
    data.byte(0);
  }

  /** Ends an object. @param previous its neighbours in a chain before 2004; 0 at the ends */
  finish(objects: ObjectStream, previous = -1, next = 0): void {
    const { data, texts, references, release, handle } = this;
    if (release >= R2007) endTexts(data, texts);
    const referenceStart = data.bit;
    if (release >= R2000 && release < R2010) data.putLong(this.#size, referenceStart);
    let from = 0;
    if (release < R2004 && previous >= 0) {
      if (previous === handle - 1 && next === handle + 1) data.set(this.#link);
      else {
        from = this.#linkReference;
        data.append(references, 0, from);
        data.handle(REFERENCE.softPointer, previous);
        data.handle(REFERENCE.softPointer, next);
      }
    }
    data.append(references, from, references.bit);
    const { size } = data;
    objects.put(handle, data.bytes, size, 8 * size - referenceStart);
  }
}

/** Appends the texts to the data, with their length and whether there are any; see `placeTexts`. */
export function endTexts(data: BitWriter, texts: BitWriter): void {
  const size = texts.bit;
  if (size > 0) {
    data.append(texts, 0, size);
    if (size >= 0x8000) data.short(size >> 15);
    data.short(size < 0x8000 ? size : (size & 0x7fff) | 0x8000);
  }
  data.flag(size > 0);
}
