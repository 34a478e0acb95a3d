import type { Random } from './random.ts';

/** Independent events at an even rate. @param rate per second @param seconds how long */
export function* atRandom(random: Random, rate: number, seconds: number): Generator<number> {
  for (let time = random.exponential(rate); time < seconds; time += random.exponential(rate)) yield time;
}

/** Independent events of a day, hour by hour. @param hours how many are expected in each */
export function* ofDay(random: Random, hours: readonly number[]): Generator<number> {
  for (const [hour, expected] of hours.entries())
    if (expected > 0) for (const time of atRandom(random, expected / 3600, 3600)) yield 3600 * hour + time;
}
