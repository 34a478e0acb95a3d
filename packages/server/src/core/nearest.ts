/** Longest name that is compared; longer ones are not typos. */
const LONGEST = 64;

/**
 * The known name closest to a mistyped one, or undefined if none is close. Case is ignored; at most a third of the
 * letters may differ.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    if (candidate.length > LONGEST) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** A letter may become three in lower case. */
const ROW = 3 * LONGEST + 1;
/** Three rows of distances, reused because callers' names are compared by the thousand. */
let [beforeLast, last, row] = [new Uint8Array(ROW), new Uint8Array(ROW), new Uint8Array(ROW)];

/**
 * Levenshtein distance in which two swapped neighbours count once (optimal string alignment), with three rows.
 * @param limit the result never exceeds this, because larger distances do not matter
 */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  for (let j = 0; j <= b.length; j++) last[j] = j;
  let leastOfLast = 0;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let distance = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (
        !isSame &&
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      )
        distance = Math.min(distance, beforeLast[j - 2]! + 1);
      row[j] = distance;
      if (distance < least) least = distance;
    }
    // Later rows derive from the last two, so none of them can be below the smaller minimum of these.
    if (least >= limit && leastOfLast >= limit) return limit;
    leastOfLast = least;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[b.length]!;
}
