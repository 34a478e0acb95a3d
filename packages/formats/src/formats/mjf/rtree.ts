import type { PageFile } from '../../kit/io/sqlite/page-file.ts';
import { RecordBytes } from '../../kit/io/sqlite/record-bytes.ts';
import { TableLoad } from '../../kit/io/sqlite/table-load.ts';

/** How full nodes are packed (46 of the 51 cells that SQLite allows); the rest is room for later edits. */
const FILL = 0.9;
const CELL = 24;
const HEADER = 4;
const float = new Float32Array(1);

/** The largest float not above `value`: the boxes of the index must contain the originals. */
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

/** Boxes of an R-tree, collected while features are written and packed at the end. */
export class RtreeEntries {
  #ids = new Float64Array(1024);
  #boxes = new Float32Array(4 * 1024);
  count = 0;

  /** Adds a box; ids must ascend. Boxes that are not finite are left out, because a search cannot find them. */
  add(id: number, minE: number, maxE: number, minN: number, maxN: number): void {
    const left = floatBelow(minE);
    const right = floatAbove(maxE);
    const bottom = floatBelow(minN);
    const top = floatAbove(maxN);
    if (!Number.isFinite(right - left) || !Number.isFinite(top - bottom)) return;
    if (this.count === this.#ids.length) this.#grow();
    const at = 4 * this.count;
    this.#boxes[at] = left;
    this.#boxes[at + 1] = right;
    this.#boxes[at + 2] = bottom;
    this.#boxes[at + 3] = top;
    this.#ids[this.count++] = id;
  }

  /**
   * Writes the tree, packed along a Hilbert curve, as the pages of SQLite's R-tree tables (sqlite.org/rtree.html,
   * "Shadow Tables").
   * @param roots first pages of the three tables, which are empty except for an empty root node @param size bytes of a
   * node
   */
  pack(file: PageFile, roots: RtreeRoots, size: number): void {
    if (this.count === 0) return;
    const levels = this.#levels(Math.ceil(FILL * Math.floor((size - HEADER) / CELL)));
    const nodes = new TableLoad(file, roots.node);
    const parents = new TableLoad(file, roots.parent);
    const record = new RecordBytes(2);
    const leafOf = new Uint32Array(this.count);
    const rows = new Uint32Array(levels.reduce((sum, { groups }) => sum + groups, 2));
    // The root is node 1; the others follow from the leaves up.
    for (const level of [levels.at(-1)!, ...levels.slice(0, -1)]) {
      const depth = levels.indexOf(level);
      for (let group = 0; group < level.groups; group++) {
        const node = level.first + group;
        record.begin();
        const start = record.used;
        record.reserve(size);
        record.bytes.fill(0, start, start + size);
        record.used = start + size;
        const { view } = record;
        const [from, to] = [level.from(group), level.from(group + 1)];
        if (node === 1) view.setUint16(start, depth);
        view.setUint16(start + 2, to - from);
        for (let i = from, at = start + HEADER; i < to; i++, at += CELL) {
          const entry = level.order === undefined ? i : level.order[i]!;
          const id = level.ids === undefined ? level.below + entry : level.ids[entry]!;
          if (depth === 0) leafOf[entry] = node;
          else rows[id] = node;
          view.setUint32(at, Math.floor(id / 2 ** 32));
          view.setUint32(at + 4, id >>> 0);
          for (let side = 0; side < 4; side++) view.setFloat32(at + 8 + 4 * side, level.boxes[4 * entry + side]!);
        }
        record.blob(1, start);
        record.end(node);
        nodes.add(node, record);
      }
    }
    nodes.finish();
    const put = (table: TableLoad, id: number, value: number): void => {
      record.begin();
      record.integer(1, value);
      record.end(id);
      table.add(id, record);
    };
    for (let node = 2; node < rows.length - 1; node++) put(parents, node, rows[node]!);
    parents.finish();
    const rowids = new TableLoad(file, roots.rowid);
    for (let i = 0; i < this.count; i++) put(rowids, this.#ids[i]!, leafOf[i]!);
    rowids.finish();
  }

  /** The levels of the tree from the leaves up; the last one is the root. @param fill most cells of a node */
  #levels(fill: number): Level[] {
    const levels = [new Level(this.count, fill, 2, this.#boxes, 0, this.#ids, this.#hilbertOrder())];
    for (let level = levels[0]!; level.groups > 1; level = levels.at(-1)!) {
      levels.push(new Level(level.groups, fill, level.first + level.groups, level.boxesOfNodes(), level.first));
    }
    return levels;
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
    // Key and index in one double, so that plain numbers are sorted: 24 bits of curve, 29 of index.
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

/** First pages of the tables in which SQLite stores an R-tree. */
export interface RtreeRoots {
  readonly node: number;
  readonly rowid: number;
  readonly parent: number;
}

/** The nodes of one level and their cells: entries of the index on the lowest level, child nodes on the others. */
class Level {
  /** Number of nodes. */
  readonly groups: number;
  /** Number of its first node. */
  readonly first: number;
  /** Bounds of the cells. */
  readonly boxes: Float32Array;
  /** Number of the first child node. */
  readonly below: number;
  readonly ids: Float64Array | undefined;
  readonly order: Uint32Array | undefined;
  readonly #count: number;

  constructor(
    count: number,
    fill: number,
    first: number,
    boxes: Float32Array,
    below: number,
    ids?: Float64Array,
    order?: Uint32Array,
  ) {
    this.#count = count;
    this.groups = Math.ceil(count / fill);
    this.first = this.groups === 1 ? 1 : first;
    this.boxes = boxes;
    this.below = below;
    this.ids = ids;
    this.order = order;
  }

  /** The first cell of a node, and so the end of the previous node. */
  from(group: number): number {
    return Math.floor((group * this.#count) / this.groups);
  }

  /** Bounds of the nodes. */
  boxesOfNodes(): Float32Array {
    const { boxes, order } = this;
    const bounds = new Float32Array(4 * this.groups);
    for (let group = 0; group < this.groups; group++) {
      let minE = Infinity;
      let maxE = -Infinity;
      let minN = Infinity;
      let maxN = -Infinity;
      for (let i = this.from(group); i < this.from(group + 1); i++) {
        const at = 4 * (order === undefined ? i : order[i]!);
        if (boxes[at]! < minE) minE = boxes[at]!;
        if (boxes[at + 1]! > maxE) maxE = boxes[at + 1]!;
        if (boxes[at + 2]! < minN) minN = boxes[at + 2]!;
        if (boxes[at + 3]! > maxN) maxN = boxes[at + 3]!;
      }
      bounds[4 * group] = minE;
      bounds[4 * group + 1] = maxE;
      bounds[4 * group + 2] = minN;
      bounds[4 * group + 3] = maxN;
    }
    return bounds;
  }
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
