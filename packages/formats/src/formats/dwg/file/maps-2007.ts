import type { Limits } from '../../../core/limits.ts';
import { inSumOrder, mirroredSum } from './checksum-2007.ts';
import { damaged } from './damage.ts';
import { HEADER_START, isHeaderIntact } from './header-sums-2007.ts';
import { unpack2007 } from './lz77-2007.ts';
import { BLOCK, interleavedData, SYSTEM_CODE } from './reed-solomon.ts';
import type { Faults } from './section.ts';
import { UnpackedTotal } from './unpacked-total.ts';

/**
 * The header starts here: three Reed-Solomon blocks of 255 bytes with 239 data bytes each, interleaved byte by byte.
 */
const HEADER = 0x80;
const HEADER_SIZE = 0x400;
const HEADER_BLOCKS = 3;
/** The decoded header states the size of its packed fields here. */
const PACKED_SIZE = 24;
const UNPACKED_SIZE = 0x110;
/** Page offsets are relative to this; a page with a map has blocks of 255 bytes with 239 data bytes. */
const FIRST_PAGE = 0x480;
const BLOCK_DATA = 239;
/** Bytes of an entry of the page map, of a section and of a page in the section map. */
const ENTRY = 16;
const SECTION = 64;
const PAGE = 56;
/** A map may exceed the size of the file by at most this many bytes. */
const LEAST_ROOM = 1 << 16;

/** The maps of a file of 2007. */
export interface Maps2007 {
  /** Position in the file and size of each page by its number. */
  readonly pages: ReadonlyMap<number, { readonly start: number; readonly size: number }>;
  readonly sections: DataView;
}

/** Position and size of a map. */
interface Map2007 {
  readonly name: string;
  /** Relative to the first page. */
  readonly offset: number;
  readonly packed: number;
  readonly size: number;
  /** How often the data are repeated in the page. */
  readonly repeats: number;
  /** Checksums of the map and of the packed one. */
  readonly sum: bigint;
  readonly packedSum: bigint;
}

/** Where the pages of a file are, and what is needed to read its section map. */
interface Pages2007 {
  readonly pages: Maps2007['pages'];
  readonly field: (number: number) => number;
  readonly sum: (number: number) => bigint;
  readonly unpack: (map: Map2007) => DataView;
}

/**
 * Reads the header and the page map of a file of 2007.
 * @param faults gets the place of a header or map with a wrong checksum
 * @param repaired gets the number of bytes that were repaired, block by block
 * @throws FormatError `dwg-damaged`
 */
export function readPages2007(bytes: Uint8Array, faults: Faults, repaired: (count: number) => void): Pages2007 {
  const header = readHeader(bytes, faults, repaired);
  const field = (number: number): number => wide(header, number * 8);
  const sum = (number: number): bigint => header.getBigUint64(number * 8, true);
  const unpack = (map: Map2007): DataView => unpackMap(bytes, map, faults, repaired);
  const pageMap = unpack({
    name: 'page map',
    offset: field(7),
    packed: field(10),
    size: field(11),
    repeats: field(3),
    sum: sum(16),
    packedSum: sum(2),
  });
  let place = FIRST_PAGE;
  const pages = new Map<number, { start: number; size: number }>();
  for (let at = 0; at + ENTRY <= pageMap.byteLength; at += ENTRY) {
    const size = wide(pageMap, at);
    pages.set(Math.abs(Number(pageMap.getBigInt64(at + 8, true))), { start: place, size });
    place += size;
  }
  if (pageMap.byteLength % ENTRY !== 0) throw damaged('its page map ends inside an entry', 0);
  return { pages, field, sum, unpack };
}

/**
 * Reads the header, the page map and the section map of a file of 2007 and checks their sizes, counts and lengths of
 * names (Open Design Specification, section 5). Parameters are those of `readPages2007`.
 * @throws FormatError `dwg-damaged`
 */
