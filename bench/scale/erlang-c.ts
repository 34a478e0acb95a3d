/**
 * Erlang's C formula: the probability that someone has to wait where arrivals are random, durations exponential, and
 * the first of a queue goes to the first of several places that is free (M/M/c; A. K. Erlang, 1917).
 * @param load arrivals per second ÷ what one place can do per second; less than `places`
 */
export function probabilityOfWaiting(places: number, load: number): number {
  // Erlang's B by its recursion, which does not overflow as factorials do, then C from B.
  let blocked = 1;
  for (let k = 1; k <= places; k++) blocked = (load * blocked) / (k + load * blocked);
  return blocked / (1 - (load / places) * (1 - blocked));
}

/** The mean wait in seconds. @param rate what one place can do per second */
export function meanWait(places: number, arrivals: number, rate: number): number {
  return probabilityOfWaiting(places, arrivals / rate) / (places * rate - arrivals);
}

/** The wait in seconds that a share of all does not exceed. */
export function waitQuantile(places: number, arrivals: number, rate: number, share: number): number {
  const waiting = probabilityOfWaiting(places, arrivals / rate);
  return Math.max(0, Math.log(waiting / (1 - share)) / (places * rate - arrivals));
}
