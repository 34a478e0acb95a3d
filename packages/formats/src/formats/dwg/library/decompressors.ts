import { library } from './load.ts';
import { override } from './override.ts';

/**
 * Bytes that a page may unpack to beyond its stated size. The last page of a section of 2004 and later is packed with
 * its padding.
 */
const ROOM = 64;
const ROOM_OF_2004 = 1 << 16;

class BadPacking extends RangeError {
  constructor() {
    super('a compressed page unpacks to more than its stated size');
  }
}

/**
 * Limits the library's unpackers to the given room: a length from a damaged page that exceeds it is refused. The
 * library writes beyond the end without effect, which took hours for a few bytes.
 */
export function guardDecompressors(): void {
  guardOf2004();
  guardOf2007();
}

/**
 * Releases 2004 and 2010 on: literal bytes and repeats of earlier bytes, each with a length that may extend over many
 * bytes.
 */
function guardOf2004(): void {
  const unpacker = library.DwgLZ77AC18Decompressor;
  let left = 0;
  const counted = (count: number): number => {
    left -= count;
    // At the end of the data a length is NaN.
    if (!(left >= 0)) throw new BadPacking();
    return count;
  };
  override<(source: Uint8Array, at: number, size: number) => Uint8Array>(
    unpacker,
    'decompress',
    (original) => (source, at, size) => {
      left = size + ROOM_OF_2004;
      return original.call(unpacker, source, at, size);
    },
  );
  override<(code: number, source: Uint8Array, place: object) => number>(
    unpacker,
    '_literalCount',
    (original) =>
      (...parameters) =>
        counted(original.apply(unpacker, parameters)),
  );
  override<(code: number, bits: number, source: Uint8Array, place: object) => { value: number }>(
    unpacker,
    '_readCompressedBytes',
    (original) =>
      (...parameters) => {
        const result = original.apply(unpacker, parameters);
        counted(result.value);
        return result;
      },
  );
}

/** Release 2007. */
function guardOf2007(): void {
  const unpacker = library.DwgLZ77AC21Decompressor;
  override<(source: Uint8Array, at: number, length: number, target: Uint8Array) => void>(
    unpacker,
    'decompress',
    (original) => (source, at, length, target) => {
      if (!(length >= 0 && at + length <= source.length)) throw new BadPacking();
      original.call(unpacker, source, at, length, target);
    },
  );
  override<(target: Uint8Array, at: number, length: number, back: number) => void>(
    unpacker,
    '_copyBytes',
    (original) => (target, at, length, back) => {
      if (!(at + length <= target.length + ROOM)) throw new BadPacking();
      original.call(unpacker, target, at, length, back);
    },
  );
  override<(source: Uint8Array, from: number, target: Uint8Array, at: number, length: number) => void>(
    unpacker,
    '_copyRaw',
    (original) => (source, from, target, at, length) => {
      if (!(at + length <= target.length + ROOM)) throw new BadPacking();
      original.call(unpacker, source, from, target, at, length);
    },
  );
}
