import { ByteWriter } from '../../../kit/io/byte-writer.ts';
import { SECTION_NAMES } from '../file/section.ts';
import { CODE_PAGE, VERSION_NUMBERS } from './dwg-file.ts';
import { HEADER_PAGE, headerPage } from './header-2007.ts';
import type { PageFile } from './paged-drawing.ts';
import { mapPage, mapPageSize, PAGE, type Page, packedPage, plainPage, upTo } from './pages-2007.ts';

/** The header starts at the first of these, pages at the second, to which offsets are relative. */
const HEADER = 0x80;
const FIRST = 0x480;
/**
 * Room for the page map before all other pages, where AutoCAD puts it: for 233 pages, about 14 MB of objects. A larger
 * one is at the end.
 */
const ROOM = 0x2000;
/** Pages are numbered from 1; the room that the page map leaves is a page with a negative number. */
const ENTRY = 16;
const SPARE_ENTRIES = 5;
const [PLAIN, INTERLEAVED] = [1, 4];
/** Bytes of a section and of a page in the section map. */
const [SECTION, SECTION_PAGE] = [64, 56];
/** A plain section is filled up to a multiple: of a preview, and of others. */
const [PREVIEW_SIZE, PLAIN_SIZE] = [0x400, 0x80];
const PREVIEW = 'AcDb:Preview';

/** Sections in the order of their map: number of the name, size of pages (Open Design Specification, 5.2). */
const KINDS: Readonly<Record<string, readonly [hash: number, pageSize: number]>> = {
  // Empty: all files that were looked at have it, and LibreDWG reports an error where the map does not name it.
  'AcDb:AppInfoHistory': [0x96de0737, PAGE],
  'AcDb:AppInfo': [0x3fa0043e, 0],
  [PREVIEW]: [0x40aa0473, 0],
  'AcDb:SummaryInfo': [0x717a060f, 0],
  'AcDb:RevHistory': [0x60a205b3, 0x1000],
  [SECTION_NAMES.objects]: [0x674c05a9, PAGE],
  'AcDb:ObjFreeSpace': [0x77e2061f, PAGE],
  [SECTION_NAMES.template]: [0x4a1404ce, 0x400],
  [SECTION_NAMES.objectMap]: [0x3f6e0450, PAGE],
  [SECTION_NAMES.classes]: [0x3f54045f, PAGE],
  'AcDb:AuxHeader': [0x54f0050a, 0x800],
  [SECTION_NAMES.header]: [0x32b803d9, 0x800],
  // The end of the map.
  '': [0, PAGE],
};

/** A section while it is written. */
interface Section {
  size: number;
  pageSize: number;
  encoding: number;
  readonly pages: { readonly number: number; readonly offset: number; readonly page: Omit<Page, 'bytes'> }[];
}

/** A file of 2007: encoded pages, found through a page map and a section map. */
export class File2007 implements PageFile {
  readonly #out: ByteWriter;
  readonly #release: number;
  /** Everything before the first page of a section. */
  readonly #head = new Uint8Array(FIRST + ROOM);
  readonly #sections = new Map<string, Section>();
  /** Sizes of the pages in their order. */
  readonly #sizes: number[] = [];

