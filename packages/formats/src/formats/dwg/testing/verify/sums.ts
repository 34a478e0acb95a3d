// Checksums as the Open Design Specification states them, independent of the product's.

const SIXTEEN = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let i = 0; i < 8; i++) crc = (crc & 1) === 0 ? crc >> 1 : (crc >> 1) ^ 0xa001;
  return crc;
});

/** 2.14.1: sums of 16 bits of objects and sections. */
export function sum16(bytes: Uint8Array, start = 0xc0c1): number {
  let crc = start;
  for (const byte of bytes) crc = SIXTEEN[(crc & 255) ^ byte]! ^ (crc >> 8);
  return crc;
}

/** 4.2: the sum of pages since 2004. */
export function sumOfPage(bytes: Uint8Array, start = 0): number {
  let low = start % 0x10000;
  let high = Math.floor(start / 0x10000);
  for (const byte of bytes) {
    low = (low + byte) % 0xfff1;
    high = (high + low) % 0xfff1;
  }
  return high * 0x10000 + low;
}

const ORDER: Readonly<Record<number, readonly number[]>> = {
  1: [0],
  2: [0, 1],
  3: [0, 1, 2],
  4: [2, 3, 0, 1],
  5: [2, 3, 0, 1, 4],
  6: [2, 3, 0, 1, 4, 5],
  7: [2, 3, 0, 1, 4, 5, 6],
  8: [6, 7, 4, 5, 2, 3, 0, 1],
};

/** 5.12: the order in which sums of 2007 take bytes. */
export function ordered(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 8) {
    const order = ORDER[Math.min(8, bytes.length - at)]!;
    for (let i = 0; i < order.length; i++) result[at + i] = bytes[at + order[i]!]!;
  }
  return result;
}

const wrap = (value: bigint): bigint => BigInt.asUintN(64, value);
const tableOf = (next: (crc: bigint) => bigint, first: (byte: bigint) => bigint): readonly bigint[] =>
  Array.from({ length: 256 }, (_, byte) => {
    let crc = first(BigInt(byte));
    for (let i = 0; i < 8; i++) crc = next(crc);
    return crc;
  });
/** 5.12.1 and 5.12.2. */
const NORMAL = tableOf(
  (crc) => wrap(crc << 1n) ^ (crc >> 63n === 1n ? 0x42f0e1eba9ea3693n : 0n),
  (byte) => byte << 56n,
);
const MIRRORED = tableOf(
  (crc) => (crc >> 1n) ^ (crc % 2n === 1n ? 0x95ac9329ac4bc9b5n : 0n),
  (byte) => byte,
);

export function normal64(bytes: Uint8Array, start: bigint): bigint {
  let crc = start;
  for (const byte of ordered(bytes)) crc = NORMAL[Number(crc >> 56n) ^ byte]! ^ wrap(crc << 8n);
  return wrap(~crc);
}

export function mirrored64(bytes: Uint8Array, start: bigint = seed1(bytes.length)): bigint {
  let crc = start;
  for (const byte of ordered(bytes)) crc = MIRRORED[Number(crc & 255n) ^ byte]! ^ (crc >> 8n);
  return crc;
}

/** 5.12: UpdateSeed1 and UpdateSeed2 of a seed of 0. */
export function seed1(size: number): bigint {
  const seed = wrap(BigInt(size) * 0x343fdn + 0x269ec3n);
  return wrap(~(seed | wrap(seed * (0x343fdn << 32n) + (0x269ec3n << 32n))));
}

export function seed2(size: number): bigint {
  const seed = wrap(BigInt(size) * 0x343fdn + 0x269ec3n);
  return wrap(~(seed * ((1n << 32n) + 0x343fdn) + BigInt(size) + 0x269ec3n));
}

/** 5.4.1: the sum of an unpacked page of 2007. */
export function sumOf2007(bytes: Uint8Array): number {
  return sumOfPage(ordered(bytes), Number((BigInt(bytes.length) * 0x343fdn + 0x269ec3n) % 2n ** 32n));
}

/** 5.13: whether a block of 255 bytes is 0 at the first powers of the field that a polynomial generates. */
export function isBlockWhole(block: Uint8Array, polynomial: number, checks: number): boolean {
  return productsOf(polynomial, checks).every((products) => {
    let value = 0;
    for (let at = 254; at >= 0; at--) value = products[value]! ^ block[at]!;
    return value === 0;
  });
}

const known = new Map<number, readonly Uint8Array[]>();

/** Products of all bytes with the first powers of 2 in a field. */
function productsOf(polynomial: number, checks: number): readonly Uint8Array[] {
  const found = known.get(polynomial);
  if (found !== undefined) return found;
  const times = (a: number, b: number): number => {
    let product = 0;
    for (let x = a, y = b; y > 0; y >>= 1) {
      if ((y & 1) === 1) product ^= x;
      x = x < 128 ? x << 1 : (x << 1) ^ polynomial;
    }
    return product;
  };
  let power = 1;
  const tables = Array.from({ length: checks }, () => {
    power = times(power, 2);
    return Uint8Array.from({ length: 256 }, (_, byte) => times(byte, power));
  });
  known.set(polynomial, tables);
  return tables;
}
