import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'build-'));
after(() => rmSync(folder, { recursive: true }));
const TOOLS = ['start.mjs', 'product.mjs', 'runtime.mjs', 'build.mjs', 'builtin-imports.mjs', 'mapped-stacks.ts'];

/** A checkout with a program of three modules, one of them the entry of a thread. */
class Checkout {
  readonly root = mkdtempSync(join(folder, 'checkout-'));

  constructor() {
    mkdirSync(join(this.root, 'tools'));
    for (const name of TOOLS) cpSync(join(import.meta.dirname, name), join(this.root, 'tools', name));
    symlinkSync(join(import.meta.dirname, '../node_modules'), join(this.root, 'node_modules'));
    mkdirSync(join(this.root, 'packages/cli/src'), { recursive: true });
    this.write(
      'main.ts',
      `import { Worker } from 'node:worker_threads';
import { shout } from './shout.ts';

new Worker(new URL('./thread.ts', import.meta.url), { argv: process.argv.slice(2) });
if (process.argv[2] === 'fail') shout(undefined as unknown as string);`,
    );
    this.write('thread.ts', "import { shout } from './shout.ts';\nconsole.log(shout(process.argv[2] as string));");
    this.write('shout.ts', '\n\nexport const shout = (word: string): string => word.toUpperCase();');
  }

  write(name: string, text: string): void {
    writeFileSync(this.path(name), text);
  }

  path(name: string): string {
    return join(this.root, 'packages/cli/src', name);
  }

  builds(): string[] {
    return readdirSync(join(this.root, 'dist')).filter((name) => name.startsWith('build-'));
  }

  start(word: string): { status: number | null; stdout: string; stderr: string } {
    return spawnSync(process.execPath, [join(this.root, 'tools/start.mjs'), word], { encoding: 'utf8' });
  }
}

describe('the start line', () => {
  test('builds the product first where it is missing, threads included, and then uses it', () => {
    const checkout = new Checkout();
    assert.equal(checkout.start('one').stdout, 'ONE\n');
    const first = checkout.builds();
    assert.equal(first.length, 1);
    assert.equal(checkout.start('two').stdout, 'TWO\n');
    assert.deepEqual(checkout.builds(), first);
  });

  test('builds it again when a source is newer or gone, and keeps the last build for a day', () => {
    const checkout = new Checkout();
    checkout.start('one');
    const [first] = checkout.builds();
    checkout.write('shout.ts', "export const shout = (word: string): string => word + '!';");
    assert.equal(checkout.start('one').stdout, 'one!\n');
    assert.equal(checkout.builds().length, 2);
    utimesSync(join(checkout.root, 'dist', first!), 0, 0);
    checkout.write('thread.ts', "console.log('alone');");
    assert.equal(checkout.start('one').stdout, 'alone\n');
    assert.equal(checkout.builds().length, 2);
    assert.ok(!checkout.builds().includes(first!));
    rmSync(checkout.path('shout.ts'));
    const { status, stderr } = checkout.start('one');
    assert.equal(status, 1);
    assert.match(stderr, /^The sources cannot be bundled: .*Could not resolve "\.\/shout\.ts"/s);
  });

  test('never builds where there are no sources', () => {
    const checkout = new Checkout();
    checkout.start('one');
    const before = checkout.builds();
    rmSync(join(checkout.root, 'packages'), { recursive: true });
    rmSync(join(checkout.root, 'node_modules'));
    assert.equal(checkout.start('two').stdout, 'TWO\n');
    assert.deepEqual(checkout.builds(), before);
  });
});

describe('a stack trace of the product', () => {
  test('names the sources', () => {
    const checkout = new Checkout();
    const { stderr } = checkout.start('fail');
    assert.match(stderr, /TypeError: Cannot read properties of undefined/);
    assert.match(stderr, /at shout \(file:.*\/packages\/cli\/src\/shout\.ts:3:\d+\)/);
    assert.match(stderr, /at file:.*\/packages\/cli\/src\/main\.ts:5:\d+/);
  });

  test('names the build if its maps are missing', () => {
    const checkout = new Checkout();
    checkout.start('one');
    const build = join(checkout.root, 'dist', checkout.builds()[0]!);
    for (const name of readdirSync(build)) if (name.endsWith('.map')) rmSync(join(build, name));
    assert.match(checkout.start('fail').stderr, /TypeError: Cannot read .*at shout \(file:.*\.mjs:\d+:\d+\)/s);
  });
});

test('two entries of one name are refused', () => {
  const checkout = new Checkout();
  mkdirSync(checkout.path('other'));
  checkout.write('other/thread.ts', '');
  checkout.write('other.ts', "export const other = new URL('./other/thread.ts', import.meta.url);");
  const { status, stderr } = checkout.start('one');
  assert.equal(status, 1);
  assert.match(stderr, /need different names/);
  assert.ok(!existsSync(join(checkout.root, 'dist/build.json')));
});

test('the build has the guides, and is remade when one changes', () => {
  const checkout = new Checkout();
  mkdirSync(join(checkout.root, 'docs'));
  writeFileSync(join(checkout.root, 'docs/README.md'), '# Guide\n');
  checkout.start('one');
  const { folder: build, sources } = JSON.parse(readFileSync(join(checkout.root, 'dist/build.json'), 'utf8')) as {
    folder: string;
    sources: string[];
  };
  assert.equal(readFileSync(join(checkout.root, 'dist', build, 'docs/README.md'), 'utf8'), '# Guide\n');
  assert.ok(sources.includes('docs/README.md'));
});

test('the manifest lists the sources of the build alone', () => {
  const checkout = new Checkout();
  checkout.start('one');
  const { sources } = JSON.parse(readFileSync(join(checkout.root, 'dist/build.json'), 'utf8')) as { sources: string[] };
  assert.deepEqual(sources.sort(), [
    'packages/cli/src/main.ts',
    'packages/cli/src/shout.ts',
    'packages/cli/src/thread.ts',
    'tools/build.mjs',
    'tools/mapped-stacks.ts',
  ]);
});
