// Checks the OpenAPI documents of a demonstration server: linters find nothing, and the code of two generators
// compiles: npm run check:openapi. It needs the registry, and 300 MB in the temporary folder.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from '../packages/pack.ts';
import { root } from '../runtime.mjs';

/** Not in package.json: they are only needed here. The version of TypeScript is the one that generated code targets. */
const TOOLS = [
  'openapi-typescript@7.13.0',
  '@hey-api/openapi-ts@0.99.0',
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  'typescript@5.9.3',
];
const DOCUMENTS = {
  project: '/project/openapi.json',
  conversion: '/conversion/openapi.json',
  weighing: '/weighing/openapi.json',
  operator: '/operator/v1/openapi.json',
};
const STRICT =
  '--noEmit --strict --module esnext --moduleResolution bundler --target es2022 --lib es2022,dom,dom.iterable';
const START_MS = 60_000;
const RUN_MS = 300_000;

const work = mkdtempSync(join(tmpdir(), 'fieldbridge-openapi-'));
let failures = 0;

/** Runs one of the tools and reports its output unless it succeeded without a warning. */
function run(title: string, tool: string, words: readonly string[]): void {
  const path = `${join(work, 'node_modules/.bin')}:${process.env['PATH']}`;
  const env = { ...process.env, PATH: path, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { status, stdout, stderr } = spawnSync(tool, words, { cwd: work, encoding: 'utf8', timeout: RUN_MS, env });
  const said = `${stdout}${stderr}`;
  const isGood = status === 0 && !/You have \d+ warnings?/.test(said);
  if (!isGood) failures++;
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${title}`);
  if (!isGood) console.log(said);
}

/** Writes the documents of a demonstration server into the folder. */
async function writeDocuments(): Promise<void> {
  const start = join(root, 'tools/start.mjs');
  const words = [start, 'serve', '--demo', '--port', '0', '--log-level', 'warn', '--data', join(work, 'data')];
  const server = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'], timeout: START_MS });
  try {
    let log = '';
    for await (const chunk of server.stderr.iterator({ destroyOnReturn: false }))
      if (/listens at/.test((log += String(chunk)))) break;
    server.stderr.resume();
    const [, url] = /listens at (\S+)/.exec(log) ?? [];
    if (url === undefined) throw new Error(`The server did not start:\n${log}`);
    for (const [name, path] of Object.entries(DOCUMENTS)) {
      const answer = await fetch(url + path);
      if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`);
      writeFileSync(join(work, `${name}.json`), await answer.text());
    }
  } finally {
    server.kill('SIGTERM');
  }
}

try {
  writeFileSync(join(work, 'package.json'), '{ "private": true, "type": "module" }\n');
  npm(['install', '--save-exact', ...TOOLS], work);
  await writeDocuments();
  for (const name of Object.keys(DOCUMENTS)) {
    const document = `${name}.json`;
    const at = (file: string): string => join(import.meta.dirname, file);
    run(`redocly lint ${name}`, 'redocly', ['lint', document, '--config', at('redocly.yaml')]);
    const limits = ['--fail-severity', 'hint', '--ruleset', at('spectral.yaml')];
    run(`spectral lint ${name}`, 'spectral', ['lint', document, ...limits]);
    run(`openapi-typescript ${name}`, 'openapi-typescript', [document, '-o', `${name}/types.ts`]);
    run(`openapi-ts ${name}`, 'openapi-ts', ['-i', document, '-o', `${name}/client`, '-c', '@hey-api/client-fetch']);
    const files = [`${name}/types.ts`, `${name}/client/index.ts`];
    run(`generated code of ${name} compiles`, 'tsc', [...STRICT.split(' '), ...files]);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
if (failures > 0) process.exitCode = 1;
