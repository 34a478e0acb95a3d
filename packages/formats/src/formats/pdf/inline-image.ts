import { LimitError } from '../../core/failure.ts';

/**
 * Most pixels of an image within content (ISO 32000-1, 8.9.7, advises 4 KB). pdf.js keeps all of them at once; separate
 * images have a limit of their own.
 */
export const INLINE_PIXELS = 4096 * 4096;
/** Longest dictionary that is looked at. */
const MOST_DICTIONARY = 4096;
/** Frame headers of JPEG: marker, length, precision, height, width. */
const [MARKER, FIRST_FRAME, LAST_FRAME, FRAME_BYTES] = [0xff, 0xc0, 0xc2, 9];

/** Looks at the dictionary (BI) and the data (ID) of images within content, as their bytes come. */
export class InlineImage {
  #dictionary = '';
  #isJpeg = false;
  readonly #last = Buffer.alloc(FRAME_BYTES);

  /** Begins the dictionary of an image. */
  begin(): void {
    this.#dictionary = '';
  }

  dictionary(byte: number): void {
    if (this.#dictionary.length < MOST_DICTIONARY) this.#dictionary += String.fromCharCode(byte);
  }

  /** Begins its data. @throws LimitError `inlinePixels` */
  data(): void {
    // Letters of names may be codes.
    const text = this.#dictionary.replace(/#([0-9a-fA-F]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));
    const side = (name: RegExp): number =>
      Math.max(0, ...Array.from(text.matchAll(name), ([, digits]) => Number(digits)));
    check(side(/\/W(?:idth)?[\s+]*(\d+)/g) * side(/\/H(?:eight)?[\s+]*(\d+)/g));
    this.#isJpeg = /\/DCT(?:Decode)?\b/.test(text);
    this.#last.fill(0);
  }

  /** A byte of its data. @throws LimitError `inlinePixels` */
  take(byte: number): void {
    if (!this.#isJpeg) return;
    const last = this.#last;
    last.copyWithin(0, 1);
    last[FRAME_BYTES - 1] = byte;
    if (last[0] === MARKER && last[1]! >= FIRST_FRAME && last[1]! <= LAST_FRAME)
      check(last.readUInt16BE(5) * last.readUInt16BE(7));
  }
}

function check(pixels: number): void {
  if (pixels > INLINE_PIXELS) throw new LimitError('inlinePixels', INLINE_PIXELS, `pixels of an image in content`);
}
