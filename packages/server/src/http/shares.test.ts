import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Alone } from '../storage/alone.ts';
import { Shares } from './shares.ts';
import { TokenBuckets } from './token-bucket.ts';

const QUOTA = 100;

/** One of two servers; the other reports when a test says so. */
class OneOfTwo extends Alone {
  override readonly size = 2 as 1;
  look = (): void => {};
  reported = performance.now();
  amounts: ReadonlyMap<string, number> = new Map();
  override onLook(listener?: () => void): void {
    this.look = listener!;
  }
  override async demand() {
    return { amounts: this.amounts, silentMs: performance.now() - this.reported };
  }
}

/** What the other server does between the first requests and the next look. */
const OTHERS: Readonly<Record<string, readonly [does: (other: OneOfTwo) => void, allowed: number]>> = {
  'is busy and has not reported since': [() => {}, QUOTA / 2],
  'has reported, and nobody asks it': [(other) => (other.reported = performance.now()), QUOTA],
  'is asked as much': [
    (other) => {
      other.reported = performance.now();
      other.amounts = new Map([['requests a', 2 * QUOTA]]);
    },
    QUOTA / 2,
  ],
};

for (const [name, [does, allowed]] of Object.entries(OTHERS))
  test(`a caller of one server, while the other ${name}, has ${allowed} of ${QUOTA}`, async () => {
    const cluster = new OneOfTwo();
    const shared = { shares: new Shares(cluster), name: 'requests' };
    // A year: nothing is refilled.
    const buckets = new TokenBuckets(QUOTA, 365 * 86_400_000, undefined, shared);
    let count = 0;
    const ask = (): void => {
      for (let i = 0; i < QUOTA; i++) if (buckets.take('a').allowed) count++;
    };
    ask();
    await pause(5);
    does(cluster);
    for (let i = 0; i < 3; i++) {
      cluster.look();
      await pause(5);
      ask();
    }
    assert.equal(count, allowed);
  });
