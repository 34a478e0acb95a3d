import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startTestServer, type TestServer } from '@fieldbridge/server/testing/server.ts';

// The examples of the guides as they are written: those for a shell in a shell, those for the client library in Node,
// each page from its beginning to its end. Only the address of the server and of the library differ, and folders.

const ROOT = join(import.meta.dirname, '../../..');
const CORPUS = join(ROOT, '../shared/corpus');
const folder = mkdtempSync(join(tmpdir(), 'guides-'));
const missing = ['curl', 'jq', 'bash'].filter((name) => spawnSync(name, ['--version']).error !== undefined);
let server: TestServer;

before(async () => {
  server = await startTestServer({ data: join(folder, 'data') });
  for (const [from, to] of [
    ['dxf/colors.dxf', 'site.dxf'],
    ['dxf/3dface.dxf', 'plan.dxf'],
    ['topcon/tps-bris.tp3', 'model.tp3'],
    ['landxml/S1.xml', 'road.xml'],
  ] as const)
    copyFileSync(join(CORPUS, from), join(folder, to));
  writeFileSync(join(folder, 'points.csv'), 'name,easting,northing,elevation\nA,1,2,3\nB,4,5,6\n');
});
after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The examples of a page in a language, in their order. */
function examplesOf(page: string, language: 'sh' | 'ts'): string[] {
  const text = readFileSync(join(ROOT, 'docs', `${page}.md`), 'utf8');
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, code]) => code!);
  return blocks.map((code) => code.replaceAll('http://127.0.0.1:8080', server.url));
}

/** Runs a program beside the server, which is in this process. */
async function run(command: string, words: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: folder, timeout: 60_000, env: { ...process.env, ...env } };
  const { stdout } = await promisify(execFile)(command, words, options).catch((error: { stdout: string }) => {
    throw new Error(`${error}\n${error.stdout}`.slice(0, 3000));
  });
  return stdout;
}

/** Runs a script of a page, with the library's names replaced by its files. */
async function runScript(name: string, code: string, env: Record<string, string>): Promise<string> {
  const at = (path: string): string => pathToFileURL(join(ROOT, 'packages/client/src', path)).href;
  const placed = code
    .replaceAll("'@fieldbridge/client/file-token-store'", `'${at('files/file-token-store.ts')}'`)
    .replaceAll("'@fieldbridge/client/queue'", `'${at('queue/index.ts')}'`)
    .replaceAll("'@fieldbridge/client'", `'${at('index.ts')}'`)
    .replaceAll('/var/lib/weighbridge', join(folder, name));
  // Imports of the page come first, wherever they are in it, and each once.
  const imports = new Set(placed.match(/^import .*$/gm));
  const body = placed.replace(/^import .*$/gm, '');
  const path = join(folder, `${name}.mts`);
  writeFileSync(path, `${[...imports].join('\n')}\n${body}\nprocess.exit(0);\n`);
  return run(process.execPath, [path], env);
}

describe('the examples of the guides', () => {
  const credentials = {
    project: () => server.demo.project,
    weighing: () => server.demo.weighing,
    conversion: () => server.demo.conversion,
  };
  const results = { project: /"number":"2026-014"/, weighing: /"externalId":"T-1"/, conversion: /"state":"idle"/ };
  for (const page of ['project', 'weighing', 'conversion'] as const) {
    const skip = missing.length > 0 ? `${missing.join(', ')} not installed: ${page}.md is not run in a shell` : false;
    test(`${page}.md in a shell`, { skip }, async () => {
      const blocks = examplesOf(page, 'sh').filter((code) => !code.includes('npm run fieldbridge'));
      assert.ok(blocks.length >= 1);
      // The package of the second workflow is that of the first.
      const script = blocks.join('\n').replace('api -X DELETE $B/job/$JOB\n', 'cp site12.mjfzip job.mjfzip\n$&');
      assert.match(await run('bash', ['-euo', 'pipefail', '-c', script]), results[page]);
    });
    test(`${page}.md with the client library`, async () => {
      const { clientId, clientSecret } = credentials[page]();
      const env = { ID: clientId, SECRET: clientSecret, BRIDGE: server.demo.weighing.locationIds[0]! };
      const shells = examplesOf(page, 'sh').filter((code) => !code.includes('npm run fieldbridge'));
      const blocks = examplesOf(page, 'ts');
      assert.ok(blocks.length >= Math.min(2, shells.length), `${blocks.length} examples of the library`);
      await runScript(page, blocks.join('\n'), env);
    });
  }

  test('client.md', async () => {
    const desk = { authorization: `Bearer ${server.demo.operator.key}`, 'content-type': 'application/json' };
    const asked = await fetch(`${server.url}/operator/v1/access-requests`, {
      method: 'POST',
      headers: desk,
      body: JSON.stringify({ organisationName: 'Dyke', email: 'a@example.org', interface: 'conversion' }),
    });
    const { id } = (await asked.json()) as { id: string };
    const organisations = await fetch(`${server.url}/operator/v1/organisations`, { headers: desk });
    const { items } = (await organisations.json()) as { items: { id: string }[] };
    const [first, ...rest] = examplesOf('client', 'ts');
    // What the page leaves to the reader: where to begin, what to do with a ticket, a request that has arrived.
    const given = `
      import { openAsBlob } from 'node:fs';
      import { writeFile } from 'node:fs/promises';
      import { signWebhook } from '@fieldbridge/client';
      const [id, organisationId] = ${JSON.stringify([id, items[0]!.id])};
      const abort = new AbortController();
      const { signal } = abort;
      const [position, save] = ['2026-01-01T00:00:00Z', () => {}];
      const book = async () => abort.abort();
      process.env.WEBHOOK_SECRET = 'whsec_' + Buffer.alloc(32, 7).toString('base64');
      const bodyAsItArrived = '{"type":"ticket.created","timestamp":"2026-05-04T10:00:00Z","data":{}}';
      const request = { headers: await signWebhook(bodyAsItArrived, process.env.WEBHOOK_SECRET) };
    `.replace(/^ {6}/gm, '');
    const blocks = rest.map((code) =>
      code.includes('.follow(') ? `try {\n${code}} catch (error) {\n  if (!signal.aborted) throw error;\n}\n` : code,
    );
    const { project, weighing, conversion, operator } = server.demo;
    const env = {
      ...{ PROJECT_ID: project.clientId, PROJECT_SECRET: project.clientSecret },
      ...{ WEIGHING_ID: weighing.clientId, WEIGHING_SECRET: weighing.clientSecret },
      ...{ CONVERSION_ID: conversion.clientId, CONVERSION_SECRET: conversion.clientSecret },
      ...{ OPERATOR_KEY: operator.key, BRIDGE: weighing.locationIds[1]! },
    };
    assert.match(await runScript('client', [first, given, ...blocks].join('\n'), env), /credential\.issued/);
  });
});
