import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LetterPairs } from './letter-pairs.ts';

const TEXTS = ['rdnew', 'rdold', 'anan', 'x', ''];

for (const { text, shares } of [
  { text: 'rdnew', shares: [1, 1 / 4, 0, 0, 0] },
  // "an" and "na", each counted once.
  { text: 'ana', shares: [0, 0, 1, 0, 0] },
  { text: 'rdnw', shares: [4 / 7, 2 / 7, 0, 0, 0] },
  { text: 'x', shares: [0, 0, 0, 0, 0] },
])
  test(`what "${text}" has in common with other texts`, () => {
    const pairs = new LetterPairs();
    for (const one of TEXTS) pairs.add(one);
    assert.deepEqual([...pairs.likeness(text)], shares);
  });
