import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { runWords } from '../../testing/run-words.ts';
import { runCommandLine } from '../command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'watch-'));
after(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]): string => join(folder, ...names);
const points = (...names: string[]): string =>
  `name,easting,northing,elevation\n${names.map((name, i) => `${name},${i},${i},1\n`).join('')}`;

/** A command that runs until it is stopped, and what it printed so far. */
function start(...words: string[]) {
  const stop = new AbortController();
  const texts = { out: '', err: '' };
  const io = {
    out: (text: string) => void (texts.out += text),
    err: (text: string) => void (texts.err += text),
    rewrite: () => {},
    terminal: false,
    env: {},
    signal: stop.signal,
  };
  const ended = runCommandLine(['convert', ...words, '--watch'], io, '');
  const until = async (is: () => boolean): Promise<void> => {
    while (!is()) await pause(20);
  };
  const end = (): Promise<number> => {
    stop.abort(new Error('interrupted'));
    return ended;
  };
  return { texts, until, end };
}

test('convert --watch converts again when a file changes, goes on after a failure, and ends with Ctrl-C', async () => {
  writeFileSync(at('a.csv'), points('A'));
  const { texts, until, end } = start(at('a.csv'), at('a.geojson'));
  await until(() => texts.err.includes('watching'));
  const has = (name: string) => () => readFileSync(at('a.geojson'), 'utf8').includes(`"${name}"`);
  assert.ok(has('A')());
  writeFileSync(at('a.csv'), points('A', 'LATER'));
  await until(has('LATER'));
  writeFileSync(at('a.csv'), '');
  await until(() => texts.err.includes('(no-data)'));
  assert.ok(has('LATER')(), 'the last good file stays');
  writeFileSync(at('a.csv'), points('REPAIRED'));
  await until(has('REPAIRED'));
  assert.equal(await end(), 0);
});

test('into a folder it converts the files that are new or changed, and leaves the others', async () => {
  mkdirSync(at('in'));
  writeFileSync(at('in', 'a.csv'), points('A'));
  const { texts, until, end } = start(at('in'), '-o', `${at('out')}/`, '--to', 'geojson');
  await until(() => texts.err.includes('watching'));
  writeFileSync(at('in', 'b.csv'), points('B'));
  await until(() => existsSync(at('out', 'b.geojson')) && texts.err.split('1 converted').length === 3);
  assert.equal(texts.out.split('a.geojson').length, 2, 'a was converted once');
  assert.equal(await end(), 0);
});

test('--watch prints no documents', async () => {
  const { code, err } = await runWords(['convert', at('a.csv'), at('b.mjf'), '--watch', '--json']);
  assert.deepEqual([code, /leave out --json/.test(err)], [2, true]);
});
