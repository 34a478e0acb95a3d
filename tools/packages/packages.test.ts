import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { ViewPage } from '@fieldbridge/viewer/testing/view-page.ts';
import type { Browser } from 'playwright-core';
import { buildPackages } from './build.ts';
import { type Packed, pack } from './pack.ts';

// The packages as they would be published, unpacked into an empty project; the packages that they need are linked to
// those of this project, so that no registry is needed. `npm run campaign:packages` installs them with npm.

const root = join(import.meta.dirname, '../..');
const work = mkdtempSync(join(tmpdir(), 'packages-'));
const modules = join(work, 'project/node_modules');
const packed = new Map<string, Packed>();
after(() => rmSync(work, { recursive: true }));

before(async () => {
  mkdirSync(join(work, 'packed'));
  for (const one of pack(await buildPackages(join(work, 'built')), join(work, 'packed'))) {
    packed.set(one.name, one);
    const place = join(modules, one.name);
    mkdirSync(place, { recursive: true });
    execFileSync('tar', ['-xzf', one.path, '--strip-components=1', '-C', place]);
  }
  for (const name of packed.keys())
    for (const needed of Object.keys(manifest(name).dependencies)) {
      const place = join(modules, needed);
      if (existsSync(place)) continue;
      mkdirSync(dirname(place), { recursive: true });
      symlinkSync(join(root, 'node_modules', needed), place, 'junction');
    }
  writeFileSync(join(work, 'project/package.json'), '{ "private": true, "type": "module" }');
});

interface Published {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly scripts?: object;
  readonly exports?: object;
}
const manifest = (name: string): Published =>
  JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as Published;
const run = (...words: string[]) =>
  spawnSync(process.execPath, words, { cwd: join(work, 'project'), encoding: 'utf8', timeout: 60_000 });

