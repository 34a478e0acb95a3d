/** A full turn in radians. */
export const FULL_TURN = 2 * Math.PI;

/** An angle in radians as one from 0 up to a full turn. */
export function withinTurn(angle: number): number {
  return ((angle % FULL_TURN) + FULL_TURN) % FULL_TURN;
}
