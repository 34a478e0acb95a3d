import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenchRow, Subject } from './row.ts';
import { exponent, median, renderTable } from './table.ts';

test('the median of an odd number of runs is the middle one, whatever their order', () => {
  assert.equal(median([5, 1, 3]), 3);
  assert.equal(median([4, 1, 3, 2]), 2);
});

test('the exponent of linear cost is 1 and of quadratic cost 2', () => {
  const linear = [1, 4, 16].map((size) => [size, size * 0.3] as const);
  const quadratic = [1, 4, 16].map((size) => [size, size * size] as const);
  assert.ok(Math.abs(exponent(linear) - 1) < 1e-12);
  assert.ok(Math.abs(exponent(quadratic) - 2) < 1e-12);
  assert.ok(Number.isNaN(exponent([[1, 1]])));
});

test('the table shows how many times faster ours is, and names what is missing', () => {
  const subject = (name: string, role: Subject['role']): Subject => ({ name, role, run: async () => ({ seconds: 1 }) });
  const [ours, peer] = [subject('this', 'ours'), subject('that', 'peer')];
  const row: BenchRow = {
    id: 'x',
    title: 'X',
    goal: '≥ 2 ×',
    sizes: [10],
    unit: 'MB',
    prepare: async () => async () => {},
    subjects: [ours, peer],
  };
  const results = [
    { subject: ours, size: 10, runs: [{ seconds: 2, peakMemory: 3 * 2 ** 20 }] },
    { subject: peer, size: 10, runs: [{ seconds: 5 }] },
  ];
  const text = renderTable(row, results, ['other: not installed']);
  assert.match(text, /\| 2\.50 × \| that \| peer \| 10 \| 2\.000 \| 5\.000 \|/);
  assert.match(text, /\| {2}\| this \| ours \| 10 \| 5\.000 \| 2\.000 \| 3 \|/);
  assert.match(text, /missing: other: not installed/);
});
