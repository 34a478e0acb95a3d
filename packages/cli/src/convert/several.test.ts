import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { runWords } from '../../testing/run-words.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../shared/corpus');
const folder = mkdtempSync(join(tmpdir(), 'several-'));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);

const head = 'name,easting,northing,elevation,code\n';
writeFileSync(at('a.csv'), `${head}A,500000,5540000,100,TREE\nB,500010,5540020,101,KERB\n`);
writeFileSync(at('b.csv'), `${head}B,500020,5540000,102,TREE\nC,500030,5540020,103,KERB\n`);
writeFileSync(at('feet.csv'), 'name,easting (ft),northing (ft),elevation (ft)\nF,1,2,3\nG,2,3,4\n');
writeFileSync(
  at('noise.bin'),
  Uint8Array.from({ length: 4096 }, (_, i) => (i * 2654435761) >>> 13),
);
const DRAWING = [
  0,
  'SECTION',
  2,
  'ENTITIES',
  0,
  'LINE',
  8,
  'Kerb',
  10,
  0,
  20,
  0,
  11,
  5,
  21,
  5,
  0,
  'ENDSEC',
  0,
  'EOF',
  '',
];
writeFileSync(at('lines.dxf'), DRAWING.join('\n'));

describe('convert with several files', () => {
  test('joins points, a drawing and a surface into one job, and reports each file', async () => {
    const surface = join(CORPUS, 'topcon/tps-bris.tp3');
    const files = [at('a.csv'), at('b.csv'), at('lines.dxf'), surface];
    const ran = await runWords(['convert', ...files, '-o', at('site.mjf'), '--json']);
    assert.equal(ran.code, 3, ran.err);
    const { result, inputs, output, counts, issues } = JSON.parse(ran.out);
    assert.deepEqual([result, output], ['partialSuccess', at('site.mjf')]);
    assert.deepEqual(
      inputs.map(({ input }: { input: string }) => input),
      files,
    );
    const points = inputs.map((one: { counts: { points: number } }) => one.counts.points);
    assert.deepEqual([points.slice(0, 3), counts.lines > 0], [[2, 2, 0], true]);
    assert.equal(counts.points, 4 + points[3]);
    const [renamed] = issues.filter(({ code }: { code: string }) => code === 'point-renamed');
    assert.equal(renamed.parameters.newName, 'B-2');
    const back = JSON.parse((await runWords(['inspect', at('site.mjf'), '--json'])).out);
    assert.deepEqual(back.counts, counts);
  });

  test('applies each option to the formats that have it', async () => {
    const files = [at('a.csv'), at('lines.dxf')];
    const named = await runWords(['convert', ...files, '-o', at('named.mjf'), '--option', 'order=NE']);
    assert.equal(named.code, 0, named.err);
    assert.match(named.err, /^\S+a\.csv: note: columns /m, 'the notes name their file');
    const none = await runWords(['convert', ...files, '-o', at('never.mjf'), '--option', 'colour=red']);
    assert.deepEqual([none.code, existsSync(at('never.mjf'))], [2, false]);
    assert.match(none.err, /none of the files has the option colour/);
  });

  for (const [name, words, code, text] of [
    [
      'in different units',
      ['a.csv', 'feet.csv'],
      1,
      /a\.csv" states no unit, and "\S+feet\.csv" is in .*unit-not-stated/,
    ],
    [
      'of which one states another unit',
      ['feet.csv', 'a.csv', '--unit', 'm'],
      2,
      /--unit m is for files that state none/,
    ],
    ['of which one cannot be read', ['a.csv', 'missing.csv'], 1, /missing\.csv: there is no such file/],
    ['of which one has no known format', ['a.csv', 'noise.bin'], 1, /noise\.bin.*\(format-unknown\)/],
    [
      'of which one is over a limit',
      ['lines.dxf', 'a.csv', '--limit', 'features=1'],
      1,
      /a\.csv: .*\(limit-exceeded\)/,
    ],
    ['with taken names', ['a.csv', 'b.csv', '--on-duplicate', 'refuse'], 1, /the first is "B".*\(point-name-taken\)/],
    ['and a wrong rule', ['a.csv', 'b.csv', '--on-duplicate', 'x'], 2, /--on-duplicate must be one of rename, keep/],
    ['and layers', ['a.csv', 'b.csv', '--layers', 'A'], 2, /choose from one file/],
  ] as const)
    test(`refuses files ${name}`, async () => {
      const given = words.map((word) => (/\.(csv|dxf|bin)$/.test(word) ? at(word) : word));
      const ran = await runWords(['convert', ...given, '-o', at('never.mjf')]);
      assert.deepEqual([ran.code, ran.out, existsSync(at('never.mjf'))], [code, '', false], ran.err);
      assert.match(ran.err, text);
    });

  test('needs -o, and never writes over one of them', async () => {
    const files = [at('a.csv'), at('b.csv')];
    const none = await runWords(['convert', ...files, at('c.mjf')]);
    assert.deepEqual([none.code, /several files to read need -o OUT/.test(none.err)], [2, true]);
    const before = readFileSync(at('b.csv'), 'utf8');
    const over = await runWords(['convert', ...files, '-o', at('b.csv')]);
    assert.deepEqual([over.code, /is the input file itself/.test(over.err)], [2, true]);
    assert.equal(readFileSync(at('b.csv'), 'utf8'), before);
    assert.equal((await runWords(['convert', '-o', at('c.mjf')])).code, 2);
  });
});
