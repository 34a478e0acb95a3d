import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import type { FormatError } from '../../core/failure.ts';
import { tryRead } from '../points/testing/journey.ts';

/** Name, easting, northing, elevation and code of every point. */
async function pointsOf(text: string, options = {}): Promise<unknown[]> {
  const { points } = (await tryRead(text, { name: 'site.gsi', options })).job;
  return Array.from({ length: points.length }, (_, i) => [
    points.name.get(i),
    points.easting(i),
    points.northing(i),
    points.elevation(i),
    points.code.get(i),
  ]);
}

const SHOT = '110002+00000101 21.102+10112340 22.102+09812340 31..00+00033356 87..10+00001600';

describe('GSI: stated coordinates become points', () => {
  for (const [title, text, expected] of [
    [
      'GSI-8 in millimetres',
      '110001+00000101 81..00+02000123 82..00+01000456 83..00+00050789',
      ['101', 2000.123, 1000.456, 50.789, ''],
    ],
    [
      'GSI-16 with a code, below zero',
      '*110002+0000000000000A02 81..10-0000000002010123 82..10+0000005801010456 83..10-0000000000050789 71....+000000000000TREE',
      ['A02', -2010.123, 5801010.456, -50.789, 'TREE'],
    ],
    [
      'a tenth of a millimetre',
      '11....+00000001 81..06+12345678 82..06+00000001',
      ['1', 1234.5678, 0.0001, Number.NaN, ''],
    ],
    [
      'a hundredth of a millimetre',
      '11....+00000001 81..08+12345678 82..08+00000001',
      ['1', 123.45678, 0.00001, Number.NaN, ''],
    ],
    [
      'a station, whose words are 84 to 86',
      '11....+0000STN1 84..10+02000123 85..10+01000456 86..10+00050789 88..10+00001500',
      ['STN1', 2000.123, 1000.456, 50.789, ''],
    ],
    [
      'a target measured from a station: its own coordinates',
      '11....+00000D19 21.022+16641826 31..00+00006649 81..00+00003342 82..00-00005736 83..00+00000091 84..10+09999999 85..10+09999999',
      ['D19', 3.342, -5.736, 0.091, ''],
    ],
    [
      'a point called 0, an empty remark',
      '11....+00000000 81..00+00001000 82..00+00002000 71....+00000000',
      ['0', 1, 2, Number.NaN, ''],
    ],
  ] as const)
    test(title, async () => {
      assert.deepEqual(await pointsOf(`${text}\n`), [expected]);
    });

  test('feet are reported as international unless the unit is stated', async () => {
    const text = '11....+00000001 81..01+00001000 82..01+00002000 83..07+00005000\n';
    const { job, issues } = await tryRead(text, { name: 'site.gsi' });
    assert.deepEqual(
      [job.info.unit, job.points.elevation(0), issues.count('foot-assumed')],
      ['internationalFoot', 0.5, 1],
    );
    const stated = await tryRead(text, { name: 'site.gsi', options: { unit: 'usft' } });
    assert.deepEqual([stated.job.info.unit, stated.issues.count('foot-assumed')], ['usSurveyFoot', 0]);
  });

  test('measured points without coordinates are counted and named; measurements and codes are kept as written', async () => {
    const text = `410001+00000012 42....+00000001\n${SHOT}\n110003+00000102 81..10+02000123 82..10+01000456\n${SHOT}\n`;
    const { job, issues, tally } = await tryRead(text, { name: 'site.gsi' });
    assert.equal(job.points.length, 1);
    const [without] = issues.summary();
    assert.deepEqual([without!.code, without!.count, without!.line], ['shot-without-coordinates', 1, 2]);
    assert.match(without!.text, /^1 measured point has no coordinates in the file: 101;/);
    assert.deepEqual(
      job.observations.map(({ kind, target }) => `${kind} ${target}`),
      ['GSI code ', 'GSI 101', 'GSI 101'],
    );
    assert.deepEqual(job.observations[1]!.values.slice(0, 4), ['110002', '+00000101', '21.102', '+10112340']);
    assert.deepEqual(
      tally.rows().map(({ type, found, read }) => [type, found, read]),
      [
        ['code block', 1, 1],
        ['block', 3, 3],
      ],
    );
  });

  describe('a word that is cut off, in another unit or no number is reported and its place left empty', () => {
    for (const last of ['83..10+000', '83..01+00050789', '83..10+0005078x', '83..13+00050789'])
      test(JSON.stringify(last), async () => {
        const text = `110001+00000101 81..10+02000123 82..10+01000456 ${last}\n`;
        const { job, issues } = await tryRead(text, { name: 'site.gsi' });
        assert.deepEqual([job.points.length, job.points.elevation(0)], [1, Number.NaN], last);
        assert.equal(issues.count('gsi-word-unreadable'), 1, last);
      });
  });

  test('a line that is no block is skipped and reported', async () => {
    const text =
      '110001+00000101 81..10+02000123 82..10+01000456\n@W127\n'.repeat(1) +
      '110002+00000102 81..10+02000123 82..10+01000456\n'.repeat(9);
    const { job, issues } = await tryRead(text, { name: 'site.gsi' });
    assert.deepEqual([job.points.length, issues.count('gsi-block-unknown')], [10, 1]);
  });
});

describe('GSI: a file that only holds measurements is refused', () => {
  for (const [name, text] of [
    ['Leica GSI-8', `410001+00000012 42....+00000001\n${SHOT}\n${SHOT}\n`],
    ['Leica GSI-16', '*110002+0000000000000101 21.102+0000000010112340 31..00+0000000000033356\n'],
    [
      'Leica GSI-8 levelling',
      '410001+?......1\n110002+00000001 83..08+00010000\n110003+00000001 32...8+00998800 331.28+00149585\n',
    ],
  ] as const)
    for (const file of ['site.gsi', 'site.txt', 'site.csv', 'site'])
      test(`${name} as ${file}`, async () => {
        await assert.rejects(tryRead(text, { name: file }), ({ code, parameters }: FormatError) => {
          assert.deepEqual([code, parameters['name']], ['field-book', name]);
          return true;
        });
      });
});
