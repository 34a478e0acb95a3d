/** Texts up to this length are kept: names of layers, codes, line types. */
const LONGEST = 32;
const PLACES = 1024;
const PRIME = 0x01000193;

/** Makes strings of UTF-8 bytes and keeps the short ones: most columns say the same again and again. */
export class ShortTexts {
  readonly #texts: string[] = new Array<string>(PLACES).fill('');
  readonly #lengths = new Uint8Array(PLACES);
  readonly #kept = new Uint8Array(PLACES * LONGEST);

  /** The text in `bytes[from, to)`. What is not UTF-8 becomes U+FFFD. */
  text(bytes: Buffer, from: number, to: number): string {
    const length = to - from;
    if (length > LONGEST) return bytes.toString('utf8', from, to);
    let hash = 0x811c9dc5;
    let all = 0;
    for (let i = from; i < to; i++) {
      const byte = bytes[i]!;
      all |= byte;
      hash = Math.imul(hash ^ byte, PRIME);
    }
    const place = (hash ^ (hash >>> 15)) & (PLACES - 1);
    const at = place * LONGEST;
    if (this.#lengths[place] === length) {
      let i = 0;
      while (i < length && this.#kept[at + i] === bytes[from + i]) i++;
      if (i === length) return this.#texts[place]!;
    }
    // A byte order mark at the start is a character like others.
    const text = bytes.toString(all < 128 ? 'latin1' : 'utf8', from, to);
    this.#lengths[place] = length;
    for (let i = 0; i < length; i++) this.#kept[at + i] = bytes[from + i]!;
    this.#texts[place] = text;
    return text;
  }
}