describe('the published packages', () => {
  test('hold the required files and nothing else, and no install script', () => {
    for (const [name, { files }] of packed) {
      const paths = files.map(({ path }) => path);
      for (const path of ['LICENSE', 'README.md', 'package.json']) assert.ok(paths.includes(path), `${name}: ${path}`);
      assert.deepEqual(
        paths.filter((path) => /\.test\.|(^|\/)testing\/|(^|\/)compiled\/|(?<!\.d)\.ts$/.test(path)),
        [],
      );
      assert.equal(manifest(name).scripts, undefined, name);
    }
  });

  test('name their versions exactly, and one version for all of ours', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Published;
    for (const name of packed.keys()) {
      assert.equal(manifest(name).version, version);
      for (const [needed, stated] of Object.entries(manifest(name).dependencies)) {
        assert.match(stated, /^\d+\.\d+\.\d+/, `${name} needs ${needed} ${stated}`);
        if (needed.startsWith('@fieldbridge/')) assert.ok(packed.has(needed), `${name} needs ${needed}`);
      }
    }
  });

  test('have a type and a source map for each module of a library', () => {
    for (const [name, { files }] of packed) {
      if (!name.startsWith('@')) continue;
      const paths = new Set(files.map(({ path }) => path));
      const code = [...paths].filter((path) => path.startsWith('lib/') && path.endsWith('.js'));
      assert.ok(code.length > 10, name);
      for (const path of code) {
        assert.ok(paths.has(path.replace(/\.js$/, '.d.ts')) && paths.has(`${path}.map`), `${name}: ${path}`);
        const text = readFileSync(join(modules, name, path), 'utf8');
        assert.doesNotMatch(text, /(from|import\() ?["'](\.{1,2}\/|@fieldbridge\/[a-z]+\/)[^"']*\.ts["']/, path);
      }
    }
  });

  test('can be imported by every name that they state', () => {
    for (const name of packed.keys()) {
      const { exports = {} } = manifest(name);
      for (const below of Object.keys(exports).filter((one) => !one.endsWith('.json'))) {
        const { status, stderr } = run('--input-type=module', '-e', `await import('${name}${below.slice(1)}')`);
        assert.deepEqual([status, stderr], [0, ''], `${name}${below.slice(1)}`);
      }
    }
  });

  test('work as libraries', () => {
    cpSync(join(import.meta.dirname, 'sample.mjs'), join(work, 'project/sample.mjs'));
    const { status, stderr } = run('sample.mjs');
    assert.equal(status, 0, stderr);
  });

  describe('as their guides say', { skip: missingChromium() ?? false }, () => {
    let browser: Browser;
    before(async () => {
      browser = await startBrowser();
    });
    after(() => browser.close());
    /** The one example of a guide in a language. */
    const example = (name: string, language: string): string => {
      const guide = readFileSync(join(modules, name, 'README.md'), 'utf8');
      const [, code] = new RegExp(`\\n\`\`\`${language}\\n([^]*?)\\n\`\`\`\\n`).exec(guide)!;
      return code!;
    };

    test('the viewer shows a file', async () => {
      writeFileSync(join(work, 'project/serve.mjs'), example('@fieldbridge/viewer', 'js'));
      writeFileSync(
        join(work, 'project/plan.csv'),
        'name,easting,northing,elevation\nA,500000,5540000,1\nB,500030,5540040,2\n',
      );
      const child = spawn(process.execPath, ['serve.mjs', 'plan.csv', '0'], { cwd: join(work, 'project') });
      try {
        const [address] = (await once(child.stdout, 'data')) as [Buffer];
        // Browsers ask for an icon.
        const view = await ViewPage.open(browser, address.toString().trim(), { expected: /404/ });
        const hit = await view.evaluate<{ fields: unknown }>(
          'viewer.feature(viewer.pick(...camera.toScreen(500030, 5540040))[0])',
        );
        assert.match(JSON.stringify(hit), /"B"/);
        await view.close();
      } finally {
        child.kill();
      }
    });

    test('a page draws custom data', async () => {
      const page = example('@fieldbridge/view-wire', 'html');
      const server = createServer((request, response) => {
        const path = join(work, 'project', request.url!);
        const isScript = /^\/node_modules\/@fieldbridge\/[\w/.-]+\.js$/.test(request.url!) && existsSync(path);
        response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
        response.end(isScript ? readFileSync(path) : page);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const view = await ViewPage.open(browser, `http://127.0.0.1:${port}/`);
      const [red, green] = await view.colourAt(499_980, 5_540_000);
      assert.ok(red > 150 && green < 90, 'the square is red');
      assert.equal(await view.evaluate('viewer.snap(...camera.toScreen(500020, 5540020)).easting'), 500_020);
      await view.close();
      server.closeAllConnections();
      server.close();
    });
  });

  test('have the licences of the code in the script of the viewer', () => {
    const notices = readFileSync(join(modules, '@fieldbridge/viewer/THIRD-PARTY.txt'), 'utf8');
    for (const name of ['flatbush', 'flatqueue']) assert.match(notices, new RegExp(`^${name} \\d.*ISC`, 'm'));
  });

  test('work as a command, whose product names the licences in it', () => {
    const start = join('node_modules/fieldbridge/tools/start.mjs');
    const version = run(start, '--version');
    assert.deepEqual([version.status, version.stdout.trim()], [0, manifest('fieldbridge').version]);
    writeFileSync(join(work, 'project/points.csv'), 'name,easting,northing,elevation\nA,1,2,3\nB,2,3,4\n');
    const { status, stderr } = run(start, 'convert', 'points.csv', 'points.mjfzip', '--unit=m');
    assert.equal(status, 0, stderr);
    const notices = readFileSync(join(modules, 'fieldbridge/THIRD-PARTY.txt'), 'utf8');
    for (const name of ['fastify', 'ajv', '@itwin/core-geometry'])
      assert.match(notices, new RegExp(`^${name} \\d`, 'm'));
    assert.doesNotMatch(notices, /\bA?GPL\b/);
  });

  test('say in one sentence if Node is too old, without the sources', () => {
    const runtime = join(modules, 'fieldbridge/tools/runtime.mjs');
    const text = readFileSync(runtime, 'utf8');
    writeFileSync(runtime, text.replace(/OLDEST_RUNTIME = \d+/, 'OLDEST_RUNTIME = 99'));
    const { status, stdout, stderr } = run('node_modules/fieldbridge/tools/start.mjs');
    writeFileSync(runtime, text);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^fieldbridge needs Node 99 or newer, and this is v.*"npm install node@99"\.\n$/);
  });
});
