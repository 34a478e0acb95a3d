import { checksum } from '../bits/checksum.ts';

/** Size of the block that ends the map: only the size itself. */
const END = 2;
/** Most bytes of a handle or offset, at seven bits each. */
const MOST_BYTES = 10;
/** Handles above this are not exact numbers. */
const MOST_HANDLE = 2 ** 48;

/** Where each object begins in the section of objects, by handle. */
export class ObjectMap {
  /** In ascending order. */
  readonly handles: Float64Array;
  readonly offsets: Float64Array;
  readonly count: number;
  /** Whether it is whole, by its checksums. */
  readonly isIntact: boolean;
  #last = -1;

  /** @param isOrdered whether the handles are known to ascend @param isIntact see the property */
  constructor(handles: Float64Array, offsets: Float64Array, isOrdered = false, isIntact = true) {
    this.count = handles.length;
    this.isIntact = isIntact;
    if (isOrdered) {
      this.handles = handles;
      this.offsets = offsets;
      return;
    }
    const order = Uint32Array.from(handles.keys()).sort((a, b) => handles[a]! - handles[b]!);
    this.handles = Float64Array.from(order, (i) => handles[i]!);
    this.offsets = Float64Array.from(order, (i) => offsets[i]!);
  }

  /** Index of a handle; -1 if there is no such object. Handles that follow one another are found at once. */
  indexOf(handle: number): number {
    const { handles } = this;
    if (handles[this.#last + 1] === handle) return ++this.#last;
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = handles[middle]!;
      if (found === handle) return (this.#last = middle);
      if (found < handle) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

/**
 * Reads the object map (Open Design Specification, section 23): blocks of at most 2035 bytes, each a size (high byte
 * first), pairs of handle and offset as differences to the pair before, and a checksum, high byte first. A block
 * without pairs ends it. Otherwise it ends where a block cannot be one, with what was read before, and is not intact.
 */
export function readObjectMap(bytes: Uint8Array): ObjectMap {
  // A pair has at least two bytes.
  const handles = new Float64Array(bytes.length >> 1);
  const offsets = new Float64Array(bytes.length >> 1);
  let count = 0;
  let isOrdered = true;
  let isIntact = true;
  let isEnded = false;
  for (let at = 0; at + 2 <= bytes.length; ) {
    const size = (bytes[at]! << 8) | bytes[at + 1]!;
    const end = at + size;
    isIntact &&=
      size >= END && end + 2 <= bytes.length && checksum(bytes, at, end) === ((bytes[end]! << 8) | bytes[end + 1]!);
    isEnded = size === END;
    if (size <= END) break;
    const before = count;
    count = readBlock(bytes, at + 2, Math.min(at + size, bytes.length), handles, offsets, before);
    isOrdered &&= ascends(handles, Math.max(before, 1), count);
    at += size + 2;
  }
  return new ObjectMap(handles.subarray(0, count), offsets.subarray(0, count), isOrdered, isIntact && isEnded);
}

/** Whether each of these numbers is greater than the one before it. */
function ascends(numbers: Float64Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (numbers[i]! <= numbers[i - 1]!) return false;
  return true;
}

/** Reads the pairs of a block. @returns how many pairs there are then */
function readBlock(
  bytes: Uint8Array,
  from: number,
  end: number,
  handles: Float64Array,
  offsets: Float64Array,
  before: number,
): number {
  let count = before;
  let handle = 0;
  let offset = 0;
  for (let at = from; at < end; ) {
    let byte = bytes[at++]!;
    let step = byte & 0x7f;
    for (let i = 1, factor = 128; byte >= 0x80 && i < MOST_BYTES && at < end; i++, factor *= 128)
      step += ((byte = bytes[at++]!) & 0x7f) * factor;
    handle += step;
    byte = at < end ? bytes[at++]! : 0;
    // The last byte of an offset has a sign at its second highest bit.
    let move = byte >= 0x80 ? byte & 0x7f : byte & 0x3f;
    for (let i = 1, factor = 128; byte >= 0x80 && i < MOST_BYTES && at < end; i++, factor *= 128) {
      byte = bytes[at++]!;
      move += (byte >= 0x80 ? byte & 0x7f : byte & 0x3f) * factor;
    }
    offset += (byte & 0x40) !== 0 ? -move : move;
    if (step === 0 || handle > MOST_HANDLE) continue;
    handles[count] = handle;
    offsets[count++] = offset;
  }
  return count;
}
