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
const FORCE = { force: true };
const left = (): string[] => readdirSync(folder).filter((name) => name.includes('.part-'));

describe('an output file', () => {
  test('is moved into place when complete; the old file stays until then', async () => {
    const path = at('out.txt');
    writeFileSync(path, 'old');
    const given = await outputFile(path, [INPUT], FORCE);
    writeFileSync(given.half, 'half');
    assert.equal(readFileSync(path, 'utf8'), 'old');
    given.drop();
    assert.deepEqual([readFileSync(path, 'utf8'), left()], ['old', []]);

    const kept = await outputFile(path, [INPUT], FORCE);
    writeFileSync(kept.half, 'new');
    kept.keep();
    kept.drop();
    assert.deepEqual([readFileSync(path, 'utf8'), left()], ['new', []]);
  });

  test("behind a link replaces the link's target, and the link stays", async () => {
    const [file, link] = [at('behind.txt'), at('link.txt')];
    writeFileSync(file, 'old');
    symlinkSync(file, link);
    const place = await outputFile(link, [INPUT], FORCE);
    writeFileSync(place.half, 'new');
    place.keep();
    assert.equal(readFileSync(file, 'utf8'), 'new');
    assert.ok(lstatSync(link).isSymbolicLink());
  });

  test('must not be the input file, by whatever name', async () => {
    symlinkSync(INPUT, at('same.csv'));
    for (const path of [INPUT, at('same.csv'), join(folder, '.', 'in.csv')])
      await assert.rejects(outputFile(path, [INPUT], FORCE), /is the input file itself/, path);
  });

  test('cannot be in a missing folder, be a folder, or be a link to nothing', async () => {
    mkdirSync(at('sub'));
    symlinkSync(at('gone'), at('dangling'));
    for (const [path, code, words] of [
      [at('nowhere/out.dxf'), 'ENOENT', /out\.dxf: there is no folder .*nowhere; create it first/],
      [at('sub'), 'EISDIR', /sub: it is a folder; name a file in it/],
      [at('dangling'), 'ENOENT', /dangling: it is a link whose target does not exist/],
    ] as const)
      await assert.rejects(
        outputFile(path, [INPUT], FORCE),
        (error: Error & { code?: string }) => error.code === code && words.test(error.message),
        path,
      );
    await assert.doesNotReject(outputFile('out.dxf', [INPUT], FORCE), 'a bare name is in the current folder');
  });

  test('is not a device: a file renamed onto a device would replace it for every program', async (t) => {
    if (!existsSync('/dev/null')) return t.skip('there is no /dev/null on this system');
    await assert.rejects(outputFile('/dev/null', [INPUT], FORCE), UsageError);
    assert.ok(lstatSync('/dev/null').isCharacterDevice());
  });
});

describe('a file that exists', () => {
  test('is replaced with --force, or by somebody who agrees; otherwise it stays, before anything is done', async () => {
    const path = at('there.txt');
    writeFileSync(path, 'old');
    const asked: string[] = [];
    const answer = (yes: boolean) => (question: string) => {
      asked.push(question);
      return Promise.resolve(yes);
    };
    await assert.rejects(outputFile(path, [INPUT], { force: false }), { code: 'EEXIST', message: /add --force/ });
    await assert.rejects(outputFile(path, [INPUT], { force: false, ask: answer(false) }), { code: 'EEXIST' });
    assert.deepEqual([asked, readFileSync(path, 'utf8')], [[`${path} exists. Replace it? [y/N] `], 'old']);
    for (const overwriting of [FORCE, { force: false, ask: answer(true) }]) {
      const place = await outputFile(path, [INPUT], overwriting);
      writeFileSync(place.half, 'new');
      place.keep();
      assert.equal(readFileSync(path, 'utf8'), 'new');
    }
  });

  test('and was made while the other was written is kept', async () => {
    const path = at('meanwhile.txt');
    const place = await outputFile(path, [INPUT], { force: false });
    writeFileSync(place.half, 'ours');
    writeFileSync(path, 'theirs');
    assert.throws(place.keep, { code: 'EEXIST' });
    place.drop();
    assert.deepEqual([readFileSync(path, 'utf8'), left()], ['theirs', []]);
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

  for (const [name, words] of WRITING)
    test(`${name} asks on a terminal, and needs --force elsewhere`, async () => {
      const path = at(`again ${name}.svg`);
      writeFileSync(path, 'old');
      const refused = await runWords(words(path));
      assert.deepEqual([refused.code, refused.out], [1, '']);
      assert.match(refused.err, /the file exists; add --force to replace it \(EEXIST\)\n$/);
      const no = await runWords(words(path), { ask: () => Promise.resolve(false) });
      assert.match(no.err, /was not changed \(EEXIST\)\n$/);
      assert.equal(readFileSync(path, 'utf8'), 'old');
      assert.equal((await runWords(words(path), { ask: () => Promise.resolve(true) })).code, 0);
      assert.equal((await runWords([...words(path), '--force'])).code, 0);
      assert.match(readFileSync(path, 'utf8'), /^<svg/);
    });

  test('inspect --svg keeps the old picture if there is no new one', async () => {
    const picture = at('old.svg');
    writeFileSync(picture, 'old');
    const ran = await runWords(['inspect', INPUT, '--svg', picture, '--force', '--limit', 'features=1']);
    assert.equal(ran.code, 1, ran.err);
    assert.deepEqual([readFileSync(picture, 'utf8'), left()], ['old', []]);
  });
});
