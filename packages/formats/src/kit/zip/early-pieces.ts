import { promisify } from 'node:util';
import zlib from 'node:zlib';

/** Fast deflate: higher levels hardly shrink coordinates. The larger hash table costs memory, not time. */
const OPTIONS = { level: 1, memLevel: 9, finishFlush: zlib.constants.Z_SYNC_FLUSH } as const;
/** Least buffer for a result: zlib asks the event loop for every further one, and the writing of the file blocks it. */
const LEAST_CHUNK = 4096;
/** A result that fills less of its buffer than this is copied, because it holds all of it. */
const SMALL_PART = 0.6;
/** Most pieces that wait for a thread: while more are announced, they are compressed when the file is packed. */
const MOST_WAITING = 32;
/** Most bytes of compressed pieces that are kept in memory until the file is packed. */
const MOST_KEPT = 128 * 2 ** 20;

const deflateRaw = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.deflateRaw);

/** Compresses a piece so that another can follow: it ends at a byte and refers to nothing before it. */
export async function deflatePiece(bytes: Uint8Array): Promise<Buffer> {
  const chunkSize = Math.max(LEAST_CHUNK, Math.ceil(bytes.length / 2));
  const packed = await deflateRaw(bytes, { ...OPTIONS, chunkSize });
  return packed.length < SMALL_PART * packed.buffer.byteLength ? Buffer.from(packed) : packed;
}

/** Part of a file that is compressed apart from the others. */
export interface Piece {
  readonly length: number;
  readonly crc: number;
  /** Undefined if it waits for the file to be packed. */
  readonly packed: Promise<Buffer> | undefined;
}

/**
 * Pieces of a file that are compressed, in the threads of Node's pool, while the rest of the file is still being
 * written. The packer compares each with the finished file, so a piece that changed after all costs time only.
 */
export class EarlyPieces {
  readonly #pieces = new Map<number, Piece>();
  readonly #starts: number[] = [];
  /** Copies that are not needed any more: new ones would make V8 collect garbage in the middle of the work. */
  readonly #free: Uint8Array[] = [];
  #waiting = 0;
  #kept = 0;

  /**
   * Announces bytes that are not expected to change any more.
   * @param bytes not empty; copied, because the caller may go on writing to them
   * @param position where they begin in the file: at the end of the previous piece or later
   */
  add(bytes: Uint8Array, position: number): void {
    const isLater = this.#waiting === MOST_WAITING || this.#kept > MOST_KEPT;
    const packed = isLater ? undefined : this.#deflated(bytes);
    // A failure is the packer's, which awaits the piece; until then it must not count as unhandled.
    packed?.catch(() => {});
    this.#starts.push(position);
    this.#pieces.set(position, { length: bytes.length, crc: zlib.crc32(bytes), packed });
  }

  /** The piece that begins at a position. */
  at(position: number): Piece | undefined {
    return this.#pieces.get(position);
  }

  /** Starts of all pieces, ascending. */
  get starts(): readonly number[] {
    return this.#starts;
  }

  /** Waits until nothing is being compressed any more. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#pieces.values()].map(({ packed }) => packed));
  }

  async #deflated(bytes: Uint8Array): Promise<Buffer> {
    this.#waiting++;
    const free = this.#free.pop();
    const copy = free !== undefined && free.length >= bytes.length ? free : Buffer.allocUnsafeSlow(bytes.length);
    copy.set(bytes);
    const packed = await deflatePiece(copy.subarray(0, bytes.length));
    this.#free.push(copy);
    this.#waiting--;
    this.#kept += packed.buffer.byteLength;
    return packed;
  }
}
