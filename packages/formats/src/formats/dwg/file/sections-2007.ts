import type { Limits } from '../../../core/limits.ts';
import { inSumOrder, mirroredSum } from './checksum-2007.ts';
import { damaged } from './damage.ts';
import { unpack2007 } from './lz77-2007.ts';
import { type Maps2007, readMaps2007, readPages2007, wide } from './maps-2007.ts';
import { BLOCK, DATA_CODE, interleavedData } from './reed-solomon.ts';
import { type Faults, OVERLAPS, PADDING, SECTION_NAMES, type Sections } from './section.ts';
import { sectionsByMarks } from './sections-by-marks.ts';
import { UnpackedTotal } from './unpacked-total.ts';

/** Bytes of a section and of a page in the section map (Open Design Specification, 5.4). */
const SECTION = 64;
const PAGE = 56;
/** A section whose pages are encoded blocks, interleaved byte by byte: 251 data bytes in each. */
const INTERLEAVED = 4;
const BLOCK_DATA = 251;
/** Unpacked bytes of a page, of which AutoCAD writes up to 70 144, and of each packed byte in searched pages. */
const MOST_UNPACKED = 1 << 18;
const MOST_PER_BYTE = 32;

/**
 * The sections of 2007, unpacked page by page. A page that cannot be unpacked is zeros as far as it is missing.
 * @throws FormatError `dwg-damaged` when the maps are not whole, LimitError `unpackedBytes`
 */
export function sections2007(bytes: Uint8Array, limits: Limits, faults: Faults): Sections {
  let repaired = 0;
  const count = (bytes: number): void => {
    repaired += bytes;
  };
  const sections = mappedSections(bytes, readMaps2007(bytes, limits, faults, count), faults, count);
  return { ...sections, repaired };
}

/** The sections by maps that were checked; see `sections2007`. */
export function mappedSections(
  bytes: Uint8Array,
  maps: Maps2007,
  faults: Faults,
  count: (bytes: number) => void,
): Omit<Sections, 'repaired'> {
  const places = new Map<string, number>();
  const { sections } = maps;
  const room = { left: bytes.length };
  for (let at = 0; at < sections.byteLength; ) {
    const length = wide(sections, at + 32);
    places.set(nameAt(sections, at + SECTION, length), at);
    at += SECTION + length + PAGE * wide(sections, at + 56);
  }
  const section = (name: string): Uint8Array | undefined => {
    const place = places.get(name);
    return place === undefined ? undefined : unpackSection(bytes, maps, place, room, faults, count);
  };
  const objects = section(SECTION_NAMES.objects);
  if (objects === undefined) throw damaged('its section map has no objects', 0);
  return {
    header: section(SECTION_NAMES.header),
    classes: section(SECTION_NAMES.classes),
    objectMap: section(SECTION_NAMES.objectMap),
    objects,
    template: section(SECTION_NAMES.template),
    shapes: undefined,
  };
}

/**
 * The sections of a file of 2007 whose section map is lost, as far as their pages are there. Pages have no headers, so
 * that the page map is needed.
 * @throws FormatError `dwg-damaged`, LimitError `unpackedBytes`
 */
export function searchedSections2007(bytes: Uint8Array, limits: Limits, faults: Faults): Sections {
  let repaired = 0;
  const count = (bytes: number): void => {
    repaired += bytes;
  };
  const total = new UnpackedTotal(bytes.length, limits);
  const parts: Uint8Array[] = [];
  for (const { start, size } of readPages2007(bytes, faults, count).pages.values()) {
    const blocks = Math.floor(size / BLOCK);
    if (blocks === 0 || start + size > bytes.length) continue;
    // Repairs are not counted: pages of other kinds seem to have wrong bytes.
    const data = interleavedData(bytes.subarray(start), blocks, BLOCK_DATA, blocks * BLOCK_DATA, DATA_CODE, () => {});
    const room = new Uint8Array(Math.min(MOST_UNPACKED, MOST_PER_BYTE * data.length));
    try {
      unpack2007(data, 0, data.length, room, 0, room.length);
    } catch (error) {
      // The size of its data is not known: what fills its last block is no instruction.
      if (!(error instanceof RangeError)) throw error;
    }
    let end = room.length;
    while (end > 0 && room[end - 1] === 0) end--;
    total.add(end, String(parts.length));
    parts.push(room.slice(0, end));
  }
  return sectionsByMarks(parts, repaired);
}

function unpackSection(
  bytes: Uint8Array,
  { pages, sections: map }: Maps2007,
  at: number,
  /** Bytes that pages may still have: no byte belongs to two of them. */
  room: { left: number },
  faults: Faults,
  repaired: (count: number) => void,
): Uint8Array {
  const first = at + SECTION + wide(map, at + 32);
  const last = first + PAGE * wide(map, at + 56);
  const isEncoded = wide(map, at + 48) === INTERLEAVED;
  let size = 0;
  for (let page = first; page < last; page += PAGE) size = Math.max(size, wide(map, page) + wide(map, page + 24));
  const section = new Uint8Array(size + PADDING).subarray(0, size);
  for (let page = first; page < last; page += PAGE) {
    const [start, unpacked, packed] = [wide(map, page), wide(map, page + 24), wide(map, page + 32)];
    const place = pages.get(wide(map, page + 16));
    if (place === undefined || place.start >= bytes.length) {
      faults.lost('it is not in the file');
      continue;
    }
    room.left -= place.size;
    if (room.left < 0 || packed > place.size) {
      faults.lost(OVERLAPS);
      continue;
    }
    const raw = bytes.subarray(place.start, place.start + place.size);
    const blocks = Math.ceil((Math.ceil(packed / 8) * 8) / BLOCK_DATA);
    const data = isEncoded
      ? interleavedData(raw, blocks, BLOCK_DATA, packed, DATA_CODE, repaired)
      : raw.subarray(0, packed);
    if (mirroredSum(inSumOrder(data, 0, packed)) !== map.getBigUint64(page + 48, true)) faults.altered(place.start);
    try {
      if (packed === unpacked) section.set(data, start);
      else unpack2007(data, 0, packed, section, start, start + unpacked);
    } catch (error) {
      faults.lost((error as Error).message);
    }
  }
  return section;
}

function nameAt(map: DataView, at: number, length: number): string {
  let name = '';
  for (let i = 0; i + 1 < length; i += 2) name += String.fromCharCode(map.getUint16(at + i, true));
  return name.replace(/\0.*$/, '');
}
