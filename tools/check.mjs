// The test line: types, lint, arrows, English, then the tests; stops if one of the parts fails. Runs on any Node >= 20.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProduct } from './product.mjs';
import { SERVER_FLAGS } from './runtime.mjs';
import { testEntries } from './test-groups.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const entries = mkdtempSync(join(tmpdir(), 'fieldbridge-check-'));
process.on('exit', () => rmSync(entries, { recursive: true, force: true }));
const bin = (name) => join(root, 'node_modules/.bin', name);
/** The parts that run no test, in parallel, because each leaves one of two cores idle now and then. */
const parts = [
  // Each type checker repeats work of the others: one costs a third less than the default four.
  ['types', bin('tsc'), ['--noEmit', '--checkers', '1']],
  ['types of the viewer', bin('tsc'), ['--noEmit', '--checkers', '1', '--project', 'packages/viewer']],
  ['types of the console', bin('tsc'), ['--noEmit', '--checkers', '1', '--project', 'packages/console']],
  ['lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['arrows', bin('node'), ['tools/arrows.ts']],
  ['English', bin('node'), ['tools/prose.ts']],
];
const tests = [
  // With V8's own settings most groups collect garbage for a fifth of their time: their heaps start small and stay
  // small.
  ...SERVER_FLAGS,
  '--import=./tools/test-setup.ts',
  '--test',
  // One more than the cores of a small machine: some tests wait.
  '--test-concurrency=3',
  // Meant for tests that hang: even on a busy machine the slowest group takes a fraction of this.
  '--test-timeout=2400000',
  ...testEntries(root, entries),
];

const stop = (status) => process.exit(status ?? 1);
const failed = (name, error) => console.error(`${name} could not be started: ${error.message}`);

/** Runs a part. @returns its output and exit code */
function run([name, command, args]) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => {
      failed(name, error);
      stop();
    });
    child.on('close', (status) => resolve({ name, status, output: Buffer.concat(output) }));
  });
}

for (const running of parts.map(run)) {
  const { name, status, output } = await running;
  console.log(`> ${name}`);
  process.stdout.write(output);
  if (status !== 0) stop(status);
}
console.log('> tests');
// Many tests run the product: it is built once, before they would do so at the same time.
await findProduct();
const { status, error } = spawnSync(bin('node'), tests, { cwd: root, stdio: 'inherit' });
if (error) failed('tests', error);
if (status !== 0) stop(status);
