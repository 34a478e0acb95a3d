import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createInflate } from 'node:zlib';
import { LimitError } from '../../core/failure.ts';
import { base85, type Decoder, hexadecimal, lzw, type Put, runs } from './decoders.ts';

type Chunks = AsyncIterable<Uint8Array>;
type Stage = Duplex | ((chunks: Chunks) => Chunks);

/** Most nested filters of a stream; a normal file uses one or two. */
const MOST_FILTERS = 4;
/** Bytes that a stage passes on at a time. */
const CHUNK = 1 << 16;

const DEFLATE = (): Stage => createInflate({ chunkSize: CHUNK });
const LZW = (parameters: string): Stage => decoding((put) => lzw(put, !/\/EarlyChange\s{0,9}0/.test(parameters)));
const RUNS = (): Stage => decoding(runs);
const BASE_85 = (): Stage => decoding(base85);
const HEX = (): Stage => decoding(hexadecimal);

/** The filters that pdf.js knows for data other than images (ISO 32000-1, 7.4; 32000-2 for Brotli), by name. */
const STAGES: Readonly<Record<string, (parameters: string) => Stage>> = {
  ...{ FlateDecode: DEFLATE, Fl: DEFLATE, LZWDecode: LZW, LZW, RunLengthDecode: RUNS, RL: RUNS },
  ...{ ASCII85Decode: BASE_85, A85: BASE_85, ASCIIHexDecode: HEX, AHx: HEX },
  BrotliDecode: () => createBrotliDecompress({ chunkSize: CHUNK }),
};

/** Filters of images, whose pixels are not unpacked here. */
const IMAGES = /^(DCT|CCF|JPX|DCTDecode|CCITTFaxDecode|JPXDecode|JBIG2Decode)$/;

/** The filters of a stream. */
export interface Filters {
  /** The names of those that unpack bytes, outermost first. pdf.js ignores names that it does not know. */
  readonly names: readonly string[];
  /** Whether the bytes within them are those of an image. */
  readonly image: string | undefined;
}

/**
 * The filters that a dictionary names.
 * @param dictionary with plain names (`streamsIn`) @param textOf the text of an object, for names that are objects
 * @throws LimitError `streamFilters`
 */
export function filtersOf(dictionary: string, textOf: (object: number) => string): Filters {
  const value = /\/(?:Filter|F)(?![A-Za-z])\s*(\[[^\]]*\]|\/[^\s/<>[\]()]+|\d+\s+\d+\s+R)/.exec(dictionary)?.[1] ?? '';
  const list = resolved(resolved(value, textOf), textOf).match(/[^\s/[\]]+/g) ?? [];
  const image = list.findIndex((name) => IMAGES.test(name));
  const names = (image < 0 ? list : list.slice(0, image)).filter((name) => Object.hasOwn(STAGES, name));
  if (names.length > MOST_FILTERS)
    throw new LimitError('streamFilters', MOST_FILTERS, `${names.length} filters of a stream`);
  return { names, image: list[image] };
}

/** Replaces references by the objects' texts: the list itself and each of its names may be an object. */
function resolved(value: string, textOf: (object: number) => string): string {
  return value.replace(/(\d+)\s+\d+\s+R/g, (_, number: string) => ` ${textOf(Number(number))} `);
}

/**
 * Unpacks a stream without keeping anything; ends silently at damaged data.
 * @param names of the filters, outermost first @param parameters the stream's dictionary
 * @param count gets the number of bytes that any of the filters returned, and may throw
 * @param take gets the unpacked bytes, and may throw
 */
export async function unpack(
  data: Uint8Array,
  names: readonly string[],
  parameters: string,
  count: (bytes: number) => void,
  take: (bytes: Uint8Array) => void,
): Promise<void> {
  let failure: unknown;
  const guarded = (chunk: Uint8Array, use: () => void): Uint8Array => {
    try {
      use();
    } catch (error) {
      failure = error;
      throw error;
    }
    return chunk;
  };
  const counted = async function* (chunks: Chunks): Chunks {
    for await (const chunk of chunks) yield guarded(chunk, () => count(chunk.length));
  };
  const stages = names.flatMap((name) => [STAGES[name]!(parameters), counted]);
  const end = async (chunks: Chunks): Promise<void> => {
    for await (const chunk of chunks) guarded(chunk, () => take(chunk));
  };
  try {
    // The types of a pipeline know a fixed number of stages.
    await pipeline([[data], ...stages, end] as unknown as [Iterable<Uint8Array>, typeof end]);
  } catch (error) {
    if (failure !== undefined) throw failure;
    if (error instanceof RangeError || error instanceof TypeError) throw error;
  }
}

/** A stage that decodes byte by byte. */
function decoding(make: (put: Put) => Decoder): Stage {
  return async function* (chunks: Chunks): Chunks {
    const full: Buffer[] = [];
    let out = Buffer.allocUnsafe(CHUNK);
    let size = 0;
    const take = make((byte) => {
      out[size++] = byte;
      if (size < CHUNK) return;
      full.push(out);
      out = Buffer.allocUnsafe(CHUNK);
      size = 0;
    });
    for await (const chunk of chunks)
      for (const byte of chunk) {
        const isEnd = take(byte);
        while (full.length > 0) yield full.shift()!;
        if (isEnd) return yield out.subarray(0, size);
      }
    yield out.subarray(0, size);
  };
}
