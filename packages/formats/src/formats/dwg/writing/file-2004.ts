import { crc32 } from 'node:zlib';
import { ByteWriter } from '../../../kit/io/byte-writer.ts';
import { HEADER, MARK, SEQUENCE, SIZE } from '../file/encrypted-header.ts';
import { pageChecksum } from '../file/page-checksum.ts';
import { CODE_PAGE, VERSION_NUMBERS } from './dwg-file.ts';
import { pack2004 } from './pack-2004.ts';
import type { PageFile } from './paged-drawing.ts';
import { mostPacked } from './repeats.ts';

/** The first page begins here; page sizes are multiples of ALIGNED. */
const FIRST = 0x100;
const ALIGNED = 32;
/** Largest page, unpacked. */
const PAGE = 0x7400;
const PAGE_HEADER = 32;
const PAGE_MASK = 0x4164536b;
/** Types of pages, and the header of those with a map. */
const [DATA_PAGE, PAGE_MAP, SECTION_MAP] = [0x4163043b, 0x41630e3b, 0x4163003b];
const MAP_HEADER = 20;
const [PLAIN, PACKED] = [1, 2];
/** Bytes of a section and of a page in the section map. */
const [SECTION, SECTION_PAGE] = [96, 16];
/** A plain section is filled up to a multiple of this. */
const PLAIN_SIZE = 128;

/** A section as the section map states it. */
interface Section {
  readonly name: string;
  size: number;
  readonly pageSize: number;
  readonly packing: number;
  /** Number, size in the file and offset of each page, one after the other. */
  readonly pages: number[];
}

const NO_SECTION: Section = { name: '', size: 0, pageSize: PAGE, packing: PACKED, pages: [] };

/** A file of 2004, 2010 or later: pages, found through a section map and a page map. */
export class File2004 implements PageFile {
  readonly #out: ByteWriter;
  readonly #release: number;
  readonly #head = new Uint8Array(FIRST);
  readonly #sections: Section[] = [];
  /** How many there will be; they are numbered in descending order. */
  readonly #count: number;
  /** Sizes of the pages in their order, with headers. */
  readonly #pageSizes: number[] = [];
  readonly #whole = new Uint8Array(PAGE);
  readonly #packed = new Uint8Array(PAGE_HEADER + mostPacked(PAGE) + ALIGNED);

