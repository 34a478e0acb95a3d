import { isPlace, PlaceIndex } from './place-index.ts';

/** The features of one job for which partners are searched. */
export interface Side {
  readonly length: number;
  /** Its identity if nothing else has the same; '' if it has none. */
  readonly name: (row: number) => string;
  /** Where it begins. */
  readonly easting: (row: number) => number;
  readonly northing: (row: number) => number;
  /** Where it ends, if that is another place. */
  readonly end?: { readonly easting: (row: number) => number; readonly northing: (row: number) => number };
}

/** Two sides, and how their geometry compares. */
export interface Sides {
  readonly a: Side;
  readonly b: Side;
  /** Whether two features have the same geometry within the tolerance. */
  readonly isSame: (rowA: number, rowB: number) => boolean;
  /** Whether two features begin, or end, at the same place. */
  readonly tolerance: number;
}

/**
 * Finds the partner of each feature in the other job: by a name that occurs once on either side; else by the same
 * geometry, the same name preferred; else by the place where it begins or ends; else by a name that occurs once among
 * the rest.
 * @returns per row of `a` the row of `b`, or -1; and per row of `b` whether it has a partner
 */
export function pairRows(sides: Sides): { readonly partner: Int32Array; readonly taken: Uint8Array } {
  const { a, b, isSame, tolerance } = sides;
  const partner = new Int32Array(a.length).fill(-1);
  const taken = new Uint8Array(b.length);
  const gone = (row: number): boolean => taken[row] === 1;
  const join = (rowA: number, rowB: number): void => {
    partner[rowA] = rowB;
    taken[rowB] = 1;
  };
  const byName = (): void => {
    const single = namedOnce(b, gone);
    for (const [name, row] of namedOnce(a, (one) => partner[one]! >= 0)) {
      const other = row < 0 ? undefined : single.get(name);
      if (other !== undefined && other >= 0) join(row, other);
    }
  };
  /** Joins rows at the same place that `fits` accepts. */
  const byPlace = (at: 'start' | 'end', fits: (rowA: number, rowB: number) => boolean): void => {
    const [placeA, placeB] = at === 'start' ? [a, b] : [a.end, b.end];
    if (placeA === undefined || placeB === undefined) return;
    const index = new PlaceIndex(b.length, placeB.easting, placeB.northing, tolerance);
    for (let row = 0; row < a.length; row++) {
      if (partner[row]! >= 0) continue;
      const [easting, northing] = [placeA.easting(row), placeA.northing(row)];
      const name = a.name(row);
      let best = -1;
      index.near(easting, northing, gone, (other) => {
        if (Math.hypot(placeB.easting(other) - easting, placeB.northing(other) - northing) > tolerance) return false;
        if (!fits(row, other)) return false;
        const isNamesake = b.name(other) === name;
        if (best < 0 || isNamesake) best = other;
        return isNamesake;
      });
      if (best >= 0) join(row, best);
    }
  };
  byName();
  byPlace('start', isSame);
  byPlace('start', () => true);
  byPlace('end', () => true);
  byName();
  joinNowhere(sides, partner, taken);
  return { partner, taken };
}

/** Joins what no index finds (an empty line, a position that is not a number) in its order, if it is the same. */
function joinNowhere({ a, b, tolerance }: Sides, partner: Int32Array, taken: Uint8Array): void {
  const isNowhere = (side: Side, row: number): boolean => !isPlace(side.easting(row), side.northing(row), tolerance);
  let other = 0;
  for (let row = 0; row < a.length; row++) {
    if (partner[row]! >= 0 || !isNowhere(a, row)) continue;
    while (other < b.length && (taken[other] === 1 || !isNowhere(b, other))) other++;
    if (other === b.length) return;
    if (!Object.is(a.easting(row), b.easting(other)) || !Object.is(a.northing(row), b.northing(other))) continue;
    partner[row] = other;
    taken[other] = 1;
  }
}

/** The rows of names that occur once among the rows that are left; -1 for other names. */
function namedOnce({ length, name }: Side, gone: (row: number) => boolean): Map<string, number> {
  const rows = new Map<string, number>();
  for (let row = 0; row < length; row++) {
    if (gone(row)) continue;
    const one = name(row);
    if (one !== '') rows.set(one, rows.has(one) ? -1 : row);
  }
  return rows;
}
