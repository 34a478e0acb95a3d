import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

// The examples of the README, as they are written, in a shell: only the address, and how the command is called, differ.

const ROOT = join(import.meta.dirname, '../../..');
const START = join(ROOT, 'tools/start.mjs');
const folder = mkdtempSync(join(tmpdir(), 'readme-'));
let server: ChildProcess;
let url = '';

before(async () => {
  const words = ['serve', '--demo', '--port', '0', '--log-level', 'warn', '--data', join(folder, 'data')];
  server = spawn(process.execPath, [START, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  for await (const chunk of server.stderr!.iterator({ destroyOnReturn: false }))
    if (/listens at/.test((log += String(chunk)))) break;
  server.stderr!.resume();
  url = /listens at (\S+)/.exec(log)![1]!;
});
after(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(folder, { recursive: true });
});

/** The examples below a heading, as one script. */
function examplesOf(heading: string): string {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`))!;
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, script]) => script!);
  assert.ok(blocks.length > 0, heading);
  return blocks
    .join('\n')
    .replaceAll('http://127.0.0.1:8080', url)
    .replaceAll('npm run --silent fieldbridge --', `node '${START}'`);
}

for (const [heading, result] of [
  ['A first ticket', /"externalId":"T-1".*"nettWeight":\{"quantity":25\.40,"unit":"t"\}.*"uuid":/],
  ['A first conversion', /points\.mjfzip: 2 points[\s\S]*^format +dxf/m],
  ['A first token', /"abbreviation"/],
] as const)
  test(`the example of the README works: ${heading}`, (t) => {
    if (spawnSync('curl', ['--version']).error !== undefined) return t.skip('curl is not installed');
    // The example of the ticket defines what the others use, and the node of this test is newer than the machine's.
    const [shared] = examplesOf('A first ticket').split('\n');
    const script = `node() { '${process.execPath}' "$@"; }\n${shared}\n${examplesOf(heading)}`;
    const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', script], { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.match(stdout, result);
  });
