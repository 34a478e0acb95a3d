import { packPlanes, planeCount, unpackPlanes } from './delta-planes.ts';
import { VIEW_LIMITS, VIEW_VERSION } from './limits.ts';
import { ViewWireError } from './view-wire-error.ts';

/** "FBVW", little-endian. */
const MAGIC = 0x57564246;
/**
 * magic u32, version u16, columns u16, length of the whole u32, kind u32, then four doubles: easting, northing and
 * elevation of the centre, length of a step; then the directory.
 */
const HEAD = 48;
/** Of the directory, each: id u16, encoding u8, planes u8, offset u32, bytes u32, count u32. */
const ENTRY = 16;
const ENCODING = { bytes: 0, floats: 1, planes: 2 } as const;

/** The head of a chunk: `kind` is its content's, positions are `centre + step * integer`. */
export interface ChunkHead {
  readonly kind: number;
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number;
  readonly step: number;
}

interface Column {
  readonly id: number;
  readonly encoding: number;
  readonly mask: number;
  readonly count: number;
  readonly bytes: Uint8Array;
}

/** Collects the columns of a chunk; each begins at a multiple of eight bytes. */
export class ColumnWriter {
  readonly #columns: Column[] = [];

  /** Integers of 32 bits, signed or not, as differences in byte planes. */
  integers(id: number, values: ArrayLike<number>, count = values.length): void {
    const { mask, bytes } = packPlanes(values, count);
    this.#columns.push({ id, encoding: ENCODING.planes, mask, count, bytes });
  }

  floats(id: number, values: Float32Array): void {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    this.#columns.push({ id, encoding: ENCODING.floats, mask: 0, count: values.length, bytes });
  }

  bytes(id: number, bytes: Uint8Array): void {
    this.#columns.push({ id, encoding: ENCODING.bytes, mask: 0, count: bytes.length, bytes });
  }

  /** The chunk, not yet compressed. */
  finish({ kind, easting, northing, elevation, step }: ChunkHead): Uint8Array<ArrayBuffer> {
    let length = HEAD + ENTRY * this.#columns.length;
    for (const { bytes } of this.#columns) length = aligned(length) + bytes.length;
    const chunk = new Uint8Array(length);
    const view = new DataView(chunk.buffer);
    view.setUint32(0, MAGIC, true);
    view.setUint16(4, VIEW_VERSION, true);
    view.setUint16(6, this.#columns.length, true);
    view.setUint32(8, length, true);
    view.setUint32(12, kind, true);
    [easting, northing, elevation, step].forEach((value, i) => void view.setFloat64(16 + 8 * i, value, true));
    let offset = HEAD + ENTRY * this.#columns.length;
    for (const [i, { id, encoding, mask, count, bytes }] of this.#columns.entries()) {
      offset = aligned(offset);
      const at = HEAD + ENTRY * i;
      view.setUint16(at, id, true);
      view.setUint8(at + 2, encoding);
      view.setUint8(at + 3, mask);
      view.setUint32(at + 4, offset, true);
      view.setUint32(at + 8, bytes.length, true);
      view.setUint32(at + 12, count, true);
      chunk.set(bytes, offset);
      offset += bytes.length;
    }
    return chunk;
  }
}

const aligned = (offset: number): number => (offset + 7) & ~7;

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
