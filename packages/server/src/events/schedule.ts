const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** Pauses before the second, third … attempt; together 24 hours. */
const PAUSES: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR + 17 * MINUTE,
];

/**
 * The pause after a failed attempt in milliseconds, or undefined if it was the last.
 * @param attempts made so far, from 1
 * @param random from 0 to 1: varies the pause by a tenth, so that many deliveries do not come back at once
 */
export function pauseAfter(attempts: number, random: number): number | undefined {
  const pause = PAUSES[attempts - 1];
  return pause === undefined ? undefined : Math.round(pause * (0.9 + 0.2 * random));
}
