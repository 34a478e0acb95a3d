import { type ByteSource, readBytes } from '../../core/byte-source.ts';

/** An image according to its dictionary in the file. */
export interface StoredImage {
  readonly width: number;
  readonly height: number;
  /** Its bytes are a JPEG file that can be used unchanged: no other filter, decode array, mask or unusual colours. */
  readonly isPlainJpeg: boolean;
  /** The object with its colour space; undefined if its dictionary contains it. */
  readonly colourSpace: number | undefined;
  /** Offset of its bytes. */
  readonly start: number;
  /** NaN if the dictionary only refers to it. */
  readonly length: number;
}

/** Bytes searched in one piece. */
const WINDOW = 2 ** 20;
/** Largest dictionary that is read, which is the overlap of the pieces. */
const DICTIONARY = 4096;
/** Most images of one file that are found here; further ones are read through pdf.js only. */
const MOST_IMAGES = 50_000;
const JPEG = /\/Filter\s{0,4}(\/DCTDecode|\[\s{0,4}\/DCTDecode\s{0,4}\])/;
/** Colours that match a JPEG by itself: grey, or three that are RGB (an ICC profile does not change that). */
const COLOURS = /\/ColorSpace\s{0,4}(\/DeviceGray|\/DeviceRGB|\[\s{0,4}\/ICCBased|\d{1,9}\s{1,4}\d{1,5}\s{1,4}R)/;
/** Families of colour spaces in which a JPEG looks the same as its file alone. */
const OWN_COLOURS: ReadonlySet<string> = new Set(['DeviceGray', 'DeviceRGB', 'CalGray', 'CalRGB', 'ICCBased']);
/** Entries that change the pixels after unpacking. */
const UNUSUAL = /\/(SMask|Mask|ImageMask|Indexed|Separation|DeviceN|DeviceCMYK|Lab|ColorTransform)\b|\/Decode\s{0,4}\[/;
const END_MARK = 'endstream';
const latin1 = new TextDecoder('latin1');

/**
 * Finds the image objects of a PDF in its bytes, by object number. pdf.js returns only unpacked images; if a scan is
 * stored as JPEG, its own bytes are smaller and lossless. The result is a hint: the caller checks the bytes.
 */
export function findStoredImages(source: ByteSource): Map<number, StoredImage> {
  const images = new Map<number, StoredImage>();
  for (let at = 0; at < source.size && images.size < MOST_IMAGES; at += WINDOW) {
    const text = latin1.decode(readBytes(source, at, Math.min(WINDOW + 2 * DICTIONARY, source.size - at)));
    for (const { index } of text.matchAll(/\/Subtype\s{0,4}\/Image\b/g)) {
      const before = text.slice(Math.max(0, index - DICTIONARY), index);
      const head = before.lastIndexOf(' obj');
      const number = head < 0 ? null : /(\d{1,9})\s\d{1,5}$/.exec(before.slice(Math.max(0, head - 20), head));
      const tail = text.slice(index, index + DICTIONARY);
      const end = /stream\r?\n/.exec(tail);
      if (number === null || end === null) continue;
      const dictionary = before.slice(head) + tail.slice(0, end.index);
      const image = imageOf(dictionary, at + index + end.index + end[0].length);
      if (image !== undefined) images.set(Number(number[1]), image);
    }
  }
  return images;
}

function imageOf(dictionary: string, start: number): StoredImage | undefined {
  const number = (name: string): number =>
    Number(
      new RegExp(`/${name}\\s{1,4}(\\d{1,9})\\b(?!\\s{1,4}\\d{1,5}\\s{1,4}R)`).exec(dictionary)?.[1] ?? Number.NaN,
    );
  const [width, height, length] = [number('Width'), number('Height'), number('Length')];
  if (!(width > 0) || !(height > 0)) return undefined;
  const isPlainJpeg = JPEG.test(dictionary) && COLOURS.test(dictionary) && !UNUSUAL.test(dictionary);
  const colourSpace = /\/ColorSpace\s{0,4}(\d{1,9})\s{1,4}\d{1,5}\s{1,4}R/.exec(dictionary)?.[1];
  return {
    ...{ width, height, length, start, isPlainJpeg },
    colourSpace: colourSpace === undefined ? undefined : Number(colourSpace),
  };
}

/**
 * The JPEG file of an image, if its bytes are one of the stated size with one or three colours; else undefined.
 * @param names objects that are names or lists of names, by number (`nameObjectsOf`)
 */
export function jpegOf(
  source: ByteSource,
  image: StoredImage,
  names: ReadonlyMap<number, string>,
): Uint8Array | undefined {
  if (!image.isPlainJpeg) return undefined;
  if (image.colourSpace !== undefined) {
    // A colour space is a name, or an array that begins with one (ISO 32000-1, 8.6.3).
    const family = /\/(\w+)/.exec(names.get(image.colourSpace) ?? '')?.[1] ?? '';
    if (!OWN_COLOURS.has(family)) return undefined;
  }
  const length = Number.isNaN(image.length) ? lengthOf(source, image.start) : image.length;
  if (!(length > 0) || image.start + length > source.size) return undefined;
  const bytes = readBytes(source, image.start, length);
  const frame = frameOf(bytes);
  return frame !== undefined && frame.width === image.width && frame.height === image.height ? bytes : undefined;
}

/** Bytes of a stream up to its end mark; NaN without one. */
function lengthOf(source: ByteSource, start: number): number {
  for (let at = start; at < source.size; at += WINDOW) {
    const text = latin1.decode(readBytes(source, at, Math.min(WINDOW + END_MARK.length, source.size - at)));
    const end = text.indexOf(END_MARK);
    // The line end before the mark is not part of the stream; after the end of a JPEG it would be harmless.
    if (end >= 0) return at + end - start;
  }
  return Number.NaN;
}

/** Size in the frame header of a JPEG (ISO 10918-1, B.2.2); undefined if not every program can open it. */
function frameOf(bytes: Uint8Array): { width: number; height: number } | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  for (let at = 2; at + 10 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!;
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!;
    // Baseline, extended and progressive frames.
    if (marker >= 0xc0 && marker <= 0xc2) {
      const isUsual = bytes[at + 4] === 8 && (bytes[at + 9] === 1 || bytes[at + 9] === 3);
      const pair = (from: number): number => (bytes[from]! << 8) | bytes[from + 1]!;
      return isUsual ? { height: pair(at + 5), width: pair(at + 7) } : undefined;
    }
    if (length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}
