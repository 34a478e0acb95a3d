/** Hangul letters of one position in a syllable, in the order of their codes, which start at `from` and skip `gaps`. */
interface Letters {
  readonly from: number;
  readonly gaps: readonly number[];
  /** The letters as single characters. */
  readonly alone: string;
}

const INITIALS: Letters = { from: 2, gaps: [], alone: 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ' };
const VOWELS: Letters = { from: 3, gaps: [8, 9, 16, 17, 24, 25], alone: 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ' };
const FINALS: Letters = { from: 2, gaps: [18], alone: 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ' };
/** Codes for "no letter". */
const NO_INITIAL = 1;
const NO_VOWEL = 2;
const NO_FINAL = 1;
const FIRST_SYLLABLE = 0xac00;
const UNKNOWN = '\ufffd';
/** A syllable without letters. */
const BLANK = '\u3000';
/** First bytes of syllables, of signs and of Chinese characters. */
const SYLLABLES = [0x84, 0xd3] as const;
const SIGNS = [0xd9, 0xde] as const;
const CHINESE = [0xe0, 0xf9] as const;

const wansung = new TextDecoder('euc-kr');

/**
 * Decodes Johab (code page 1361), which the platform cannot. A Hangul syllable has five bits for each of its letters;
 * signs and Chinese characters are arranged in the rows of KS X 1001, two rows to a first byte. Source: KS X 1001,
 * annex 3.
 */
export function decodeJohab(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    const high = bytes[i]!;
    if (high < 0x80) text += String.fromCharCode(high);
    else if (i + 1 < bytes.length) text += decodePair(high, bytes[++i]!);
    else text += UNKNOWN;
  }
  return text;
}

function decodePair(high: number, low: number): string {
  if (high >= SYLLABLES[0] && high <= SYLLABLES[1]) return syllable((high << 8) | low);
  const isSign = high >= SIGNS[0] && high <= SIGNS[1];
  if (!isSign && !(high >= CHINESE[0] && high <= CHINESE[1])) return UNKNOWN;
  const isLow = low >= 0x31 && low <= 0x7e;
  if (!isLow && !(low >= 0x91 && low <= 0xfe)) return UNKNOWN;
  // Two rows of 94 cells per first byte.
  const cell = isLow ? low - 0x31 : low - 0x43;
  const row = (isSign ? 2 * (high - SIGNS[0]) + 0x21 : 2 * (high - CHINESE[0]) + 0x4a) + (cell < 94 ? 0 : 1);
  return wansung.decode(Uint8Array.of(row | 0x80, ((cell % 94) + 0x21) | 0x80));
}

function syllable(code: number): string {
  const [initial, vowel, final] = [(code >> 10) & 31, (code >> 5) & 31, code & 31];
  const [i, v, f] = [indexOf(INITIALS, initial), indexOf(VOWELS, vowel), indexOf(FINALS, final)];
  if (i >= 0 && v >= 0 && (f >= 0 || final === NO_FINAL))
    return String.fromCharCode(FIRST_SYLLABLE + (i * VOWELS.alone.length + v) * (FINALS.alone.length + 1) + f + 1);
  if (i >= 0 && vowel === NO_VOWEL && final === NO_FINAL) return INITIALS.alone[i]!;
  if (initial === NO_INITIAL && v >= 0 && final === NO_FINAL) return VOWELS.alone[v]!;
  if (initial === NO_INITIAL && vowel === NO_VOWEL && f >= 0) return FINALS.alone[f]!;
  if (initial === NO_INITIAL && vowel === NO_VOWEL && final === NO_FINAL) return BLANK;
  return UNKNOWN;
}

/** Index of a letter by its code; -1 for an unknown code. */
function indexOf({ from, gaps, alone }: Letters, code: number): number {
  if (code < from || gaps.includes(code)) return -1;
  const index = code - from - gaps.filter((gap) => gap < code).length;
  return index < alone.length ? index : -1;
}
