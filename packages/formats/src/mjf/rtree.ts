import type { DatabaseSync } from 'node:sqlite';
import { BulkInsert } from './bulk-insert.ts';

/** Most cells of a node that is packed; SQLite's own limit is 51, the rest is room for later edits. */
const FILL = 46;
const CELL = 24;
/** Rows of one statement that fills the tables beside the nodes. */
const ROWS = 64;
const float = new Float32Array(1);

/** The largest float that is not above `value`: boxes of the index must contain what they stand for. */
function floatBelow(value: number): number {
  float[0] = value;
  return float[0]! > value ? nextFloat(float[0]!, -1) : float[0]!;
}

function floatAbove(value: number): number {
  float[0] = value;
  return float[0]! < value ? nextFloat(float[0]!, 1) : float[0]!;
}

const bits = new Int32Array(float.buffer);
function nextFloat(value: number, direction: 1 | -1): number {
  float[0] = value;
  if (value === 0) return direction * 2 ** -149;
  bits[0] = bits[0]! + (value > 0 ? direction : -direction);
  return float[0]!;
}

/** Boxes of an R-tree, filled while features are written and packed at the end. */
export class RtreeEntries {
  #ids = new Float64Array(1024);
  #boxes = new Float32Array(4 * 1024);
  count = 0;

  /** Adds one box; ids must ascend. Boxes that are not finite are left out, as an index cannot find them. */
  add(id: number, minE: number, maxE: number, minN: number, maxN: number): void {
    const box = [floatBelow(minE), floatAbove(maxE), floatBelow(minN), floatAbove(maxN)];
    if (!box.every(Number.isFinite)) return;
    if (this.count === this.#ids.length) this.#grow();
    this.#ids[this.count] = id;
    this.#boxes.set(box, 4 * this.count++);
  }

  /**
   * Writes the tree into the (empty) virtual table `name`. It is packed along a Hilbert curve straight into the shadow
   * tables: SQLite's documented storage (sqlite.org/rtree.html, "Shadow Tables"), a quarter of the time of inserting.
   */
  pack(db: DatabaseSync, name: string): void {
    if (this.count === 0) return;
    const { size } = db.prepare(`SELECT length(data) AS size FROM "${name}_node" WHERE nodeno = 1`).get() as {
      size: number;
    };
    let level: Level = { ids: this.#ids, boxes: this.#boxes, order: this.#hilbertOrder(), count: this.count };
    const nodes = db.prepare(`INSERT OR REPLACE INTO "${name}_node"(nodeno, data) VALUES (?, ?)`);
    const rowids = new BulkInsert(db, `${name}_rowid`, ['rowid', 'nodeno'], ROWS);
    const parents = new BulkInsert(db, `${name}_parent`, ['nodeno', 'parentnode'], ROWS);
    const leafOf = new Float64Array(this.count);
    let depth = 0;
    let next = 2;
    for (; ; depth++) {
      const groups = level.count <= FILL ? 1 : Math.ceil(level.count / FILL);
      const above: Level = { ids: new Float64Array(groups), boxes: new Float32Array(4 * groups), count: groups };
      for (let group = 0; group < groups; group++) {
        const node = groups === 1 ? 1 : next++;
        const from = Math.floor((group * level.count) / groups);
        const to = Math.floor(((group + 1) * level.count) / groups);
        const bytes = new Uint8Array(size);
        const view = new DataView(bytes.buffer);
        if (groups === 1) view.setUint16(0, depth);
        view.setUint16(2, to - from);
        let minE = Infinity;
        let maxE = -Infinity;
        let minN = Infinity;
        let maxN = -Infinity;
        for (let i = from; i < to; i++) {
          const entry = level.order === undefined ? i : level.order[i]!;
          const at = 4 + CELL * (i - from);
          const { boxes } = level;
          view.setUint32(at, Math.floor(level.ids[entry]! / 2 ** 32));
          view.setUint32(at + 4, level.ids[entry]! >>> 0);
          for (let side = 0; side < 4; side++) view.setFloat32(at + 8 + 4 * side, boxes[4 * entry + side]!);
          minE = Math.min(minE, boxes[4 * entry]!);
          maxE = Math.max(maxE, boxes[4 * entry + 1]!);
          minN = Math.min(minN, boxes[4 * entry + 2]!);
          maxN = Math.max(maxN, boxes[4 * entry + 3]!);
          if (depth === 0) leafOf[entry] = node;
          else parents.add(level.ids[entry]!, node);
        }
        nodes.run(node, bytes);
        above.ids[group] = node;
        above.boxes.set([minE, maxE, minN, maxN], 4 * group);
      }
      if (groups === 1) break;
      level = above;
    }
    for (let i = 0; i < this.count; i++) rowids.add(this.#ids[i]!, leafOf[i]!);
    rowids.finish();
    parents.finish();
  }

  /** Entries in the order of their centres along a Hilbert curve over the whole extent. */
  #hilbertOrder(): Uint32Array {
    let minE = Infinity;
    let maxE = -Infinity;
    let minN = Infinity;
    let maxN = -Infinity;
    for (let i = 0; i < 4 * this.count; i += 4) {
      minE = Math.min(minE, this.#boxes[i]!);
      maxE = Math.max(maxE, this.#boxes[i + 1]!);
      minN = Math.min(minN, this.#boxes[i + 2]!);
      maxN = Math.max(maxN, this.#boxes[i + 3]!);
    }
    const cells = 2 ** 12 - 1;
    const scaleE = maxE > minE ? cells / (maxE - minE) : 0;
    const scaleN = maxN > minN ? cells / (maxN - minN) : 0;
    // Key and index in one double, so that sorting is a sort of plain numbers: 24 bits of curve, 29 of index.
    const keys = new Float64Array(this.count);
    for (let i = 0; i < this.count; i++) {
      const e = ((this.#boxes[4 * i]! + this.#boxes[4 * i + 1]!) / 2 - minE) * scaleE;
      const n = ((this.#boxes[4 * i + 2]! + this.#boxes[4 * i + 3]!) / 2 - minN) * scaleN;
      keys[i] = hilbert(e | 0, n | 0) * 2 ** 29 + i;
    }
    keys.sort();
    return Uint32Array.from(keys, (key) => key % 2 ** 29);
  }

  #grow(): void {
    const ids = new Float64Array(2 * this.#ids.length);
    ids.set(this.#ids);
    this.#ids = ids;
    const boxes = new Float32Array(2 * this.#boxes.length);
    boxes.set(this.#boxes);
    this.#boxes = boxes;
  }
}

interface Level {
  readonly ids: Float64Array;
  readonly boxes: Float32Array;
  readonly count: number;
  readonly order?: Uint32Array;
}

/** Distance along the Hilbert curve of order 12 (Lam and Shapiro, 1994). */
function hilbert(x: number, y: number): number {
  let distance = 0;
  for (let side = 2 ** 11; side > 0; side >>= 1) {
    const right = (x & side) > 0 ? 1 : 0;
    const up = (y & side) > 0 ? 1 : 0;
    distance += side * side * ((3 * right) ^ up);
    if (up === 0) {
      if (right === 1) {
        x = 2 ** 12 - 1 - x;
        y = 2 ** 12 - 1 - y;
      }
      const swap = x;
      x = y;
      y = swap;
    }
  }
  return distance;
}
