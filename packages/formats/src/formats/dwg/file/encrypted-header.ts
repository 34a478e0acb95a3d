/** Offset and size of the encrypted header of 2004 and later (Open Design Specification, 4.1). */
export const HEADER = 0x80;
export const SIZE = 0x6c;
export const HEADER_END: number = HEADER + SIZE;
export const MARK = 'AcFssFcAJMB';

/** The fixed sequence that the header is XORed with, of a linear congruential generator; it also fills gaps. */
export const SEQUENCE: Uint8Array = new Uint8Array(256);
for (let i = 0, seed = 1; i < SEQUENCE.length; i++) {
  seed = (Math.imul(seed, 0x343fd) + 0x269ec3) | 0;
  SEQUENCE[i] = (seed >> 16) & 255;
}

/** The decrypted header; zeros where the file is too short. */
export function encryptedHeader(bytes: Uint8Array): DataView {
  const header = new Uint8Array(SIZE);
  header.set(bytes.subarray(HEADER, HEADER + SIZE));
  for (let i = 0; i < SIZE; i++) header[i]! ^= SEQUENCE[i]!;
  return new DataView(header.buffer);
}

/** Whether a file has such a header, by its mark. */
export function hasEncryptedHeader(bytes: Uint8Array): boolean {
  const header = encryptedHeader(bytes);
  return Array.from(MARK).every((letter, i) => header.getUint8(i) === letter.charCodeAt(0));
}
