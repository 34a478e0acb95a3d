import type { Limits } from '../../../core/limits.ts';
import { damaged } from './damage.ts';
import type { FileBytes } from './file-bytes.ts';
import { type PageMap, SECTION_MAP, unpackedMap } from './page-map.ts';
import type { Faults } from './section.ts';
import { UnpackedTotal } from './unpacked-total.ts';

/** Bytes before the first section, of a section, and of a page in it (Open Design Specification, 4.5). */
const HEAD = 20;
const SECTION = 96;
const PAGE = 16;
/** Fields of a section: number of pages, their unpacked size, the name. */
const PAGE_COUNT = 8;
const PAGE_SIZE = 12;
const NAME = 32;
/** Field of a page: offset of its contents in the section. */
const START = 8;

/** The section map itself. @throws FormatError `dwg-damaged` */
export function readSectionMap(file: FileBytes, { pages, sectionMap }: PageMap, faults: Faults): DataView {
  const page = pages.get(sectionMap);
  if (page === undefined) throw damaged('its page map does not hold the section map', 0);
  return unpackedMap(file, page.start, SECTION_MAP, 'section map', faults);
}

/** Checks the content of a section map against the size of the file. @throws FormatError `dwg-damaged` */
export function checkSections(map: DataView, fileSize: number, limits: Limits): void {
  const total = new UnpackedTotal(fileSize, limits);
  const count = map.byteLength < HEAD ? -1 : map.getInt32(0, true);
  if (count < 0 || HEAD + count * SECTION > map.byteLength)
    throw damaged(`its section map states that it has ${count} sections`, 0);
  for (let section = 0, at = HEAD; section < count; section++) {
    if (at + SECTION > map.byteLength) throw damaged('its section map ends inside a section', 0);
    const [pages, size] = [map.getInt32(at + PAGE_COUNT, true), map.getInt32(at + PAGE_SIZE, true)];
    const name = nameAt(map, at + NAME);
    at += SECTION;
    if (pages < 0 || (pages > 0 && size <= 0) || at + pages * PAGE > map.byteLength)
      throw damaged(`its section map states that section "${name}" has ${pages} pages of ${size} bytes`, 0);
    // A page may begin anywhere; a gap before it is filled with whole pages.
    let end = 0;
    for (let page = 0; page < pages; page++, at += PAGE) {
      const start = map.getUint32(at + START, true) + map.getUint32(at + START + 4, true) * 2 ** 32;
      if (start > end) end += Math.ceil((start - end) / size) * size;
      end += size;
    }
    total.add(end, name);
  }
}

function nameAt(map: DataView, at: number): string {
  let name = '';
  for (let i = at; i < at + 64 && map.getUint8(i) !== 0; i++) name += String.fromCharCode(map.getUint8(i));
  return name;
}