  constructor(path: string, mark: string, release: number) {
    this.#out = new ByteWriter(path, true);
    this.#release = release;
    this.#out.bytes(this.#head);
    new TextEncoder().encodeInto(mark, this.#head);
    for (const [name, pageSize] of Object.entries(KINDS))
      this.#sections.set(name, { size: 0, pageSize: pageSize[1], encoding: INTERLEAVED, pages: [] });
  }

  pageSize(name: string): number {
    return KINDS[name]![1];
  }

  plain(name: string, bytes: Uint8Array, place: number): void {
    const section = this.#sections.get(name)!;
    section.encoding = PLAIN;
    section.pageSize = upTo(bytes.length, name === PREVIEW ? PREVIEW_SIZE : PLAIN_SIZE);
    new DataView(this.#head.buffer).setUint32(place, this.#out.position, true);
    this.#add(section, plainPage(bytes, section.pageSize));
  }

  page(name: string, bytes: Uint8Array): void {
    this.#add(this.#sections.get(name)!, packedPage(bytes));
  }

  async finish(): Promise<void> {
    this.#writeMaps();
    await this.#out.finish(this.#head);
  }

  abandon(): void {
    this.#out.abandon();
  }

  #add(section: Section, { bytes, ...page }: Page): void {
    section.pages.push({ number: this.#put(bytes), offset: section.size, page });
    section.size += page.unpacked;
  }

  /** Writes a page; returns its number. */
  #put(page: Uint8Array): number {
    this.#out.bytes(page);
    return this.#sizes.push(page.length);
  }

  /** Writes the maps, each twice, and the header, at the end and in `#head`. */
  #writeMaps(): void {
    const sections = this.#sectionMap();
    const sectionPage = mapPage(sections, mapPageSize(sections.length));
    const sectionMap = { page: sectionPage, first: this.#put(sectionPage.bytes), second: this.#put(sectionPage.bytes) };
    const sizes = this.#sizes;
    const [first, second] = [sizes.length + 1, sizes.length + 2];
    const size = mapPageSize((second + SPARE_ENTRIES) * ENTRY);
    const isAhead = size <= ROOM;
    const gap = -second - 1;
    const entries: (readonly [number: number, size: number])[] = sizes.map((bytes, i) => [i + 1, bytes]);
    const left = isAhead ? ROOM - size : ROOM;
    if (left > 0) entries.unshift([gap, left]);
    if (isAhead) entries.unshift([first, size]);
    else entries.push([first, size]);
    entries.push([second, size]);
    const map = new DataView(new ArrayBuffer(ENTRY * entries.length));
    for (const [i, [number, bytes]] of entries.entries()) {
      map.setBigInt64(ENTRY * i, BigInt(bytes), true);
      map.setBigInt64(ENTRY * i + 8, BigInt(number), true);
    }
    const page = mapPage(new Uint8Array(map.buffer), size);
    const offsets: number[] = [];
    if (isAhead) {
      this.#head.set(page.bytes, FIRST);
      offsets.push(0);
    }
    while (offsets.length < 2) {
      offsets.push(this.#out.position - FIRST);
      this.#out.bytes(page.bytes);
    }
    const copy = this.#out.position;
    const header = headerPage({
      fileSize: copy + HEADER_PAGE,
      pages: entries.length,
      lastPage: second + 1,
      sections: this.#sections.size,
      pageMap: { page, first, second },
      pageMapOffsets: [offsets[0]!, offsets[1]!],
      sectionMap,
      copyOffset: copy - FIRST,
    });
    this.#out.bytes(header);
    this.#fillHead(header);
  }

  /** Open Design Specification, 5.2: what is there before the header, and the header. */
  #fillHead(header: Uint8Array): void {
    const head = this.#head;
    head[0x0c] = 3;
    head[0x11] = VERSION_NUMBERS[this.#release]!;
    head[0x13] = CODE_PAGE;
    head[0x28] = HEADER;
    head.set(header, HEADER);
  }

  /** Which pages each section has. */
  #sectionMap(): Uint8Array {
    let size = 0;
    for (const [name, { pages }] of this.#sections) size += SECTION + lengthOf(name) + SECTION_PAGE * pages.length;
    const map = new DataView(new ArrayBuffer(size));
    let at = 0;
    const put = (...values: readonly (number | bigint)[]): void => {
      for (const value of values) {
        map.setBigUint64(at, BigInt(value), true);
        at += 8;
      }
    };
    for (const [name, { size: bytes, pageSize, encoding, pages }] of this.#sections) {
      put(bytes, pageSize, 0, KINDS[name]![0], lengthOf(name), 0, encoding, pages.length);
      for (let i = 0; i < name.length; i++) map.setUint16(at + 2 * i, name.charCodeAt(i), true);
      at += lengthOf(name);
      for (const { number, offset, page } of pages)
        put(offset, pageSize, number, page.unpacked, page.packed, page.sum, page.packedSum);
    }
    return new Uint8Array(map.buffer);
  }
}

/** Bytes of a name in the section map, with a zero at its end. */
function lengthOf(name: string): number {
  return name === '' ? 0 : 2 * (name.length + 1);
}
