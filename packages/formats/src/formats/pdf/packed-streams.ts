import { constants, createInflate, inflateSync } from 'node:zlib';
import { LimitError } from '../../core/failure.ts';
import { checkLimit, type Limits } from '../../core/limits.ts';
import { streamsIn } from './streams.ts';
import { filtersOf, fromLetters } from './text-filters.ts';

/** Unpacked bytes per stored byte, apart from images; real drawings have 5 to 30. */
const STREAM_RATIO = 200;
/** Bytes that may be unpacked at any ratio. */
const FREE_BYTES = 64 * 2 ** 20;
/** Streams up to this size are unpacked in one piece, which is faster for thousands of them. */
const SMALL = 1 << 16;
/** Most nested filters of a stream that unpack; a normal file uses one. */
const MOST_FILTERS = 4;

/**
 * Refuses a PDF with streams that unpack to far more than is stored, before pdf.js unpacks them in memory. Pixels of
 * images are not counted: a white sheet packs well, and images have their own limit. Data that cannot be unpacked are
 * left to pdf.js.
 * @throws LimitError `streamRatio`, `streamFilters`, `unpackedBytes`
 */
export async function refuseBombs(file: Uint8Array, limits: Limits, signal: AbortSignal): Promise<void> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let stored = 0;
  let unpacked = 0;
  for (const { data, filters, pixels } of packedStreams(bytes)) {
    if (filters > MOST_FILTERS) throw new LimitError('streamFilters', MOST_FILTERS, `${filters} filters of a stream`);
    stored += data.length;
    const before = unpacked;
    const check = (soFar: number): void => {
      unpacked = before + Math.max(0, soFar - pixels);
      signal.throwIfAborted();
      checkLimit(limits, 'unpackedBytes', unpacked, 'the bytes of unpacked streams');
      const ratio = unpacked / stored;
      if (unpacked > FREE_BYTES && ratio > STREAM_RATIO)
        throw new LimitError('streamRatio', STREAM_RATIO, `a ratio of ${Math.round(ratio)} unpacked bytes per byte`);
    };
    if (filters === 1 && data.length <= SMALL) check(unpackedSize(data));
    else await inflate(data, filters, check);
  }
}

/** Most bytes per pixel: four colours of 16 bits. */
const PIXEL_BYTES = 8;

/** The streams that are packed by deflate, with the number of nested filters and the bytes of their pixels. */
function* packedStreams(bytes: Buffer): Generator<{ data: Buffer; filters: number; pixels: number }> {
  for (const { dictionary, data } of streamsIn(bytes)) {
    const filters = dictionary.match(/\/(FlateDecode|Fl)\b/g)?.length ?? 0;
    if (filters === 0) continue;
    const side = (name: string): number =>
      Number(new RegExp(`/${name}\\s{0,4}(\\d{1,6})\\b`).exec(dictionary)?.[1] ?? 0);
    const isImage = /\/Subtype\s{0,4}\/Image\b/.test(dictionary);
    const pixels = isImage ? side('Width') * side('Height') * PIXEL_BYTES : 0;
    yield { data: fromLetters(data, filtersOf(dictionary)), filters, pixels };
  }
}

/** The unpacked size of a small stream, or the most allowed; 0 if it is damaged. */
function unpackedSize(data: Buffer): number {
  try {
    const options = { maxOutputLength: FREE_BYTES + 1, finishFlush: constants.Z_SYNC_FLUSH };
    return inflateSync(data, options).length;
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? FREE_BYTES + 1 : 0;
  }
}

/** Unpacks without keeping anything; ends silently at damaged data. @param seen gets the bytes so far and may throw */
async function inflate(data: Buffer, filters: number, seen: (bytes: number) => void): Promise<void> {
  const stages = Array.from({ length: filters }, () => createInflate());
  const last = stages.at(-1)!;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let bytes = 0;
  last.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    try {
      seen(bytes);
    } catch (error) {
      reject(error);
      for (const stage of stages) stage.destroy();
    }
  });
  for (const [index, stage] of stages.entries()) {
    stage.once('error', () => resolve());
    if (index > 0) stages[index - 1]!.pipe(stage);
  }
  // The earlier stages end while it still has much to unpack.
  last.once('close', () => resolve());
  stages[0]!.end(data);
  await promise;
}
