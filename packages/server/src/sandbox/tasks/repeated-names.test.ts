import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Feature, JobBuilder } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { repeatedNames } from './repeated-names.ts';

/** A job with a point of each name. */
function jobOf(names: readonly string[]): JobBuilder['job'] {
  const builder = new JobBuilder();
  for (const name of names) {
    const feature = new Feature();
    feature.name = name;
    builder.point(feature, 1, 2, 3);
  }
  return builder.job;
}

test('names that several points have are counted, others and points without a name are not', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('', 'A', 'B', 'a', 'Ä', '__proto__', '1', '01')), (names) => {
      const counts = new Map<string, number>();
      for (const name of names) if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
      const expected = [...counts].filter(([, count]) => count > 1).sort();
      assert.deepEqual(repeatedNames(jobOf(names), 100).sort(), expected);
    }),
  );
});

test('names of one hash are told apart', () => {
  // FNV-1a of 32 bits is the same for both (http://www.isthe.com/chongo/tech/comp/fnv/).
  assert.deepEqual(repeatedNames(jobOf(['costarring', 'liquid', 'x', 'x']), 100), [['x', 2]]);
  assert.deepEqual(repeatedNames(jobOf(['costarring', 'liquid', 'liquid']), 100), [['liquid', 2]]);
});

test('no more are told than are asked for', () => {
  const names = Array.from({ length: 50 }, (_, i) => `P${i % 25}`);
  assert.equal(repeatedNames(jobOf(names), 10).length, 10);
  assert.deepEqual(repeatedNames(jobOf([]), 10), []);
});
