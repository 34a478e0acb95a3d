import { inSumOrder, mirroredSum, unpackedSum } from '../file/checksum-2007.ts';
import { Filling } from '../file/filling-2007.ts';
import { BLOCK } from '../file/reed-solomon.ts';
import { DATA_BLOCKS, SYSTEM_BLOCKS } from './encode-blocks.ts';
import { pack2007 } from './pack-2007.ts';
import { mostPacked } from './repeats.ts';

/** Largest page of data, unpacked. */
export const PAGE = 0xf800;
/** Sizes of pages are multiples of this, those of encoded data of WHOLE. */
const ALIGNED = 0x20;
const WHOLE = 8;
const LEAST_MAP = 0x400;
/** Any number: it is stated in the file, and all others follow from it. */
export const SEED = 0x4669656c64627267n;

const FILLING = new Filling(SEED).bytes;

/** A page as it is in the file, and what the section map states of it. */
export interface Page {
  readonly bytes: Uint8Array;
  readonly unpacked: number;
  readonly packed: number;
  /** Of the unpacked and of the packed bytes. */
  readonly sum: number;
  readonly packedSum: bigint;
}

/** The page of a map, and what the header states of it. */
export interface MapPage {
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly packed: number;
  readonly repeats: number;
  readonly sum: bigint;
  readonly packedSum: bigint;
}

/** The smallest multiple that is not below. */
export function upTo(size: number, multiple: number): number {
  return Math.ceil(size / multiple) * multiple;
}

const packed = new Uint8Array(mostPacked(PAGE) + BLOCK);

/** Packs bytes if that makes them fewer. @returns room of all pages, up to the next use */
export function shortest(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly size: number } {
  const room = bytes.length > PAGE ? new Uint8Array(mostPacked(bytes.length) + BLOCK) : packed;
  let size = pack2007(bytes, 0, bytes.length, room, 0);
  if (size >= bytes.length) {
    room.set(bytes);
    size = bytes.length;
  }
  return { bytes: room, size };
}

/** A page of data, packed and interleaved (Open Design Specification, 5.4). */
export function packedPage(unpacked: Uint8Array): Page {
  const { bytes, size } = shortest(unpacked);
  const whole = upTo(size, WHOLE);
  const blocks = DATA_BLOCKS.blocks(whole);
  const page = new Uint8Array(upTo(blocks * BLOCK, ALIGNED));
  bytes.fill(0, size, whole);
  fillFromStart(bytes, whole, blocks * DATA_BLOCKS.data);
  DATA_BLOCKS.encode(bytes, whole, true, page, 0);
  fillFromStart(page, blocks * BLOCK, page.length);
  return pageOf(page, unpacked, bytes, size);
}

/** A page of data as they are, with room for so many bytes. */
export function plainPage(data: Uint8Array, room: number): Page {
  const whole = upTo(data.length, WHOLE);
  const blocks = DATA_BLOCKS.blocks(whole);
  const bytes = new Uint8Array(blocks * DATA_BLOCKS.data);
  bytes.set(data);
  fillFromStart(bytes, whole, bytes.length);
  const page = new Uint8Array(upTo(room + (BLOCK - DATA_BLOCKS.data) * DATA_BLOCKS.blocks(room), ALIGNED));
  DATA_BLOCKS.encode(bytes, whole, false, page, 0);
  fillFromStart(page, whole + (BLOCK - DATA_BLOCKS.data) * blocks, page.length);
  return pageOf(page, data, bytes, data.length);
}

function pageOf(page: Uint8Array, unpacked: Uint8Array, bytes: Uint8Array, size: number): Page {
  return {
    bytes: page,
    unpacked: unpacked.length,
    packed: size,
    sum: unpackedSum(inSumOrder(unpacked, 0, unpacked.length)),
    packedSum: mirroredSum(inSumOrder(bytes, 0, size)),
  };
}

/** Bytes of the page of a map: it has room for the map twice (Open Design Specification, 5.3.1). */
export function mapPageSize(size: number): number {
  const encoded = SYSTEM_BLOCKS.blocks(2 * upTo(size, WHOLE)) * BLOCK;
  return encoded < LEAST_MAP ? LEAST_MAP : upTo(encoded, ALIGNED);
}

/** The page of a map, which is repeated as often as there is room (Open Design Specification, 5.3). */
export function mapPage(map: Uint8Array, pageSize: number): MapPage {
  const { bytes, size } = shortest(map);
  const whole = upTo(size, WHOLE);
  const most = Math.floor(pageSize / BLOCK) * SYSTEM_BLOCKS.data;
  const repeats = Math.floor(most / whole);
  const blocks = SYSTEM_BLOCKS.blocks(repeats * whole);
  const data = new Uint8Array(blocks * SYSTEM_BLOCKS.data);
  for (let i = 0; i < repeats; i++) data.set(bytes.subarray(0, size), i * whole);
  fillFromStart(data, repeats * whole, data.length);
  const page = new Uint8Array(pageSize);
  SYSTEM_BLOCKS.encode(data, repeats * whole, true, page, 0);
  fillFromStart(page, blocks * BLOCK, pageSize);
  return {
    bytes: page,
    size: map.length,
    packed: size,
    repeats,
    sum: mirroredSum(inSumOrder(map, 0, map.length)),
    packedSum: mirroredSum(inSumOrder(bytes, 0, size)),
  };
}

/** Fills a gap with the numbers that are there for it. */
export function fillFromStart(bytes: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at += FILLING.length)
    bytes.set(FILLING.subarray(0, Math.min(to - at, FILLING.length)), at);
}
