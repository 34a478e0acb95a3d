import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const REPORTER = `export default async function* (events) {
  for await (const { type, data } of events)
    if (/pass|fail/.test(type)) yield [type, data.nesting, data.name, data.details.error?.cause?.message].join() + '\\n';
}`;

const IMPORTS = `import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
const never = new Promise(() => {});
`;

/** Runs files with these texts. @returns what the runner reports, and what else was written */
function run(...texts: readonly string[]): { status: number | null; reported: string[]; written: string } {
  const folder = mkdtempSync(join(tmpdir(), 'test-files-'));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return pathToFileURL(join(folder, name)).href;
  };
  const files = texts.map((text, i) => [`file ${i}`, write(`${i}.mjs`, IMPORTS + text)]);
  const module = pathToFileURL(join(import.meta.dirname, 'test-files.ts')).href;
  write('entry.mjs', `import { runFiles } from '${module}';\nawait runFiles(${JSON.stringify(files)});`);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--test-reporter', write('reporter.mjs', REPORTER), join(folder, 'entry.mjs')],
    { encoding: 'utf8', env, timeout: 300_000 },
  );
  return { status, reported: stdout.trim().split('\n'), written: stderr };
}

test('declarations of a file after awaiting something belong to that file', () => {
  const { status, reported, written } = run(
    `await pause(1);
    after(() => console.error('end of 0'));
    test('a', () => pause(1));
    describe('suite', async () => {
      await pause(5);
      before(() => console.error('begin of suite'));
      describe('inner', async () => {
        await pause(1);
        test('b', () => pause(1));
      });
    });`,
    "test('c', () => console.error('c'));",
  );
  assert.deepEqual(reported, [
    ...['test:pass,1,a,', 'test:pass,3,b,', 'test:pass,2,inner,', 'test:pass,1,suite,', 'test:pass,0,file 0,'],
    ...['test:pass,1,c,', 'test:pass,0,file 1,'],
  ]);
  assert.deepEqual([status, written], [0, 'begin of suite\nend of 0\nc\n']);
});

test('an uncaught error fails the running test, and ends it; the next ones run', () => {
  const { status, reported } = run(
    `test('thrown', async () => {
      await pause(1);
      setImmediate(() => { throw new Error('A'); });
      await never;
    });
    test('rejected', async (t) => {
      await pause(1);
      await t.test('inner', async () => {
        await pause(1);
        void Promise.reject(new Error('B'));
        await never;
      });
    });
    test('next', () => pause(1));`,
    'throw new Error("C");',
  );
  assert.deepEqual(reported, [
    ...['test:fail,1,thrown,A', 'test:fail,2,inner,', 'test:fail,1,rejected,B', 'test:pass,1,next,'],
    ...['test:fail,0,file 0,', 'test:fail,1,can be imported,C', 'test:fail,0,file 1,'],
  ]);
  assert.equal(status, 1);
});

test('an error after the last test fails the run, and is written', () => {
  const { status, written } = run("test('a', () => void setTimeout(() => { throw new Error('late'); }, 100));");
  assert.equal(status, 1);
  assert.match(written, /^Not caught, while no test ran: Error: late\n {4}at /);
});

test('a hook or test that is declared while the tests run fails the run', () => {
  const { status, reported } = run(
    `test('a', async () => {
      await pause(1);
      after(() => {});
    });`,
  );
  assert.equal(status, 1);
  assert.match(
    reported.at(-1)!,
    /^test:fail,0,file 0 declares nothing while its tests run,.*0\.mjs:\d+ .* as in t\.after/,
  );
});
