import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Ran, runWords } from '../testing/run-words.ts';
import { COMMANDS } from './command-table.ts';
import { ProgressLine } from './progress-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'cli-'));
after(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]): Promise<Ran> => runWords(args);

const POINTS = join(folder, 'points.csv');
writeFileSync(POINTS, 'name,easting,northing,elevation,code\n1,1000.5,2000.25,10.125,TREE\n2,1001,2001,11,KERB\n');
const DXF = join(folder, 'points.dxf');

test('--help, --version and a command’s own help go to standard output and end with 0', async () => {
  for (const name of Object.keys(COMMANDS)) assert.match((await run('--help')).out, new RegExp(`\\b${name}\\b`));
  assert.deepEqual(await run('--version'), { code: 0, out: '1.2.3\n', err: '' });
  for (const name of Object.keys(COMMANDS)) {
    const { code, out, err } = await run(name, '--help');
    assert.deepEqual([code, err], [0, ''], name);
    assert.match(out, new RegExp(`fieldbridge ${name}`));
    assert.deepEqual(await run('help', name), { code, out, err }, 'asked for in the other order');
  }
});

test('an interrupted command ends with 1 and a sentence, without a stack, and leaves no file behind', async () => {
  const large = join(folder, 'large.csv');
  writeFileSync(large, `name,northing,easting,elevation\n${'P,1,2,3\n'.repeat(50_000)}`);
  const out = join(folder, 'interrupted.mjf');
  const interrupt = new AbortController();
  interrupt.abort(new Error('interrupted'));
  const { code, err } = await runWords(['convert', large, out], { signal: interrupt.signal });
  assert.deepEqual([code, err], [1, 'fieldbridge convert: interrupted\n']);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('interrupted')),
    [],
  );
});

test('wrong usage ends with 2, its own sentence and where to find help', async () => {
  const wrong = [
    ['nonsense'],
    ['constructor'],
    ['convert'],
    ['convert', 'a', 'b.dxf', '--bogus'],
    ['convert', 'a', 'b.nonsense'],
    ['inspect'],
    ['inspect', POINTS, '--limit', 'colours=1'],
    ['inspect', POINTS, '--limit', 'features=0'],
    ['convert', POINTS, DXF, '--limit', 'features'],
    ['formats', 'x'],
    ['config', '--bogus', '1'],
  ];
  for (const words of wrong) {
    const { code, out, err } = await run(...words);
    assert.deepEqual([code, out], [2, ''], words.join(' '));
    const command = ['nonsense', 'constructor'].includes(words[0]!) ? '' : ` ${words[0]}`;
    const [sentence, help, ...rest] = err.split('\n');
    assert.match(sentence!, new RegExp(`^fieldbridge${command}: .`));
    assert.deepEqual([help, rest], [`See "fieldbridge${command} --help".`, ['']], 'not the whole help');
  }
  const { code, err } = await run();
  assert.equal(code, 2);
  assert.match(err, /fieldbridge COMMAND/, 'an overview where no command is named');
});

test('a mistyped word is reported with the nearest known one', async () => {
  for (const [words, said] of [
    [['convrt', 'a', 'b'], /there is no command "convrt"; did you mean convert\?/],
    [['help', 'inspct'], /there is no command "inspct"; did you mean inspect\?/],
    [['--hlep'], /there is no command "--hlep"; did you mean --help\?/],
    [['nonsense'], /there is no command "nonsense"\n/],
    [['convert', POINTS, DXF, '--frm', 'csv'], /there is no option --frm; did you mean --from\?\n/],
    [['convert', POINTS, DXF, '--zzzzzz'], /there is no option --zzzzzz\n/],
    [['convert', POINTS, 'a.dfx'], /".dfx" cannot be written; did you mean dxf\?/],
    [
      ['convert', POINTS, 'a.xml'],
      /several formats use the extension ".xml": name one of codelib, landxml, .* with --to/,
    ],
    [['convert', POINTS, 'a.zzzzzz'], /".zzzzzz" cannot be written; see "fieldbridge formats"/],
    [['convert', POINTS, DXF, '--option', 'ordr=EN'], /there is no option ordr; did you mean order\?/],
    [['convert', POINTS, POINTS, DXF], /two names, not 3/],
    [['inspect', POINTS, DXF], /give one file to inspect, not 2/],
    [['operator', 'organisations', '--jsn'], /there is no option --jsn; did you mean --json\?/],
    [['tickets', 'import', POINTS, '--sever', 'x'], /there is no option --sever; did you mean --server\?/],
    [['config', '--prot', '1'], /there is no option --prot; did you mean --port\?/],
    [['serve', '--prot', '1'], /there is no option --prot; did you mean --port\?/],
  ] as const) {
    const { code, out, err } = await run(...words);
    assert.deepEqual([code, out], [2, ''], words.join(' '));
    assert.match(err, said);
  }
  const filter = await run('convert', POINTS, DXF, '--filter', join(folder, 'missing.json'));
  assert.equal(filter.code, 1);
  assert.match(filter.err, /^fieldbridge convert: \S+missing\.json: there is no such file \(ENOENT\)\n$/);
});

