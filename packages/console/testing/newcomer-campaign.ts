import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { lineOf, travel } from './newcomer.ts';

// node packages/console/testing/newcomer-campaign.ts DRAWING.dxf: the first minutes of a newcomer, timed: clone,
// `npm ci`, `npm start`, the own drawing on the screen, and out as TP3. It needs Chromium and a package registry.

const ROOT = resolve(import.meta.dirname, '../../..');
const drawing = process.argv[2];
if (drawing === undefined) throw new Error('Name a DXF drawing.');
const folder = await mkdtemp(join(tmpdir(), 'fieldbridge-newcomer-'));
const clone = join(folder, 'fieldbridge');

function run(program: string, args: readonly string[], cwd: string): void {
  const began = performance.now();
  const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
  console.log(`${program} ${args[0]}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

const browser = await startBrowser();
try {
  run('git', ['clone', '--quiet', ROOT, clone], folder);
  run('npm', ['ci'], clone);
  const start = ['npm', 'start', '--', '--port', '0', '--data', join(folder, 'data'), '--log-level', 'warn'] as const;
  const journey = await travel(browser, clone, [...start], resolve(drawing));
  console.log(`since npm start: ${lineOf(journey)}`);
} finally {
  await browser.close();
  // npm ends before the server, which still writes.
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
}
