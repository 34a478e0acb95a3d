import { MOST_TIME } from '../../kit/text/iso-time.ts';
import { parseTime } from '../points/times.ts';

/** A value as SQLite stores it. */
export type SqlValue = string | number | null | Uint8Array;

/** A text, or NULL if it is empty, which takes no room. */
export const textOrNull = (text: string): string | null => (text === '' ? null : text);

/** A number, or NULL for "not known" (NaN). */
export const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;
/** Most entries of an object for the fast path, which compares each key with the previous ones. */
const MOST_PLAIN = 16;

const colours = new Map<number, string>();
/** Most colours cached as texts. */
const MOST_COLOURS = 4096;

/** A colour as `#rrggbb`; NULL for "by layer". */
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

/** Latest and earliest times of ISO 8601 with a four-digit year. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const EARLIEST = new Date(0).setUTCFullYear(0, 0, 1);

/**
 * A time as GeoPackage's DATETIME, and as milliseconds if that text is not exact; [NULL, NULL] for NaN.
 * @param milliseconds since 1970 UTC
 */
export function timeValues(milliseconds: number): [datetime: string | null, milliseconds: number | null] {
  if (Number.isNaN(milliseconds)) return [null, null];
  const exact = Number.isInteger(milliseconds) && milliseconds >= EARLIEST && milliseconds <= LATEST;
  return exact ? [new Date(milliseconds).toISOString(), null] : [null, milliseconds];
}

/** Length of a time written by `toISOString`. */
const SPELT = 24;

/** Milliseconds since 1970 from the two columns; NaN if neither can be read. */
export function timeOf(datetime: string, milliseconds: number): number {
  if (!Number.isNaN(milliseconds)) return Math.abs(milliseconds) <= MOST_TIME ? milliseconds : Number.NaN;
  // The form that this program writes. Others are not left to Date.parse, which takes them for local time or guesses.
  return datetime.length === SPELT && datetime.endsWith('Z') ? Date.parse(datetime) : parseTime(datetime);
}

/**
 * Flat pairs as JSON: an object if that keeps the order and number of keys, else a list of pairs.
 * (A JSON object in JavaScript puts keys that look like numbers first and keeps one of several equal keys.)
 */
export function pairsText(pairs: readonly string[]): string | null {
  if (pairs.length === 0) return null;
  const keys = pairs.filter((_, i) => i % 2 === 0);
  const plain = new Set(keys).size === keys.length && keys.every((key) => !/^\d+$/.test(key) && key !== '__proto__');
  const entries = keys.map((key, i) => [key, pairs[2 * i + 1]!] as const);
  return JSON.stringify(plain ? Object.fromEntries(entries) : entries);
}

/** The flat pairs of either form; undefined if the text is neither. */
export function pairsOf(text: string): string[] | undefined {
  return plainPairsOf(text) ?? anyPairsOf(text);
}

/**
 * Fast path for nearly every object that this program writes: `{"key":"value",…}` with nothing to unescape and a few
 * different keys that do not look like numbers. Undefined for all others, which may still be valid.
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

/** Position of the quote that closes the text starting at `at`; -1 if it is missing or the text has escapes. */
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

/** Numbers as a JSON list, with `null` for NaN. */
export const numbersText = (numbers: ArrayLike<number>): string =>
  JSON.stringify(
    Array.from(numbers, (value) => (Number.isFinite(value) ? value : Number.isNaN(value) ? null : String(value))),
  );

/** The numbers of such a list; undefined if the text is not one. */
export function numbersOf(text: string): number[] | undefined {
  const value = jsonOf(text);
  if (!Array.isArray(value)) return undefined;
  const numbers = (value as unknown[]).map((one) => (one === null ? Number.NaN : Number(one)));
  return numbers;
}

/** The texts of a JSON list; undefined if the text is not one. */
export function textsOf(text: string): string[] | undefined {
  const value = jsonOf(text);
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? (value as string[]) : undefined;
}

/** A JSON value; undefined if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
