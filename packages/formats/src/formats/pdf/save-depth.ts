import { LimitError } from '../../core/failure.ts';
import { InlineImage } from './inline-image.ts';

/** Most graphics states that content saves within each other (ISO 32000-1, annex C, recommends 28). */
export const DEEPEST = 1000;

const [TAB, LF, FF, CR, BLANK] = [9, 10, 12, 13, 32];
const [OPEN, CLOSE, COMMENT, ESCAPE] = [0x28, 0x29, 0x25, 0x5c];
const NAME = 0x2f;
const [SAVE, RESTORE] = [0x71, 0x51];
/** The operators BI, ID and EI, which enclose the dictionary and the data of an image. */
const [IMAGE, DATA, DATA_END] = [0x4249, 0x4944, 0x4549];
/** A token longer than the operators counted here. */
const LONG = 0x10000;

/**
 * Counts the graphics states that a content stream saves (`q`) and restores (`Q`), as its bytes come. pdf.js takes time
 * by the square of the states that are open at once. Images within the content are looked at on the way.
 */
export class SaveDepth {
  #depth = 0;
  #token = 0;
  #place: 'content' | 'comment' | 'text' | 'data' = 'content';
  /** Open parentheses of a text. */
  #open = 0;
  #escaped = false;
  readonly #image = new InlineImage();
  #inDictionary = false;

  /** @throws LimitError `depth`, `inlinePixels` */
  take(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#inDictionary) this.#image.dictionary(byte);
      else if (this.#place === 'data') this.#image.take(byte);
      if (this.#place === 'text') this.#text(byte);
      else if (this.#place === 'comment') {
        if (byte === LF || byte === CR) this.#place = 'content';
      } else if (byte === BLANK || byte === LF || byte === CR || byte === TAB || byte === FF || byte === 0)
        this.#endToken();
      else if (this.#place === 'content' && byte === OPEN) {
        this.#endToken();
        [this.#place, this.#open] = ['text', 1];
      } else if (this.#place === 'content' && byte === COMMENT) {
        this.#endToken();
        this.#place = 'comment';
      } else if (isDelimiter(byte)) {
        this.#endToken();
        if (byte === NAME) this.#token = LONG;
      } else this.#token = this.#token > 0xff ? LONG : (this.#token << 8) | byte;
    }
  }

  /** Ends the stream. @throws LimitError `depth` */
  end(): void {
    this.#endToken();
  }

  #text(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === ESCAPE) this.#escaped = true;
    else if (byte === OPEN) this.#open++;
    else if (byte === CLOSE && --this.#open === 0) this.#place = 'content';
  }

  #endToken(): void {
    const token = this.#token;
    this.#token = 0;
    if (this.#place === 'data') {
      if (token === DATA_END) this.#place = 'content';
    } else if (token === SAVE) {
      if (++this.#depth > DEEPEST) throw new LimitError('depth', DEEPEST, 'saved graphics states');
    } else if (token === RESTORE) this.#depth = Math.max(0, this.#depth - 1);
    else if (token === IMAGE) {
      this.#image.begin();
      this.#inDictionary = true;
    } else if (token === DATA) {
      if (this.#inDictionary) this.#image.data();
      this.#inDictionary = false;
      this.#place = 'data';
    }
  }
}

/** [ ] < > { } / and a closing parenthesis without an opening one. */
function isDelimiter(byte: number): boolean {
  return (
    byte === 0x5b ||
    byte === 0x5d ||
    byte === 0x3c ||
    byte === 0x3e ||
    byte === 0x7b ||
    byte === 0x7d ||
    byte === NAME ||
    byte === CLOSE
  );
}
