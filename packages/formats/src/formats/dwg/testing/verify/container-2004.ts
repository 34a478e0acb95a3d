import { crc32 } from 'node:zlib';
import { library } from '../library.ts';
import { type Container, type Findings, NO_CONTAINER, viewOf, wideAt } from './findings.ts';
import { sumOfPage } from './sums.ts';

const SIZE = 0x6c;
const [DATA_PAGE, PAGE_MAP, SECTION_MAP] = [0x4163043b, 0x41630e3b, 0x4163003b];

/** 4.1: the sequence that the header is XORed with. */
function decrypted(bytes: Uint8Array, at: number): Uint8Array {
  let seed = 1;
  return bytes.slice(at, at + SIZE).map((byte) => {
    seed = Number((BigInt(seed) * 0x343fdn + 0x269ec3n) % 2n ** 32n);
    return byte ^ ((seed >>> 16) & 255);
  });
}

/** Verifies header, page map, section map and pages of 2004, 2010 and later (Open Design Specification, section 4). */
export function container2004(bytes: Uint8Array, findings: Findings): Container {
  const header = decrypted(bytes, 0x80);
  const view = viewOf(header);
  if (!findings.same(Buffer.from(header.subarray(0, 12)).toString('latin1'), 'AcFssFcAJMB\0', 'mark of the header'))
    return NO_CONTAINER;
  const stated = view.getUint32(0x68, true);
  findings.require(crc32(Uint8Array.from(header).fill(0, 0x68)) === stated, 'sum of the header');
  const copy = decrypted(bytes, wideAt(view, 0x34));
  findings.expect(Buffer.compare(copy, header) === 0, 'the second header differs');

  const pages = new Map<number, { at: number; size: number }>();
  const addressOfMap = wideAt(view, 0x54) + 0x100;
  const pageMap = viewOf(mapAt(bytes, addressOfMap, PAGE_MAP, findings));
  let place = 0x100;
  for (let at = 0; at < pageMap.byteLength; at += 8) {
    const [number, size] = [pageMap.getInt32(at, true), pageMap.getInt32(at + 4, true)];
    findings.expect(!pages.has(number), `two pages have the number ${number}`);
    // The last page is the map itself, whose size AutoCAD states too large.
    const isMap = place === addressOfMap;
    findings.expect(size > 0 && (isMap || place + size <= bytes.length), `page ${number} is not in the file`);
    pages.set(number, { at: place, size });
    place += size;
    if (number < 0) at += 16;
  }
  findings.same(pages.get(view.getInt32(0x50, true))?.at, addressOfMap, 'place of the page map');
  findings.same(Math.max(...pages.keys()), view.getInt32(0x28, true), 'number of the last page');
  const sectionPage = pages.get(view.getInt32(0x5c, true));
  if (!findings.expect(sectionPage !== undefined, 'there is no section map')) return NO_CONTAINER;
  const sectionMap = viewOf(mapAt(bytes, sectionPage!.at, SECTION_MAP, findings));

  const sections = new Map<string, Uint8Array>();
  let at = 20;
  for (let i = 0; i < sectionMap.getInt32(0, true); i++) {
    const size = wideAt(sectionMap, at);
    const [count, pageSize] = [sectionMap.getInt32(at + 8, true), sectionMap.getInt32(at + 12, true)];
    const isPacked = sectionMap.getInt32(at + 20, true) === 2;
    const number = sectionMap.getInt32(at + 24, true);
    const name = Buffer.from(sectionMap.buffer, sectionMap.byteOffset + at + 32, 64)
      .toString('latin1')
      .replace(/\0.*$/, '');
    at += 96;
    const content = new Uint8Array(count * pageSize);
    for (let page = 0; page < count; page++, at += 16) {
      const start = wideAt(sectionMap, at + 8);
      findings.same(start, page * pageSize, `start of a page of ${name}`);
      const found = pages.get(sectionMap.getInt32(at, true));
      if (!findings.expect(found !== undefined, `a page of ${name} is not in the page map`)) continue;
      const data = pageAt(bytes, found!, number, start, findings);
      findings.same(data.length, sectionMap.getInt32(at + 4, true), `size of a page of ${name}`);
      content.set(isPacked ? library.DwgLZ77AC18Decompressor.decompress(data, 0, pageSize) : data, start);
    }
    findings.expect(size <= content.length, `${name} has more bytes than pages`);
    sections.set(name, content.subarray(0, size));
  }
  const section = (name: string): Uint8Array => {
    findings.expect(sections.has(name), `there is no ${name}`);
    return sections.get(name) ?? new Uint8Array(0);
  };
  for (const name of ['AcDb:SummaryInfo', 'AcDb:Preview', 'AcDb:Template', 'AcDb:AuxHeader']) section(name);
  return {
    header: section('AcDb:Header'),
    classes: section('AcDb:Classes'),
    map: section('AcDb:Handles'),
    objects: section('AcDb:AcDbObjects'),
  };
}

/** 4.2: a page with a map: type, size, packed size, packing, sum of this header and the data. */
function mapAt(bytes: Uint8Array, at: number, type: number, findings: Findings): Uint8Array {
  const head = Uint8Array.from(bytes.subarray(at, at + 20));
  const view = viewOf(head);
  const [size, packed, stated] = [view.getUint32(4, true), view.getUint32(8, true), view.getUint32(16, true)];
  if (!findings.same(view.getUint32(0, true), type, 'type of the page of a map')) return new Uint8Array(0);
  const data = bytes.slice(at + 20, at + 20 + packed);
  findings.require(sumOfPage(data, sumOfPage(head.fill(0, 16))) === stated, `sum of the map at ${at}`);
  return library.DwgLZ77AC18Decompressor.decompress(data, 0, size);
}

/** 4.6: a page of data: its header is XORed with a number and its place. */
function pageAt(
  bytes: Uint8Array,
  { at, size }: { at: number; size: number },
  section: number,
  start: number,
  findings: Findings,
): Uint8Array {
  const head = viewOf(bytes.slice(at, at + 32));
  for (let i = 0; i < 32; i += 4) head.setUint32(i, (head.getUint32(i, true) ^ 0x4164536b ^ at) >>> 0, true);
  const field = (i: number): number => head.getUint32(4 * i, true);
  findings.same(field(0), DATA_PAGE, `type of the page at ${at}`);
  findings.same(field(1), section, `section of the page at ${at}`);
  findings.same(field(3), size, `size of the page at ${at}`);
  findings.same(field(4), start, `start of the page at ${at}`);
  const data = bytes.slice(at + 32, at + 32 + field(2));
  findings.expect(32 + data.length <= size, `the page at ${at} holds more than it has room for`);
  const sum = sumOfPage(data);
  findings.require(field(7) === sum, `sum of the page at ${at}`);
  const stated = field(6);
  head.setUint32(24, 0, true);
  findings.same(sumOfPage(new Uint8Array(head.buffer), sum), stated, `sum of the header of the page at ${at}`);
  return data;
}
