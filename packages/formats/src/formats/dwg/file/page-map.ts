import { damaged } from './damage.ts';
import { encryptedHeader, HEADER, HEADER_END, hasEncryptedHeader } from './encrypted-header.ts';
import type { FileBytes } from './file-bytes.ts';
import { unpack2004 } from './lz77-2004.ts';
import { pageChecksum } from './page-checksum.ts';
import type { Faults } from './section.ts';

/** Fields of the encrypted header (Open Design Specification, 4.1). */
const MAP_ADDRESS = 0x54;
const SECTION_MAP_PAGE = 0x5c;
/** Addresses in the header are relative to this, which is also the position of the first page. */
const BASE = 0x100;
/** Types of the pages with the page map and the section map. */
const PAGE_MAP = 0x41630e3b;
export const SECTION_MAP = 0x4163003b;
/** Type, unpacked size, packed size, kind of packing and checksum precede the data. */
const PAGE_HEADER = 20;
const CHECKSUM = 16;
/** Bytes of a page in the map, and of what follows for a gap. */
const ENTRY = 8;
const GAP_MORE = 16;
/** A map has at most about twenty bytes per page, and every page is longer than that. */
const LEAST_ROOM = 1 << 16;

/** Where a page is in the file. */
export interface PagePlace {
  readonly start: number;
  readonly size: number;
}

/** Positions of the pages in a file of 2004, 2010 or later. */
export interface PageMap {
  /** Where each page is, by its number. No byte belongs to two of them. */
  readonly pages: ReadonlyMap<number, PagePlace>;
  /** Number of the page with the section map. */
  readonly sectionMap: number;
}

/**
 * Reads the page map and checks its address, its stated size and that it is complete.
 * @throws FormatError `dwg-damaged`
 */
export function readPageMap(file: FileBytes, faults: Faults): PageMap {
  if (file.length < HEADER_END) throw damaged('it ends inside its header', file.length);
  const head = file.part(0, HEADER_END);
  if (!hasEncryptedHeader(head)) throw damaged('its encrypted header does not begin with its mark', HEADER);
  const fields = encryptedHeader(head);
  const address = fields.getUint32(MAP_ADDRESS, true) + fields.getUint32(MAP_ADDRESS + 4, true) * 2 ** 32 + BASE;
  const map = unpackedMap(file, address, PAGE_MAP, 'page map', faults);
  const pages = new Map<number, PagePlace>();
  let place = BASE;
  for (let at = 0; at < map.byteLength; ) {
    if (at + ENTRY > map.byteLength) throw damaged('its page map ends inside an entry', address);
    const [number, size] = [map.getInt32(at, true), map.getInt32(at + 4, true)];
    if (size < 0) throw damaged(`its page map states that page ${number} has ${size} bytes`, address);
    if (number >= 0) pages.set(number, { start: place, size });
    place += size;
    at += number >= 0 ? ENTRY : ENTRY + GAP_MORE;
  }
  return { pages, sectionMap: fields.getUint32(SECTION_MAP_PAGE, true) };
}

/** The contents of a page that holds a map. @throws FormatError `dwg-damaged` */
export function unpackedMap(file: FileBytes, address: number, type: number, name: string, faults: Faults): DataView {
  if (!(address >= 0 && address + PAGE_HEADER <= file.length))
    throw damaged(`its ${name} lies at byte ${address}, behind its end`, HEADER);
  const head = file.part(address, address + PAGE_HEADER).slice();
  const page = new DataView(head.buffer);
  const [found, size, packed] = [page.getUint32(0, true), page.getUint32(4, true), page.getUint32(8, true)];
  if (found !== type) throw damaged(`there is no ${name} where its header says`, address);
  const from = address + PAGE_HEADER;
  if (size > file.length + LEAST_ROOM || from + packed > file.length)
    throw damaged(`its ${name} says it has ${size} bytes, ${packed} of them in the file`, address);
  const stated = page.getUint32(CHECKSUM, true);
  // The checksum begins with the header, in which its own place is zero.
  page.setUint32(CHECKSUM, 0);
  const bytes = file.part(from, from + packed);
  if (pageChecksum(pageChecksum(0, head, 0, PAGE_HEADER), bytes, 0, packed) !== stated) faults.altered(address);
  try {
    const map = new Uint8Array(size);
    const end = unpack2004(bytes, 0, packed, map, 0, size);
    if (end < size) throw new RangeError(`of ${size} bytes ${end} are there`);
    return new DataView(map.buffer);
  } catch (error) {
    throw damaged(`its ${name} cannot be unpacked (${(error as Error).message})`, address);
  }
}
