import SnappyJS from 'snappyjs';

/** Operators of a geometry stream, named as in the published sources of the iTwin libraries. */
export const OPERATOR = {
  header: 1,
  range: 2,
  part: 3,
  symbology: 4,
  points: 5,
  points2d: 6,
  arc: 7,
  curves: 8,
  polyface: 9,
  curve: 10,
  solid: 11,
  bsplineSurface: 12,
  fill: 19,
  pattern: 20,
  material: 21,
  text: 22,
  lineStyle: 23,
  openCascade: 24,
  parasolid: 25,
  brepPolyface: 26,
  brepCurves: 27,
  image: 28,
} as const;

/** Name of an operator for tallies. */
export function operatorName(operator: number): string {
  return Object.entries(OPERATOR).find(([, number]) => number === operator)?.[0] ?? `operator ${operator}`;
}

/** A geometry stream that cannot be read to its end; the message says why. */
export class DamagedGeometry extends Error {}

/** One operator of a stream and its data (a view). */
export interface StreamOperator {
  readonly operator: number;
  readonly data: Uint8Array;
}

/** Bytes before the first operator. */
const STREAM_HEADER = 8;
/** A snappy block unpacks to at most 64 KiB by definition of its format. */
const LARGEST_BLOCK = 65_536;

/**
 * Unpacks a geometry blob: blocks of u16 length (itself included) and snappy data.
 * @param most largest unpacked size in bytes
 * @throws DamagedGeometry
 */
export function unpackGeometry(blob: Uint8Array, most: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let at = 0; at + 2 <= blob.length; ) {
    const length = blob[at]! | (blob[at + 1]! << 8);
    if (length < 3 || at + length > blob.length)
      throw new DamagedGeometry(`a block at byte ${at} should have ${length} bytes`);
    let part: Uint8Array;
    try {
      part = SnappyJS.uncompress(blob.slice(at + 2, at + length), LARGEST_BLOCK);
    } catch (error) {
      throw new DamagedGeometry(`a block at byte ${at} cannot be unpacked: ${(error as Error).message}`);
    }
    size += part.length;
    if (size > most) throw new DamagedGeometry(`it unpacks to more than ${most} bytes`);
    parts.push(part);
    at += length;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The operators of an unpacked stream. @throws DamagedGeometry when one extends beyond the end */
export function* operatorsOf(stream: Uint8Array): Generator<StreamOperator> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = STREAM_HEADER; at + 8 <= stream.length; ) {
    const size = view.getUint32(at + 4, true);
    if (size > stream.length - at - 8) throw new DamagedGeometry(`an operator at byte ${at} should have ${size} bytes`);
    yield { operator: view.getUint32(at, true), data: stream.subarray(at + 8, at + 8 + size) };
    at += 8 + size;
  }
}
