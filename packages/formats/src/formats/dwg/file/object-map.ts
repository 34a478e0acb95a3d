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
  #last = -1;

  constructor(handles: readonly number[], offsets: readonly number[]) {
    let order: Uint32Array | undefined;
    for (let i = 1; i < handles.length && order === undefined; i++)
      if (handles[i]! <= handles[i - 1]!)
        order = Uint32Array.from(handles.keys()).sort((a, b) => handles[a]! - handles[b]!);
    this.count = handles.length;
    this.handles = order === undefined ? Float64Array.from(handles) : Float64Array.from(order, (i) => handles[i]!);
    this.offsets = order === undefined ? Float64Array.from(offsets) : Float64Array.from(order, (i) => offsets[i]!);
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
 * first), pairs of handle and offset as differences to the pair before, and a checksum. It ends where a block cannot be
 * one, with what was read before.
 */
export function readObjectMap(bytes: Uint8Array): ObjectMap {
  const handles: number[] = [];
  const offsets: number[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const size = (bytes[at]! << 8) | bytes[at + 1]!;
    if (size <= END) break;
    const end = Math.min(at + size, bytes.length);
    at += 2;
    let handle = 0;
    let offset = 0;
    while (at < end) {
      let factor = 1;
      let step = 0;
      let byte = 0x80;
      for (let i = 0; byte >= 0x80 && i < MOST_BYTES && at < end; i++, factor *= 128)
        step += ((byte = bytes[at++]!) & 0x7f) * factor;
      handle += step;
      // The last byte of an offset has a sign at its second highest bit.
      factor = 1;
      let move = 0;
      byte = 0x80;
      for (let i = 0; byte >= 0x80 && i < MOST_BYTES && at < end; i++, factor *= 128) {
        byte = bytes[at++]!;
        move += (byte >= 0x80 ? byte & 0x7f : byte & 0x3f) * factor;
      }
      offset += (byte & 0x40) !== 0 ? -move : move;
      if (step === 0 || handle > MOST_HANDLE) continue;
      handles.push(handle);
      offsets.push(offset);
    }
    at = end + 2;
  }
  return new ObjectMap(handles, offsets);
}
