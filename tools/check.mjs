// The test line: types, lint, arrows, English, then the tests; stops at the first part that fails. Runs on any Node >=
// 20.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProduct } from './product.mjs';
import { testEntries } from './test-groups.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const entries = mkdtempSync(join(tmpdir(), 'fieldbridge-check-'));
process.on('exit', () => rmSync(entries, { recursive: true, force: true }));
const bin = (name) => join(root, 'node_modules/.bin', name);
const steps = [
  ['types', bin('tsc'), ['--noEmit']],
  ['types of the viewer', bin('tsc'), ['--noEmit', '--project', 'packages/viewer']],
  ['types of the console', bin('tsc'), ['--noEmit', '--project', 'packages/console']],
  ['lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['arrows', bin('node'), ['tools/arrows.ts']],
  ['English', bin('node'), ['tools/prose.ts']],
  [
    'tests',
    bin('node'),
    [
      '--import=./tools/test-setup.ts',
      '--test',
      // One more than the cores of a small machine: some tests wait.
      '--test-concurrency=3',
      // Only for tests that hang: even on a busy machine the slowest group takes a fraction of this.
      '--test-timeout=2400000',
      ...testEntries(root, entries),
    ],
  ],
];
for (const [name, command, args] of steps) {
  console.log(`> ${name}`);
  // Many tests run the product: it is built once, before they would do so at the same time.
  if (name === 'tests') await findProduct();
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) console.error(`${name} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
