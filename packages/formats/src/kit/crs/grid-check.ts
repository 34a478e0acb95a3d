import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { FormatError } from '../../core/failure.ts';

/** Bytes of an NTv2 record, and records of a header. */
const RECORD = 16;
const HEADER_RECORDS = 11;
const MOST_SUBGRIDS = 10_000;
/** Bytes before the heights of a GTX file. */
const GTX_HEADER = 40;

/**
 * Refuses a grid file that is truncated or not a grid: PROJ opens a truncated one and then returns infinity.
 * @throws FormatError `crs-grid-damaged`
 */
export function refuseDamaged(name: string, path: string): void {
  const fault = faultOf(path);
  if (fault !== undefined) throw new FormatError('crs-grid-damaged', { grid: name, reason: fault });
}

function faultOf(path: string): string | undefined {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const read = (at: number, length: number): DataView => {
      const bytes = new Uint8Array(length);
      readSync(file, bytes, 0, length, at);
      return new DataView(bytes.buffer);
    };
    const head = read(0, 48);
    const text = Buffer.from(head.buffer).toString('latin1');
    if (text.startsWith('NUM_OREC')) return ntv2Fault(head, size, read);
    if (/^(?:II[*+]\0|MM\0[*+])/.test(text)) return tiffFault(read, size);
    if (path.toLowerCase().endsWith('.gtx')) return gtxFault(head, size);
    return text.startsWith('HEADER') || /\.(?:byn|bin|las|los|dat)$/i.test(path) ? undefined : 'is not a grid file';
  } finally {
    closeSync(file);
  }
}

/** Bytes of a header of TIFF, and of an entry of its directory. */
const TIFF_HEAD = 8;
const TIFF_ENTRY = 12;

/** TIFF 6.0: the first directory has to lie in the file. Of its strips PROJ says itself that they are missing. */
function tiffFault(read: (at: number, length: number) => DataView, size: number): string | undefined {
  const head = read(0, TIFF_HEAD);
  const isLittle = head.getUint8(0) === 0x49;
  // BigTIFF has eight bytes there.
  if (head.getUint16(2, isLittle) !== 42) return size > TIFF_HEAD ? undefined : `is cut off at ${size} bytes`;
  const at = head.getUint32(4, isLittle);
  const end = at + 2 <= size ? at + 2 + TIFF_ENTRY * read(at, 2).getUint16(0, isLittle) : at + 2;
  return end > size ? `is cut off: ${size} bytes of ${end}` : undefined;
}

/** NTv2 (Geodetic Survey of Canada, developer's guide): a header, then per grid a header and GS_COUNT records. */
function ntv2Fault(head: DataView, size: number, read: (at: number, length: number) => DataView): string | undefined {
  const isLittle = head.getInt32(8, true) === HEADER_RECORDS;
  const grids = head.getInt32(2 * RECORD + 8, isLittle);
  if (grids < 1 || grids > MOST_SUBGRIDS) return `states ${grids} grids`;
  let at = HEADER_RECORDS * RECORD;
  for (let grid = 0; grid < grids; grid++) {
    if (at + HEADER_RECORDS * RECORD > size) return `is cut off at ${size} bytes`;
    const count = read(at + 10 * RECORD, RECORD).getInt32(8, isLittle);
    if (count < 1) return `states ${count} positions`;
    at += (HEADER_RECORDS + count) * RECORD;
  }
  return at > size ? `is cut off: ${size} bytes of ${at}` : undefined;
}

function gtxFault(head: DataView, size: number): string | undefined {
  const expected = GTX_HEADER + 4 * head.getInt32(32) * head.getInt32(36);
  return size < expected ? `is cut off: ${size} bytes of ${expected}` : undefined;
}
