import assert from 'node:assert/strict';
import test from 'node:test';
import { Feature, JobBuilder } from '@fieldbridge/fieldjob';
import { writeWith } from '../../../testing/run-format.ts';
import { IssueLog } from '../../core/issue.ts';
import { formatById, parseExportOptions } from '../../index.ts';
import { Rounding } from './rounding.ts';

/** What is told of numbers written with so many decimals. */
function told(decimals: number, ...values: readonly number[]): string {
  const issues = new IssueLog();
  const rounding = new Rounding(decimals);
  for (const value of values) rounding.see(value);
  rounding.report('metre', issues);
  return issues
    .summary()
    .map(({ code, severity, count, text }) => `${severity} ${code} ${count}: ${text}`)
    .join();
}

test('what is rounded is told, with how many numbers and how far the farthest moved', () => {
  const rounded = '2 coordinates were rounded to 3 decimals; the farthest moved by 0.00040 (metre)';
  assert.equal(told(3, 1, 2.5, 7.0001, -8.1234, 4.125), `note coordinates-rounded 2: ${rounded}`);
  assert.equal(
    told(0, 0.5),
    'note coordinates-rounded 1: 1 coordinates were rounded to 0 decimals; the farthest moved by 0.50 (metre)',
  );
});

test('numbers that have no more decimals, and those that are none, are no matter', () => {
  assert.equal(told(3, 5_912_345.678, 35_912_345.123, -0.001, 0, Number.NaN, Infinity), '');
  assert.equal(told(4, 505_025.5625, 0.0001), '');
});

test('GTS-7 and templates of points say what their decimals cost; shortest numbers cost nothing', async () => {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  builder.point(Object.assign(new Feature(), { name: '1' }), 1000.000_04, 2000.25, 3.5);
  for (const [id, options, count] of [
    ['gts7', {}, 1],
    ['gts7', { decimals: 5 }, 0],
    ['points', { template: 'trimble-access' }, 1],
    ['points', { columns: 'name,northing', decimals: 3 }, 0],
    ['points', { columns: 'name,northing', decimals: 1 }, 1],
    ['points', {}, 0],
  ] as const) {
    const format = formatById(id)!;
    const { values } = parseExportOptions(format, options);
    const { issues } = await writeWith(format, builder.job, { options: values });
    assert.equal(issues.count('coordinates-rounded'), count, `${id} ${JSON.stringify(options)}`);
  }
});
