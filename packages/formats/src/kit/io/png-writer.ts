import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32, createDeflate } from 'node:zlib';

/** Layout of a raster's pixels in its bytes, top row first. */
export type PixelKind = 'bit' | 'rgb' | 'rgba';

/** An unpacked image. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly kind: PixelKind;
  /** Rows of whole bytes. */
  readonly data: Uint8Array;
  /** Colours 0xRRGGBB of the bits 0 and 1, if `kind` is `bit`; black and white by default. */
  readonly inks?: readonly [zero: number, one: number];
  /** Whether bits of 1 are transparent. */
  readonly isStencil?: boolean;
}

/** A written file. */
export interface StoredFile {
  readonly path: string;
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Rows are compressed in slabs of about this many bytes, so that memory does not grow with the picture. */
const SLAB = 2 ** 20;
const BITS: Readonly<Record<PixelKind, number>> = { bit: 1, rgb: 24, rgba: 32 };
/** Bit depth and colour type (PNG 1.2, 4.1.1): palette, RGB, RGB with alpha. */
const TYPES: Readonly<Record<PixelKind, readonly [depth: number, type: number]>> = {
  bit: [1, 3],
  rgb: [8, 2],
  rgba: [8, 6],
};
const FILTER_NONE = 0;
const FILTER_UP = 2;

/** Bytes of one row of a raster. */
export function rowBytes(kind: PixelKind, width: number): number {
  return Math.ceil((width * BITS[kind]) / 8);
}

/** Writes a raster as a PNG file (W3C PNG, third edition). `data` must contain `height` complete rows. */
export async function writePng(path: string, raster: Raster): Promise<StoredFile> {
  const descriptor = openSync(path, 'w');
  const hash = createHash('sha256');
  let size = 0;
  const put = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    hash.update(bytes);
    size += bytes.length;
  };
  const chunk = (name: string, data: Uint8Array): void => {
    const bytes = Buffer.alloc(12 + data.length);
    bytes.writeUInt32BE(data.length);
    bytes.write(name, 4, 'latin1');
    bytes.set(data, 8);
    bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
    put(bytes);
  };
  try {
    put(SIGNATURE);
    chunk('IHDR', header(raster));
    if (raster.kind === 'bit') {
      chunk('PLTE', Uint8Array.from((raster.inks ?? [0, 0xffffff]).flatMap((ink) => [ink >> 16, ink >> 8, ink])));
      if (raster.isStencil === true) chunk('tRNS', Uint8Array.of(255, 0));
    }
    const deflate = createDeflate();
    const compressed = (async (): Promise<void> => {
      for await (const part of deflate) chunk('IDAT', part as Buffer);
    })();
    for (const slab of slabs(raster)) {
      if (!deflate.write(slab)) await new Promise((resolve) => deflate.once('drain', resolve));
    }
    deflate.end();
    await compressed;
    chunk('IEND', new Uint8Array(0));
  } finally {
    closeSync(descriptor);
  }
  return { path, size, sha256: hash.digest('hex') };
}

function header({ width, height, kind }: Raster): Uint8Array {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width);
  bytes.writeUInt32BE(height, 4);
  bytes.set(TYPES[kind], 8);
  return bytes;
}

/** The filtered rows: bits unchanged, colours as differences from the row above, which compresses better. */
function* slabs({ width, height, kind, data }: Raster): Generator<Uint8Array> {
  const length = rowBytes(kind, width);
  const rows = Math.max(1, Math.floor(SLAB / (length + 1)));
  const filter = kind === 'bit' ? FILTER_NONE : FILTER_UP;
  for (let first = 0; first < height; first += rows) {
    const slab = new Uint8Array(Math.min(rows, height - first) * (length + 1));
    for (let row = first, at = 0; at < slab.length; row++, at += length + 1) {
      slab[at] = filter;
      const from = row * length;
      slab.set(data.subarray(from, from + length), at + 1);
      if (filter === FILTER_UP && row > 0)
        for (let i = 0; i < length; i++) slab[at + 1 + i]! -= data[from - length + i]!;
    }
    yield slab;
  }
}
