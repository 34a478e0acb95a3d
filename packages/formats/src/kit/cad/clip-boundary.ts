import type { PlanBox } from '@fieldbridge/fieldjob';

/** How a box lies to a clip boundary. */
export type Side = 'inside' | 'across' | 'outside';

/** A closed polygon in plan outside of which nothing is shown. */
export class ClipBoundary {
  readonly #corners: readonly number[];

  /** @param corners easting, northing, easting, …; the first corner may be repeated at the end */
  constructor(corners: readonly number[]) {
    this.#corners = corners;
  }

  /** How a box lies to the boundary. */
  sideOf({ minEasting, minNorthing, maxEasting, maxNorthing }: PlanBox): Side {
    const c = this.#corners;
    for (let i = 0; i < c.length; i += 2) {
      const j = (i + 2) % c.length;
      if (meetsBox(c[i]!, c[i + 1]!, c[j]!, c[j + 1]!, minEasting, minNorthing, maxEasting, maxNorthing))
        return 'across';
    }
    return this.#holds(minEasting, minNorthing) ? 'inside' : 'outside';
  }

  /** Whether a position is inside, by the even-odd rule. */
  #holds(easting: number, northing: number): boolean {
    const c = this.#corners;
    let inside = false;
    for (let i = 0, j = c.length - 2; i < c.length; j = i, i += 2) {
      const [e1, n1, e2, n2] = [c[i]!, c[i + 1]!, c[j]!, c[j + 1]!];
      if (n1 > northing !== n2 > northing && easting < e1 + ((e2 - e1) * (northing - n1)) / (n2 - n1)) inside = !inside;
    }
    return inside;
  }
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
