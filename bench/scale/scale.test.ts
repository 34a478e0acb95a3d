import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { atRandom, ofDay } from './arrivals.ts';
import { storeTickets } from './commits.ts';
import { meanWait, probabilityOfWaiting, waitQuantile } from './erlang-c.ts';
import { queueFor } from './queue.ts';
import { Random } from './random.ts';
import { Waits } from './waits.ts';

const near = (actual: number, expected: number, share: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) <= share * expected, `${what}: ${actual} instead of ${expected}`);

describe("Erlang's C formula", () => {
  test('has the values of the textbooks', () => {
    // One place: its load (M/M/1). Two places with load 1: 1/3. Ten with load 8: 0.409 (Erlang's tables).
    for (const [places, load, expected] of [
      [1, 0.5, 0.5],
      [2, 1, 1 / 3],
      [10, 8, 0.4092],
      [5, 4, 0.5541],
    ] as const)
      near(probabilityOfWaiting(places, load), expected, 0.06, `${places} places, load ${load}`);
    near(meanWait(1, 0.5, 1), 1, 1e-9, 'M/M/1 at half load waits as long as it is served');
    near(waitQuantile(1, 0.5, 1, 0.99), Math.log(50) / 0.5, 1e-9, '99th percentile of M/M/1');
    assert.equal(waitQuantile(10, 1, 1, 0.99), 0, 'nobody waits where places are idle');
  });
});

describe('the simulated queue', () => {
  for (const [places, load] of [
    [1, 0.5],
    [1, 0.8],
    [4, 3.2],
    [16, 14],
    [64, 57],
    [1000, 940],
  ] as const)
    test(`waits as Erlang's C formula says for ${places} places at a load of ${load}`, () => {
      const [random, rate] = [new Random(places), 0.25];
      // Queues of many places change slowly: twice the events still hold only a few hundred independent queues.
      const [events, accuracy] = places < 100 ? [2_000_000, 1] : [4_000_000, 2];
      const arrivals = load * rate;
      const waits = queueFor(atRandom(random, arrivals, events / arrivals), () => random.exponential(rate), places);
      near(waits.delayed, probabilityOfWaiting(places, load), accuracy * 0.06, 'the share that waits');
      near(waits.mean, meanWait(places, arrivals, rate), accuracy * 0.12, 'the mean wait');
      near(waits.quantile(0.99), waitQuantile(places, arrivals, rate, 0.99), accuracy * 0.12, 'the 99th percentile');
    });

  test('waits half as long if all take the same time (Pollaczek and Khinchine)', () => {
    const random = new Random(7);
    const waits = queueFor(atRandom(random, 0.8, 400_000), () => 1, 1);
    near(waits.mean, meanWait(1, 0.8, 1) / 2, 0.05, 'the mean wait');
  });

  test('serves in order, and everybody in the end', () => {
    const durations = [5, 1, 1, 1];
    const waits = queueFor([0, 1, 1, 9], () => durations.shift()!, 2);
    // The first place has the first until 5; the second serves the others from 1, 2 and 9.
    assert.deepEqual([waits.count, waits.quantile(1), waits.mean], [4, 1, 0.25]);
  });
});

describe('simulated tickets', () => {
  const cost = { server: 0, transaction: 0.01, row: 0.001 };
  const run = (times: readonly number[], servers = 1) => storeTickets(times, { cost, servers, random: new Random(1) });

  test('that come one by one are alone in their transaction', () => {
    const { waits, busy } = run([0, 1, 2]);
    near(waits.quantile(1), 0.011, 1e-9, 'the wait');
    near(busy, 0.033 / 2.011, 1e-9, 'the share of time');
  });

  test('that come while a transaction runs share the next one', () => {
    // The first commits at 11 ms; the other three, which came meanwhile, together 13 ms later.
    const { waits } = run([0, 0.002, 0.003, 0.004]);
    near(waits.quantile(0.25), 0.011, 1e-9, 'the first');
    near(waits.quantile(1), 0.022, 1e-9, 'the second');
    assert.equal(waits.count, 4);
  });

  test('of several servers take turns at the lock of the space', () => {
    const { waits } = run([0, 0, 0, 0, 0, 0], 1000);
    assert.equal(waits.count, 6);
    near(waits.quantile(1), 0.066, 1e-9, 'six transactions, one after another');
  });

  test('wait for the processor of their server', () => {
    const { waits } = storeTickets([0, 0], { cost: { ...cost, server: 1 }, servers: 1, random: new Random(1) });
    near(waits.quantile(1), 2.011, 1e-9, 'the second');
  });
});

describe('arrivals', () => {
  test('are the same for a seed, and as many as expected', () => {
    const hours = [0, 5000, 0, 10_000];
    const [one, other] = [[...ofDay(new Random(3), hours)], [...ofDay(new Random(3), hours)]];
    assert.deepEqual(one, other);
    near(one.length, 15_000, 0.03, 'their number');
    near(one.filter((time) => time >= 3 * 3600 && time < 4 * 3600).length, 10_000, 0.05, 'in the last hour');
    assert.ok(
      one.every((time, i) => i === 0 || time >= one[i - 1]!),
      'in order',
    );
    assert.ok(one[0]! >= 3600, 'none in an hour without any');
  });

  test('numbers spread evenly', () => {
    const [random, counts] = [new Random(11), new Array<number>(16).fill(0)];
    for (let i = 0; i < 160_000; i++) counts[Math.floor(random.next() * 16)]!++;
    for (const count of counts) near(count, 10_000, 0.04, 'a sixteenth');
  });
});

describe('waits', () => {
  test('have the quantiles of what was added, in any order', () => {
    const waits = new Waits();
    for (let i = 0; i < 5000; i++) waits.add((i * 7919) % 5000);
    assert.deepEqual([waits.quantile(0.5), waits.quantile(0.99), waits.quantile(1)], [2499, 4949, 4999]);
    assert.deepEqual([waits.mean, waits.delayed], [2499.5, 0.9998]);
    assert.ok(Number.isNaN(new Waits().quantile(0.5)));
  });
});
