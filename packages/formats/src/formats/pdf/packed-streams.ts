import { constants, inflateSync } from 'node:zlib';
import { LimitError } from '../../core/failure.ts';
import { checkLimit, type Limits } from '../../core/limits.ts';
import { filtersOf, unpack } from './filters.ts';
import { SaveDepth } from './save-depth.ts';
import { streamsIn } from './streams.ts';

/** Unpacked bytes per stored byte, apart from images; real drawings have 5 to 30. */
const STREAM_RATIO = 200;
/** Bytes that may be unpacked at any ratio. */
const FREE_BYTES = 64 * 2 ** 20;
/** Streams up to this size are unpacked in one piece, which is faster for thousands of them. */
const SMALL = 1 << 16;
/** Most bytes per pixel: four colours of 16 bits. */
const PIXEL_BYTES = 8;
/** What the dictionary of a stream says that no page draws as its content. */
const NO_CONTENT = /\/Type\s{0,4}\/(ObjStm|XRef|Metadata)\b|\/Length1\b/;

/**
 * Refuses a PDF with streams that unpack to far more than is stored, before pdf.js unpacks them in memory, or that save
 * more graphics states within each other than it can follow. Pixels of images are not counted: a white sheet packs
 * well, and images have their own limit. Data that cannot be unpacked are left to pdf.js.
 * @param names objects that are names or lists of names, by number (`nameObjectsOf`)
 * @throws LimitError `streamRatio`, `streamFilters`, `unpackedBytes`, `depth`
 */
export async function refuseBombs(
  file: Uint8Array,
  names: ReadonlyMap<number, string>,
  limits: Limits,
  signal: AbortSignal,
): Promise<void> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let stored = 0;
  let unpacked = 0;
  for (const { dictionary, data } of streamsIn(bytes)) {
    const filters = filtersOf(dictionary, (object) => names.get(object) ?? '').names;
    const isImage = /\/Subtype\s{0,4}\/Image\b/.test(dictionary);
    const saves = isImage || NO_CONTENT.test(dictionary) ? undefined : new SaveDepth();
    if (filters.length === 0) {
      saves?.take(data);
      saves?.end();
      continue;
    }
    stored += data.length;
    const before = unpacked;
    const free = isImage ? pixelsOf(dictionary) * PIXEL_BYTES : 0;
    let soFar = 0;
    const count = (more: number): void => {
      soFar += more;
      unpacked = before + Math.max(0, soFar - free);
      signal.throwIfAborted();
      checkLimit(limits, 'unpackedBytes', unpacked, 'the bytes of unpacked streams');
      const ratio = unpacked / stored;
      if (unpacked > FREE_BYTES && ratio > STREAM_RATIO)
        throw new LimitError('streamRatio', STREAM_RATIO, `a ratio of ${Math.round(ratio)} unpacked bytes per byte`);
    };
    const whole = data.length <= SMALL && /^Fl(ateDecode)?$/.test(filters.join()) ? unpackedSmall(data) : undefined;
    if (whole !== undefined) {
      count(whole.length);
      saves?.take(whole);
    } else await unpack(data, filters, dictionary, count, (chunk) => saves?.take(chunk));
    saves?.end();
  }
}

/** The pixels of an image according to its dictionary. */
function pixelsOf(dictionary: string): number {
  const side = (name: string): number => Number(new RegExp(`/${name}\\s{0,4}(\\d{1,6})\\b`).exec(dictionary)?.[1] ?? 0);
  return side('Width') * side('Height');
}

/** The content of a small stream; undefined if it is damaged, or larger than what is allowed. */
function unpackedSmall(data: Buffer): Buffer | undefined {
  try {
    return inflateSync(data, { maxOutputLength: FREE_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}
