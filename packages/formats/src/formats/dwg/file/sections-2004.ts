import type { Limits } from '../../../core/limits.ts';
import { unpack2004 } from './lz77-2004.ts';
import { pageChecksum } from './page-checksum.ts';
import { readPageMap } from './page-map.ts';
import { type Faults, PADDING, SECTION_NAMES, type Sections } from './section.ts';
import { checkSections, readSectionMap } from './section-map.ts';

/** Bytes before the first section of the map, of a section, and of a page in it (Open Design Specification, 4.5). */
const HEAD = 20;
const SECTION = 96;
const PAGE = 16;
const PACKING = 20;
const IS_PACKED = 2;
/** Bytes of the header of a page, which are XORed with this number and the page's address. */
const PAGE_HEADER = 32;
const PAGE_MASK = 0x4164536b;
const DATA_PAGE = 0x4163043b;
/** Where in the header the checksum of the data is. */
const CHECKSUM = 28;

/**
 * The sections of 2004, 2010 and later, unpacked page by page. A page that cannot be unpacked is zeros as far as it is
 * missing.
 * @throws FormatError `dwg-damaged` when the maps are not whole, LimitError `unpackedBytes`
 */
export function sections2004(bytes: Uint8Array, limits: Limits, faults: Faults): Sections {
  const pageMap = readPageMap(bytes, faults);
  const { addresses } = pageMap;
  const map = readSectionMap(bytes, pageMap, faults);
  checkSections(map, bytes.length, limits);
  const places = new Map<string, number>();
  for (let i = 0, at = HEAD; i < map.getInt32(0, true); i++) {
    places.set(nameAt(map, at + 32), at);
    at += SECTION + PAGE * map.getInt32(at + 8, true);
  }
  const section = (name: string): Uint8Array | undefined => {
    const place = places.get(name);
    return place === undefined ? undefined : unpackSection(bytes, map, place, addresses, faults);
  };
  return {
    header: section(SECTION_NAMES.header),
    classes: section(SECTION_NAMES.classes),
    objectMap: section(SECTION_NAMES.objectMap),
    objects: section(SECTION_NAMES.objects) ?? new Uint8Array(0),
    template: section(SECTION_NAMES.template),
    shapes: section(SECTION_NAMES.shapes),
    repaired: 0,
  };
}

function unpackSection(
  bytes: Uint8Array,
  map: DataView,
  place: number,
  addresses: ReadonlyMap<number, number>,
  faults: Faults,
): Uint8Array {
  const pages = map.getInt32(place + 8, true);
  const pageSize = map.getInt32(place + 12, true);
  const isPacked = map.getInt32(place + PACKING, true) === IS_PACKED;
  let end = 0;
  const first = place + SECTION;
  for (let at = first; at < first + pages * PAGE; at += PAGE) end = Math.max(end, startOf(map, at) + pageSize);
  const stated = map.getUint32(place, true) + map.getUint32(place + 4, true) * 2 ** 32;
  const size = Math.min(stated, end);
  // The last page may be filled up with bytes that are not part of the section.
  const section = new Uint8Array(end + PADDING);
  for (let at = first; at < first + pages * PAGE; at += PAGE) {
    const start = startOf(map, at);
    if (start >= size) continue;
    const room = section.subarray(start, start + pageSize);
    const reason = unpackPage(bytes, addresses.get(map.getInt32(at, true)), room, size - start, isPacked, faults);
    if (reason !== undefined) faults.lost(reason);
  }
  return section.subarray(0, size);
}

/** Fills a section's room for a page, which needs so many bytes; returns why that was not possible. */
function unpackPage(
  bytes: Uint8Array,
  address: number | undefined,
  room: Uint8Array,
  needed: number,
  isPacked: boolean,
  faults: Faults,
): string | undefined {
  if (address === undefined || address + PAGE_HEADER > bytes.length) return 'it is not in the file';
  const header = new DataView(bytes.buffer, bytes.byteOffset + address, PAGE_HEADER);
  const mask = (PAGE_MASK ^ address) >>> 0;
  if ((header.getUint32(0, true) ^ mask) >>> 0 !== DATA_PAGE) return 'its header is damaged';
  const from = address + PAGE_HEADER;
  const to = from + ((header.getUint32(8, true) ^ mask) >>> 0);
  if (to > bytes.length) return 'it ends after the file';
  if (pageChecksum(0, bytes, from, to) !== (header.getUint32(CHECKSUM, true) ^ mask) >>> 0) faults.altered(address);
  if (!isPacked) {
    room.set(bytes.subarray(from, Math.min(to, from + room.length)));
    return undefined;
  }
  try {
    const end = unpack2004(bytes, from, to, room, 0, room.length);
    const least = Math.min(needed, room.length);
    return end < least ? `of ${least} bytes ${end} are there` : undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function startOf(map: DataView, page: number): number {
  return map.getUint32(page + 8, true) + map.getUint32(page + 12, true) * 2 ** 32;
}

function nameAt(map: DataView, at: number): string {
  let name = '';
  for (let i = at; i < at + 64 && map.getUint8(i) !== 0; i++) name += String.fromCharCode(map.getUint8(i));
  return name;
}
