import { float64Column } from '@fieldbridge/fieldjob';
import { parseNumber } from '../text/number.ts';
import { isSpace } from './characters.ts';
import { END, TEXT, type XmlScanner } from './scanner.ts';
import { TupleParser } from './tuple.ts';
import { parseDouble } from './values.ts';

/** Longest word that is looked at as a number. */
const LONGEST_WORD = 400;

/**
 * The numbers that the current element holds, separated by white space (xs:list of xs:double); the element is left behind.
 * @param most how many numbers are read at most; what is beyond is not kept
 * @returns the numbers, or the first word that is none
 */
export function readNumbers(scanner: XmlScanner, most: number): { numbers: Float64Array; bad: string | undefined } {
  const column = float64Column();
  const depth = scanner.depth;
  let bad: string | undefined;
  for (;;) {
    const event = scanner.next();
    if (event === END && scanner.depth === depth) break;
    if (event !== TEXT || scanner.depth !== depth || bad !== undefined) continue;
    const bytes = scanner.hasReferences ? Buffer.from(scanner.text()) : scanner.bytes;
    const to = scanner.hasReferences ? bytes.length : scanner.to;
    for (let p = scanner.hasReferences ? 0 : scanner.from; p < to && bad === undefined; p++) {
      if (isSpace(bytes[p]!)) continue;
      const from = p;
      while (p < to && !isSpace(bytes[p]!)) p++;
      let value = parseNumber(bytes, from, p);
      if (Number.isNaN(value)) {
        const word = bytes.toString('latin1', from, Math.min(p, from + LONGEST_WORD));
        const special = parseDouble(word);
        if (special === undefined) bad = word.slice(0, 40);
        else value = special;
      }
      if (column.length >= most) bad ??= `more than ${most} numbers`;
      else if (bad === undefined) column.push(value);
    }
  }
  return { numbers: column.length === 0 ? new Float64Array(0) : column.view().slice(), bad };
}

const tuple = new TupleParser();

/**
 * Reads the first numbers that the current element's own text holds into `into`; the element is left behind.
 * @returns how many there are, at most one more than fit; -1 when a word is none, or when there is more than one text
 */
export function readTuple(scanner: XmlScanner, into: Float64Array): number {
  const simple = scanner.leafNumbers(into);
  if (simple >= 0) return simple;
  const depth = scanner.depth;
  let count = 0;
  let texts = 0;
  for (;;) {
    const event = scanner.next();
    if (event === END && scanner.depth === depth) return texts > 1 ? -1 : count;
    if (event !== TEXT || scanner.depth !== depth) continue;
    const text = scanner.text();
    if (text.trim() === '') continue;
    texts++;
    // A byte that ends the last number, as a tag does.
    tuple.parse(Buffer.from(`${text}<`), 0, into);
    count = tuple.count;
  }
}

/** The numbers as 32-bit integers in `[least, most]`; undefined when one is none. */
export function asIntegers(numbers: Float64Array, least: number, most: number): Int32Array | undefined {
  const integers = new Int32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i]!;
    if (!Number.isInteger(value) || value < least || value > most) return undefined;
    integers[i] = value;
  }
  return integers;
}
