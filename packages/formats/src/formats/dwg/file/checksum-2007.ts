import { pageChecksum } from './page-checksum.ts';

const MASK = (1n << 64n) - 1n;
/** The polynomials, the second one from the lowest bit on (Open Design Specification, 5.12). */
const POLYNOMIAL = 0x42f0e1eba9ea3693n;
const MIRRORED = 0x95ac9329ac4bc9b5n;
const [FACTOR, SUMMAND] = [0x343fdn, 0x269ec3n];

/** Upper and lower halves of what a byte adds to a mirrored checksum. */
const UPPER = new Int32Array(256);
const LOWER = new Int32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let crc = BigInt(byte);
  for (let i = 0; i < 8; i++) crc = (crc & 1n) === 0n ? crc >> 1n : (crc >> 1n) ^ MIRRORED;
  UPPER[byte] = Number(BigInt.asIntN(32, crc >> 32n));
  LOWER[byte] = Number(BigInt.asIntN(32, crc));
}

/**
 * Bytes in the order in which all checksums of 2007 take them: of each eight, and of four left over, the pairs from the
 * last to the first; up to three left over as they are.
 */
export function inSumOrder(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const size = to - from;
  const ordered = new Uint8Array(size);
  let at = 0;
  for (let group = 8; group >= 4; group >>= 1)
    for (; at + group <= size; at += group)
      for (let pair = 0; pair < group; pair += 2) {
        const source = from + at + group - 2 - pair;
        ordered[at + pair] = bytes[source]!;
        ordered[at + pair + 1] = bytes[source + 1]!;
      }
  for (; at < size; at++) ordered[at] = bytes[from + at]!;
  return ordered;
}

/** The checksum of 64 bits of packed pages and of maps, from bytes in their order. */
export function mirroredSum(ordered: Uint8Array, start: bigint = firstStart(ordered.length)): bigint {
  let upper = Number(BigInt.asIntN(32, start >> 32n));
  let lower = Number(BigInt.asIntN(32, start));
  for (let i = 0; i < ordered.length; i++) {
    const byte = (lower ^ ordered[i]!) & 255;
    lower = ((lower >>> 8) | (upper << 24)) ^ LOWER[byte]!;
    upper = (upper >>> 8) ^ UPPER[byte]!;
  }
  return (BigInt(upper >>> 0) << 32n) | BigInt(lower >>> 0);
}

/** The checksum of 64 bits of what is in the header, from bytes in their order. */
export function normalSum(ordered: Uint8Array, start: bigint): bigint {
  let crc = start;
  for (const byte of ordered) {
    crc ^= BigInt(byte) << 56n;
    for (let i = 0; i < 8; i++) crc = ((crc << 1n) & MASK) ^ (crc >> 63n === 0n ? 0n : POLYNOMIAL);
  }
  return crc ^ MASK;
}

/** The checksum of 32 bits of an unpacked page, from bytes in their order (Open Design Specification, 5.4.1). */
export function unpackedSum(ordered: Uint8Array): number {
  const start = BigInt.asUintN(32, BigInt(ordered.length) * FACTOR + SUMMAND);
  return pageChecksum(Number(start), ordered, 0, ordered.length);
}

/** Where checksums of so many bytes start: UpdateSeed1 and UpdateSeed2 of the specification, from a seed of 0. */
export function firstStart(size: number): bigint {
  const seed = BigInt(size) * FACTOR + SUMMAND;
  return ~(seed | (seed * (FACTOR << 32n) + (SUMMAND << 32n))) & MASK;
}
export function secondStart(size: number): bigint {
  const seed = BigInt(size) * FACTOR + SUMMAND;
  return ~(seed * ((1n << 32n) + FACTOR) + BigInt(size) + SUMMAND) & MASK;
}
