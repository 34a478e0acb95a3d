/** The guessed character encoding of a text file. */
export interface EncodingGuess {
  /** Label of the WHATWG Encoding Standard: `utf-8`, `windows-1252`, `utf-16le`, … */
  readonly label: string;
  /** Bytes of the byte order mark to skip. */
  readonly bom: number;
  /** 0 to 1: how sure it is. */
  readonly confidence: number;
  /** Why, in a few words for a report. */
  readonly because: string;
}

/** Share of control characters from which bytes count as binary. */
const MOST_CONTROLS = 0.01;
/**
 * The same for valid UTF-8 without NULs, rarely binary: names may contain control characters from keyboards or modems.
 */
const MOST_CONTROLS_OF_UTF8 = 0.2;
/** Average length of non-ASCII runs from which the text counts as a non-Latin script. */
const FOREIGN_RUN = 3;

/**
 * Guesses the encoding of a text from its first bytes; undefined if they are not text.
 * UTF-8 is certain if there are valid non-ASCII characters. Single-byte code pages can only be guessed from the
 * letters, which is why their confidence is low.
 */
export function guessEncoding(head: Uint8Array): EncodingGuess | undefined {
  // UTF-32 starts like UTF-16 and is not an encoding of the WHATWG standard.
  if (head[0] === 0xff && head[1] === 0xfe && head[2] === 0 && head[3] === 0) return undefined;
  const marked = byMark(head);
  if (marked !== undefined) return marked;
  const wide = byNulls(head);
  if (wide !== undefined) return wide;
  if (isBinary(head)) return undefined;
  if (!hasHighBytes(head)) return { label: 'utf-8', bom: 0, confidence: 0.9, because: 'only ASCII so far' };
  if (isUtf8(head)) return { label: 'utf-8', bom: 0, confidence: 0.99, because: 'valid UTF-8' };
  return byLetters(head);
}

/** Whether the runtime can decode a label; true for every encoding of the WHATWG standard. */
export function knowsEncoding(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether bytes have too many control characters for text in an ASCII-compatible encoding. One or two count as damage.
 */
export function isBinary(bytes: Uint8Array): boolean {
  let controls = 0;
  let nuls = 0;
  let length = bytes.length;
  // A logger that lost power leaves NULs at the end.
  while (length > 0 && bytes[length - 1] === 0) length--;
  if (length === 0) return bytes.length > 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    // Tab to carriage return, DOS end of file and escape occur in text.
    if (byte < 32 && !(byte >= 9 && byte <= 13) && byte !== 26 && byte !== 27) controls++;
    if (byte === 0) nuls++;
  }
  if (controls <= Math.max(2, length * MOST_CONTROLS)) return false;
  return nuls > 0 || controls > length * MOST_CONTROLS_OF_UTF8 || !isUtf8(bytes);
}

/** Whether bytes are valid UTF-8, apart from an incomplete sequence at the end. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function byMark(head: Uint8Array): EncodingGuess | undefined {
  const guess = (label: string, bom: number) => ({ label, bom, confidence: 1, because: 'byte order mark' });
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return guess('utf-8', 3);
  if (head[0] === 0xff && head[1] === 0xfe) return guess('utf-16le', 2);
  if (head[0] === 0xfe && head[1] === 0xff) return guess('utf-16be', 2);
  return undefined;
}

/** UTF-16 without a mark: in mostly ASCII text nearly every second byte is NUL. */
function byNulls(head: Uint8Array): EncodingGuess | undefined {
  const pairs = head.length >> 1;
  if (pairs < 4) return undefined;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < 2 * pairs; i += 2) {
    if (head[i] === 0) even++;
    if (head[i + 1] === 0) odd++;
  }
  const guess = (label: string) => ({ label, bom: 0, confidence: 0.9, because: 'a NUL in every second byte' });
  if (odd > 0.7 * pairs && even < 0.02 * pairs) return guess('utf-16le');
  if (even > 0.7 * pairs && odd < 0.02 * pairs) return guess('utf-16be');
  return undefined;
}

function hasHighBytes(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte > 127) return true;
  return false;
}

/** Single-byte text: words made only of high letters are Cyrillic, single accented letters Western. */
function byLetters(head: Uint8Array): EncodingGuess {
  let high = 0;
  let letters = 0;
  let runs = 0;
  for (let i = 0; i < head.length; i++) {
    if (head[i]! < 128) continue;
    high++;
    if (head[i]! >= 0xc0) letters++;
    if (i === 0 || head[i - 1]! < 128) runs++;
  }
  if (high / runs >= FOREIGN_RUN && letters > 0.9 * high)
    return { label: 'windows-1251', bom: 0, confidence: 0.6, because: 'not UTF-8; whole words of high letters' };
  return { label: 'windows-1252', bom: 0, confidence: 0.6, because: 'not UTF-8; single letters beyond ASCII' };
}
