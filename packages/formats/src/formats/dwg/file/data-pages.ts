import type { FileBytes } from './file-bytes.ts';
import { pageChecksum } from './page-checksum.ts';
import type { PageMap, PagePlace } from './page-map.ts';

/** Bytes of the header of a page, which are XORed with this number and the page's address. */
const HEADER = 32;
const MASK = 0x4164536b;
const TYPE = 0x4163043b;
/** Fields of the header (Open Design Specification, 4.6): checksum of itself, for which it is 0, and of the data. */
const HEADER_SUM = 24;
const DATA_SUM = 28;
/** Pages begin here. */
const FIRST = 0x100;
/** As far as pages are searched from where they were written: bytes before them may be missing or too many. */
const MOST_SHIFT = 1 << 16;

/** A page of a section since 2004, by its header. */
export interface DataPage {
  /** Where its header is. */
  readonly at: number;
  readonly section: number;
  /** Where its contents belong in the section. */
  readonly start: number;
  /** Its bytes in the file, which may go beyond the end of it. */
  readonly from: number;
  readonly to: number;
  /** The checksum that they should have. */
  readonly sum: number;
}

/** The header, which these bytes are, of a page that was written for an address; undefined if they are not one. */
function headerOf(bytes: Uint8Array, written: number): DataView | undefined {
  if (bytes.length < HEADER) return undefined;
  const header = new DataView(new ArrayBuffer(HEADER));
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER);
  const mask = MASK ^ written;
  for (let i = 0; i < HEADER; i += 4) header.setUint32(i, view.getUint32(i, true) ^ mask, true);
  return header.getUint32(0, true) === TYPE ? header : undefined;
}

function pageOf(header: DataView, at: number): DataPage {
  const from = at + HEADER;
  return {
    at,
    section: header.getUint32(4, true),
    start: header.getUint32(16, true) + header.getUint32(20, true) * 2 ** 32,
    from,
    to: from + header.getUint32(8, true),
    sum: header.getUint32(DATA_SUM, true),
  };
}

/** The page at its place; undefined if it is not there. It does not reach beyond the room that it has. */
function dataPageAt(file: FileBytes, { start, size }: PagePlace): DataPage | undefined {
  const header = headerOf(file.part(start, start + HEADER), start);
  if (header === undefined) return undefined;
  const page = pageOf(header, start);
  return { ...page, to: Math.min(page.to, Math.max(page.from, start + size)) };
}

/** Finds all pages by the checksums of their headers. None reaches into the next one. */
export function findDataPages(bytes: Uint8Array): DataPage[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pages: DataPage[] = [];
  for (let at = bytes.length - HEADER, end = bytes.length; at >= FIRST; at--) {
    const written = (view.getUint32(at, true) ^ MASK ^ TYPE) >>> 0;
    if (Math.abs(written - at) > MOST_SHIFT) continue;
    const header = headerOf(bytes.subarray(at, at + HEADER), written)!;
    const sum = header.getUint32(HEADER_SUM, true);
    header.setUint32(HEADER_SUM, 0);
    if (pageChecksum(header.getUint32(DATA_SUM, true), new Uint8Array(header.buffer), 0, HEADER) !== sum) continue;
    const page = pageOf(header, at);
    pages.push({ ...page, to: Math.min(page.to, end) });
    end = at;
  }
  return pages.reverse();
}

/** The pages of a file by the page map, and where that is wrong, by their own headers. */
export class DataPages {
  readonly #file: FileBytes;
  readonly #places: PageMap['pages'];
  #found: ReadonlyMap<string, DataPage> | undefined;

  constructor(file: FileBytes, places: PageMap['pages']) {
    this.#file = file;
    this.#places = places;
  }

  /** The page with a number in the page map, for a place in a section; undefined if it is not in the file. */
  page(number: number, section: number, start: number): DataPage | undefined {
    const place = this.#places.get(number);
    const page = place === undefined ? undefined : dataPageAt(this.#file, place);
    if (page?.section === section && page.start === start) return page;
    this.#found ??= new Map(
      findDataPages(this.#file.whole()).map((found) => [`${found.section} ${found.start}`, found]),
    );
    return this.#found.get(`${section} ${start}`) ?? page;
  }
}
