import type { Issue } from '../../../core/issues/issue.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import type { Limits } from '../../../core/limits.ts';
import { BlockGraph } from '../../../kit/cad/block-graph.ts';
import { ELEMENT } from '../element-types.ts';
import type { V8Element } from './element.ts';
import { nameOf } from './linkages.ts';

const COUNT = 0x68;

/**
 * Keeps the expansion of shared cells within its limits: instances that are circular, nest too deep or would draw more
 * than `limits.expanded` are refused before any of them is drawn, like block references in a DXF.
 */
export class V8Expansion {
  readonly #definitions: ReadonlyMap<string, readonly V8Element[]>;
  readonly #limits: Limits;
  readonly #numbers = new Map<string, number>();
  #graph: BlockGraph | undefined;
  #budget: number;

  /** @param definitions elements of shared cells by name, complete before the first instance */
  constructor(definitions: ReadonlyMap<string, readonly V8Element[]>, limits: Limits) {
    this.#definitions = definitions;
    this.#limits = limits;
    this.#budget = limits.expanded;
  }

  /**
   * Why an instance must not be drawn; otherwise what it will draw is taken off the budget. @param inside name of the
   * cell that contains it, or ''
   */
  refusal(name: string, inside: string): Issue | undefined {
    const graph = (this.#graph ??= this.#prepare());
    const number = this.#numbers.get(name);
    if (number === undefined) return undefined;
    if (inside !== '')
      return graph.isCircular(this.#numbers.get(inside)!, number) ? issueOf('block-circle', { name }) : undefined;
    const depth = graph.depths[number]!;
    if (depth > this.#limits.depth) {
      return issueOf('block-too-deep', { name, depth, limit: this.#limits.depth });
    }
    const cost = Math.max(1, graph.weights[number]!);
    if (!(cost <= this.#budget)) {
      const { expanded: limit } = this.#limits;
      return issueOf('expansion-limit', { name, features: cost.toPrecision(3), left: this.#budget, limit });
    }
    this.#budget -= cost - 1;
    return undefined;
  }

  #prepare(): BlockGraph {
    for (const name of this.#definitions.keys()) this.#numbers.set(name, this.#numbers.size);
    const cells = [...this.#definitions.values()];
    const own = cells.map((elements) => elements.reduce((sum, element) => sum + featuresOf(element), 0));
    const references = cells.map((elements) =>
      elements.flatMap((element) => {
        const to = element.type === ELEMENT.sharedCell ? this.#numbers.get(nameOf(element)) : undefined;
        return to === undefined ? [] : [{ to, times: 1 }];
      }),
    );
    return new BlockGraph(own, references);
  }
}

/** Most features that an element draws: a point string as many as it has points. */
function featuresOf({ type, view, size }: V8Element): number {
  return type === ELEMENT.pointString && size >= COUNT + 4 ? Math.max(1, view.getUint32(COUNT, true)) : 1;
}
