import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { DEFAULT_LIMITS } from '@fieldbridge/formats';
import { describeSettings } from '@fieldbridge/server';
import fc from 'fast-check';
import { type CommandIo, UsageError } from './command.ts';
import { namedFile } from './named-file.ts';
import { nameAndValue, namedValues } from './named-values.ts';
import { ProgressLine } from './progress-line.ts';
import { readLimits } from './reader-limits.ts';
import { refuseFaults } from './reading.ts';
import { readSelection } from './selection-file.ts';
import { parseServerWords, settingsHelp } from './settings-flags.ts';
import { openSourceFile } from './source-file.ts';
import { systemWords } from './system-words.ts';

const folder = mkdtempSync(join(tmpdir(), 'words-'));
after(() => rmSync(folder, { recursive: true }));

describe('NAME=VALUE', () => {
  test('is split at its first =, without space around either part', () => {
    for (const [word, parts] of [
      ['a=b', ['a', 'b']],
      [' a = b ', ['a', 'b']],
      ['a=', ['a', '']],
      ['a=b=c', ['a', 'b=c']],
      ['größe=5 m', ['größe', '5 m']],
    ] as const)
      assert.deepEqual(nameAndValue(word), parts, word);
    for (const word of ['', 'a', '=', '=b'])
      assert.throws(() => nameAndValue(word), /is not of the form NAME=VALUE/, word);
  });

  test('given twice counts as given last, and no name is special', () => {
    assert.deepEqual(namedValues(['a=1', 'b=2', 'a=3']), { a: '3', b: '2' });
    const values = namedValues(['__proto__=x', 'constructor=y']);
    assert.deepEqual(Object.keys(values), ['__proto__', 'constructor']);
    assert.equal(Object.getPrototypeOf(values), Object.prototype);
  });

  test('is returned as written', () => {
    const text = fc.string({ minLength: 1 }).filter((one) => one === one.trim() && one !== '');
    fc.assert(
      fc.property(
        text.filter((one) => !one.includes('=')),
        text,
        (name, value) => assert.deepEqual(nameAndValue(`${name}=${value}`), [name, value]),
      ),
      { numRuns: 100 },
    );
  });
});

describe('--limit', () => {
  test('accepts every limit, as a whole number in digits', () => {
    for (const name of Object.keys(DEFAULT_LIMITS)) assert.deepEqual(readLimits([`${name}=12`]), { [name]: 12 });
    assert.deepEqual(readLimits([]), {});
    assert.deepEqual(readLimits(['features=1', 'features=2']), { features: 2 });
  });

  test('rejects everything else, and lists the limits', () => {
    for (const text of ['0', '-1', '1.5', '0x10', '1e3', ' ', '', '1_000', '9'.repeat(20), 'many', 'Infinity'])
      assert.throws(() => readLimits([`features=${text}`]), UsageError, text);
    assert.throws(() => readLimits(['colours=1']), /no limit colours; there are .*features/);
    assert.throws(() => readLimits(['featurs=1']), /no limit featurs; did you mean features\?$/);
    assert.throws(() => readLimits(['toString=1']), /no limit toString/);
  });
});

test('a file name must be neither empty nor the one for standard input', () => {
  for (const name of ['./-', '--', 'a-', ' ', '.']) assert.equal(namedFile(name), name);
  assert.throws(() => namedFile('-'), /standard input and output are not supported.*\.\/-/);
  assert.throws(() => namedFile(''), /is empty/);
});

test('a refusal of the system is put into words, with the file if the system names it', () => {
  const error = (code: string, path?: string) =>
    Object.assign(new Error(`${code}: as the system words it`), { code, path, syscall: 'open' });
  assert.equal(systemWords(error('ENOENT', 'a.json')), 'a.json: there is no such file');
  assert.equal(systemWords(error('EACCES'), 'b.json'), 'b.json: permission denied');
  assert.equal(systemWords(error('ENOSPC')), 'there is no space left on the disk');
  assert.equal(systemWords(error('ENOENT', 'no/folder/c.json')), 'no/folder/c.json: there is no folder no/folder');
  const ours = Object.assign(new Error('said already'), { code: 'ENOENT' });
  for (const other of [error('EWHATEVER', 'a'), error('toString', 'a'), new Error('no code'), ours, 'a text'])
    assert.equal(systemWords(other), undefined);
});

