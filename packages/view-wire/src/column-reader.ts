import { type ChunkHead, ENCODING, ENTRY, HEAD, MAGIC } from './columns.ts';
import { planeCount, unpackPlanes } from './delta-planes.ts';
import { VIEW_LIMITS, VIEW_VERSION } from './limits.ts';
import { ViewWireError } from './view-wire-error.ts';

interface Column {
  readonly id: number;
  readonly encoding: number;
  readonly mask: number;
  readonly count: number;
  readonly bytes: Uint8Array;
}

/** Reads the head and the columns of a chunk. A column that is absent has no values. */
export class ColumnReader {
  readonly head: ChunkHead;
  readonly #columns = new Map<number, Column>();

  /** @throws ViewWireError */
  constructor(chunk: Uint8Array) {
    if (chunk.length > VIEW_LIMITS.chunkBytes)
      throw new ViewWireError('view-limit', `a chunk of ${chunk.length} bytes; at most ${VIEW_LIMITS.chunkBytes}`);
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
    if (chunk.length < HEAD || view.getUint32(0, true) !== MAGIC)
      throw new ViewWireError('view-not-a-chunk', `${chunk.length} bytes that do not begin as a chunk of view data`);
    const version = view.getUint16(4, true);
    if (version !== VIEW_VERSION)
      throw new ViewWireError('view-version', `view data of version ${version}; this program reads ${VIEW_VERSION}`);
    const length = view.getUint32(8, true);
    if (length !== chunk.length)
      throw new ViewWireError('view-cut', `${chunk.length} of the ${length} bytes of a chunk`);
    const columns = view.getUint16(6, true);
    if (columns > VIEW_LIMITS.columns || HEAD + ENTRY * columns > length)
      throw new ViewWireError('view-damaged', `${columns} columns in ${length} bytes`);
    const [easting, northing, elevation, step] = [16, 24, 32, 40].map((at) => view.getFloat64(at, true)) as Four;
    if (![easting, northing, elevation].every(Number.isFinite) || !(step > 0 && Number.isFinite(step)))
      throw new ViewWireError(
        'view-damaged',
        `a chunk about ${easting}, ${northing}, ${elevation} in steps of ${step}`,
      );
    this.head = { kind: view.getUint32(12, true), easting, northing, elevation, step };
    for (let i = 0; i < columns; i++) this.#add(chunk, view, HEAD + ENTRY * i);
  }

  /** How many values a column has. */
  count(id: number): number {
    return this.#columns.get(id)?.count ?? 0;
  }

  /**
   * Integers into every `stride`-th element of `target`; one of less than 32 bits is filled as a whole.
   * @throws ViewWireError unless there are `count` of them
   */
  integers<T extends Int32Array | Uint32Array | Uint16Array | Uint8Array>(
    id: number,
    count: number,
    target: T,
    at = 0,
    stride = 1,
  ): T {
    const { bytes, mask } = this.#column(id, count, ENCODING.planes);
    const isWide = target.BYTES_PER_ELEMENT === 4;
    const wide = isWide ? new Int32Array(target.buffer, target.byteOffset, target.length) : new Int32Array(count);
    unpackPlanes(bytes, mask, count, wide, at, stride);
    if (!isWide) target.set(wide);
    return target;
  }

  /** @throws ViewWireError unless there are `count` of them */
  floats(id: number, count: number): Float32Array {
    const { bytes } = this.#column(id, count, ENCODING.floats);
    const floats = new Float32Array(count);
    new Uint8Array(floats.buffer).set(bytes);
    return floats;
  }

  /** Checks that there are `count` integers, which may be read later. @throws ViewWireError */
  expect(id: number, count: number): void {
    this.#column(id, count, ENCODING.planes);
  }

  /** The bytes of a column (a view). */
  bytes(id: number): Uint8Array {
    return this.#column(id, this.count(id), ENCODING.bytes).bytes;
  }

  #column(id: number, count: number, encoding: number): Column {
    const column = this.#columns.get(id) ?? { id, encoding, mask: 0, count: 0, bytes: new Uint8Array(0) };
    if (column.encoding !== encoding || column.count !== count)
      throw new ViewWireError(
        'view-damaged',
        `column ${id} with ${column.count} values in encoding ${column.encoding} instead of ${count} in ${encoding}`,
      );
    return column;
  }

  #add(chunk: Uint8Array, view: DataView, at: number): void {
    const id = view.getUint16(at, true);
    const [encoding, mask] = [view.getUint8(at + 2), view.getUint8(at + 3)];
    const [offset, length, count] = [4, 8, 12].map((field) => view.getUint32(at + field, true)) as [
      number,
      number,
      number,
    ];
    if (count > VIEW_LIMITS.values)
      throw new ViewWireError('view-limit', `column ${id} of ${count} values; at most ${VIEW_LIMITS.values}`);
    const size =
      encoding === ENCODING.planes ? planeCount(mask) * count : encoding === ENCODING.floats ? 4 * count : count;
    if (
      encoding > ENCODING.planes ||
      mask > 15 ||
      size !== length ||
      offset % 8 !== 0 ||
      offset + length > chunk.length
    )
      throw new ViewWireError('view-damaged', `column ${id} of ${count} values in ${length} bytes at ${offset}`);
    if (this.#columns.has(id)) throw new ViewWireError('view-damaged', `column ${id} twice`);
    this.#columns.set(id, { id, encoding, mask, count, bytes: chunk.subarray(offset, offset + length) });
  }
}

type Four = [number, number, number, number];
