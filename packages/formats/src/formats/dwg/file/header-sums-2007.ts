import { firstStart, inSumOrder, mirroredSum, normalSum, secondStart } from './checksum-2007.ts';

const MASK = (1n << 64n) - 1n;
/** Bytes before the packed fields: checksum of a key, the key, checksum of the packed fields, their size. */
export const HEADER_START = 32;
/** Where in the page its last values are: two checksums, the random numbers that they are of, a hidden 0. */
export const LAST_VALUES = 0x3d8;

/** The checksum of the fields, which is the last of them and counts as 0. */
export function fieldsSum(fields: Uint8Array): bigint {
  const open = Uint8Array.from(fields).fill(0, fields.length - 8);
  return packedFieldsSum(open);
}

/** The checksum of the packed fields. */
export function packedFieldsSum(packed: Uint8Array): bigint {
  return normalSum(inSumOrder(packed, 0, packed.length), secondStart(packed.length));
}

/** The checksum of the key, a random number. */
export function keySum(key: bigint): bigint {
  const sequence = bytesOf([key, turned(key, key)]);
  return normalSum(inSumOrder(sequence, 0, sequence.length), firstStart(sequence.length));
}

/** The two checksums of two random numbers. */
export function lastSums(a: bigint, b: bigint): { readonly normal: bigint; readonly mirrored: bigint } {
  /** Turns each value by the one before it; undefined is that one itself. */
  const chain = (values: readonly (bigint | undefined)[]): Uint8Array => {
    let by = b;
    const bytes = bytesOf(
      values.map((value) => {
        by = turned(value ?? by, by);
        return by;
      }),
    );
    return inSumOrder(bytes, 0, bytes.length);
  };
  const itself = undefined;
  const normal = normalSum(chain([a, itself, b, itself, a, itself, itself, itself]), b ^ MASK);
  const mirrored = mirroredSum(chain([a, normal, b, normal, a, normal, b, itself]), a ^ MASK);
  return { normal, mirrored };
}

/**
 * Whether all checksums of a header are right (Open Design Specification, 5.2.1).
 * @param page its page @param data what is encoded in it @param size of the packed fields
 */
export function isHeaderIntact(page: Uint8Array, data: Uint8Array, size: number, fields: Uint8Array): boolean {
  const values = new DataView(data.buffer, data.byteOffset);
  const last = new DataView(page.buffer, page.byteOffset + LAST_VALUES);
  const sums = lastSums(last.getBigUint64(16, true), last.getBigUint64(24, true));
  return (
    keySum(values.getBigUint64(8, true)) === values.getBigUint64(0, true) &&
    packedFieldsSum(data.subarray(HEADER_START, HEADER_START + size)) === values.getBigUint64(16, true) &&
    fieldsSum(fields) === new DataView(fields.buffer).getBigUint64(fields.length - 8, true) &&
    sums.normal === last.getBigUint64(0, true) &&
    sums.mirrored === last.getBigUint64(8, true)
  );
}

/** A value turned to the left by the lowest five bits of another. */
function turned(value: bigint, by: bigint): bigint {
  const bits = by & 31n;
  return ((value << bits) | (value >> (64n - bits))) & MASK;
}

/** Values as bytes, the lowest first. */
export function bytesOf(values: readonly (number | bigint)[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 * values.length));
  for (const [i, value] of values.entries()) view.setBigInt64(8 * i, BigInt.asIntN(64, BigInt(value)), true);
  return new Uint8Array(view.buffer);
}
