import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Ran, runWords } from '../../../testing/run-words.ts';

const folder = mkdtempSync(join(tmpdir(), 'batch-'));
after(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]): string => join(folder, ...names);
const POINTS = 'name,easting,northing,elevation,code\nA,500000,5540000,100,TREE\nB,500010,5540020,101,KERB\n';
const run = (...words: string[]): Promise<Ran> => runWords(['convert', ...words]);
const filesBelow = (name: string): string[] =>
  readdirSync(at(name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(at(name).length + 1))
    .sort();

before(() => {
  mkdirSync(at('in', 'deep'), { recursive: true });
  for (const name of ['a.csv', 'b.csv', 'deep/c.csv']) writeFileSync(at('in', name), POINTS);
  writeFileSync(at('in', 'notes.docx'), 'no drawing');
});

describe('convert into a folder', () => {
  test('converts every file of a folder, keeps its folders, and reports each', async () => {
    const words = [at('in'), '-o', `${at('out')}/`, '--to', 'mjf', '--report', at('report.json')];
    const ran = await run(...words, '--option', 'order=EN');
    assert.equal(ran.code, 0, ran.err);
    assert.deepEqual(filesBelow('out'), ['a.mjf', 'b.mjf', join('deep', 'c.mjf')]);
    assert.match(ran.out, /^\S+a\.mjf: 2 points$/m);
    assert.match(ran.err, /^3 files in [\d.]+ s: 3 converted, 0 failed; 1 other file left out$/m);
    const report = JSON.parse(readFileSync(at('report.json'), 'utf8'));
    assert.deepEqual([report.result, report.converted, report.others], ['success', 3, 1]);
    assert.deepEqual(
      report.files.map(({ input, counts }: { input: string; counts: { points: number } }) => [input, counts.points]),
      ['a.csv', 'b.csv', 'deep/c.csv'].map((name) => [at('in', ...name.split('/')), 2]),
    );
  });

  test('goes on after a file that fails, and ends with 3', async () => {
    mkdirSync(at('mixed'));
    writeFileSync(at('mixed', 'good.csv'), POINTS);
    writeFileSync(at('mixed', 'bad.dxf'), 'no drawing at all');
    writeFileSync(at('mixed', 'empty.csv'), '');
    const ran = await run(at('mixed'), '-o', `${at('mixed-out')}/`, '--to', 'geojson', '--json', '--parallel', '1');
    assert.equal(ran.code, 3, ran.err);
    const { result, converted, failed, files } = JSON.parse(ran.out);
    assert.deepEqual([result, converted, failed], ['partialSuccess', 1, 2]);
    assert.deepEqual(
      files.map(({ code = '' }: { code?: string }) => code),
      ['format-unknown', 'no-data', ''],
    );
    assert.deepEqual(filesBelow('mixed-out'), ['good.geojson']);
  });

  test('takes patterns, for shells that leave them to the program', async () => {
    const ran = await run(at('in', '*.csv'), '-o', `${at('globbed')}/`, '--to', 'dxf');
    assert.equal(ran.code, 0, ran.err);
    assert.deepEqual(filesBelow('globbed'), ['a.dxf', 'b.dxf']);
    const joined = await run(at('in', '*.csv'), '-o', at('joined.mjf'), '--json');
    assert.deepEqual([joined.code, JSON.parse(joined.out).counts.points], [3, 4], joined.err);
  });

  test('asks once for all files that exist', async () => {
    const words = ['convert', at('in', 'a.csv'), at('in', 'b.csv'), '-o', `${at('twice')}/`, '--to', 'csv'];
    assert.equal((await runWords(words)).code, 0);
    writeFileSync(at('twice', 'a.csv'), 'old');
    const refused = await runWords(words);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /a\.csv: the file exists; add --force to replace it \(EEXIST\)/);
    const asked: string[] = [];
    const ask = (question: string): Promise<boolean> => {
      asked.push(question);
      return Promise.resolve(asked.length > 1);
    };
    assert.equal((await runWords(words, { ask })).code, 1);
    assert.equal(readFileSync(at('twice', 'a.csv'), 'utf8'), 'old');
    assert.equal((await runWords(words, { ask })).code, 0);
    assert.match(asked.join('\n'), /^2 files exist, the first is \S+a\.csv\. Replace\? \[y\/N\] \n2 files/);
    assert.equal((await runWords([...words, '--force'])).code, 0);
  });

  test('leaves the files out that it wrote before into the same folder', async () => {
    mkdirSync(at('own'));
    writeFileSync(at('own', 'a.csv'), POINTS);
    const words = [at('own'), '-o', `${at('own', 'out')}/`, '--to', 'mjf', '--force'];
    for (const _ of [1, 2]) assert.equal((await run(...words)).code, 0);
    assert.deepEqual(filesBelow('own'), ['a.csv', join('out', 'a.mjf')]);
  });

  for (const [words, text] of [
    [['in', '-o', 'x/'], /x\/ is a folder: name the format of its files with --to/],
    [['in', '-o', 'x/', '--to', 'mjf', '--parallel', '0'], /--parallel needs a whole number from 1 to 64/],
    [['in/a.csv', '-o', 'x.mjf', '--report', 'r.json'], /--report and --parallel are for files/],
    [['in/none*.csv', '-o', 'x/', '--to', 'mjf'], /no file matches \S+none\*\.csv/],
    [
      ['in/a.csv', 'mixed/../in/deep/../a.csv', 'twice/a.csv', '-o', 'x/', '--to', 'mjf'],
      /would both become .*convert them apart/,
    ],
  ] as const)
    test(`refuses ${words.join(' ')}`, async () => {
      const given = words.map((word) => (/^(in|x|r|mixed|twice)\b[/.]?/.test(word) ? `${folder}/${word}` : word));
      const ran = await run(...given);
      assert.deepEqual([ran.code, ran.out, existsSync(at('x'))], [2, '', false], ran.err);
      assert.match(ran.err, text);
    });

  test('an interrupt ends it with a sentence, and leaves no half-written file', async () => {
    mkdirSync(at('large'));
    for (const name of ['1.csv', '2.csv', '3.csv'])
      writeFileSync(at('large', name), `name,northing,easting,elevation\n${'P,1,2,3\n'.repeat(50_000)}`);
    const interrupt = new AbortController();
    interrupt.abort(new Error('interrupted'));
    const words = ['convert', at('large'), '-o', `${at('large-out')}/`, '--to', 'mjf'];
    const ran = await runWords(words, { signal: interrupt.signal });
    assert.deepEqual([ran.code, ran.err], [1, 'fieldbridge convert: interrupted\n']);
    assert.deepEqual(filesBelow('large-out'), []);
  });
});

