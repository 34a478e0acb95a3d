import assert from 'node:assert/strict';
import test from 'node:test';
import { Feature, JobBuilder } from '@fieldbridge/fieldjob';
import { writeWith } from '../../../testing/run-format.ts';
import { IssueLog } from '../../core/issues/issue.ts';
import { formatById, parseExportOptions } from '../../index.ts';
import { Rounding } from './rounding.ts';

/** The report for numbers written with so many decimals: code, count and the largest change. */
function reported(decimals: number, ...values: readonly number[]): unknown[] {
  const issues = new IssueLog();
  const rounding = new Rounding(decimals);
  for (const value of values) rounding.see(value);
  rounding.report('metre', issues);
  return issues.summary().map(({ code, parameters }) => [code, parameters]);
}

for (const [decimals, values, count, most] of [
  [3, [1, 2.5, 7.0001, -8.1234, 4.125], 2, '0.00040'],
  [0, [0.5], 1, '0.50'],
] as const)
  test(`${values} with ${decimals} decimals: ${count} rounded, by ${most} at most`, () => {
    const parameters = { count, decimals, most, unit: 'metre' };
    assert.deepEqual(reported(decimals, ...values), [['coordinates-rounded', parameters]]);
  });

test('numbers without further decimals and NaN are not reported', () => {
  assert.deepEqual(reported(3, 5_912_345.678, 35_912_345.123, -0.001, 0, Number.NaN, Infinity), []);
  assert.deepEqual(reported(4, 505_025.5625, 0.0001), []);
});

test('GTS-7 and templates of points report the rounding of their decimals; shortest numbers are not rounded', async () => {
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
