/** Easting and northing. */
export type Position = readonly [easting: number, northing: number];

/** A place in a drawing, and the known position of the same place on the site. */
export interface Pair {
  readonly from: Position;
  readonly to: Position;
}

/** A drawing turned, stretched and shifted onto a site. */
export interface Similarity {
  readonly scale: number;
  /** Degrees, counter-clockwise. */
  readonly rotation: number;
  /** Difference of each placed position from the known one: known minus placed. */
  readonly residuals: readonly Position[];
  /** Standard deviation of one coordinate; undefined for two pairs, which leave no redundancy. */
  readonly deviation: number | undefined;
  place(position: Position): Position;
}

/**
 * The similarity that brings pairs closest together (least squares; Helmert's four parameters).
 * @returns undefined for fewer than two pairs, and for pairs that are all at one place
 */
export function fitPairs(pairs: readonly Pair[]): Similarity | undefined {
  if (pairs.length < 2) return undefined;
  // Sums use distances from the middle: squares of grid coordinates would lose the millimetres.
  const [from, to] = [middle(pairs.map((pair) => pair.from)), middle(pairs.map((pair) => pair.to))];
  let [square, along, across, known] = [0, 0, 0, 0];
  for (const pair of pairs) {
    const [e, n] = [pair.from[0] - from[0], pair.from[1] - from[1]];
    const [u, v] = [pair.to[0] - to[0], pair.to[1] - to[1]];
    square += e * e + n * n;
    known += u * u + v * v;
    along += u * e + v * n;
    across += v * e - u * n;
  }
  if (!(square > 0 && known > 0)) return undefined;
  const [re, im] = [along / square, across / square];
  const place = ([easting, northing]: Position): Position => {
    const [e, n] = [easting - from[0], northing - from[1]];
    return [to[0] + re * e - im * n, to[1] + im * e + re * n];
  };
  const residuals = pairs.map((pair): Position => {
    const [e, n] = place(pair.from);
    return [pair.to[0] - e, pair.to[1] - n];
  });
  const left = residuals.reduce((sum, [e, n]) => sum + e * e + n * n, 0);
  return {
    scale: Math.hypot(re, im),
    rotation: (Math.atan2(im, re) * 180) / Math.PI,
    ...{ residuals, place, deviation: pairs.length === 2 ? undefined : Math.sqrt(left / (2 * pairs.length - 4)) },
  };
}

/**
 * The options of an import that place a drawing that way: by two positions far apart, which define a similarity
 * completely.
 */
export function placementOptions(
  { place }: Similarity,
  pairs: readonly Pair[],
): { readonly placement: 'line'; readonly from: string; readonly to: string } {
  const positions = pairs.map(({ from }) => from);
  const first = positions[0]!;
  const second = positions.reduce((best, one) => (distance(first, one) > distance(first, best) ? one : best));
  const text = (ends: readonly Position[]): string => ends.map((end) => end.join(',')).join(';');
  return { placement: 'line', from: text([first, second]), to: text([place(first), place(second)]) };
}

function middle(positions: readonly Position[]): Position {
  const sum = (axis: 0 | 1): number => positions.reduce((all, one) => all + one[axis], 0);
  return [sum(0) / positions.length, sum(1) / positions.length];
}

function distance(a: Position, b: Position): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
