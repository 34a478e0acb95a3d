/** Line weights in hundredths of a millimetre by their numbers; the last four numbers are -1, -1, -2 and -3. */
const WEIGHTS: readonly number[] = [
  0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211,
];
const SPECIAL_WEIGHTS: readonly number[] = [-1, -1, -2, -3];
const FIRST_SPECIAL = 28;

/** The line weight of a number, as DXF states it: -1 by layer, -2 by block, -3 the usual one. */
export function lineWeightOf(number: number): number {
  return WEIGHTS[number] ?? SPECIAL_WEIGHTS[number - FIRST_SPECIAL] ?? -3;
}

/** The number of a line weight that exists, or of -1, -2 or -3. */
export function lineWeightNumber(weight: number): number {
  return weight < 0 ? FIRST_SPECIAL - weight : WEIGHTS.indexOf(weight);
}
