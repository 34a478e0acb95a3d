/** Boxes, or nodes, of one node. */
const NODE = 16;

/**
 * Finds the boxes that touch a box. They are packed once into a tree of nodes of sixteen, in strips along the easting
 * that are sorted by northing (sort-tile-recursive packing, Leutenegger et al. 1997).
 */
export class BoxIndex {
  /** Four numbers per entry: least easting, least northing, greatest easting, greatest northing. */
  readonly #boxes: Float64Array;
  /** Index of the caller's box per leaf entry, in packed order. */
  readonly #order: Uint32Array;
  /** Levels from the leaves to the root: where each begins in the list of nodes, and where it ends. */
  readonly #levels: { readonly boxes: Float64Array; readonly count: number }[] = [];

  /** @param boxes four numbers per box; a box that holds a NaN is never found */
  constructor(boxes: Float64Array) {
    const count = boxes.length / 4;
    const middle = (index: number, axis: 0 | 1): number => boxes[4 * index + axis]! + boxes[4 * index + axis + 2]!;
    const usable = Array.from({ length: count }, (_, i) => i).filter((i) => !Number.isNaN(middle(i, 0) + middle(i, 1)));
    const order = Uint32Array.from(usable).sort((a, b) => middle(a, 0) - middle(b, 0));
    const strip = NODE * Math.max(1, Math.ceil(Math.sqrt(order.length / NODE)));
    for (let from = 0; from < order.length; from += strip)
      order.subarray(from, from + strip).sort((a, b) => middle(a, 1) - middle(b, 1));
    this.#order = order;
    this.#boxes = boxes;
    let level = this.#packed(order.length, (i, side) => boxes[4 * order[i]! + side]!);
    this.#levels.push(level);
    while (level.count > 1) {
      const { boxes: below } = level;
      level = this.#packed(level.count, (i, side) => below[4 * i + side]!);
      this.#levels.push(level);
    }
  }

  /** Calls `visit` with each box that touches the given one, until it returns false. */
  search(box: readonly [number, number, number, number], visit: (index: number) => boolean): void {
    const top = this.#levels.length - 1;
    const stack: number[] = this.#levels[top]!.count === 0 ? [] : [top, 0];
    while (stack.length > 0) {
      const node = stack.pop()!;
      const level = stack.pop()!;
      const { boxes } = this.#levels[level]!;
      if (!touches(boxes, node, box)) continue;
      const below = level === 0 ? this.#order.length : this.#levels[level - 1]!.count;
      for (let i = NODE * node; i < Math.min(below, NODE * (node + 1)); i++) {
        if (level > 0) stack.push(level - 1, i);
        else if (touches(this.#boxes, this.#order[i]!, box) && !visit(this.#order[i]!)) return;
      }
    }
  }

  /** The nodes above `count` entries. */
  #packed(count: number, side: (entry: number, side: number) => number): { boxes: Float64Array; count: number } {
    const nodes = Math.ceil(count / NODE);
    const boxes = new Float64Array(4 * nodes);
    for (let node = 0; node < nodes; node++) {
      boxes.set([Infinity, Infinity, -Infinity, -Infinity], 4 * node);
      for (let i = NODE * node; i < Math.min(count, NODE * (node + 1)); i++)
        for (let k = 0; k < 4; k++)
          boxes[4 * node + k] = (k < 2 ? Math.min : Math.max)(boxes[4 * node + k]!, side(i, k));
    }
    return { boxes, count: nodes };
  }
}

function touches(boxes: Float64Array, index: number, [w, s, e, n]: readonly [number, number, number, number]): boolean {
  const at = 4 * index;
  return boxes[at]! <= e && boxes[at + 2]! >= w && boxes[at + 1]! <= n && boxes[at + 3]! >= s;
}
