import type { PlanBox } from '@fieldbridge/fieldjob';
import { rayMeets, type Segment } from './segment.ts';

/** How a box lies to a clip boundary. */
export type Side = 'inside' | 'across' | 'outside';

/** Where a segment crosses the boundary. */
export interface Crossing {
  /** Share of the segment. */
  readonly share: number;
  /** Place on the boundary: number of its edge and share of that. */
  readonly place: number;
  readonly easting: number;
  readonly northing: number;
}

/**
 * Share of its size by which the boundary is larger where sides are decided, so that linework drawn along it is inside.
 * Far below what coordinates resolve; cuts are on the boundary itself.
 */
const GROWTH = 2 ** -36;

/** A closed polygon in plan outside of which nothing is shown. */
export class ClipBoundary {
  /** Easting, northing, easting, … without repeated corners. */
  readonly corners: readonly number[];
  readonly #grown: readonly number[];

  /** @param corners easting, northing, easting, …; the first corner may be repeated at the end */
  constructor(corners: readonly number[]) {
    const { length } = corners;
    const isKept = (i: number): boolean => {
      const before = (i + length - 2) % length;
      return corners[i] !== corners[before] || corners[i + 1] !== corners[before + 1];
    };
    this.corners = corners.filter((_, i) => isKept(i - (i % 2)));
    this.#grown = grown(this.corners);
  }

  /** How a box lies to the boundary. */
  sideOf({ minEasting, minNorthing, maxEasting, maxNorthing }: PlanBox): Side {
    const c = this.corners;
    for (let i = 0; i < c.length; i += 2) {
      const j = (i + 2) % c.length;
      if (meetsBox(c[i]!, c[i + 1]!, c[j]!, c[j + 1]!, minEasting, minNorthing, maxEasting, maxNorthing))
        return 'across';
    }
    return this.holds(minEasting, minNorthing) ? 'inside' : 'outside';
  }

  /** Whether a position is inside, by the even-odd rule. */
  holds(easting: number, northing: number): boolean {
    const c = this.#grown;
    let inside = false;
    for (let i = 0, j = c.length - 2; i < c.length; j = i, i += 2) {
      const [a, b] = [
        { easting: c[i]!, northing: c[i + 1]! },
        { easting: c[j]!, northing: c[j + 1]! },
      ];
      if (rayMeets(a, b, easting, northing)) inside = !inside;
    }
    return inside;
  }

  /** Where a segment crosses it, along the segment. */
  crossings(segment: Segment): Crossing[] {
    const [c, g] = [this.corners, this.#grown];
    const found: Crossing[] = [];
    for (let i = 0; i < c.length; i += 2) {
      const j = (i + 2) % c.length;
      for (const [share, other] of segment.crossings(g[i]!, g[i + 1]!, g[j]!, g[j + 1]!)) {
        const exact = segment.meets(c[i]!, c[i + 1]!, c[j]!, c[j + 1]!, share);
        const { easting, northing } = exact ?? between(c, i, j, other);
        found.push({ share, place: i / 2 + other, easting, northing });
      }
    }
    return found.toSorted((a, b) => a.share - b.share);
  }

  /** The position at a place on the boundary as sides are decided by. */
  decided(place: number): { easting: number; northing: number } {
    const edge = Math.min(Math.floor(place), this.corners.length / 2 - 1);
    const i = 2 * edge;
    return between(this.#grown, i, (i + 2) % this.corners.length, place - edge);
  }
}

function between(c: readonly number[], i: number, j: number, share: number): { easting: number; northing: number } {
  const part = (from: number, to: number): number => from + (to - from) * share;
  return { easting: part(c[i]!, c[j]!), northing: part(c[i + 1]!, c[j + 1]!) };
}

function grown(corners: readonly number[]): number[] {
  const middle = [0, 1].map((axis) => {
    const values = corners.filter((_, i) => i % 2 === axis);
    return values.reduce((sum, value) => sum + value / values.length, 0);
  });
  const largest = corners.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return corners.map((value, i) => {
    const from = value - middle[i % 2]!;
    return value + from * GROWTH + Math.sign(from) * largest * Number.EPSILON;
  });
}

/** Whether a part of a line is in a box (Liang and Barsky). */
function meetsBox(
  e1: number,
  n1: number,
  e2: number,
  n2: number,
  west: number,
  south: number,
  east: number,
  north: number,
): boolean {
  let [from, to] = [0, 1];
  for (const [change, room] of [
    [e1 - e2, e1 - west],
    [e2 - e1, east - e1],
    [n1 - n2, n1 - south],
    [n2 - n1, north - n1],
  ] as const) {
    if (change === 0 && room < 0) return false;
    if (change < 0) from = Math.max(from, room / change);
    if (change > 0) to = Math.min(to, room / change);
  }
  return from <= to;
}
