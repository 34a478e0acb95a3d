import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startWeighing, stopWeighing, type WeighingServer } from './testing/weighing-server.ts';

// The examples of docs/weighing.md in other languages, as they are printed.

const run = promisify(execFile);
const UUID = /^[0-9a-f-]{36}\s*$/;
let weighing: WeighingServer;
let folder: string;
before(async () => {
  weighing = await startWeighing();
  folder = await mkdtemp(join(tmpdir(), 'fieldbridge-examples-'));
});
after(async () => {
  await stopWeighing(weighing);
  await rm(folder, { recursive: true, force: true });
});

async function example(language: string): Promise<string> {
  const guide = await readFile(join(import.meta.dirname, '../../../../docs/weighing.md'), 'utf8');
  const found = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(guide);
  assert.ok(found, `docs/weighing.md has no example in ${language}`);
  return found[1]!;
}

function words(): string[] {
  const { clientId, clientSecret, locationIds } = weighing.weighing;
  return [`${weighing.server.url}/weighing-sandbox/v2`, clientId, clientSecret, locationIds[0]!];
}

/** Why a test is skipped: a program is missing. */
const without = (program: string): string | false =>
  spawnSync(program, ['--version']).status !== 0 && `${program} is not installed`;

describe('the example of a ticket in', () => {
  test('Python sends it, and finds it when it is sent again', { skip: without('python3') }, async () => {
    const path = join(folder, 'ticket.py');
    await writeFile(path, await example('python'));
    const first = await run('python3', [path, ...words()]);
    assert.match(first.stdout, UUID);
    assert.equal((await run('python3', [path, ...words()])).stdout, first.stdout);
  });

  test('C# sends it, and finds it when it is sent again', { skip: without('dotnet') }, async () => {
    await run('dotnet', ['new', 'console', '--output', folder, '--name', 'ticket']);
    await writeFile(join(folder, 'Program.cs'), await example('csharp'));
    const first = await run('dotnet', ['run', '--project', folder, '--', ...words()]);
    assert.match(first.stdout, UUID);
    assert.equal((await run('dotnet', ['run', '--project', folder, '--', ...words()])).stdout, first.stdout);
  });
});