test('a mistyped option of a file is reported with the nearest one', () => {
  const known = ['order', 'columns'];
  assert.throws(
    () => refuseFaults([{ name: 'ordr', text: 'is not an option here; known: order, columns', known }]),
    /^UsageError: there is no option ordr; did you mean order\?$/,
  );
  assert.throws(
    () => refuseFaults([{ name: 'zzz', text: 'is not an option here; known: order, columns', known }]),
    /^UsageError: option zzz is not an option here; known: order, columns$/,
  );
});

test('faults of options are reported in terms of the command line', () => {
  assert.doesNotThrow(() => refuseFaults([]));
  const faults = [
    { name: 'unit', text: 'must be one of m, ft', rule: 'enum' },
    { name: 'x', text: 'RD3 is guessed; add experimental=true', rule: 'experimental-only' },
  ];
  assert.throws(
    () => refuseFaults(faults as never),
    (error: Error) =>
      error instanceof UsageError &&
      error.message === 'option unit must be one of m, ft; RD3 is guessed; add --experimental',
  );
});

describe('a filter', () => {
  const entry = { name: 'a', kind: 'line', selected: false, count: 3, extent: null };
  const groups = [{ group: 'layers', entries: [entry] }];
  test('is a content report, its selection alone, or an object with both', () => {
    const bounds = { minEasting: 0, minNorthing: 0, maxEasting: 1, maxNorthing: 1 };
    assert.deepEqual(readSelection(JSON.stringify(groups)), { groups });
    assert.deepEqual(readSelection(JSON.stringify({ selection: groups, counts: {} })), { groups });
    assert.deepEqual(readSelection(JSON.stringify({ selection: groups, bounds })), { groups, bounds });
    assert.deepEqual(readSelection('[]'), { groups: [] });
  });

  test('is no other JSON', () => {
    for (const text of [
      '',
      '{',
      'null',
      '1',
      '"selection"',
      '{}',
      '{"selection":null}',
      '{"selection":{}}',
      '[null]',
      '[1]',
    ])
      assert.throws(() => readSelection(text), UsageError, text);
    for (const wrong of [{ ...entry, selected: 'no' }, { ...entry, name: 1 }, { ...entry, kind: undefined }, null])
      assert.throws(() => readSelection(JSON.stringify([{ group: 'layers', entries: [wrong] }])), UsageError);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        try {
          readSelection(JSON.stringify(value));
        } catch (error) {
          assert.ok(error instanceof UsageError, String(error));
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('the settings of a server on the command line', () => {
  test('are flags by their names; anything else is refused', () => {
    const { sources, demo, json } = parseServerWords(['--port', '81', '--demo', '--log-level=warn'], {});
    assert.deepEqual([sources.flags, demo, json], [{ port: '81', 'log-level': 'warn' }, true, false]);
    assert.throws(() => parseServerWords(['8080'], {}), /"8080" is not a setting; settings are --NAME VALUE/);
    assert.throws(
      () => parseServerWords(['--prot', '1'], {}),
      /^UsageError: there is no option --prot; did you mean --port\?$/,
    );
    assert.throws(() => parseServerWords(['-x'], {}), /^UsageError: there is no option -x$/);
    for (const words of [['--port'], ['--demo=yes']])
      assert.throws(() => parseServerWords(words, {}), { code: /^ERR_PARSE_ARGS_/ }, words.join(' '));
  });

  test('come from a file if a flag or the environment names one, the flag first', () => {
    const fileOf = (words: string[], env: Record<string, string>) => parseServerWords(words, env).sources.file;
    assert.equal(fileOf([], {}), undefined);
    assert.equal(fileOf([], { FIELDBRIDGE_CONFIG: 'env.json' }), 'env.json');
    assert.equal(fileOf(['--config', 'flag.json'], { FIELDBRIDGE_CONFIG: 'env.json' }), 'flag.json');
  });

  test('can be turned off if they are on or off', () => {
    const onOff = describeSettings({}).find(({ value }) => typeof value === 'boolean')!;
    const word = onOff.flag.replace(/^--/, '');
    assert.deepEqual(parseServerWords([`--no-${word}`], {}).sources.flags, { [word]: false });
    assert.deepEqual(parseServerWords([`--${word}`], {}).sources.flags, { [word]: true });
  });

  test('are all in the help, with their description and variable', () => {
    const help = settingsHelp(describeSettings({}));
    for (const { flag, env, doc } of describeSettings({}))
      assert.ok(
        help.includes(`--${flag.replace(/^--/, '')}\n`) && help.includes(doc) && help.includes(`(${env})`),
        flag,
      );
  });
});

describe('progress', () => {
  /** A line whose time is set by hand. */
  function lineOf(terminal: boolean, mock: { method: (o: object, n: 'now', f: () => number) => unknown }) {
    let [text, now] = ['', 1000];
    mock.method(performance, 'now', () => now);
    const rewrite = (part: string) => void (text += `\r\u001b[K${part}`);
    const io = {
      out: assert.fail,
      err: (part: string) => void (text += part),
      rewrite,
      terminal,
    } as unknown as CommandIo;
    const line = new ProgressLine(io);
    const step = (at: number, ...words: Parameters<ProgressLine['step']>): string => {
      [now, text] = [at, ''];
      line.step(...words);
      return text;
    };
    const end = (): string => {
      text = '';
      line.end();
      return text;
    };
    return { step, end };
  }

  test('on a terminal rewrites its line at most ten times a second, and is cleared at the end', (t) => {
    const { step, end } = lineOf(true, t.mock);
    assert.equal(step(1000, 1, 4, 'reading'), '\r\u001b[Kreading 25 %');
    assert.equal(step(1050, 2, 4, 'reading'), '');
    assert.equal(step(1100, 3, 4, 'writing'), '\r\u001b[Kwriting 75 %');
    assert.equal(end(), '\r\u001b[K');
    assert.equal(end(), '', 'once');
  });

  test('elsewhere is silent for short work, and a line per further tenth of long work', (t) => {
    const { step, end } = lineOf(false, t.mock);
    assert.equal(step(1000, 0, 100, 'reading'), '');
    assert.equal(step(2500, 12, 100, 'reading'), 'reading 12 %\n');
    assert.equal(step(4000, 13, 100, 'reading'), '', 'the same tenth');
    assert.equal(step(4100, 25, 100, 'reading'), 'reading 25 %\n');
    assert.equal(step(4200, 99, 100, 'reading'), '', 'too soon');
    assert.equal(step(9000, 100, 100, 'reading'), 'reading 100 %\n');
    assert.equal(step(12_000, 5, 100, 'writing'), 'writing 5 %\n', 'the next phase starts over');
    assert.equal(end(), '', 'nothing to clear');
  });

  test('with unknown or exceeded totals never shows nonsense', (t) => {
    const { step } = lineOf(true, t.mock);
    for (const [i, [done, total, percent]] of (
      [
        [5, 0, 0],
        [0, 0, 0],
        [200, 100, 100],
      ] as const
    ).entries())
      assert.equal(step(2000 + 1000 * i, done, total, 'reading'), `\r\u001b[Kreading ${percent} %`);
  });
});

describe('a source file', () => {
  test('is opened and recognised by its content whatever its name, and leaves nothing behind', () => {
    const path = join(folder, 'points.dxf');
    writeFileSync(path, 'name,easting,northing,elevation\nA,1,2,3\nB,2,3,4\n');
    const file = openSourceFile(path, 'auto');
    assert.equal(file.detection.format.id, 'points', 'a table, which is not a drawing');
    file.close();
    assert.throws(() => rmSync(file.workFolder), { code: 'ENOENT' });
  });

  test('that cannot be opened says why, in words', () => {
    for (const [path, code, words] of [
      [join(folder, 'missing'), 'ENOENT', /there is no such file/],
      [folder, 'EISDIR', /it is a folder, not a file/],
    ] as const)
      assert.throws(
        () => openSourceFile(path, 'auto'),
        (error: Error & { code?: string }) =>
          error.code === code && words.test(error.message) && error.message.startsWith(path),
      );
    assert.throws(() => openSourceFile(join(folder, 'missing'), 'nonsense'), UsageError, 'usage is checked first');
    assert.throws(() => openSourceFile(join(folder, 'missing'), 'dfx'), /no format "dfx"; did you mean dxf\?$/);
  });
});
