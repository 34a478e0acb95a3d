import type { ViewBox } from '@fieldbridge/view-wire';
import { crossing } from '../pick.ts';

type Place = readonly [easting: number, northing: number];

/** A polygon in plan that things are selected with. */
export class Region {
  readonly box: ViewBox;
  readonly #corners: readonly Place[];

  /** @param corners at least three */
  constructor(corners: readonly Place[]) {
    this.#corners = corners;
    const [easts, norths] = [corners.map(([e]) => e), corners.map(([, n]) => n)];
    this.box = [Math.min(...easts), Math.min(...norths), Math.max(...easts), Math.max(...norths)];
  }

  /** The rectangle between two corners. */
  static window([e1, n1]: Place, [e2, n2]: Place): Region {
    return new Region([
      [e1, n1],
      [e2, n1],
      [e2, n2],
      [e1, n2],
    ]);
  }

  /** One of its corners. */
  get corner(): Place {
    return this.#corners[0]!;
  }

  /** Whether a place is in it. */
  holds(easting: number, northing: number): boolean {
    const [west, south, east, north] = this.box;
    if (!(easting >= west && easting <= east && northing >= south && northing <= north)) return false;
    let isInside = false;
    for (const [[ae, an], [be, bn]] of this.#edges()) {
      if (an > northing === bn > northing) continue;
      if (easting < ae + ((northing - an) / (bn - an)) * (be - ae)) isInside = !isInside;
    }
    return isInside;
  }

  /** Whether a segment crosses its edge. */
  isCrossedBy(a: Place, b: Place): boolean {
    const [west, south, east, north] = this.box;
    if (Math.max(a[0], b[0]) < west || Math.min(a[0], b[0]) > east) return false;
    if (Math.max(a[1], b[1]) < south || Math.min(a[1], b[1]) > north) return false;
    for (const [from, to] of this.#edges()) if (crossing(a, b, from, to) !== undefined) return true;
    return false;
  }

  *#edges(): Generator<readonly [Place, Place], void> {
    const corners = this.#corners;
    for (let i = 0; i < corners.length; i++) yield [corners[i]!, corners[(i + 1) % corners.length]!];
  }
}
