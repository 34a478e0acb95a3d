import { float64Column } from '@fieldbridge/fieldjob';
import { parseNumber } from '../text/number.ts';
import { isSpace } from './characters.ts';
import { END, TEXT, type XmlScanner } from './scanner.ts';
import { TupleParser } from './tuple.ts';
import { parseDouble } from './values.ts';

/** Longest word that is parsed as a number. */
const LONGEST_WORD = 400;

/**
 * Reads the numbers of the current element to its end, separated by white space (xs:list of xs:double).
 * @param most the largest number of values to keep
 * @returns the numbers, or the first word that is not a number
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
 * Reads the first numbers of the current element's own text into `into`, up to the end of the element.
 * @returns their count, at most one more than fit; -1 if a word is not a number or the text is split by children
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

/** The numbers as 32-bit integers in `[least, most]`; undefined if any of them is not. */
export function asIntegers(numbers: Float64Array, least: number, most: number): Int32Array | undefined {
  const integers = new Int32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i]!;
    if (!Number.isInteger(value) || value < least || value > most) return undefined;
    integers[i] = value;
  }
  return integers;
}