test('a missing file or one in an unknown format ends with 1 and says why', async () => {
  const missing = await run('inspect', join(folder, 'missing.dxf'));
  assert.equal(missing.code, 1);
  assert.match(missing.err, /missing\.dxf: there is no such file \(ENOENT\)/);
  assert.match((await run('inspect', folder)).err, /: it is a folder, not a file \(EISDIR\)/);
  const noise = join(folder, 'noise.bin');
  writeFileSync(
    noise,
    Uint8Array.from({ length: 4096 }, (_, i) => (i * 2654435761) >>> 13),
  );
  const unknown = await run('convert', noise, DXF);
  assert.equal(unknown.code, 1);
  assert.match(unknown.err, /format-unknown/);
});

test('formats lists every format, and --json adds its option schemas', async () => {
  const { out } = await run('formats', '--json');
  const formats = JSON.parse(out) as {
    id: string;
    write: boolean;
    options: { write: { properties: object } | null };
  }[];
  assert.ok(formats.length > 5);
  const svg = formats.find(({ id }) => id === 'svg')!;
  assert.ok(svg.write && svg.options.write !== null && 'width' in svg.options.write.properties);
  const plain = await run('formats');
  for (const { id } of formats) assert.match(plain.out, new RegExp(`^${id}\\b`, 'm'));
});

test('inspect describes a points file; its selection is the filter that convert takes', async () => {
  const { code, out } = await run('inspect', POINTS, '--json');
  assert.equal(code, 0);
  const report = JSON.parse(out);
  assert.equal(report.counts.points, 2);
  assert.equal(report.extent.maxNorthing, 2001);
  const filter = join(folder, 'filter.json');
  report.selection
    .find((g: { group: string }) => g.group === 'codes')
    .entries.find((e: { name: string }) => e.name === 'TREE').selected = false;
  writeFileSync(filter, JSON.stringify(report));
  const converted = await run('convert', POINTS, DXF, '--filter', filter, '--json');
  assert.equal(JSON.parse(converted.out).counts.points, 1);
  const again = JSON.parse((await run('inspect', DXF, '--json')).out);
  assert.equal(again.format, 'dxf');
  assert.equal(again.counts.points, 1);
});

test('convert writes nothing when it fails, and refuses an invalid filter', async () => {
  const bad = join(folder, 'bad.json');
  writeFileSync(bad, '{"selection":[{"group":1}]}');
  const refused = await run('convert', POINTS, join(folder, 'never.dxf'), '--filter', bad);
  assert.equal(refused.code, 2);
  for (const [text, sentence] of [
    ['{"selection":', /the filter is not JSON/],
    ['null', /has no "selection"/],
    ['{"selection":[{"group":"layers","entries":[{"name":"a","kind":"point"}]}]}', /has no "selection"/],
  ] as const) {
    writeFileSync(bad, text);
    const broken = await run('convert', POINTS, join(folder, 'never.dxf'), '--filter', bad);
    assert.deepEqual([broken.code, sentence.test(broken.err)], [2, true], broken.err);
  }
  const layer = await run('convert', POINTS, join(folder, 'never.dxf'), '--layers', 'NOPE');
  assert.equal(layer.code, 1);
  assert.match(layer.err, /layer-unknown/);
  assert.throws(() => readFileSync(join(folder, 'never.dxf')), { code: 'ENOENT' });
});

test('--limit limits what is read and is named when it is exceeded', async () => {
  for (const words of [
    ['inspect', POINTS],
    ['convert', POINTS, join(folder, 'never.dxf')],
  ]) {
    const { code, err } = await run(...words, '--limit', 'features=1');
    assert.equal(code, 1);
    assert.match(err, /the limit features = 1 is exceeded: .*\(limit-exceeded\)/);
    assert.equal((await run(...words, '--limit', 'features=2')).code, 0);
  }
});

test('inspect --svg draws a picture', async () => {
  const picture = join(folder, 'plan.svg');
  assert.equal((await run('inspect', POINTS, '--svg', picture)).code, 0);
  assert.equal(readFileSync(picture, 'utf8').match(/<circle/g)?.length, 2);
});

test('inspect --png draws pixels, and --plan characters; on a terminal the plan comes by itself', async () => {
  const picture = join(folder, 'plan.png');
  assert.equal((await run('inspect', POINTS, '--png', picture)).code, 0);
  const bytes = readFileSync(picture);
  assert.deepEqual(
    [bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
    ['PNG', 1600, 1200],
  );
  const plan = /[\u2801-\u28ff]/u;
  assert.match((await run('inspect', POINTS, '--plan')).out, plan);
  assert.match((await runWords(['inspect', POINTS], { screen: true })).out, plan);
  assert.doesNotMatch((await runWords(['inspect', POINTS, '--json'], { screen: true })).out, plan);
  assert.doesNotMatch((await run('inspect', POINTS)).out, plan);
  const ascii = await runWords(['inspect', POINTS, '--plan'], { env: { LANG: 'C' } });
  assert.doesNotMatch(ascii.out, plan);
});

test('progress rewrites one line on a terminal and clears it at the end', () => {
  let text = '';
  const io = {
    out: () => {},
    err: (part: string) => {
      text += part;
    },
    rewrite: (part: string) => {
      text += `\r\u001b[K${part}`;
    },
    terminal: true,
    env: {},
    signal: new AbortController().signal,
  };
  const line = new ProgressLine(io);
  const later = performance.now() + 120;
  line.step(1, 4, 'reading');
  while (performance.now() < later) line.step(2, 4, 'reading');
  line.step(3, 4, 'reading');
  line.end();
  assert.match(text, /\r\u001b\[Kreading \d+ %.*\r\u001b\[K$/);
});
