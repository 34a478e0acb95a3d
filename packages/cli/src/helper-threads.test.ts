import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { helperThreads } from './helper-threads.ts';
import { ProgressLine } from './progress-line.ts';
import { readingOf } from './reading.ts';
import { openSourceFile } from './source-file.ts';

const MODULE = new URL('./helper-threads.ts', import.meta.url);
/** How many threads a process that is started with these flags may start. */
function threadsOf(...flags: string[]): number {
  const source = `import { helperThreads } from '${MODULE}'; console.log(helperThreads());`;
  const words = [...flags, '--no-warnings', '--input-type=module', '-e', source];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  assert.notEqual(stdout, '', stderr);
  return Number(stdout);
}

test('a command may start a thread per core that is left, and none without the permission for it', () => {
  assert.equal(helperThreads(), availableParallelism() - 1);
  assert.equal(threadsOf(), availableParallelism() - 1);
  assert.equal(threadsOf('--permission', '--allow-fs-read=*'), 0);
  assert.equal(threadsOf('--permission', '--allow-fs-read=*', '--allow-worker'), availableParallelism() - 1);
});

test('what a command reads and writes is allowed as many', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'threads-'));
  const path = join(folder, 'points.csv');
  writeFileSync(path, 'name,easting,northing\nA,500000,5540000\n');
  const file = openSourceFile(path, 'auto');
  try {
    const io = { ...{ out: () => {}, err: () => {}, terminal: false, env: {} }, signal: new AbortController().signal };
    const request = readingOf(file, { options: {}, limits: {} }, io, new ProgressLine(io));
    assert.equal(request.threads, helperThreads());
  } finally {
    file.close();
    await rm(folder, { recursive: true });
  }
});
