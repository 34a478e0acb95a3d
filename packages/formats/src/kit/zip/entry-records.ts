/** What the records of an entry say. Source: PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.5.3. */
export interface EntryFacts {
  readonly name: Buffer;
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  readonly packedSize: number;
  /** Of its local header. */
  readonly offset: number;
}

/** Largest value of a field of 32 bits; the value itself means that the Zip64 extra field has the real one. */
export const MOST_32 = 0xffff_ffff;
/** Made on Unix, version 4.5: attributes are those of a plain file with mode 0644. */
const MADE_BY = 0x032d;
const ATTRIBUTES = 0o100644 * 0x1_0000;
const NEEDED = 20;
const NEEDED_ZIP64 = 45;
/** Names are UTF-8. */
const UTF8 = 0x0800;
/** 1 January 2000, midnight, the same for every entry, so that the same job gives the same bytes. */
const DOS_DATE = (20 << 9) | (1 << 5) | 1;
const ZIP64_ID = 1;

/**
 * A local header. Its length depends on `isLarge` only, so that it can be written again when the facts are known.
 * @param isLarge whether sizes are in a Zip64 extra field
 */
export function localHeader({ name, method, crc, size, packedSize }: EntryFacts, isLarge: boolean): Buffer {
  const extra = isLarge ? zip64([size, packedSize]) : Buffer.alloc(0);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(isLarge ? NEEDED_ZIP64 : NEEDED, 4);
  writeCommon(head, 6, method, crc, isLarge ? MOST_32 : size, isLarge ? MOST_32 : packedSize);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, name, extra]);
}

/** The entry's record in the central directory. @param largest most that a field of 32 bits may say */
export function directoryRecord(facts: EntryFacts, largest = MOST_32): Buffer {
  const { name, method, crc, size, packedSize, offset } = facts;
  const values = [size, packedSize, offset];
  const isLarge = values.some((value) => value >= largest);
  const [shownSize, shownPacked, shownOffset] = isLarge ? [MOST_32, MOST_32, MOST_32] : values;
  const extra = isLarge ? zip64(values) : Buffer.alloc(0);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(MADE_BY, 4);
  head.writeUInt16LE(isLarge ? NEEDED_ZIP64 : NEEDED, 6);
  writeCommon(head, 8, method, crc, shownSize!, shownPacked!);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE(ATTRIBUTES, 38);
  head.writeUInt32LE(shownOffset!, 42);
  return Buffer.concat([head, name, extra]);
}

/**
 * The end of the central directory (4.3.14 to 4.3.16).
 * @param count of entries @param size of the directory in bytes @param offset of its start
 */
export function directoryEnd(count: number, size: number, offset: number, largest = MOST_32): Buffer {
  const isLarge = count >= 0xffff || size >= largest || offset >= largest;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  const shown = isLarge ? 0xffff : count;
  end.writeUInt16LE(shown, 8);
  end.writeUInt16LE(shown, 10);
  end.writeUInt32LE(isLarge ? MOST_32 : size, 12);
  end.writeUInt32LE(isLarge ? MOST_32 : offset, 16);
  if (!isLarge) return end;
  const large = Buffer.alloc(56);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(BigInt(large.length - 12), 4);
  large.writeUInt16LE(MADE_BY, 12);
  large.writeUInt16LE(NEEDED_ZIP64, 14);
  [count, count, size, offset].forEach((value, i) => void large.writeBigUInt64LE(BigInt(value), 24 + 8 * i));
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([large, locator, end]);
}

/** Flags, method, time, checksum and sizes, which both records have in this order. */
function writeCommon(head: Buffer, at: number, method: number, crc: number, size: number, packedSize: number): void {
  head.writeUInt16LE(UTF8, at);
  head.writeUInt16LE(method, at + 2);
  head.writeUInt16LE(DOS_DATE, at + 6);
  head.writeUInt32LE(crc, at + 8);
  head.writeUInt32LE(packedSize, at + 12);
  head.writeUInt32LE(size, at + 16);
}

/** The Zip64 extra field with these values. */
function zip64(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(ZIP64_ID, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  values.forEach((value, i) => void extra.writeBigUInt64LE(BigInt(value), 4 + 8 * i));
  return extra;
}
