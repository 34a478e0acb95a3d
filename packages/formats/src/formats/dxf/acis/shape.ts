import { NO_MOVE, type Placement, placementOf } from './placement.ts';
import { type AcisRecord, pointerOf } from './records.ts';
import { type Segment, segmentOf } from './segment.ts';

/** The drawable parts of a solid model. */
export interface AcisShape {
  /** Flat faces: the segments of each ring, joined end to end, the widest ring first. */
  readonly faces: readonly (readonly (readonly Segment[])[])[];
  /** Edges of faces that are curved or could not be followed. */
  readonly edges: readonly Segment[];
  /** Number of edges that are free curves. */
  readonly lost: number;
}

/** Ends that are closer than this share of their size are the same. */
const JOINT = 1e-6;

/**
 * The shape of a solid, body, region or surface: its flat faces, and the straight, circular and elliptic edges of the
 * others. Pointers are recognised by the type that they point to, because the positions of fields differ from version
 * to version.
 */
export function acisShape(records: readonly AcisRecord[]): AcisShape {
  // The history of a model follows it.
  const end = records.findIndex(({ type }) => /^(begin|end)-of-/i.test(type));
  return new Model(end < 0 ? records : records.slice(0, end)).shape();
}

class Model {
  readonly #records: readonly AcisRecord[];
  readonly #faces: Segment[][][] = [];
  readonly #edges: Segment[] = [];
  /** Edges of flat faces, which need not be drawn on their own, and edges already visited. */
  readonly #drawn = new Set<number>();
  /** Visited records: each belongs to one owner, so nothing is visited twice. */
  readonly #followed = new Set<number>();
  #lost = 0;

  constructor(records: readonly AcisRecord[]) {
    this.#records = records;
  }

  shape(): AcisShape {
    const bent: { readonly edges: readonly number[]; readonly placement: Placement }[] = [];
    for (const body of this.#places('body')) {
      const placement = this.#placement(body);
      for (const lump of this.#chain(body, 'lump'))
        for (const shell of this.#chain(lump, 'shell'))
          for (const face of this.#chain(shell, 'face')) {
            const loops = this.#chain(face, 'loop').map((loop) => this.#chain(loop, 'coedge'));
            const isFlat = this.#records[this.#pointer(face, 'surface')]?.type === 'plane-surface';
            const rings = isFlat ? this.#rings(loops, placement) : undefined;
            const edges = loops.flat().map((coedge) => this.#pointer(coedge, 'edge'));
            if (rings === undefined) bent.push({ edges, placement });
            else {
              this.#faces.push(rings);
              for (const edge of edges) this.#drawn.add(edge);
            }
          }
    }
    for (const { edges, placement } of bent) for (const edge of edges) this.#edge(edge, placement);
    return { faces: this.#faces, edges: this.#edges, lost: this.#lost };
  }

  #edge(edge: number, placement: Placement): void {
    if (edge < 0 || this.#drawn.has(edge)) return;
    this.#drawn.add(edge);
    const segment = this.#segment(edge, placement);
    if (segment !== undefined) this.#edges.push(segment);
    // The tip of a cone is an edge without a curve, and invisible.
    else if (this.#pointer(edge, 'curve') >= 0) this.#lost++;
  }

  /** The rings of a flat face; undefined when one of its edges cannot be drawn or does not meet the next. */
  #rings(loops: readonly (readonly number[])[], placement: Placement): Segment[][] | undefined {
    const rings: Segment[][] = [];
    for (const coedges of loops) {
      const ring: Segment[] = [];
      for (const coedge of coedges) {
        const edge = this.#pointer(coedge, 'edge');
        const segment = this.#segment(edge, placement);
        if (segment === undefined) return undefined;
        ring.push(this.#isReversed(coedge, 'edge') ? segment.reversed() : segment);
      }
      if (ring.length === 0 || !ring.every((segment, i) => meets(segment, ring[(i + 1) % ring.length]!)))
        return undefined;
      rings.push(ring);
    }
    return rings.length === 0 ? undefined : rings.sort((a, b) => width(b) - width(a));
  }

  #segment(edge: number, placement: Placement): Segment | undefined {
    const [from, to] = this.#pointers(edge, 'vertex').map((vertex) => this.#records[this.#pointer(vertex, 'point')]);
    const curve = this.#records[this.#pointer(edge, 'curve')];
    if (from === undefined || to === undefined || curve === undefined) return undefined;
    return segmentOf(from, to, curve, this.#isReversed(edge, 'curve'), placement);
  }

  #placement(body: number): Placement {
    const transform = this.#records[this.#pointer(body, 'transform')];
    return transform === undefined ? NO_MOVE : placementOf(transform);
  }

  /** Whether the word after the pointer to a type says that it is traversed backwards. */
  #isReversed(place: number, type: string): boolean {
    const tokens = this.#records[place]?.tokens ?? [];
    const at = tokens.findIndex((token) => this.#isOf(pointerOf(token), type));
    return tokens[at + 1] === 'reversed' || tokens[at + 1] === '1';
  }

  /**
   * The records of a type that a record points to: the first and its successors, up to the end or one already visited.
   */
  #chain(from: number, type: string): number[] {
    const chain: number[] = [];
    for (let at = this.#pointer(from, type); at >= 0 && !this.#followed.has(at); at = this.#pointer(at, type)) {
      chain.push(at);
      this.#followed.add(at);
    }
    return chain;
  }

  #pointer(from: number, type: string): number {
    for (const token of this.#records[from]?.tokens ?? []) {
      const to = pointerOf(token);
      if (this.#isOf(to, type)) return to;
    }
    return -1;
  }

  #pointers(from: number, type: string): number[] {
    const tokens = this.#records[from]?.tokens ?? [];
    return tokens.map(pointerOf).filter((to) => this.#isOf(to, type));
  }

  #places(type: string): number[] {
    return this.#records.flatMap((_, place) => (this.#isOf(place, type) ? [place] : []));
  }

  #isOf(place: number, type: string): boolean {
    const own = this.#records[place]?.type;
    return own !== undefined && (own === type || own.endsWith(`-${type}`));
  }
}

function meets(a: Segment, b: Segment): boolean {
  const size = 1 + Math.abs(a.to[0]) + Math.abs(a.to[1]) + Math.abs(a.to[2]);
  return Math.hypot(a.to[0] - b.from[0], a.to[1] - b.from[1], a.to[2] - b.from[2]) <= JOINT * size;
}

/** Diagonal of the box around a ring: the outer ring of a face is the widest. */
function width(ring: readonly Segment[]): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const segment of ring)
    for (const position of segment.hull())
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k]!, position[k]!);
        high[k] = Math.max(high[k]!, position[k]!);
      }
  return Math.hypot(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!);
}
