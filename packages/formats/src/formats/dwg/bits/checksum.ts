/**
 * The checksum of objects and sections: start and polynomial, from the lowest bit on (Open Design Specification,
 * 2.14.1).
 */
const START = 0xc0c1;
const POLYNOMIAL = 0xa001;
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let i = 0; i < 8; i++) crc = (crc & 1) !== 0 ? (crc >> 1) ^ POLYNOMIAL : crc >> 1;
  return crc;
});

/** The checksum of the bytes [from, to). */
export function checksum(bytes: Uint8Array, from: number, to: number): number {
  let crc = START;
  for (let i = from; i < to; i++) crc = (crc >> 8) ^ TABLE[(crc ^ bytes[i]!) & 255]!;
  return crc;
}
