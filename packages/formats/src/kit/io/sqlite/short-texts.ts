/** Longest text in bytes that is cached: names of layers, codes, line types. */
const LONGEST = 32;
const WORDS = LONGEST / 4;
const PLACES = 1024;
const PRIME = 0x01000193;
const SEED = 0x811c9dc5;
/** An ASCII text up to this length is decoded here, because calling Node's decoder costs more. */
const FEW = 12;

/** Decodes UTF-8 and caches short strings, because most columns repeat the same values. */
export class ShortTexts {
  readonly #texts: string[] = new Array<string>(PLACES).fill('');
  readonly #lengths = new Uint8Array(PLACES);
  readonly #kept = new Int32Array(PLACES * WORDS);

  /** The text in `bytes[from, to)`; `view` covers the same bytes. Invalid UTF-8 becomes U+FFFD. */
  text(bytes: Buffer, view: DataView, from: number, to: number): string {
    const length = to - from;
    if (length > LONGEST) return decoded(bytes, from, to);
    const last = lastWord(bytes, view, from, to);
    let hash = Math.imul(SEED ^ length ^ last, PRIME);
    for (let at = from; at + 4 < to; at += 4) hash = Math.imul(hash ^ view.getInt32(at), PRIME);
    const place = (hash ^ (hash >>> 15)) & (PLACES - 1);
    const kept = this.#kept;
    let word = place * WORDS;
    if (this.#lengths[place] === length && kept[word + WORDS - 1] === last) {
      let at = from;
      while (at + 4 < to && kept[word] === view.getInt32(at)) {
        at += 4;
        word++;
      }
      if (at + 4 >= to) return this.#texts[place]!;
    }
    const text = decoded(bytes, from, to);
    this.#lengths[place] = length;
    word = place * WORDS;
    for (let at = from; at + 4 < to; at += 4) kept[word++] = view.getInt32(at);
    kept[place * WORDS + WORDS - 1] = last;
    this.#texts[place] = text;
    return text;
  }
}

/** The last four bytes of a text as a word, or all of a shorter one. */
function lastWord(bytes: Buffer, view: DataView, from: number, to: number): number {
  if (to - from >= 4) return view.getInt32(to - 4);
  let word = 0;
  for (let at = from; at < to; at++) word = (word << 8) | bytes[at]!;
  return word;
}

/** The text in `bytes[from, to)`. Invalid UTF-8 becomes U+FFFD; a byte order mark is kept as a character. */
export function decoded(bytes: Buffer, from: number, to: number): string {
  let all = to - from > FEW ? 128 : 0;
  for (let at = from; at < to && all < 128; at++) all |= bytes[at]!;
  if (all > 127) return bytes.toString('utf8', from, to);
  let text = '';
  let at = from;
  for (; at + 4 <= to; at += 4) text += String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!);
  for (; at < to; at++) text += String.fromCharCode(bytes[at]!);
  return text;
}