test('progress shows a rate and the time left on a terminal', (t) => {
  let [text, now] = ['', 1000];
  t.mock.method(performance, 'now', () => now);
  return import('../../progress-line.ts').then(({ ProgressLine }) => {
    const io = { out: () => {}, err: () => {}, rewrite: (part: string) => void (text = part), terminal: true, env: {} };
    const step = (at: number, line: InstanceType<typeof ProgressLine>, done: number, total: number): string => {
      [now, text] = [at, ''];
      line.step(done, total, 'reading');
      return text;
    };
    const signal = new AbortController().signal;
    const files = new ProgressLine({ ...io, signal }, 'files');
    assert.equal(step(1000, files, 1, 10), 'reading 10 %');
    assert.equal(step(5000, files, 5, 10), 'reading 50 %, 1.3 files/s, 4 s left');
    assert.equal(step(6000, files, 10, 10), 'reading 100 %');
    const bytes = new ProgressLine({ ...io, signal });
    bytes.expect(8_000_000);
    assert.equal(step(7000, bytes, 0, 8_000_000), 'reading 0 %');
    assert.equal(step(9000, bytes, 2_000_000, 8_000_000), 'reading 25 %, 1.0 MB/s, 6 s left');
    assert.equal(step(10_000, bytes, 1, 100), 'reading 1 %', 'the next file begins');
    assert.equal(step(1_010_000, bytes, 2, 100), 'reading 2 %, 817 min left'.replace('817 min', '14 h'));
  });
});
