import type { Value } from '../port/space-store.ts';

/** PostgreSQL's numbers of the types that values of a column may have. */
const OIDS = { bytea: 17, bigint: 20, text: 25, 'double precision': 701 } as const;
/** A type of values of a column. */
export type ElementType = keyof typeof OIDS;

/** What `typeof` says of their values. */
const KINDS = { bytea: 'object', bigint: 'number', text: 'string', 'double precision': 'number' } as const;

/** Number of dimensions, whether there may be NULLs, type, length, number of the first element: 32 bits each. */
const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
const NUMBER_BYTES = 8;
/** Most bytes of a UTF-16 unit in UTF-8. */
const UNIT_BYTES = 3;
const HIGH = 2 ** 32;

/**
 * A column of lists as an array in PostgreSQL's binary form (`array_send`): as a text it would be escaped here and
 * parsed there, which costs several times as much.
 * @param lists at least one
 * @param column that is meant, whose values are of `type` or null
 */
export function arrayBytes(lists: readonly (readonly Value[])[], column: number, type: ElementType): Buffer {
  const bytes = Buffer.allocUnsafe(lists.reduce((sum, values) => sum + mostBytes(values[column]!), HEAD_BYTES));
  for (const [i, word] of [1, 1, OIDS[type], lists.length, 1].entries()) putWord(bytes, word, i * 4);
  let at = HEAD_BYTES;
  for (const values of lists) {
    const value = values[column]!;
    const length = value === null ? -1 : put(bytes, value, at + LENGTH_BYTES, type);
    putWord(bytes, length, at);
    at += LENGTH_BYTES + Math.max(length, 0);
  }
  return bytes.subarray(0, at);
}

function mostBytes(value: Value): number {
  if (value === null) return LENGTH_BYTES;
  return LENGTH_BYTES + (typeof value === 'number' ? NUMBER_BYTES : value.length * UNIT_BYTES);
}

/** @returns how many bytes the value takes */
function put(bytes: Buffer, value: NonNullable<Value>, at: number, type: ElementType): number {
  if (typeof value !== KINDS[type]) throw new TypeError(`The values of a column are ${type} and ${typeof value}.`);
  if (typeof value === 'string') return bytes.write(value, at);
  if (typeof value !== 'number') {
    bytes.set(value, at);
    return value.length;
  }
  if (type === 'bigint') {
    putWord(bytes, Math.floor(value / HIGH), at);
    putWord(bytes, value, at + 4);
  } else bytes.writeDoubleBE(value, at);
  return NUMBER_BYTES;
}

/** Writes the lowest 32 bits of a whole number. */
function putWord(bytes: Buffer, word: number, at: number): void {
  bytes[at] = word >>> 24;
  bytes[at + 1] = word >>> 16;
  bytes[at + 2] = word >>> 8;
  bytes[at + 3] = word;
}
