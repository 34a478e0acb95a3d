import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenchRow, Measurement, Subject } from './row.ts';
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

test('the table shows the median p99 of all runs and the worst', () => {
  const row: BenchRow = {
    ...{ id: 'x', title: 'X', goal: 'g', sizes: [1], unit: 'rows', subjects: [] },
    prepare: async () => async () => {},
  };
  const subject: Subject = { name: 'this', role: 'ours', run: async () => ({ seconds: 1 }) };
  const lineOf = (...runs: Measurement[]): string =>
    renderTable(row, [{ subject, size: 1, runs }], [])
      .split('\n')
      .find((line) => line.includes('this'))!;
  assert.match(
    lineOf({ seconds: 1, p99: 30, note: 'a' }, { seconds: 1, p99: 138 }, { seconds: 1, p99: 20, note: 'b' }),
    /\| 3 \| p99 30\.0 ms, at worst 138\.0 ms; b \|$/,
  );
  assert.match(lineOf({ seconds: 1, note: 'a' }), /\| 1 \| a \|$/);
  assert.match(lineOf({ seconds: 1, p99: 7 }), /\| 1 \| p99 7\.0 ms, at worst 7\.0 ms \|$/);
});

test('a table of several sizes has a line for each subject and size, in order of the ladder, and our growth', () => {
  const subject = (name: string, role: Subject['role']): Subject => ({ name, role, run: async () => ({ seconds: 1 }) });
  const [ours, limit] = [subject('this', 'ours'), subject('bare', 'limit')];
  const row: BenchRow = {
    ...{ id: 'x', title: 'X', goal: 'g', sizes: [1, 4, 16], unit: 'rows', subjects: [ours, limit] },
    prepare: async () => async () => {},
  };
  const results = [16, 1, 4].flatMap((size) => [
    {
      subject: ours,
      size,
      runs: [{ seconds: size, note: 'early' }, { seconds: size }, { seconds: size, note: `n${size}` }],
    },
    { subject: limit, size, runs: [{ seconds: size / 2, peakMemory: 2 ** 20 }, { seconds: size / 2 }] },
  ]);
  const lines = renderTable(row, results, [])
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.includes('subject'));
  assert.deepEqual(
    lines.map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, 5),
    ),
    [1, 4, 16].flatMap((size) => [
      ['', 'this', 'ours', String(size)],
      ['0.50 ×', 'bare', 'limit', String(size)],
    ]),
  );
  assert.ok(lines[0]!.endsWith('| 3 | n1 |'), 'the note is that of the last run');
  assert.match(lines[1]!, /\| {2}\| 2 \|/, 'memory is left out unless every run measured it');
  assert.match(renderTable(row, results, []), /exponent of our cost over the sizes: 1\.00/);
  const alone = renderTable({ ...row, sizes: [1] }, results.slice(2, 3), ['bare: not here', 'other: nor this']);
  assert.match(alone, /one size only\nmissing: bare: not here\nmissing: other: nor this$/);
});
