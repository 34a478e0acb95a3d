import { inflateSync } from 'node:zlib';

/** Bytes around the type of a stream in which its dictionary is searched for. */
const DICTIONARY = 4096;
/** Largest object stream that is examined. */
const MOST_UNPACKED = 16 * 2 ** 20;

/** An object in an object stream. */
export interface PackedObject {
  readonly number: number;
  readonly text: string;
}

/** The content of an object stream (ISO 32000-1, 7.5.7: pairs of number and offset, then the objects) and its end. */
export interface ObjectStream {
  readonly objects: readonly PackedObject[];
  readonly end: number;
}

/**
 * The object stream with `/ObjStm` at `at` in its dictionary; without objects if it is packed in another way, damaged
 * or too large.
 */
export function objectStreamAt(bytes: Buffer, at: number): ObjectStream {
  const mark = at + bytes.subarray(at, at + DICTIONARY).indexOf('stream');
  if (mark < at) return { objects: [], end: at };
  const end = bytes.indexOf('endstream', mark);
  if (end < 0) return { objects: [], end: bytes.length };
  const before = bytes.toString('latin1', Math.max(0, at - DICTIONARY), mark);
  const dictionary = before.slice(Math.max(0, before.lastIndexOf(' obj')));
  const first = Number(/\/First\s{1,4}(\d{1,9})/.exec(dictionary)?.[1] ?? Number.NaN);
  if (Number.isNaN(first)) return { objects: [], end };
  let text: string;
  try {
    const data = bytes.subarray(mark + 'stream'.length + (bytes[mark + 6] === 13 ? 2 : 1), end);
    const isPlain = !dictionary.includes('/Filter');
    text = (isPlain ? data : inflateSync(data, { maxOutputLength: MOST_UNPACKED })).toString('latin1');
  } catch {
    return { objects: [], end };
  }
  const head = text.slice(0, first).match(/\d+/g)?.map(Number) ?? [];
  const objects: PackedObject[] = [];
  for (let i = 0; i + 1 < head.length; i += 2) {
    const to = i + 3 < head.length ? first + head[i + 3]! : undefined;
    objects.push({ number: head[i]!, text: text.slice(first + head[i + 1]!, to) });
  }
  return { objects, end };
}
