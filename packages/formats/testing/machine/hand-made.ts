/**
 * Files of the page container, put together byte by byte from the tables of machine/NOTES.md without any code of the
 * product. How a reader reads them shows what it takes each byte for. Bytes that no table names are 0xCD, like the
 * untouched memory in real files.
 */

/** Puts one value into a record. */
export type Put = (record: Buffer) => void;

export const u8 =
  (at: number, value: number): Put =>
  (record) =>
    void record.writeUInt8(value, at);
export const u16 =
  (at: number, value: number): Put =>
  (record) =>
    void record.writeUInt16LE(value, at);
export const u32 =
  (at: number, value: number): Put =>
  (record) =>
    void record.writeUInt32LE(value, at);
export const i32 =
  (at: number, value: number): Put =>
  (record) =>
    void record.writeInt32LE(value, at);
export const f32 =
  (at: number, value: number): Put =>
  (record) =>
    void record.writeFloatLE(value, at);
export const f64 =
  (at: number, value: number): Put =>
  (record) =>
    void record.writeDoubleLE(value, at);
/** Consecutive doubles. */
export const doubles =
  (at: number, ...values: readonly number[]): Put =>
  (record) => {
    values.forEach((value, i) => {
      record.writeDoubleLE(value, at + 8 * i);
    });
  };
/** Text in UTF-16LE with its closing NUL. */
export const utf16 =
  (at: number, text: string): Put =>
  (record) =>
    void record.write(`${text}\0`, at, 'utf16le');
/** Reference: table, page, index. */
export const ref =
  (at: number, table: number, page: number, index: number): Put =>
  (record) => {
    [table, page, index].forEach((value, i) => {
      record.writeUInt16LE(value, at + 2 * i);
    });
  };
/** A reference that points nowhere; its index is junk. */
export const nowhere = (at: number): Put => ref(at, 0, 0xfffe, 0x1234);
/** FILETIME of a moment: 100-ns ticks since 1601. */
export const fileTime =
  (at: number, iso: string): Put =>
  (record) =>
    void record.writeBigUInt64LE((BigInt(Date.parse(iso)) + 11_644_473_600_000n) * 10_000n, at);

/** A record of `size` bytes. */
export function record(size: number, ...puts: readonly Put[]): Buffer {
  const bytes = Buffer.alloc(size, 0xcd);
  for (const put of puts) put(bytes);
  return bytes;
}

/** A node in a list of an alignment: its type and payload. */
export type HandNode = readonly [type: number, payload: Buffer];

const NONE = 0xfffffffe;
/**
 * Directory offset, number of directory entries, size of a page header and first page per kind of file, as in the
 * vendor's files.
 */
const SHAPES: Readonly<Record<string, readonly [directory: number, places: number, page: 18 | 22, first: number]>> = {
  TP3: [0xc0, 30, 18, 0x71e],
  PT3: [0x60, 20, 18, 0x15e],
  LN3: [0x60, 20, 18, 0x146],
  TN3: [0x60, 20, 22, 0x1ac],
  RD3: [0x60, 20, 18, 0x17a],
  GC3: [0xc0, 30, 18, 0x71e],
  PL3: [0x60, 20, 18, 0x17a],
};

interface HandTable {
  readonly id: number;
  readonly records: readonly Buffer[];
  readonly capacity: number;
}

/** A file under construction. */
export class HandMade {
  readonly kind: string;
  readonly #version: readonly [major: number, minor: number];
  readonly #name: string;
  readonly #tables: HandTable[] = [];
  readonly #lists: Buffer[] = [];
  #listed = 0;

  constructor(kind: string, major: number, minor: number, name = 'By hand') {
    this.kind = kind;
    this.#version = [major, minor];
    this.#name = name;
  }

  get #shape() {
    return SHAPES[this.kind]!;
  }

  /** Adds a table whose pages hold `capacity` records. */
  table(id: number, records: readonly Buffer[], capacity = this.#shape[2] === 22 ? 128 : 1024): this {
    this.#tables.push({ id, records, capacity });
    return this;
  }

  /** Adds a list of nodes and returns the offset of its first one. */
  list(...nodes: readonly HandNode[]): number {
    const first = this.#shape[3] + this.#listed;
    let [at, before] = [first, NONE];
    nodes.forEach(([type, payload], i) => {
      const next = at + 18 + payload.length;
      const head = record(18, u16(0, type), u16(2, 18), u16(4, 0), u16(6, payload.length), u16(8, 0));
      head.writeUInt32LE(i + 1 < nodes.length ? next : NONE, 10);
      head.writeUInt32LE(before, 14);
      this.#lists.push(head, payload);
      [before, at] = [at, next];
    });
    this.#listed = at - this.#shape[3];
    return first;
  }

  /** The bytes, and where the first page of each table is. */
  build(): { file: Buffer; pageOf: Map<number, number> } {
    const [directory, places, pageHeader, first] = this.#shape;
    const head = Buffer.alloc(first, 0xcd);
    head.write(`Topcon ${this.kind}\0`, 0, 'latin1');
    head.writeUInt32LE(this.#version[0], 0x10);
    head.writeUInt32LE(this.#version[1], 0x14);
    head.writeUInt16LE(33, 0x1c);
    head.write(`${this.#name}\0`, 0x1e, 'utf16le');
    head.writeUInt16LE(places, directory);
    const parts = [head, ...this.#lists];
    const pageOf = new Map<number, number>();
    let at = first + this.#listed;
    this.#tables.forEach(({ id, records, capacity }, place) => {
      const entry = directory + 2 + 10 * place;
      head.writeUInt16LE(id, entry);
      head.writeUInt32LE(pageHeader, entry + 2);
      head.writeUInt32LE(at, entry + 6);
      pageOf.set(id, at);
      let before = NONE;
      for (let row = 0; row < records.length; row += capacity) {
        const held = records.slice(row, row + capacity);
        const size = records[0]!.length;
        const end = at + pageHeader + held.length * size;
        const next = row + capacity < records.length ? end : NONE;
        parts.push(
          pageHeader === 18
            ? record(18, u16(0, id), u16(2, 18), u16(4, capacity), u16(6, held.length), u16(8, size))
            : record(22, u16(0, id), u32(2, 22), u32(6, held.length), u32(10, size)),
        );
        parts.at(-1)!.writeUInt32LE(next, pageHeader - 8);
        parts.at(-1)!.writeUInt32LE(before, pageHeader - 4);
        parts.push(...held);
        [before, at] = [at, end];
      }
    });
    head.writeUInt16LE(0, directory + 2 + 10 * this.#tables.length);
    return { file: Buffer.concat(parts), pageOf };
  }
}
