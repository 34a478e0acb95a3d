import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { checkArrows } from './arrows.ts';

const folder = mkdtempSync(join(tmpdir(), 'tools-'));
after(() => rmSync(folder, { recursive: true }));

function run(script: string, ...words: string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...words], {
    encoding: 'utf8',
    timeout: 300_000,
  });
  return { status, out: stdout, err: stderr };
}

describe('the arrow check', () => {
  /** A tree of sources, path below packages/ to text. */
  function tree(files: Readonly<Record<string, string>>): string {
    const root = mkdtempSync(join(folder, 'tree-'));
    for (const [path, text] of Object.entries(files)) {
      const whole = join(root, 'packages', path);
      mkdirSync(dirname(whole), { recursive: true });
      writeFileSync(whole, text);
    }
    return root;
  }
  const check = (files: Readonly<Record<string, string>>) => checkArrows(tree(files));

  test('accepts imports in the right direction', () => {
    const result = check({
      'cli/src/a.ts': "import { s } from '@fieldbridge/server';\nimport type { T } from '@fieldbridge/fieldjob';",
      'server/src/project/a.ts': "import './b.ts';\nimport { c } from '../http/c.ts';\nimport fc from 'fastify';",
      'server/src/project/b.ts': "export * from '@fieldbridge/contract';",
      'server/src/http/c.ts': "const f = () => import('@fieldbridge/formats');",
      'formats/src/a.ts': "import { x } from '@fieldbridge/fieldjob/testing/x.ts';\nimport 'node:sqlite';",
      'server/src/storage/sqlite/deep/a.ts': "import { DatabaseSync } from 'node:sqlite';",
    });
    assert.deepEqual(result, { checked: 10, faults: [] });
  });

  describe('finds each import in the wrong direction, and names the file', () => {
    for (const [path, text, sentence] of [
      ['fieldjob/src/a.ts', "import { x } from '@fieldbridge/formats';", /fieldjob may not import formats/],
      ['formats/src/a.ts', "import { x } from '@fieldbridge/server';", /formats may not import server/],
      ['contract/src/a.ts', "import { x } from '@fieldbridge/fieldjob';", /contract may not import fieldjob/],
      ['server/src/a.ts', "import { x } from '@fieldbridge/cli';", /server may not import cli/],
      ['server/src/a.ts', "export { x } from '@fieldbridge/cli/src/x.ts';", /server may not import cli/],
      ['server/src/a.ts', "const x = await import('@fieldbridge/cli');", /server may not import cli/],
      ['server/src/a.ts', "const x = await import(\n  '@fieldbridge/cli'\n);", /server may not import cli/],
      ['server/src/a.ts', "import '@fieldbridge/cli';", /server may not import cli/],
      ['cli/src/a.ts', "import { x } from '../../server/src/x.ts';", /use the package's name, not a path into it/],
      ['cli/src/a.ts', "import { x } from '../../../tools/x.mjs';", /use the package's name, not a path into it/],
      ['server/src/weighing/a.ts', "import { x } from '../project/x.ts';", /services do not import each other/],
      [
        'server/src/conversion/deep/a.ts',
        "import { x } from '../../weighing/x.ts';",
        /services do not import each other/,
      ],
      ['server/src/http/a.ts', "import { DatabaseSync } from 'node:sqlite';", /only server\/src\/storage\/sqlite may/],
      ['server/src/storage/a.ts', "import type { DatabaseSync } from 'node:sqlite';", /may import node:sqlite/],
      ['server/src/http/a.test.ts', "import { DatabaseSync } from 'node:sqlite';", /may import node:sqlite/],
      ['server/testing/a.ts', "const { DatabaseSync } = await import('node:sqlite');", /may import node:sqlite/],
      ['unknown/src/a.ts', "import { x } from '@fieldbridge/server';", /unknown may not import server/],
    ] as const)
      test(`${path}: ${text}`, () => {
        const { faults } = check({ [path]: text });
        assert.equal(faults.length, 1);
        assert.match(faults[0]!, new RegExp(`^packages/${path} imports `));
        assert.match(faults[0]!, sentence);
      });
  });

  test('finds folders that import each other, directly or through others, at any depth', () => {
    const arrow = (to: string) => `import { x } from '${to}';`;
    for (const [files, sentence] of [
      [
        { 'server/src/http/a.ts': arrow('../storage/b.ts'), 'server/src/storage/c.ts': arrow('../http/d.ts') },
        'server/src/http → server/src/storage (server/src/http/a.ts), ' +
          'server/src/storage → server/src/http (server/src/storage/c.ts)',
      ],
      [
        {
          'formats/src/kit/a/x.ts': arrow('../b/x.ts'),
          'formats/src/kit/b/x.ts': arrow('../c/deep/x.ts'),
          'formats/src/kit/c/x.ts': arrow('../a/x.ts'),
        },
        'formats/src/kit/a → formats/src/kit/b (formats/src/kit/a/x.ts), ' +
          'formats/src/kit/b → formats/src/kit/c (formats/src/kit/b/x.ts), ' +
          'formats/src/kit/c → formats/src/kit/a (formats/src/kit/c/x.ts)',
      ],
    ] as const) {
      assert.deepEqual(check(files).faults, [`folders import each other: ${sentence}`]);
    }
    const down = { 'server/src/http/a.ts': arrow('./deep/b.ts'), 'server/src/http/deep/b.ts': arrow('../c.ts') };
    assert.deepEqual(check(down).faults, []);
  });

  test('lets tests of one service import another, and the tools, but fails on a tree without imports', () => {
    const journey = {
      'server/src/weighing/a.test.ts': "import { x } from '../project/x.ts';",
      'server/testing/a.ts': "import { x } from '../../../tools/x.mjs';",
    };
    assert.deepEqual(check(journey).faults, []);
    assert.deepEqual(check({ 'cli/src/a.ts': 'export {};' }).faults, [
      'no import was found: the check itself is broken',
    ]);
  });

  test('as a command fails on a planted fault, and passes without one', () => {
    const wrong = run('arrows.ts', tree({ 'contract/src/a.ts': "import { x } from '@fieldbridge/fieldjob';" }));
    assert.equal(wrong.status, 1);
    assert.match(wrong.err, /contract may not import fieldjob\n$/);
    const { status, out } = run('arrows.ts', tree({ 'cli/src/a.ts': "import '@fieldbridge/server';" }));
    assert.deepEqual([status, out], [0, '1 imports follow the arrows\n']);
  });
});

describe('the start line on an older Node', () => {
  /** The start line with a product, without its sources, and with these files of the pinned runtime. */
  function tree(name: string, runtime: Readonly<Record<string, string>>): string {
    const root = join(folder, name);
    for (const part of ['tools', 'dist']) mkdirSync(join(root, part), { recursive: true });
    for (const file of ['start.mjs', 'product.mjs', 'runtime.mjs'])
      writeFileSync(join(root, 'tools', file), readFileSync(join(import.meta.dirname, file)));
    writeFileSync(join(root, 'dist/build.json'), JSON.stringify({ folder: 'b', began: 0, sources: ['packages/x.ts'] }));
    for (const [path, text] of Object.entries(runtime)) {
      const whole = join(root, 'node_modules/node', path);
      mkdirSync(dirname(whole), { recursive: true });
      writeFileSync(whole, text, { mode: 0o755 });
    }
    return root;
  }
  const older = `data:text/javascript,${encodeURIComponent("Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })")}`;
  const start = (root: string) =>
    spawnSync(process.execPath, ['--import', older, join(root, 'tools/start.mjs'), 'a word'], { encoding: 'utf8' });

  describe('says what to do if the pinned one is not installed, or its install script was blocked', () => {
    for (const [name, runtime] of [
      ['none', {}],
      ['blocked', { 'package.json': '{"name":"node"}' }],
    ] as const)
      test(JSON.stringify(name), () => {
        const root = tree(name, runtime);
        const published = start(root);
        assert.equal(published.status, 1, name);
        assert.match(published.stderr, /^fieldbridge needs Node \d+ or newer, .*"npm install node@\d+"\.\n$/, name);
        // A checkout has the sources.
        mkdirSync(join(root, 'packages'));
        const { status, stderr } = start(root);
        assert.equal(status, 1, name);
        assert.match(stderr, /^fieldbridge needs Node \d+; .* the pinned runtime is not installed/, name);
        assert.match(stderr, /npm ci.* blocked install scripts, .*npm approve-scripts node/s, name);
      });
  });

  test('passes its arguments to the pinned one, and ends with its status', () => {
    const runtime = { 'package.json': '{"name":"node"}', 'bin/node': '#!/bin/sh\necho "$@"\nexit 3\n' };
    const root = tree('pinned', runtime);
    const { status, stdout, stderr } = start(root);
    assert.deepEqual([status, stdout], [3, `${join(root, 'dist/b/main.mjs')} a word\n`], stderr);
  });
});

describe('the picture of a file', () => {
  test('shows its points and surfaces from above and from the south-west', () => {
    const file = join(folder, 'site.landxml');
    const points = ['0 0 10', '0 10 11', '10 10 14', '10 0 12'].map((at, i) => `<P id="${i + 1}">${at}</P>`);
    writeFileSync(
      file,
      `<?xml version="1.0"?><LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2" date="2026-01-01" time="00:00:00"><Units><Metric areaUnit="squareMeter" linearUnit="meter" volumeUnit="cubicMeter" temperatureUnit="celsius" pressureUnit="milliBars"/></Units><Surfaces><Surface name="Ground"><Definition surfType="TIN"><Pnts>${points.join('')}</Pnts><Faces><F>1 2 3</F><F>1 3 4</F></Faces></Definition></Surface></Surfaces></LandXML>`,
    );
    const { status, out, err } = run('picture.ts', file, join(folder, 'pictures'));
    assert.equal(status, 0, err);
    assert.match(out, /site\.landxml: 1 surfaces/);
    for (const name of ['plan.svg', 'oblique.svg']) {
      const svg = readFileSync(join(folder, 'pictures', name), 'utf8');
      assert.equal(svg.match(/<polygon /g)?.length, 2, name);
      assert.doesNotMatch(svg, /NaN|Infinity/, name);
    }
    // Seen from above, the square is as wide as it is high.
    const plan = readFileSync(join(folder, 'pictures/plan.svg'), 'utf8');
    const places = [...plan.matchAll(/(\d+\.\d+),(\d+\.\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    const span = (of: 0 | 1): number => Math.max(...places.map((p) => p[of])) - Math.min(...places.map((p) => p[of]));
    assert.ok(Math.abs(span(0) - span(1)) < 0.1 && span(0) > 500, `${span(0)} × ${span(1)}`);
    const none = run('picture.ts', file, join(folder, 'pictures'), '--surfaces', 'Other');
    assert.match(none.out, / 0 surfaces/);
  });

  test('needs a file and a folder', () => {
    const { status, err } = run('picture.ts');
    assert.deepEqual([status, /FILE FOLDER/.test(err)], [2, true]);
  });
});

test('the installation stays within its limit of megabytes', () => {
  const { status, out } = run('install-size.ts');
  assert.equal(status, 0, out);
  assert.match(out, /MB {2}in \d+ packages with(?:out)? development packages; the limit is \d+ MB\n$/);
});
