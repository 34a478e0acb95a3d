/** A reference from one block to another and how often it is repeated (arrays). */
export interface BlockReference {
  readonly to: number;
  readonly times: number;
}

/**
 * Which block refers to which: how many things each expands to, how deep it nests, and which references are circular.
 * One pass over all references (Tarjan's strongly connected components, without recursion), so that a drawing whose
 * blocks would expand to billions of features is recognised before the first one is drawn.
 */
export class BlockGraph {
  /** Per block: things that one reference to it draws, nested ones included; circular references count as nothing. */
  readonly weights: Float64Array;
  /** Per block: levels of nesting, 1 for a block without references. */
  readonly depths: Int32Array;
  readonly #component: Int32Array;

  /**
   * @param own number of things that each block draws itself
   * @param references references of each block; numbers are below `own.length`
   */
  constructor(own: readonly number[], references: readonly (readonly BlockReference[])[]) {
    const count = own.length;
    this.weights = new Float64Array(count);
    this.depths = new Int32Array(count);
    this.#component = new Int32Array(count).fill(-1);
    this.#walk(own, references);
  }

  /** Whether a reference from one block to another is part of a circle. */
  isCircular(from: number, to: number): boolean {
    return this.#component[from] === this.#component[to];
  }

  #walk(own: readonly number[], references: readonly (readonly BlockReference[])[]): void {
    const order = new Int32Array(own.length).fill(-1);
    const low = new Int32Array(own.length);
    const next = new Int32Array(own.length);
    const open: number[] = [];
    const path: number[] = [];
    let turn = 0;
    for (let root = 0; root < own.length; root++) {
      if (order[root] !== -1) continue;
      path.push(root);
      while (path.length > 0) {
        const block = path[path.length - 1]!;
        if (next[block] === 0) {
          order[block] = low[block] = turn++;
          open.push(block);
        }
        const reference = references[block]![next[block]!++];
        if (reference !== undefined) {
          const { to } = reference;
          if (order[to] === -1) path.push(to);
          else if (this.#component[to] === -1) low[block] = Math.min(low[block]!, order[to]!);
          continue;
        }
        // A block without references came here with next 0 and must not be visited twice: next is above 0 now.
        path.pop();
        const parent = path[path.length - 1];
        if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[block]!);
        if (low[block] === order[block]) this.#close(block, open, own, references);
      }
    }
  }

  /** Takes a finished component off the stack. Everything that its blocks refer to is finished already. */
  #close(
    root: number,
    open: number[],
    own: readonly number[],
    references: readonly (readonly BlockReference[])[],
  ): void {
    const members: number[] = [];
    let block: number;
    do {
      block = open.pop()!;
      this.#component[block] = root;
      members.push(block);
    } while (block !== root);
    for (const member of members) {
      let weight = own[member]!;
      let depth = 1;
      for (const { to, times } of references[member]!) {
        if (this.#component[to] === root) continue;
        // An instance costs something even when it draws nothing.
        weight += Math.max(1, this.weights[to]!) * times;
        depth = Math.max(depth, this.depths[to]! + 1);
      }
      this.weights[member] = weight;
      this.depths[member] = depth;
    }
  }
}
