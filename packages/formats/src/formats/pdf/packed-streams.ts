import { constants, createInflate, inflateSync } from 'node:zlib';
import { LimitError } from '../../core/failure.ts';
import { checkLimit, type Limits } from '../../core/limits.ts';
import { SaveDepth } from './save-depth.ts';
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
 * Refuses a PDF with streams that unpack to far more than is stored, before pdf.js unpacks them in memory, or that save
 * more graphics states within each other than it can follow. Pixels of
 * images are not counted: a white sheet packs well, and images have their own limit. Data that cannot be unpacked are
 * left to pdf.js.
 * @throws LimitError `streamRatio`, `streamFilters`, `unpackedBytes`, `depth`
 */
export async function refuseBombs(file: Uint8Array, limits: Limits, signal: AbortSignal): Promise<void> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let stored = 0;
  let unpacked = 0;
  for (const { data, filters, pixels, isContent } of codedStreams(bytes)) {
    const saves = isContent ? new SaveDepth() : undefined;
    if (filters === 0) {
      saves?.take(data);
      saves?.end();
      continue;
    }
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
    if (filters === 1 && data.length <= SMALL) {
      const whole = unpackedSmall(data);
      check(whole === undefined ? 0 : whole.length);
      if (whole !== undefined) saves?.take(whole);
    } else {
      await inflate(data, filters, (soFar, chunk) => {
        check(soFar);
        saves?.take(chunk);
      });
    }
    saves?.end();
  }
}

/** Most bytes per pixel: four colours of 16 bits. */
const PIXEL_BYTES = 8;

/** What the dictionary of a stream says that no page draws as its content. */
const NO_CONTENT = /\/Type\s{0,4}\/(ObjStm|XRef|Metadata)\b|\/Length1\b/;

/** The streams, decoded from letters, with the number of filters that deflate and the bytes of their pixels. */
function* codedStreams(
  bytes: Buffer,
): Generator<{ data: Buffer; filters: number; pixels: number; isContent: boolean }> {
  for (const { dictionary, data } of streamsIn(bytes)) {
    const filters = dictionary.match(/\/(FlateDecode|Fl)\b/g)?.length ?? 0;
    const side = (name: string): number =>
      Number(new RegExp(`/${name}\\s{0,4}(\\d{1,6})\\b`).exec(dictionary)?.[1] ?? 0);
    const isImage = /\/Subtype\s{0,4}\/Image\b/.test(dictionary);
    const isContent = !isImage && !NO_CONTENT.test(dictionary);
    if (filters === 0 && !isContent) continue;
    const pixels = isImage ? side('Width') * side('Height') * PIXEL_BYTES : 0;
    yield { data: fromLetters(data, filtersOf(dictionary)), filters, pixels, isContent };
  }
}

/** The content of a small stream, or zeros beyond what is allowed; undefined if it is damaged. */
function unpackedSmall(data: Buffer): Buffer | undefined {
  try {
    const options = { maxOutputLength: FREE_BYTES + 1, finishFlush: constants.Z_SYNC_FLUSH };
    return inflateSync(data, options);
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? Buffer.alloc(FREE_BYTES + 1) : undefined;
  }
}

/** Unpacks without keeping anything; ends silently at damaged data. @param seen gets the bytes so far and
 * the latest of them, and may throw */
async function inflate(data: Buffer, filters: number, seen: (bytes: number, chunk: Buffer) => void): Promise<void> {
  const stages = Array.from({ length: filters }, () => createInflate());
  const last = stages.at(-1)!;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let bytes = 0;
  last.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    try {
      seen(bytes, chunk);
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
