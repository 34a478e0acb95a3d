import { type ChunkHead, ENCODING, ENTRY, HEAD, MAGIC } from './columns.ts';
import { foldDifferences, planeCount, planesOf, type Run, writePlanes } from './delta-planes.ts';
import { VIEW_VERSION } from './limits.ts';

/** Largest directory of a chunk that is written. */
const MOST_WRITTEN = 32;
/** Where the columns of a chunk begin in the room of a writer, so that its head fits before them. */
const BEGIN = HEAD + ENTRY * MOST_WRITTEN;

/**
 * Collects the columns of a chunk; each begins at a multiple of eight bytes. The chunks of one writer are made one
 * after another in the same memory: new memory takes as long as everything else.
 */
export class ColumnWriter {
  readonly #columns: { id: number; encoding: number; mask: number; count: number; start: number; end: number }[] = [];
  #room = new Uint8Array(64 * 1024);
  #folded = new Int32Array(0);
  #values = new Int32Array(0);
  #end = BEGIN;

  /** Integers of 32 bits, signed or not, as differences in byte planes. */
  integers(id: number, values: ArrayLike<number>): void {
    const count = values.length;
    if (this.#values.length < count) this.#values = new Int32Array(count + (count >> 1));
    this.#values.set(values);
    this.run(id, { values: this.#values, at: 0, stride: 1, count }, 1);
  }

  /** The same for some of an array. @param divisor of which all are multiples */
  run(id: number, run: Run, divisor: number): void {
    const { count } = run;
    if (this.#folded.length < count) this.#folded = new Int32Array(count + (count >> 1));
    const mask = planesOf(foldDifferences(run, divisor, this.#folded));
    const start = this.#add(id, ENCODING.planes, mask, count, planeCount(mask) * count);
    writePlanes(this.#folded, count, mask, this.#room, start);
  }

  floats(id: number, values: Float32Array): void {
    const start = this.#add(id, ENCODING.floats, 0, values.length, values.byteLength);
    this.#room.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), start);
  }

  bytes(id: number, bytes: Uint8Array): void {
    const start = this.#add(id, ENCODING.bytes, 0, bytes.length, bytes.length);
    this.#room.set(bytes, start);
  }

  /** The chunk, not yet compressed; valid until the next one is begun. The writer is empty then. */
  finish({ kind, easting, northing, elevation, step }: ChunkHead): Uint8Array<ArrayBuffer> {
    const columns = this.#columns.splice(0);
    const begin = BEGIN - HEAD - ENTRY * columns.length;
    const chunk = this.#room.subarray(begin, this.#end);
    this.#end = BEGIN;
    const view = new DataView(chunk.buffer, begin, chunk.length);
    view.setUint32(0, MAGIC, true);
    view.setUint16(4, VIEW_VERSION, true);
    view.setUint16(6, columns.length, true);
    view.setUint32(8, chunk.length, true);
    view.setUint32(12, kind, true);
    [easting, northing, elevation, step].forEach((value, i) => void view.setFloat64(16 + 8 * i, value, true));
    for (const [i, { id, encoding, mask, count, start, end }] of columns.entries()) {
      const at = HEAD + ENTRY * i;
      view.setUint16(at, id, true);
      view.setUint8(at + 2, encoding);
      view.setUint8(at + 3, mask);
      view.setUint32(at + 4, start - begin, true);
      view.setUint32(at + 8, end - start, true);
      view.setUint32(at + 12, count, true);
    }
    return chunk;
  }

  /** Makes room for a column after the others. @returns where it begins */
  #add(id: number, encoding: number, mask: number, count: number, length: number): number {
    const before = this.#end;
    const start = aligned(before);
    const end = start + length;
    if (end > this.#room.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(this.#room.subarray(0, before));
      this.#room = larger;
    }
    this.#room.fill(0, before, start);
    this.#columns.push({ id, encoding, mask, count, start, end });
    this.#end = end;
    return start;
  }
}

const aligned = (offset: number): number => (offset + 7) & ~7;
