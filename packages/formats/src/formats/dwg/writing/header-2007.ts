import { Filling } from '../file/filling-2007.ts';
import {
  bytesOf,
  fieldsSum,
  HEADER_START,
  keySum,
  LAST_VALUES,
  lastSums,
  packedFieldsSum,
} from '../file/header-sums-2007.ts';
import { BLOCK } from '../file/reed-solomon.ts';
import { SYSTEM_BLOCKS } from './encode-blocks.ts';
import { fillFromStart, type MapPage, SEED, shortest, upTo } from './pages-2007.ts';

/** The page of the header, and its blocks. */
export const HEADER_PAGE = 0x400;
const BLOCKS = 3;

/** Where a map is. */
export interface MapPlace {
  readonly page: MapPage;
  readonly first: number;
  readonly second: number;
}

/** What the header states. Offsets are those behind the header. */
export interface Header2007 {
  readonly fileSize: number;
  readonly pages: number;
  readonly lastPage: number;
  readonly sections: number;
  readonly pageMap: MapPlace;
  readonly pageMapOffsets: readonly [first: number, second: number];
  readonly sectionMap: MapPlace;
  /** The second copy of the header. */
  readonly copyOffset: number;
}

/** The page of the header (Open Design Specification, 5.2.1). */
export function headerPage(header: Header2007): Uint8Array {
  const { pageMap, sectionMap } = header;
  const filling = new Filling(SEED);
  const sectionSeed = filling.hiddenZero();
  const pageSeed = filling.hiddenZero();
  const last = lastValues(filling);
  const fields: readonly (number | bigint)[] = [
    0x70,
    header.fileSize,
    ...[pageMap.page.packedSum, pageMap.page.repeats, pageSeed, header.pageMapOffsets[1], pageMap.second],
    ...[header.pageMapOffsets[0], pageMap.first, header.copyOffset, pageMap.page.packed, pageMap.page.size],
    ...[header.pages, header.lastPage, 0x20, 0x40, pageMap.page.sum, 0xf800, 4, 1, header.sections],
    ...[sectionMap.page.sum, sectionMap.page.packed, sectionMap.second, sectionMap.first, sectionMap.page.size],
    ...[sectionMap.page.packedSum, sectionMap.page.repeats, sectionSeed],
    ...[0x60100, 0, filling.hiddenZero(), SEED, 0],
  ];
  const bytes = bytesOf(fields);
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, fieldsSum(bytes), true);
  const packed = shortest(bytes);
  const packedFields = packed.bytes.subarray(0, packed.size);
  const key = filling.value();
  const stated = packed.size < bytes.length ? packed.size : -packed.size;
  const start = bytesOf([keySum(key), key, packedFieldsSum(packedFields), stated]);
  const data = new Uint8Array(BLOCKS * SYSTEM_BLOCKS.data);
  const once = upTo(HEADER_START + packed.size, 8);
  let end = 0;
  for (; end + once <= data.length; end += once) {
    data.set(start, end);
    data.set(packedFields, end + HEADER_START);
  }
  fillFromStart(data, end, data.length);
  const page = new Uint8Array(HEADER_PAGE);
  fillFromStart(page, BLOCKS * BLOCK, LAST_VALUES);
  SYSTEM_BLOCKS.encode(data, data.length, true, page, 0);
  page.set(last, LAST_VALUES);
  return page;
}

/** See `LAST_VALUES`. */
function lastValues(filling: Filling): Uint8Array {
  const [a, b, hidden] = [filling.value(), filling.value(), filling.hiddenZero()];
  const { normal, mirrored } = lastSums(a, b);
  return bytesOf([normal, mirrored, a, b, hidden]);
}
