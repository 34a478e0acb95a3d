import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { Limits } from '../../core/limits.ts';
import type { SourceTally } from '../../core/tally.ts';
import { BlockGraph, type BlockReference } from '../../kit/cad/block-graph.ts';
import type { Block, Blocks } from './blocks.ts';
import type { Names } from './names.ts';
import type { Tape } from './tape.ts';

const NO_CIRCLE = -1;
/** Types with a shape as text; each line is a group 1. */
const SOLIDS = ['3DSOLID', 'BODY', 'REGION'];

/** How an entity refers to a block: as an array, plainly, by handles of block records, or not at all. */
type ReferenceKind = 'insert' | 'plain' | 'handles' | 'none';

function referenceKind(type: string): ReferenceKind {
  if (/^INSERT$/i.test(type)) return 'insert';
  if (/^M(ULTI)?LEADER$/i.test(type)) return 'handles';
  return /^(ACAD_TABLE|.*DIMENSION)$/i.test(type) ? 'plain' : 'none';
}

/**
 * Keeps the expansion of block references within its limits: refuses references that are circular, nest too deep or
 * would draw more than `limits.expanded`, before any of it is drawn.
 */
export class BlockExpansion {
  /** The tape with the contents of all blocks. */
  readonly tape: Tape;
  readonly #blocks: Blocks;
  readonly #names: Names;
  readonly #limits: Limits;
  readonly #tally: SourceTally;
  readonly #faults = new Set<number>();
  /** Group code of faces, by number of the type's name. */
  readonly #faceCodes: ReadonlyMap<number, number>;
  /** By number of the type's name. */
  readonly #kinds: ReferenceKind[] = [];
  #graph: BlockGraph | undefined;
  #list: Block[] = [];
  #budget: number;
  /**
   * Pattern lines that may still be drawn. They have the limit for themselves, so that they never displace a reference.
   */
  patternLines: number;
  /** Number of the block that is being drawn, from which nested references are judged. */
  current = NO_CIRCLE;

  constructor(tape: Tape, blocks: Blocks, names: Names, limits: Limits, tally: SourceTally) {
    this.tape = tape;
    this.#blocks = blocks;
    this.#names = names;
    this.#limits = limits;
    this.#tally = tally;
    this.#faceCodes = new Map([[names.of('MESH'), 90], ...SOLIDS.map((type) => [names.of(type), 1] as const)]);
    this.#budget = limits.expanded;
    this.patternLines = limits.expanded;
  }

  /** Number of a block, for `current`. */
  numberOf(block: Block): number {
    this.#prepare();
    return block.number;
  }

  /** Why a reference must not be drawn; undefined if it may. What it will draw is taken off the budget. */
  refusal(block: Block | undefined, times: number): Issue | undefined {
    const graph = this.#prepare();
    const number = block === undefined ? NO_CIRCLE : block.number;
    if (number === NO_CIRCLE) {
      return times > this.#limits.expanded ? this.#tooMuch('?', times) : undefined;
    }
    if (this.current !== NO_CIRCLE && graph.isCircular(this.current, number))
      return issueOf('block-circle', { name: block!.name });
    if (this.current !== NO_CIRCLE) return undefined;
    if (graph.depths[number]! > this.#limits.depth)
      return issueOf('block-too-deep', { name: block!.name, depth: graph.depths[number]!, limit: this.#limits.depth });
    const cost = Math.max(1, graph.weights[number]!) * times;
    if (!(cost <= this.#budget)) return this.#tooMuch(block!.name, cost);
    // Plain references are charged only for what they draw beyond one feature.
    this.#budget -= cost - 1;
    return undefined;
  }

  /** Whether the contents of a block are being drawn. */
  get isWithin(): boolean {
    return this.current !== NO_CIRCLE;
  }

  /** Takes features that a reference draws besides its block off the budget; false when fewer are left. */
  spend(features: number): boolean {
    if (!(features <= this.#budget)) return false;
    this.#budget -= features;
    return true;
  }

  /** Notes that an entity of a block could not be drawn; true the first time. Its count as read is taken back. */
  firstFault(tape: Tape, index: number): boolean {
    if (tape !== this.tape || this.#faults.has(index)) return false;
    this.#faults.add(index);
    const tally = this.#tally.of(this.#names.text(tape.types[index]!).toUpperCase(), 'block');
    if (tally.read > 0) {
      tally.read--;
      tally.skipped++;
    }
    return true;
  }

  #tooMuch(name: string, cost: number): Issue {
    const features = cost.toPrecision(3);
    return issueOf('expansion-limit', { name, features, left: this.#budget, limit: this.#limits.expanded });
  }

  #prepare(): BlockGraph {
    if (this.#graph !== undefined) return this.#graph;
    this.#list = Array.from(this.#blocks);
    for (const [number, block] of this.#list.entries()) block.number = number;
    const references = this.#list.map((block) => this.#referencesOf(block));
    const own = this.#list.map((block) => block.last - block.first + this.#facesOf(block));
    this.#graph = new BlockGraph(own, references);
    return this.#graph;
  }

  /** Upper bound for what meshes and solids of a block draw, beyond one each: a face or an edge takes four groups. */
  #facesOf(block: Block): number {
    const { tape } = this;
    let faces = 0;
    for (let index = block.first; index < block.last; index++) {
      const code = this.#faceCodes.get(tape.types[index]!);
      if (code === undefined) continue;
      let groups = 0;
      for (let i = tape.starts[index]!; i < tape.end(index); i++) if (tape.codes[i] === code) groups++;
      faces += Math.max(0, Math.floor(groups / 4) - 1);
    }
    return faces;
  }

  #referencesOf(block: Block): BlockReference[] {
    const references: BlockReference[] = [];
    const { tape } = this;
    for (let index = block.first; index < block.last; index++) {
      const kind = (this.#kinds[tape.types[index]!] ??= referenceKind(this.#names.text(tape.types[index]!)));
      if (kind === 'none') continue;
      if (kind === 'handles') {
        references.push(...this.#byHandles(index));
        continue;
      }
      let name = -1;
      let times = 1;
      for (let i = tape.starts[index]!; i < tape.end(index); i++) {
        const code = tape.codes[i]!;
        const value = tape.values[i]!;
        if (code === 2 && name < 0) name = value;
        else if (kind === 'insert' && (code === 70 || code === 71) && value > 1) times *= Math.floor(value);
      }
      const target = name < 0 ? undefined : this.#blocks.get(this.#names.text(name));
      const to = target?.number ?? NO_CIRCLE;
      if (to !== NO_CIRCLE) references.push({ to, times });
    }
    return references;
  }

  /** What a multileader refers to: the block it shows instead of a text, and its arrow heads. */
  #byHandles(index: number): BlockReference[] {
    const references: BlockReference[] = [];
    const { tape } = this;
    for (let i = tape.starts[index]!; i < tape.end(index); i++) {
      const code = tape.codes[i]!;
      if (code < 342 || code > 345) continue;
      const target = this.#blocks.byHandle(tape.values[i]!);
      const to = target?.number ?? NO_CIRCLE;
      if (to !== NO_CIRCLE) references.push({ to, times: 1 });
    }
    return references;
  }
}
