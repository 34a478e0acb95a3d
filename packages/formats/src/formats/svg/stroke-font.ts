/**
 * A font of straight strokes for pixels, made for this project. A letter is a list of lines, a line a list of places,
 * a place two digits: across, and up from two units below the base line. Capitals are six units high, small letters
 * four.
 */
const LETTERS: Readonly<Record<string, string>> = {
  A: '022842 1535',
  B: '020838474635053544433202',
  C: '4738180703123243',
  D: '02082846442202',
  E: '42020848 0535',
  F: '020848 0535',
  G: '47381807031232434525',
  H: '0208 4248 0545',
  I: '0802',
  J: '0312223338',
  K: '0208 4804 1542',
  L: '080242',
  M: '0208254842',
  N: '02084248',
  O: '120307183847433212',
  P: '02083847463505',
  Q: '120307183847433212 2442',
  R: '02083847463505 2542',
  S: '473818070615354443321203',
  T: '0848 2822',
  U: '080312324348',
  V: '082248',
  W: '0812263248',
  X: '0248 0842',
  Y: '082548 2522',
  Z: '08480242',
  a: '3632 3526160503122233',
  b: '0802 0516263533221203',
  c: '3526160503122233',
  d: '3832 3526160503122233',
  e: '04343526160503122233',
  f: '28180702 0626',
  g: '3631201001 3526160503122233',
  h: '0802 0516263532',
  i: '0602 0808',
  j: '161100 1818',
  k: '0802 3603 1432',
  l: '0802',
  m: '0602 05162522 25364542',
  n: '0602 0516263532',
  o: '120305162635332212',
  p: '0600 0516263533221203',
  q: '3630 3526160503122233',
  r: '0602 051626',
  s: '3616051424332202',
  t: '18132232 0626',
  u: '0603122233 3632',
  v: '062246',
  w: '0612253246',
  x: '0236 0632',
  y: '0612 3600',
  z: '06360232',
  0: '120307182837332212',
  1: '162822 1232',
  2: '07182837360232',
  3: '07182837362515253433221203',
  4: '22280434',
  5: '380805253433221203',
  6: '3728180703122233342505',
  7: '083812',
  8: '15060718283736251504031222333425',
  9: '0312223337281807061535',
  ' ': '',
  '.': '0202',
  ',': '1201',
  ':': '0202 0505',
  ';': '1201 1515',
  '!': '0804 0202',
  '?': '07182837362524 2222',
  '-': '0535',
  '–': '0545',
  '+': '0545 2327',
  '±': '0545 2327 0242',
  '×': '0347 0743',
  '=': '0444 0646',
  '*': '2327 0644 0446',
  '/': '0148',
  '\\': '0841',
  '|': '0901',
  _: '0141',
  '(': '18060412',
  ')': '08161402',
  '[': '18080212',
  ']': '08181202',
  '{': '28171605141322',
  '}': '08171625141302',
  '<': '470543',
  '>': '074503',
  '"': '0806 2826',
  "'": '0806',
  '^': '062846',
  '~': '04152435',
  '#': '1218 3238 0444 0646',
  $: '473818070615354443321203 2921',
  '€': '4738180703123243 0636 0434',
  '%': '0248 0818170708 3343423233',
  '&': '420607182827260403122244',
  '@': '36261514243436 34444738180703123242',
  '°': '0718271607',
  '•': '0505',
  µ: '0600 0603122233 3632',
  Ł: '181252 0527',
  ł: '1812 0426',
  Ø: '120307183847433212 0248',
  ø: '120305162635332212 0236',
  ß: '020718283726353322 2212',
};

/** Accents, by the mark that Unicode combines with a letter: their lines above it (from its top on). */
const ABOVE: Readonly<Record<string, string>> = {
  '\u0300': '0211',
  '\u0301': '1122',
  '\u0302': '011221',
  '\u0303': '01122132',
  '\u0304': '0121',
  '\u0306': '021122',
  '\u0307': '1111',
  '\u0308': '0101 2121',
  '\u030a': '0110211201',
  '\u030b': '0112 2132',
  '\u030c': '021122',
};
/** The same below it. */
const BELOW: Readonly<Record<string, string>> = { '\u0327': '221110', '\u0328': '221120' };
/** Letters that look like others. */
const ALIKE: Readonly<Record<string, string>> = {
  '·': '•',
  '—': '–',
  '−': '-',
  '\u2010': '-',
  '\u2044': '/',
  '‘': "'",
  '’': "'",
  '‚': ',',
  '“': '"',
  '”': '"',
  '„': '"',
  '`': "'",

  '\u2300': 'Ø',
  '\u03bc': 'µ',
  '\t': ' ',
};
/** Of letters that the font does not have: a box. */
const UNKNOWN = '0208383202';

/** Height of capitals and of small letters in units of the font. */
export const CAPITAL_UNITS = 6;
const SMALL_UNITS = 4;
/** Their dot, which is their last line, makes room for an accent. */
const DOTTED = new Set(['i', 'j']);
/** Half the side of a dot. */
const DOT = 0.2;
/** The base line in the places above, and room between letters. */
const BASE = 2;
const ROOM = 2;
const BLANK = 2;

/** A text in strokes. */
export interface Strokes {
  /** From its left end to its right end, in units of the font. */
  readonly width: number;
  /** Places across and up from the base line, one after the other. */
  readonly lines: readonly (readonly number[])[];
}

/** The strokes of one line of text. Letters that the font does not have are boxes. */
export function strokesOf(text: string): Strokes {
  const lines: number[][] = [];
  let [left, width, top, letter] = [0, 0, 0, ''];
  for (const one of text.normalize('NFKD')) {
    const mark = ABOVE[one] ?? BELOW[one];
    if (mark !== undefined) {
      if (one in ABOVE && DOTTED.has(letter)) {
        lines.pop();
        top = SMALL_UNITS;
      }
      const before = left - ROOM - width;
      const up = one in ABOVE ? top : -BASE;
      lines.push(...placed(mark, before + Math.max(-1, (width - 2) / 2), up));
      continue;
    }
    letter = ALIKE[one] ?? one;
    const strokes = placed(LETTERS[letter] ?? UNKNOWN, left, -BASE);
    lines.push(...strokes);
    const places = strokes.flat();
    width = one === ' ' ? BLANK : Math.max(0, ...places.filter((_, i) => i % 2 === 0).map((x) => Math.floor(x - left)));
    top = Math.floor(Math.max(0, ...places.filter((_, i) => i % 2 === 1)));
    left += width + ROOM;
  }
  return { width: Math.max(0, left - ROOM), lines };
}

function placed(strokes: string, left: number, up: number): number[][] {
  const lines = strokes === '' ? [] : strokes.split(' ');
  return lines.map((line) => {
    const places = Array.from(line, (digit, i) => Number(digit) + (i % 2 === 0 ? left : up));
    const [x, y] = places as [number, number];
    return line.length === 4 && line.startsWith(line.slice(2)) ? dot(x, y) : places;
  });
}

const dot = (x: number, y: number): number[] => {
  const [west, east, south, north] = [x - DOT, x + DOT, y - DOT, y + DOT];
  return [west, south, east, south, east, north, west, north, west, south];
};
