/** A word: an index of two digits, four characters of information, a sign, 8 or 16 characters of data. */
export interface Word {
  readonly index: number;
  /** Index and information as written: `81..10`. */
  readonly head: string;
  /** Sign and data as written: `+00002000`. */
  readonly value: string;
}

const WORD = /^(\d{2}[\d.?]{4})([+-](?:\S{8}|\S{16}))$/;

/** Takes a word apart; undefined when it is not one. */
export function parseWord(text: string): Word | undefined {
  const match = WORD.exec(text);
  return match === null ? undefined : { index: Number(text.slice(0, 2)), head: match[1]!, value: match[2]! };
}

/** Name of a point, or a code; zeros fill the front of the word. */
export function textOf({ value }: Word): string {
  return value.slice(1).replace(/^0+(?=.)/, '');
}

/** Decimals and unit by the last character of the information. */
const LENGTHS: Readonly<Record<string, readonly [decimals: number, feet: boolean]>> = {
  '0': [3, false],
  '1': [3, true],
  '6': [4, false],
  '7': [4, true],
  '8': [5, false],
};

/** A length in metres or in feet; undefined when the word does not hold one. */
export function lengthOf({ head, value }: Word): { readonly value: number; readonly feet: boolean } | undefined {
  const form = LENGTHS[head[5]!];
  if (form === undefined || !/^.\d+$/.test(value)) return undefined;
  const [decimals, feet] = form;
  // By way of the text, so that it is the nearest number to what is written.
  return { value: Number(`${value}e-${decimals}`), feet };
}
