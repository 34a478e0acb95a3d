import { constants, inflateSync } from 'node:zlib';
import { FormatError } from '../../../core/failure.ts';

/** Bytes of the uncompressed header of a page: count, version, number, population. */
const PAGE_HEADER = 16;
/** Largest unpacked page; MicroStation's are below 1 MiB. */
export const MOST_PAGE_BYTES = 64 * 2 ** 20;

/** Unpacks a whole zlib stream. @throws FormatError `dgn-page-damaged` when it is truncated, damaged or too large */
export function unpack(bytes: Uint8Array, what: string, most = MOST_PAGE_BYTES): Uint8Array {
  if (bytes.length === 0) return new Uint8Array(0);
  try {
    return inflateSync(bytes, { maxOutputLength: most, finishFlush: constants.Z_FINISH });
  } catch (error) {
    const reason = `${(error as Error).message}; at most ${most} bytes are unpacked`;
    throw new FormatError('dgn-page-damaged', { found: `${what} cannot be unpacked (${reason})` });
  }
}

/** Unpacks a page of elements: a header and a zlib stream. */
export function unpackPage(bytes: Uint8Array, what: string): Uint8Array {
  if (bytes.length < PAGE_HEADER)
    throw new FormatError('dgn-page-damaged', { found: `${what} is shorter than a page header` });
  return unpack(bytes.subarray(PAGE_HEADER), what);
}
