import { MOST_TIME } from '../../kit/text/iso-time.ts';
import { parseTime } from '../points/times.ts';

/** A value as SQLite stores it. */
export type SqlValue = string | number | null | Uint8Array;

/** Text, or NULL for an empty one: columns that say nothing take no room. */
export const textOrNull = (text: string): string | null => (text === '' ? null : text);

/** A number, or NULL for "not known" (NaN). */
export const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;
/** Most entries of an object that are read in the plain way: each key is compared with those before it. */
const MOST_PLAIN = 16;

const colours = new Map<number, string>();
/** Most colours kept as ready texts. */
const MOST_COLOURS = 4096;

/** A colour as `#rrggbb`, NULL for "as the layer has it". */
export function colourOrNull(colour: number): string | null {
  if (colour < 0) return null;
  let text = colours.get(colour);
  if (text === undefined) {
    text = `#${colour.toString(16).padStart(6, '0')}`;
    if (colours.size < MOST_COLOURS) colours.set(colour, text);
  }
  return text;
}

/** The colour of a text `#rrggbb`; -1 for anything else. */
export function colourOf(text: string): number {
  return /^#[0-9a-f]{6}$/i.test(text) ? Number.parseInt(text.slice(1), 16) : -1;
}

/** Latest time that ISO 8601 with four digits for the year can hold; the earliest is the year 0000. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const EARLIEST = new Date(0).setUTCFullYear(0, 0, 1);

/**
 * A time as GeoPackage's DATETIME, and as milliseconds where that text cannot hold it exactly; [NULL, NULL] for NaN.
 * @param milliseconds since 1970 UTC
 */
export function timeValues(milliseconds: number): [datetime: string | null, milliseconds: number | null] {
  if (Number.isNaN(milliseconds)) return [null, null];
  const exact = Number.isInteger(milliseconds) && milliseconds >= EARLIEST && milliseconds <= LATEST;
  return exact ? [new Date(milliseconds).toISOString(), null] : [null, milliseconds];
}

/** Letters of a time as `toISOString` spells it. */
const SPELT = 24;

/** Milliseconds since 1970 of the two columns; NaN when they say nothing that can be read. */
export function timeOf(datetime: string, milliseconds: number): number {
  if (!Number.isNaN(milliseconds)) return Math.abs(milliseconds) <= MOST_TIME ? milliseconds : Number.NaN;
  // As this program writes it; other spellings are not left to the platform, which takes them for local time or guesses.
  return datetime.length === SPELT && datetime.endsWith('Z') ? Date.parse(datetime) : parseTime(datetime);
}

/**
 * Flat pairs as JSON: an object where that keeps order and number of the keys, else a list of pairs.
 * (A JSON object read by JavaScript puts keys that look like numbers first and keeps one of equal keys.)
 */
export function pairsText(pairs: readonly string[]): string | null {
  if (pairs.length === 0) return null;
  const keys = pairs.filter((_, i) => i % 2 === 0);
  const plain = new Set(keys).size === keys.length && keys.every((key) => !/^\d+$/.test(key) && key !== '__proto__');
  const entries = keys.map((key, i) => [key, pairs[2 * i + 1]!] as const);
  return JSON.stringify(plain ? Object.fromEntries(entries) : entries);
}

/** The flat pairs of either form; undefined when the text is neither. */
export function pairsOf(text: string): string[] | undefined {
  return plainPairsOf(text) ?? anyPairsOf(text);
}

/**
 * The pairs of an object as this program writes nearly every one: `{"key":"value",…}` with nothing to unescape, a few different keys that do not
 * look like numbers. Undefined for all others, which may be all right nevertheless.
 */
function plainPairsOf(text: string): string[] | undefined {
  if (text.charCodeAt(0) !== OPEN) return undefined;
  const pairs: string[] = [];
  let at = 1;
  while (pairs.length < 2 * MOST_PLAIN) {
    const keyEnd = plainTextEnd(text, at);
    const digit = text.charCodeAt(at + 1) - 48;
    if (keyEnd <= at + 1 || (digit >= 0 && digit <= 9) || text.charCodeAt(keyEnd + 1) !== COLON) return undefined;
    const end = plainTextEnd(text, keyEnd + 2);
    if (end < 0) return undefined;
    const key = text.slice(at + 1, keyEnd);
    if (key === '__proto__') return undefined;
    for (let j = 0; j < pairs.length; j += 2) if (pairs[j] === key) return undefined;
    pairs.push(key, text.slice(keyEnd + 3, end));
    at = end + 2;
    const next = text.charCodeAt(end + 1);
    if (next === CLOSE) return at === text.length ? pairs : undefined;
    if (next !== COMMA) return undefined;
  }
  return undefined;
}

/** Where the text in quotes that begins at `at` ends: the place of its closing quote. -1 when there is none, or something to unescape. */
function plainTextEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== QUOTE) return -1;
  for (let i = at + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) return i;
    if (unit < 32 || unit === BACKSLASH) return -1;
  }
  return -1;
}

function anyPairsOf(text: string): string[] | undefined {
  const value = jsonOf(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const entries: unknown[] = Array.isArray(value) ? value : Object.entries(value);
  const pairs: string[] = [];
  for (const entry of entries) {
    if (!Array.isArray(entry) || entry.length !== 2) return undefined;
    for (const part of entry as unknown[]) pairs.push(typeof part === 'string' ? part : JSON.stringify(part));
  }
  return pairs;
}

/** Numbers as a JSON list; `null` stands for NaN. */
export const numbersText = (numbers: ArrayLike<number>): string =>
  JSON.stringify(
    Array.from(numbers, (value) => (Number.isFinite(value) ? value : Number.isNaN(value) ? null : String(value))),
  );

/** The numbers of such a list; undefined when the text is none. */
export function numbersOf(text: string): number[] | undefined {
  const value = jsonOf(text);
  if (!Array.isArray(value)) return undefined;
  const numbers = (value as unknown[]).map((one) => (one === null ? Number.NaN : Number(one)));
  return numbers;
}

/** The texts of a JSON list; undefined when the text is none. */
export function textsOf(text: string): string[] | undefined {
  const value = jsonOf(text);
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? (value as string[]) : undefined;
}

/** A JSON value; undefined when the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
