import type { Limits } from '../../../core/limits.ts';
import { damaged } from './damage.ts';
import { type DataPage, DataPages, findDataPages } from './data-pages.ts';
import type { FileBytes } from './file-bytes.ts';
import { unpack2004 } from './lz77-2004.ts';
import { pageChecksum } from './page-checksum.ts';
import { readPageMap } from './page-map.ts';
import { type Faults, OVERLAPS, PADDING, SECTION_NAMES, type Sections } from './section.ts';
import { checkSections, readSectionMap } from './section-map.ts';
import { sectionsByMarks } from './sections-by-marks.ts';
import { UnpackedTotal } from './unpacked-total.ts';

/** Bytes before the first section of the map, of a section, and of a page in it (Open Design Specification, 4.5). */
const HEAD = 20;
const SECTION = 96;
const PAGE = 16;
const PACKING = 20;
const NUMBER = 24;
const IS_PACKED = 2;
/** Unpacked bytes of a page, but for the last one of a section. */
const USUAL_SIZE = 0x7400;
/** Why a page is lost that goes beyond the end of the file. */
const CUT_OFF = 'it ends after the file';

/**
 * The sections of 2004, 2010 and later, unpacked page by page. A page that cannot be unpacked is zeros as far as it is
 * missing.
 * @throws FormatError `dwg-damaged` when the maps are not whole, LimitError `unpackedBytes`
 */
export function sections2004(file: FileBytes, limits: Limits, faults: Faults): Sections {
  const pageMap = readPageMap(file, faults);
  const map = readSectionMap(file, pageMap, faults);
  checkSections(map, file.length, limits);
  const places = new Map<string, number>();
  for (let i = 0, at = HEAD; i < map.getInt32(0, true); i++) {
    places.set(nameAt(map, at + 32), at);
    at += SECTION + PAGE * map.getInt32(at + 8, true);
  }
  const pages = new DataPages(file, pageMap.pages);
  const unpack = new PageUnpacker(file, faults);
  const section = (name: string): Uint8Array | undefined => {
    const place = places.get(name);
    return place === undefined ? undefined : unpackSection(map, place, pages, unpack, faults);
  };
  const objects = section(SECTION_NAMES.objects);
  if (objects === undefined) throw damaged('its section map has no objects', 0);
  return {
    header: section(SECTION_NAMES.header),
    classes: section(SECTION_NAMES.classes),
    objectMap: section(SECTION_NAMES.objectMap),
    objects,
    template: section(SECTION_NAMES.template),
    shapes: section(SECTION_NAMES.shapes),
    repaired: 0,
  };
}

/**
 * The sections of a file of 2004, 2010 or later whose maps are lost, as far as their pages are there.
 * @throws FormatError `dwg-damaged`, LimitError `unpackedBytes`
 */
export function searchedSections2004(file: FileBytes, limits: Limits, faults: Faults): Sections {
  const total = new UnpackedTotal(file.length, limits);
  const unpack = new PageUnpacker(file, faults);
  const bySection = Map.groupBy(findDataPages(file.whole()), ({ section }) => section);
  const sections = Array.from(bySection, ([number, pages]) => {
    const end = Math.max(...pages.map(({ start }) => start)) + USUAL_SIZE;
    total.add(end, String(number));
    const section = new Uint8Array(end);
    for (const page of pages) {
      const room = section.subarray(page.start, page.start + USUAL_SIZE);
      const reason = unpack.page(page, room, 0, true);
      // The sections that are read are all packed: an unpacked page belongs to another one.
      if (reason !== undefined && unpack.isAltered) faults.lost(reason);
    }
    return section;
  });
  return sectionsByMarks(sections, 0);
}

function unpackSection(
  map: DataView,
  place: number,
  pages: DataPages,
  unpack: PageUnpacker,
  faults: Faults,
): Uint8Array {
  const count = map.getInt32(place + 8, true);
  const pageSize = map.getInt32(place + 12, true);
  const isPacked = map.getInt32(place + PACKING, true) === IS_PACKED;
  let end = 0;
  const first = place + SECTION;
  for (let at = first; at < first + count * PAGE; at += PAGE) end = Math.max(end, startOf(map, at) + pageSize);
  const stated = map.getUint32(place, true) + map.getUint32(place + 4, true) * 2 ** 32;
  const size = Math.min(stated, end);
  // The last page may be filled up with bytes that are not part of the section.
  const section = new Uint8Array(end + PADDING);
  for (let at = first; at < first + count * PAGE; at += PAGE) {
    const start = startOf(map, at);
    if (start >= size) continue;
    const room = section.subarray(start, start + pageSize);
    const page = pages.page(map.getInt32(at, true), map.getInt32(place + NUMBER, true), start);
    const reason = unpack.page(page, room, Math.min(size - start, room.length), isPacked);
    if (reason !== undefined) faults.lost(reason);
  }
  return section.subarray(0, size);
}

/** Unpacks the pages of one file. */
class PageUnpacker {
  /** Whether the last page had a wrong checksum. */
  isAltered = false;
  readonly #file: FileBytes;
  readonly #faults: Faults;
  /** Bytes that pages may still have: no byte belongs to two of them. */
  #left: number;

  constructor(file: FileBytes, faults: Faults) {
    this.#file = file;
    this.#faults = faults;
    this.#left = file.length;
  }

  /** Fills a section's room for a page, which needs so many bytes; returns why that was not possible. */
  page(page: DataPage | undefined, room: Uint8Array, needed: number, isPacked: boolean): string | undefined {
    if (page === undefined) return 'it is not in the file';
    const to = Math.min(page.to, this.#file.length);
    this.#left -= to - page.from;
    if (this.#left < 0) return OVERLAPS;
    const bytes = this.#file.part(page.from, to);
    const size = bytes.length;
    this.isAltered = pageChecksum(0, bytes, 0, size) !== page.sum;
    if (this.isAltered) this.#faults.altered(page.at);
    if (!isPacked) {
      room.set(bytes.subarray(0, room.length));
      return to < page.to ? CUT_OFF : undefined;
    }
    try {
      const end = unpack2004(bytes, 0, size, room, 0, room.length);
      return end < needed ? `of ${needed} bytes ${end} are there` : undefined;
    } catch (error) {
      return (error as Error).message;
    }
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
