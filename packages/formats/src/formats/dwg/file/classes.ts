import { BitReader } from '../bits/bit-reader.ts';
import { placeTexts, type TextReader } from '../bits/text.ts';
import { R2004, R2007 } from './releases.ts';
import { sectionStart } from './section-checksum.ts';

/** A kind of object that a drawing declares. */
export interface DwgClass {
  readonly name: string;
  readonly isEntity: boolean;
}

/** The marks around the section, and the number that says that a class is of entities. */
const SENTINEL = 16;
const ENTITY = 0x1f2;
const MOST_CLASSES = 0x8000;

/** Numbers of classes begin with this. */
export const FIRST_CLASS = 500;

/**
 * Reads the classes by their numbers (Open Design Specification, section 10), as far as the section goes.
 * @param maintenance the maintenance version in the file's header
 */
export function readClasses(
  section: Uint8Array | undefined,
  release: number,
  maintenance: number,
  text: TextReader,
): Map<number, DwgClass> {
  const classes = new Map<number, DwgClass>();
  if (section === undefined || section.length < SENTINEL + 8) return classes;
  const reader = new BitReader();
  const size = new DataView(section.buffer, section.byteOffset).getUint32(SENTINEL, true);
  const base = sectionStart(release, maintenance);
  const bits = 8 * Math.min(size, section.length - base);
  reader.place(section, base, 0, bits);
  try {
    const texts = release >= R2007 ? new BitReader() : reader;
    if (release >= R2007) {
      // The size is that of data and texts, in bits.
      const end = Math.min(reader.long(), bits);
      placeTexts(texts, reader, end);
      reader.end = Math.min(end, texts.end === 0 ? end : texts.bit);
    }
    if (release >= R2004) {
      reader.bitShort();
      reader.skip(17);
    }
    while (classes.size < MOST_CLASSES && reader.bit + 24 < reader.end) {
      const number = reader.bitShort();
      reader.bitShort();
      text.read(texts);
      text.read(texts);
      const name = text.read(texts);
      reader.flag();
      const isEntity = reader.bitShort() === ENTITY;
      if (release >= R2004) for (let i = 0; i < 5; i++) reader.bitLong();
      if (number >= FIRST_CLASS) classes.set(number, { name, isEntity });
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return classes;
}