export function readMaps2007(
  bytes: Uint8Array,
  limits: Limits,
  faults: Faults,
  repaired: (count: number) => void,
): Maps2007 {
  const { pages, field, sum, unpack } = readPages2007(bytes, faults, repaired);
  const page = pages.get(field(24));
  if (page === undefined) throw damaged('its page map does not hold the section map', 0);
  const map = unpack({
    name: 'section map',
    offset: page.start - FIRST_PAGE,
    packed: field(22),
    size: field(25),
    repeats: field(27),
    sum: sum(21),
    packedSum: sum(26),
  });
  checkSections(map, bytes.length, limits);
  return { pages, sections: map };
}

function checkSections(map: DataView, fileSize: number, limits: Limits): void {
  const total = new UnpackedTotal(fileSize, limits);
  let at = 0;
  let number = 0;
  while (at < map.byteLength) {
    number++;
    if (at + SECTION > map.byteLength) throw damaged(`its section map ends inside section ${number}`, 0);
    const [name, pages] = [wide(map, at + 32), wide(map, at + 56)];
    at += SECTION;
    if (name + pages * PAGE > map.byteLength - at)
      throw damaged(
        `its section map states that section ${number} has a name of ${name} bytes and ${pages} pages; ${map.byteLength - at} bytes are left`,
        0,
      );
    at += name;
    let end = 0;
    for (let page = 0; page < pages; page++, at += PAGE) {
      const [start, unpacked, packed] = [wide(map, at), wide(map, at + 24), wide(map, at + 32)];
      if (packed > fileSize) throw damaged(`its section map states that a page has ${packed} bytes in the file`, 0);
      end = Math.max(end, start) + unpacked;
    }
    total.add(end, String(number));
  }
}

function readHeader(bytes: Uint8Array, faults: Faults, repaired: (count: number) => void): DataView {
  if (bytes.length < HEADER + HEADER_SIZE) throw damaged('it ends inside its header', bytes.length);
  const size = HEADER_BLOCKS * BLOCK_DATA;
  const data = interleavedData(bytes.subarray(HEADER), HEADER_BLOCKS, BLOCK_DATA, size, SYSTEM_CODE, repaired);
  const packed = new DataView(data.buffer).getInt32(PACKED_SIZE, true);
  const header = new Uint8Array(UNPACKED_SIZE);
  if (Math.abs(packed) > data.length - HEADER_START || (packed < 0 && -packed > UNPACKED_SIZE))
    throw damaged(`its header states that it has ${packed} bytes`, HEADER);
  if (packed < 0) header.set(data.subarray(HEADER_START, HEADER_START - packed));
  else unpackInto(header, data, HEADER_START, packed, 'header');
  const page = bytes.subarray(HEADER, HEADER + HEADER_SIZE);
  if (!isHeaderIntact(page, data, Math.abs(packed), header)) faults.altered(HEADER);
  return new DataView(header.buffer);
}

/** Extracts the data of a map from their blocks and unpacks them. */
function unpackMap(
  bytes: Uint8Array,
  { name, offset, packed, size, repeats, sum, packedSum }: Map2007,
  faults: Faults,
  repaired: (count: number) => void,
): DataView {
  const stated = Math.ceil(packed / 8) * 8 * repeats;
  const blocks = Math.ceil(stated / BLOCK_DATA);
  const start = FIRST_PAGE + offset;
  if (repeats < 1 || size > bytes.length + LEAST_ROOM || start + blocks * BLOCK > bytes.length)
    throw damaged(`its ${name} should have ${size} bytes, ${packed} of them at byte ${start}, ${repeats} times`, 0);
  const data = interleavedData(bytes.subarray(start), blocks, BLOCK_DATA, packed, SYSTEM_CODE, repaired);
  const map = new Uint8Array(size);
  unpackInto(map, data, 0, packed, name);
  if (mirroredSum(inSumOrder(data, 0, packed)) !== packedSum || mirroredSum(inSumOrder(map, 0, size)) !== sum)
    faults.altered(start);
  return new DataView(map.buffer);
}

function unpackInto(target: Uint8Array, data: Uint8Array, at: number, size: number, name: string): void {
  try {
    unpack2007(data, at, at + size, target, 0, target.length);
  } catch (error) {
    throw damaged(`its ${name} cannot be unpacked (${(error as Error).message})`, 0);
  }
}

/** An unsigned 64-bit number; exact up to 2^53, far beyond what any of the checks allows. */
export function wide(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
}
