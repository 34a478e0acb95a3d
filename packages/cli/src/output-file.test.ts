import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { runWords } from '../testing/run-words.ts';
import { UsageError } from './command.ts';
import { outputFile } from './output-file.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'output-')));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);
const INPUT = at('in.csv');
writeFileSync(INPUT, 'name,easting,northing,elevation\nA,1,2,3\nB,2,3,4\n');
const left = (): string[] => readdirSync(folder).filter((name) => name.includes('.part-'));

describe('an output file', () => {
  test('is moved into place when complete; the old file stays until then', () => {
    const path = at('out.txt');
    writeFileSync(path, 'old');
    const given = outputFile(path, [INPUT]);
    writeFileSync(given.half, 'half');
    assert.equal(readFileSync(path, 'utf8'), 'old');
    given.drop();
    assert.deepEqual([readFileSync(path, 'utf8'), left()], ['old', []]);

    const kept = outputFile(path, [INPUT]);
    writeFileSync(kept.half, 'new');
    kept.keep();
    kept.drop();
    assert.deepEqual([readFileSync(path, 'utf8'), left()], ['new', []]);
  });

  test("behind a link replaces the link's target, and the link stays", () => {
    const [file, link] = [at('behind.txt'), at('link.txt')];
    writeFileSync(file, 'old');
    symlinkSync(file, link);
    const place = outputFile(link, [INPUT]);
    writeFileSync(place.half, 'new');
    place.keep();
    assert.equal(readFileSync(file, 'utf8'), 'new');
    assert.ok(lstatSync(link).isSymbolicLink());
  });

  test('must not be the input file, by whatever name', () => {
    symlinkSync(INPUT, at('same.csv'));
    for (const path of [INPUT, at('same.csv'), join(folder, '.', 'in.csv')])
      assert.throws(() => outputFile(path, [INPUT]), /is the input file itself/, path);
  });

  test('cannot be in a missing folder, be a folder, or be a link to nothing', () => {
    mkdirSync(at('sub'));
    symlinkSync(at('gone'), at('dangling'));
    for (const [path, code, words] of [
      [at('nowhere/out.dxf'), 'ENOENT', /out\.dxf: there is no folder .*nowhere; create it first/],
      [at('sub'), 'EISDIR', /sub: it is a folder; name a file in it/],
      [at('dangling'), 'ENOENT', /dangling: it is a link to something that does not exist/],
    ] as const)
      assert.throws(
        () => outputFile(path, [INPUT]),
        (error: Error & { code?: string }) => error.code === code && words.test(error.message),
        path,
      );
    assert.doesNotThrow(() => outputFile('out.dxf', [INPUT]), 'a bare name is in the current folder');
  });

  test('is not a device: a file renamed onto a device would replace it for every program', (t) => {
    if (!existsSync('/dev/null')) return t.skip('there is no /dev/null on this system');
    assert.throws(() => outputFile('/dev/null', [INPUT]), UsageError);
    assert.ok(lstatSync('/dev/null').isCharacterDevice());
  });
});

describe('commands that write a file', () => {
  const WRITING = [
    ['convert', (path: string) => ['convert', INPUT, path, '--to', 'svg']],
    ['inspect --svg', (path: string) => ['inspect', INPUT, '--svg', path]],
  ] as const;

  for (const [name, words] of WRITING)
    test(`${name} reports a wrong output place before it reads, and leaves nothing behind`, async () => {
      const before = readFileSync(INPUT, 'utf8');
      for (const [path, code, said] of [
        [at('missing/a.svg'), 1, /there is no folder .*missing; create it first \(ENOENT\)/],
        [folder, 1, /it is a folder; name a file in it \(EISDIR\)/],
        [INPUT, 2, /is the input file itself: name another file/],
        ['-', 2, /standard input and output are not supported/],
      ] as const) {
        const ran = await runWords(words(path));
        assert.deepEqual([ran.code, ran.out], [code, ''], `${path}: ${ran.err}`);
        assert.match(ran.err, said);
      }
      assert.deepEqual([readFileSync(INPUT, 'utf8'), left()], [before, []]);
      const done = await runWords(words(at(`${name}.svg`)));
      assert.equal(done.code, 0, done.err);
      assert.match(readFileSync(at(`${name}.svg`), 'utf8'), /^<svg[\s\S]*<\/svg>\s*$/);
      assert.deepEqual(left(), []);
    });

  test('inspect --svg keeps the old picture if there is no new one', async () => {
    const picture = at('old.svg');
    writeFileSync(picture, 'old');
    const ran = await runWords(['inspect', INPUT, '--svg', picture, '--limit', 'features=1']);
    assert.equal(ran.code, 1, ran.err);
    assert.deepEqual([readFileSync(picture, 'utf8'), left()], ['old', []]);
  });
});
