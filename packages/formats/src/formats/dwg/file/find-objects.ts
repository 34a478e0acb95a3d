import { BitReader } from '../bits/bit-reader.ts';
import { Checksums } from '../bits/checksum.ts';
import { ObjectMap } from './object-map.ts';
import { R2000, R2010 } from './releases.ts';

/** Smallest object: type, handle and a little more. */
const LEAST = 4;
const MOST_HANDLE_BYTES = 6;

/**
 * Finds the objects of a section by their checksums. Of equal handles the last counts. Objects with a wrong checksum
 * are taken from a damaged map, where there is an object with that handle.
 */
export function findObjects(bytes: Uint8Array, release: number, damaged?: ObjectMap): ObjectMap {
  const found = new Map<number, number>();
  const checksums = new Checksums(bytes);
  for (let at = 0; at + LEAST < bytes.length; ) {
    const end = endOf(bytes, at, release);
    const isIntact = end > at && checksums.of(at, end) === (bytes[end]! | (bytes[end + 1]! << 8));
    const handle = isIntact ? handleAt(bytes, at, end, release) : 0;
    if (handle > 0) found.set(handle, at);
    at = handle > 0 ? end + 2 : at + 1;
  }
  for (let i = 0; damaged !== undefined && i < damaged.count; i++) {
    const [handle, at] = [damaged.handles[i]!, damaged.offsets[i]!];
    if (found.has(handle) || !(at >= 0 && at + LEAST < bytes.length)) continue;
    const end = endOf(bytes, at, release);
    if (end > at && handleAt(bytes, at, end, release) === handle) found.set(handle, at);
  }
  return new ObjectMap(Float64Array.from(found.keys()), Float64Array.from(found.values()));
}

/** The end of the object that begins at a byte, by its size; the byte itself if no object fits. */
function endOf(bytes: Uint8Array, at: number, release: number): number {
  const from = afterSize(bytes, at);
  const size = ((bytes[at]! | (bytes[at + 1]! << 8)) & 0x7fff) | (from - at === 4 ? bytes[at + 2]! << 15 : 0);
  const end = (release >= R2010 ? afterNumber(bytes, from) : from) + size;
  return size < LEAST || end + 2 > bytes.length ? at : end;
}

function afterSize(bytes: Uint8Array, at: number): number {
  return (bytes[at + 1]! & 0x80) !== 0 ? at + 4 : at + 2;
}

function afterNumber(bytes: Uint8Array, at: number): number {
  let next = at;
  while (next < at + 4 && bytes[next]! >= 0x80) next++;
  return next + 1;
}

/** The handle of the object that begins at a byte; 0 if there cannot be one. */
function handleAt(bytes: Uint8Array, at: number, end: number, release: number): number {
  const from = afterSize(bytes, at);
  const start = release >= R2010 ? afterNumber(bytes, from) : from;
  const reader = new BitReader();
  reader.place(bytes, start, 0, 8 * (end - start));
  try {
    if (release >= R2010) reader.skip(8 * (reader.pair() < 2 ? 1 : 2));
    else reader.bitShort();
    const bits = release >= R2000 && release < R2010 ? reader.long() : 1;
    const head = reader.byte();
    // An object states its own handle in full.
    if (bits <= 0 || bits > reader.end || head === 0 || head > MOST_HANDLE_BYTES) return 0;
    let handle = 0;
    for (let i = head; i > 0; i--) handle = handle * 256 + reader.byte();
    return handle;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 0;
  }
}
