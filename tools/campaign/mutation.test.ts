import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { detect, formatById, MemorySource } from '@fieldbridge/formats';
import fc from 'fast-check';
import { damageInside } from './inside.ts';
import { Chance, mutate, mutateInPlace } from './mutation.ts';
import { runCampaign } from './run.ts';
import { pickSeed, type Seed, seedsOf } from './seeds.ts';

const NOWHERE = join(import.meta.dirname, 'no-such-corpus');
const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe('chance', () => {
  test('gives the same numbers for the same seed, spread over their range', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 1, max: 1000 }), (from, below) => {
        const [one, other] = [new Chance(from), new Chance(from)];
        for (let i = 0; i < 50; i++) {
          const drawn = one.below(below);
          assert.equal(drawn, other.below(below));
          assert.ok(Number.isInteger(drawn) && drawn >= 0 && drawn < below);
        }
      }),
      { numRuns: 50 },
    );
    const chance = new Chance(1);
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i++) counts[chance.below(10)]!++;
    // 1000 each; ten standard deviations are 300.
    for (const count of counts) assert.ok(Math.abs(count - 1000) < 300, counts.join());
  });

  test('picks every item of a list sooner or later', () => {
    const chance = new Chance(7);
    const seen = new Set(Array.from({ length: 200 }, () => chance.pick(['a', 'b', 'c', 'd'])));
    assert.equal(seen.size, 4);
  });
});

describe('damage', () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  test('never touches its source file, and is the same for the same seed', () => {
    fc.assert(
      fc.property(bytes, bytes, seed, (original, other, from) => {
        const before = [original.slice(), other.slice()];
        const damaged = mutate(original, other, new Chance(from));
        assert.deepEqual([original, other], before);
        assert.deepEqual(damaged, mutate(original, other, new Chance(from)));
      }),
      { numRuns: 200 },
    );
  });

  test('in place keeps the size, and nearly always changes a file that has content', () => {
    let changed = 0;
    for (let from = 0; from < 200; from++) {
      const original = Uint8Array.from({ length: 100 }, (_, i) => i);
      const damaged = mutateInPlace(original, new Chance(from));
      assert.equal(damaged.length, original.length);
      if (damaged.some((byte, i) => byte !== original[i])) changed++;
    }
    assert.ok(changed > 190, String(changed));
    assert.deepEqual(mutateInPlace(new Uint8Array(0), new Chance(1)), new Uint8Array(0));
  });

  test('of any kind leaves most of a file intact, so that readers get to see it', () => {
    const original = new TextEncoder().encode('0\nSECTION\n2\nENTITIES\n'.repeat(500));
    let kept = 0;
    for (let from = 0; from < 100; from++) if (mutate(original, original, new Chance(from)).length > 5000) kept++;
    assert.ok(kept > 50, String(kept));
  });

  describe('inside compression is possible only for the formats that support it', () => {
    for (const format of ['csv', 'toString', ''])
      test(JSON.stringify(format), () => {
        assert.throws(
          () => damageInside(format, new Uint8Array(9), new Chance(1), ''),
          /cannot be damaged inside.*dgn, imodel/,
        );
      });
  });
});

describe('files to start from', () => {
  describe('are written by the format itself if there is no corpus, and recognised', () => {
    for (const id of ['csv', 'dxf', 'landxml', 'tp3', 'mjf'])
      test(JSON.stringify(id), async () => {
        const [written, ...more] = await seedsOf(formatById(id)!, NOWHERE);
        assert.deepEqual([more.length, written?.name], [0, `(written) sample.${id}`]);
        const found = detect(new MemorySource(written!.bytes, `sample.${formatById(id)!.extensions[0]}`));
        assert.equal(found?.format.id, id);
      });
  });

  test('that are slow to read are rarely drawn', () => {
    const quick: Seed[] = ['a', 'b'].map((name) => ({ name, bytes: new Uint8Array() }));
    const slow: Seed = { name: 'slow', bytes: new Uint8Array(), isSlow: true };
    const share = (seeds: Seed[]): number => {
      const chance = new Chance(3);
      return Array.from({ length: 2000 }, () => pickSeed(seeds, chance)).filter((one) => one === slow).length / 2000;
    };
    // One of twenty.
    assert.ok(Math.abs(share([...quick, slow]) - 0.05) < 0.02, String(share([...quick, slow])));
    assert.equal(share([slow]), 1);
    assert.equal(share(quick), 0);
  });
});

describe('a campaign', () => {
  const campaign = { format: 'csv', rounds: 6, seed: 5, corpus: NOWHERE, deadline: 240, memory: 2 ** 31 };
  test('answers for every round, the same each time', async () => {
    const [one, other] = [await runCampaign(campaign), await runCampaign(campaign)];
    assert.deepEqual(one, other);
    assert.equal(Object.values(one.answers).reduce((sum, count) => sum + count, 0) + one.faults.length, 6);
    for (const answer of Object.keys(one.answers)) assert.match(answer, /^(read|refused [a-z-]+)$/);
  });

  test('that cannot begin says why instead of retrying forever', async () => {
    await assert.rejects(runCampaign({ ...campaign, memory: 1 }), /the child of the campaign held \d+ MB/);
    await assert.rejects(runCampaign({ ...campaign, format: 'nonsense' }), /there is no format "nonsense"/);
    await assert.rejects(runCampaign({ ...campaign, format: 'imodel' }), /there is no file to start from for "imodel"/);
  });
});
