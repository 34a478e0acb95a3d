import { checksum } from '../bits/checksum.ts';
import type { ObjectStream } from './object-stream.ts';

/** Most bytes of a block with its size (Open Design Specification, section 23), and of a pair in it. */
const BLOCK = 2032;
const PAIR = 16;

/** The object map: blocks of pairs of handle and offset, each as the difference to the pair before. */
export function objectMapBytes(objects: ObjectStream): Uint8Array {
  let bytes = new Uint8Array(BLOCK + PAIR);
  let at = 2;
  let start = 0;
  let handle = 0;
  let place = 0;
  const endBlock = (): void => {
    const size = at - start;
    bytes[start] = size >> 8;
    bytes[start + 1] = size & 255;
    const crc = checksum(bytes, start, at);
    bytes[at++] = crc >> 8;
    bytes[at++] = crc & 255;
    start = at;
    at += 2;
    handle = place = 0;
    if (at + BLOCK + PAIR <= bytes.length) return;
    const grown = new Uint8Array(2 * bytes.length + BLOCK + PAIR);
    grown.set(bytes);
    bytes = grown;
  };
  for (let next = 1; next <= objects.last; next++) {
    const offset = objects.placeOf(next);
    if (offset < 0) continue;
    if (at - start + PAIR > BLOCK) endBlock();
    let step = next - handle;
    for (; step >= 128; step = Math.floor(step / 128)) bytes[at++] = (step & 127) | 128;
    bytes[at++] = step;
    let move = Math.abs(offset - place);
    const sign = offset < place ? 64 : 0;
    for (; move >= 64; move = Math.floor(move / 128)) bytes[at++] = (move & 127) | 128;
    bytes[at++] = move | sign;
    handle = next;
    place = offset;
  }
  if (at > start + 2) endBlock();
  // The last block is empty.
  endBlock();
  return bytes.subarray(0, start);
}