  /** @param sections how many there will be */
  constructor(path: string, mark: string, release: number, sections: number) {
    this.#out = new ByteWriter(path, true);
    this.#release = release;
    this.#count = sections;
    this.#out.bytes(this.#head);
    new TextEncoder().encodeInto(mark, this.#head);
  }

  pageSize(): number {
    return PAGE;
  }

  plain(name: string, bytes: Uint8Array, place: number): void {
    const size = Math.ceil(bytes.length / PLAIN_SIZE) * PLAIN_SIZE;
    const section = this.#open(name, size, PLAIN);
    section.size = bytes.length;
    new DataView(this.#head.buffer).setUint32(place, this.#out.position + PAGE_HEADER, true);
    this.#packed.fill(0, PAGE_HEADER, PAGE_HEADER + size);
    this.#packed.set(bytes, PAGE_HEADER);
    this.#page(section, size, 0);
  }

  /** The last page of a section is filled up with zeros. */
  page(name: string, bytes: Uint8Array): void {
    const last = this.#sections.at(-1);
    const section = last?.name === name ? last : this.#open(name, PAGE, PACKED);
    let content = bytes;
    if (bytes.length < PAGE) {
      content = this.#whole.fill(0);
      content.set(bytes);
    }
    const end = pack2004(content, 0, PAGE, this.#packed, PAGE_HEADER);
    this.#page(section, end - PAGE_HEADER, section.size);
    section.size += bytes.length;
  }

  async finish(): Promise<void> {
    this.#map(SECTION_MAP, this.#sectionMap());
    const pageMap = this.#out.position;
    this.#map(PAGE_MAP, this.#pageMap(pageMap));
    this.#writeHead(pageMap);
    await this.#out.finish(this.#head);
  }

  abandon(): void {
    this.#out.abandon();
  }

  #open(name: string, pageSize: number, packing: number): Section {
    const section = { name, size: 0, pageSize, packing, pages: [] };
    this.#sections.push(section);
    return section;
  }

  /** Writes the page in `#packed`, with its header. */
  #page(section: Section, size: number, offset: number): void {
    const bytes = this.#packed;
    const filled = PAGE_HEADER + Math.ceil(size / ALIGNED) * ALIGNED;
    bytes.set(SEQUENCE.subarray(0, filled - PAGE_HEADER - size), PAGE_HEADER + size);
    const view = new DataView(bytes.buffer);
    const sum = pageChecksum(0, bytes, PAGE_HEADER, PAGE_HEADER + size);
    const number = this.#count - this.#sections.indexOf(section);
    const fields = [DATA_PAGE, number, size, filled, offset, 0, 0, sum];
    for (const [i, field] of fields.entries()) view.setUint32(4 * i, field, true);
    view.setUint32(24, pageChecksum(sum, bytes, 0, PAGE_HEADER), true);
    const mask = PAGE_MASK ^ this.#out.position;
    for (let i = 0; i < PAGE_HEADER; i += 4) view.setUint32(i, view.getUint32(i, true) ^ mask, true);
    this.#out.bytes(bytes.subarray(0, filled));
    section.pages.push(this.#pageSizes.push(filled), size, offset);
  }

  /** Writes a page with a map. */
  #map(type: number, map: Uint8Array): void {
    const bytes = new Uint8Array(MAP_HEADER + mostPacked(map.length) + ALIGNED);
    const end = pack2004(map, 0, map.length, bytes, MAP_HEADER);
    const view = new DataView(bytes.buffer);
    for (const [i, field] of [type, map.length, end - MAP_HEADER, PACKED].entries()) view.setUint32(4 * i, field, true);
    view.setUint32(16, pageChecksum(pageChecksum(0, bytes, 0, MAP_HEADER), bytes, MAP_HEADER, end), true);
    const filled = Math.ceil(end / ALIGNED) * ALIGNED;
    bytes.set(SEQUENCE.subarray(0, filled - end), end);
    this.#out.bytes(bytes.subarray(0, filled));
    if (type === SECTION_MAP) this.#pageSizes.push(filled);
  }

  /** The sections, before them one without a name. */
  #sectionMap(): Uint8Array {
    const sections = [NO_SECTION, ...this.#sections];
    const pages = sections.reduce((sum, section) => sum + section.pages.length / 3, 0);
    const map = new DataView(new ArrayBuffer(20 + SECTION * sections.length + SECTION_PAGE * pages));
    let at = 0;
    const put = (...values: readonly number[]): void => {
      for (const value of values) {
        map.setUint32(at, value, true);
        at += 4;
      }
    };
    put(sections.length, 2, PAGE, 0, sections.length);
    for (const [i, { name, size, pageSize, packing, pages }] of sections.entries()) {
      put(size % 2 ** 32, Math.floor(size / 2 ** 32), pages.length / 3, pageSize, 1, packing);
      put(i === 0 ? 0 : sections.length - i, 0);
      for (const letter of name) map.setUint8(at++, letter.charCodeAt(0));
      at += 64 - name.length;
      for (let page = 0; page < pages.length; page += 3) {
        const offset = pages[page + 2]!;
        put(pages[page]!, pages[page + 1]!, offset % 2 ** 32, Math.floor(offset / 2 ** 32));
      }
    }
    return new Uint8Array(map.buffer);
  }

  /** Number and size of each page; the last one is the map's own. */
  #pageMap(address: number): Uint8Array {
    const sizes = this.#pageSizes;
    const own = Math.ceil((8 * (sizes.length + 1)) / ALIGNED) * ALIGNED;
    const map = new DataView(new ArrayBuffer(8 * (sizes.length + 1)));
    for (const [i, size] of [...sizes, own].entries()) {
      map.setUint32(8 * i, i + 1, true);
      map.setUint32(8 * i + 4, size, true);
    }
    this.#lastAddress = address + own - FIRST;
    return new Uint8Array(map.buffer);
  }

  /** Where the page map ends by its own size. */
  #lastAddress = 0;

  /** Fills the file's header, and writes its second copy at the end (Open Design Specification, 4.1). */
  #writeHead(pageMap: number): void {
    const head = this.#head;
    const view = new DataView(head.buffer);
    const last = this.#pageSizes.length + 1;
    head[0x0c] = 3;
    head[0x11] = VERSION_NUMBERS[this.#release]!;
    head[0x13] = CODE_PAGE;
    view.setUint32(0x28, 0x80, true);
    const fields = new Uint8Array(SIZE);
    const encrypted = new DataView(fields.buffer);
    for (const [i, letter] of [...MARK].entries()) encrypted.setUint8(i, letter.charCodeAt(0));
    const put = (at: number, value: number): void => encrypted.setUint32(at, value, true);
    const putWide = (at: number, value: number): void => {
      put(at, value % 2 ** 32);
      put(at + 4, Math.floor(value / 2 ** 32));
    };
    put(0x10, SIZE);
    put(0x14, 4);
    put(0x24, 1);
    put(0x28, last);
    putWide(0x2c, this.#lastAddress);
    putWide(0x34, this.#out.position);
    put(0x40, last);
    put(0x44, 0x20);
    put(0x48, 0x80);
    put(0x4c, 0x40);
    put(0x50, last);
    putWide(0x54, pageMap - FIRST);
    put(0x5c, last - 1);
    put(0x60, last);
    put(0x68, crc32(fields));
    for (let i = 0; i < SIZE; i++) head[HEADER + i] = fields[i]! ^ SEQUENCE[i]!;
    this.#out.bytes(head.subarray(HEADER, HEADER + SIZE));
    head.set(SEQUENCE.subarray(SIZE + HEADER, FIRST), HEADER + SIZE);
  }
}
