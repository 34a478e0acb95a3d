import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import { entitiesOf, type Read, readGroups } from './testing/reading.ts';

type Groups = (string | number)[];

/** A length of 10 along the easting, its line 2 above, with values in place of those of its style. */
const LINEAR: Groups = [13, 0, 23, 0, 14, 10, 24, 0, 10, 10, 20, 2, 70, 0];
const own = (...values: Groups): Groups => [1001, 'ACAD', 1000, 'DSTYLE', 1002, '{', ...values, 1002, '}'];
const read = (...groups: Groups): Promise<Read> => readGroups(entitiesOf([0, 'DIMENSION', 8, 'A', ...groups]));
const textsOf = ({ job }: Read): string[] => Array.from({ length: job.texts.length }, (_, i) => job.texts.text.get(i));

function linesOf({ job }: Read): number[][] {
  const path = new Path();
  return Array.from({ length: job.lines.length }, (_, row) => {
    const { coordinates: c, count } = job.lines.loadPath(row, path);
    return [...c.subarray(0, 2), ...c.subarray(3 * count - 3, 3 * count - 1)].map((value) => Number(value.toFixed(3)));
  });
}

describe('a dimension without a block shows its value as its style says', () => {
  const value = (code: number, number: number | string): Groups => {
    const type = typeof number === 'string' ? 1000 : Number.isInteger(number) && code !== 144 ? 1070 : 1040;
    return [1070, code, type, number];
  };
  for (const [text, ...values] of [
    ['10.0000'],
    ['10', 78, 8],
    ['10,00', 271, 2, 278, 44],
    ['.1', 144, 0.01, 78, 12],
    ['10.0 m', 271, 1, 3, ' m'],
    ['L = 10 m', 271, 0, 3, 'L = <> m'],
    ['10±0.5', 271, 0, 71, 1, 47, 0.5, 48, 0.5, 272, 1],
    ['10 +0.5/-0.2', 271, 0, 71, 1, 47, 0.5, 48, 0.2, 272, 1],
    ['10.5/9.8', 271, 1, 72, 1, 47, 0.5, 48, 0.2],
    ['10 [254.0]', 271, 0, 170, 1, 171, 1],
    ['1.00E+01', 271, 2, 277, 1],
    [`10.50"`, 271, 2, 277, 3, 144, 1.05],
    [`1'-8 1/2"`, 271, 2, 277, 4, 144, 2.05],
    [`2'`, 271, 2, 277, 4, 144, 2.4],
    [`2'-0"`, 271, 2, 277, 4, 144, 2.4, 78, 1],
    ['10 3/8', 271, 3, 277, 5, 144, 1.0375],
    ['10.25', 45, 0.25, 271, 2, 144, 1.03],
  ] as const satisfies readonly (readonly [string, ...(string | number)[]])[])
    it(`${text}: ${values.join(' ')}`, async () => {
      const groups = values.flatMap((code, i) => (i % 2 === 0 ? value(code as number, values[i + 1]!) : []));
      assert.deepEqual(textsOf(await read(...LINEAR, ...own(...groups))), [text]);
    });

  const ANGLE: Groups = [70, 5, 15, 0, 25, 0, 13, 5, 23, 0, 14, 3, 24, 3, 10, 4, 20, 1];
  for (const [text, ...values] of [
    ['45°'],
    ['45.00°', 179, 2],
    ["45°0'", 179, 2, 275, 1],
    ['50.0g', 179, 1, 275, 2],
    ['0.785r', 179, 3, 275, 3],
  ] as const satisfies readonly (readonly [string, ...(string | number)[]])[])
    it(`${text}: ${values.join(' ')}`, async () => {
      const groups = values.flatMap((code, i) => (i % 2 === 0 ? value(code as number, values[i + 1]!) : []));
      assert.deepEqual(textsOf(await read(...ANGLE, ...own(...groups))), [text]);
    });

  for (const [stated, text] of [
    ['<>', '10.0000'],
    ['ca. <> m', 'ca. 10.0000 m'],
    ['{\\C1;north}', 'north'],
    [' ', undefined],
  ] as const)
    it(`its own text ${JSON.stringify(stated)}`, async () =>
      assert.deepEqual(textsOf(await read(...LINEAR, 1, stated)), text === undefined ? [] : [text]));
});

test('lines of a dimension without a block: extension lines, dimension line around its text, and heads', async () => {
  const style = own(
    1070,
    40,
    1040,
    10,
    1070,
    41,
    1040,
    0.1,
    1070,
    42,
    1040,
    0.05,
    1070,
    44,
    1040,
    0.02,
    1070,
    140,
    1040,
    0.05,
  );
  const result = await read(...LINEAR, 1, 'AB', 11, 5, 21, 2, ...style);
  assert.deepEqual(linesOf(result), [
    [0, 0.5, 0, 2.2],
    [10, 0.5, 10, 2.2],
    [1, 2, 3.7, 2],
    [6.3, 2, 9, 2],
  ]);
  assert.equal(result.job.areas.length, 2);
  assert.equal(result.issues.count('dimension-from-points'), 1);
});

test('a dimension that is seen from below is drawn in its own plane', async () => {
  const below: Groups = [210, 0, 220, 0, 230, -1];
  const result = await read(...LINEAR, ...below, 11, -5, 21, 3);
  const { easting, northing } = result.job.texts.label(0);
  assert.deepEqual([easting, northing], [5, 3]);
  assert.ok(linesOf(result).some(([x, y]) => x === 0 && y === 0.063));
});

for (const [kind, type, groups] of [
  ['without points', 'DIMENSION', [70, 0]],
  ['with points that are not numbers', 'DIMENSION', [70, 1, 13, 'x', 23, 0, 14, 1, 24, 1, 10, 0, 20, 0]],
  ['of parallel lines', 'DIMENSION', [70, 2, 13, 0, 23, 0, 14, 1, 24, 0, 15, 0, 25, 1, 10, 1, 20, 1, 16, 0, 26, 0]],
  ['of a kind that there is not', 'DIMENSION', [70, 7, ...LINEAR.slice(0, -2)]],
  ['of a radius with a bend', 'LARGE_RADIAL_DIMENSION', [70, 4, 10, 0, 20, 0, 15, 1, 25, 1]],
] as const satisfies readonly (readonly [string, string, Groups])[])
  test(`a dimension ${kind} is reported under its name`, async () => {
    const { job, issues } = await readGroups(entitiesOf([0, type, 8, '0', ...groups]));
    assert.equal(job.lines.length, 0);
    const issue = issues.summary().find(({ code }) => code === 'dimension-without-block');
    assert.match(issue?.text ?? '', new RegExp(`\\(${type}\\)`));
  });
