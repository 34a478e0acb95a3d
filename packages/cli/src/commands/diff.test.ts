import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { runWords } from '../../testing/run-words.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../shared/corpus');
const folder = mkdtempSync(join(tmpdir(), 'diff-'));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);
const head = 'name,easting,northing,elevation,code\n';
writeFileSync(at('a.csv'), `${head}A,500000,5540000,100,TREE\nB,500010,5540020,101,KERB\n`);
writeFileSync(at('again.csv'), `${head}B,500010,5540020,101.0004,KERB\nA,500000,5540000,100,TREE\n`);
writeFileSync(at('b.csv'), `${head}B,500013,5540024,101,FENCE\nC,500030,5540020,103,KERB\n`);
writeFileSync(at('feet.csv'), 'name,easting (ft),northing (ft),elevation (ft),code\nA,1,2,3,K\nB,2,3,4,K\n');
writeFileSync(
  at('metres.csv'),
  'name,easting (m),northing (m),elevation (m),code\nA,0.3048,0.6096,0.9144,K\nB,0.6096,0.9144,1.2192,K\n',
);
const words = (...given: string[]) => ['diff', ...given.map((word) => (word.endsWith('.csv') ? at(word) : word))];

describe('fieldbridge diff', () => {
  for (const [title, given, code, text] of [
    [
      'ends with 0 for the same points in another order',
      ['a.csv', 'again.csv'],
      0,
      /^point +2 +0.*\nthe same, within 0\.0005 m\n$/m,
    ],
    ['takes a tolerance', ['a.csv', 'again.csv', '--tolerance', '0'], 1, /point "B" .*moved 0\.0004 m .*Z \+0\.0004\)/],
    [
      'ends with 1 and says what differs',
      ['a.csv', 'b.csv'],
      1,
      /moved 5 m \(E \+3, N \+4, Z \+0\); code "KERB" → "FENCE"/,
    ],
    ['says what only one has', ['a.csv', 'b.csv'], 1, /^point "C" at 500030 5540020 103: only in B$/m],
    ['lists as many as wanted', ['a.csv', 'b.csv', '--most', '1'], 1, /… and 2 more differences \(--most lists more\)/],
    ['compares the kinds that are wanted', ['a.csv', 'b.csv', '--only', 'lines,surface'], 0, /the same/],
    ['compares in the unit of the first file', ['feet.csv', 'metres.csv'], 0, /the same, within 0\.00164\d* ft/],
    ['compares in one system', ['a.csv', 'a.csv', '--crs', '25832', '--to-crs', '25833'], 0, /the same/],
  ] as const)
    test(title, async () => {
      const ran = await runWords(words(...given));
      assert.equal(ran.code, code, ran.err);
      assert.match(ran.out, text);
    });

  for (const [given, text] of [
    [['a.csv'], /give two files to compare, not 1/],
    [['a.csv', 'missing.csv'], /missing\.csv: there is no such file \(ENOENT\)/],
    [['a.csv', 'b.csv', '--only', 'trees'], /there is no kind "trees"; there are point, line/],
    [['a.csv', 'b.csv', '--tolerance', 'x'], /--tolerance needs a length from 0, not "x"/],
    [['a.csv', 'b.csv', '--most', '-1'], /most/],
    [['a.csv', 'b.csv', '--limit', 'features=1'], /a\.csv: the limit features = 1 is exceeded/],
  ] as const)
    test(`ends with 2 for a failure: ${given.join(' ')}`, async () => {
      const ran = await runWords(words(...given));
      assert.deepEqual([ran.code, ran.out], [2, '']);
      assert.match(ran.err, text);
    });

  test('refuses files in different systems, unless one to compare in is named', async () => {
    const [one, other] = [at('one.mjf'), at('other.mjf')];
    await runWords(['convert', at('a.csv'), one, '--crs', '25832']);
    await runWords(['convert', one, other, '--to-crs', '25833']);
    const refused = await runWords(['diff', one, other]);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /one\.mjf" is in EPSG:25832 and ".*other\.mjf" in EPSG:25833.*\(crs-differ\)/);
    const there = await runWords(['diff', one, other, '--to-crs', '25832', '--only', 'points']);
    assert.equal(there.code, 0, there.out + there.err);
  });

  test('prints one document with --json, also of a real job and what a format makes of it', async () => {
    const job = join(CORPUS, 'topcon/tps-bris.tp3');
    const dxf = at('bris.dxf');
    assert.ok((await runWords(['convert', job, dxf])).code !== 1);
    const ran = await runWords(['diff', job, dxf, '--json', '--only', 'points']);
    assert.equal(ran.code, 1, ran.err);
    const { a, b, same, counts, tolerance, unit, differences } = JSON.parse(ran.out);
    assert.deepEqual([a, b, same, tolerance, unit], [job, dxf, false, 0.0005, 'metre']);
    const { moved, onlyA, onlyB } = counts.point;
    assert.deepEqual({ moved, onlyA, onlyB }, { moved: 0, onlyA: 0, onlyB: 0 }, 'every point is where it was');
    assert.ok(differences.every(({ fields }: { fields: [] }) => fields.length > 0));
  });
});
