import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'compile-ahead-'));
after(() => rmSync(folder, { recursive: true }));
const root = join(import.meta.dirname, '..');
const compiled = join(folder, 'compiled');

function run(...words: string[]): string {
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8', timeout: 300_000 });
  // 3: done, with warnings.
  assert.ok(status === 0 || status === 3, stderr);
  return stdout + stderr;
}
const sources = (): string[] => readdirSync(compiled, { recursive: true, encoding: 'utf8' }).sort();

test('what is compiled ahead is all that conversions load', () => {
  assert.equal(run(join(root, 'tools/compile-ahead.mjs')), '');
  const fieldbridge = join(root, 'packages/cli/src/main.ts');
  // The entry itself runs a command when it is loaded: it is not among them.
  run(fieldbridge, '--version');
  const before = sources();
  assert.ok(before.length > 800, `${before.length} sources`);
  const drawing = join(folder, 'a.dxf');
  const line = [0, 'LINE', 8, 'KERB', 10, 1, 20, 2, 30, 3, 11, 4, 21, 5, 31, 6];
  writeFileSync(drawing, [0, 'SECTION', 2, 'ENTITIES', ...line, 0, 'ENDSEC', 0, 'EOF', ''].join('\n'));
  for (const format of ['geojson', 'mjf', 'dwg', 'dgn', 'landxml', 'tp3']) {
    const out = join(folder, `out.${format}`);
    run(fieldbridge, 'convert', drawing, out);
    run(fieldbridge, 'inspect', out);
  }
  assert.deepEqual(sources(), before);
});

test('an installation is complete without it, and says what went wrong', () => {
  const tree = join(folder, 'tree/tools');
  mkdirSync(tree, { recursive: true });
  for (const name of ['compile-ahead.mjs', 'runtime.mjs']) cpSync(join(root, 'tools', name), join(tree, name));
  writeFileSync(join(tree, 'load-everything.ts'), "throw new Error('a defect of ours');");
  assert.match(run(join(tree, 'compile-ahead.mjs')), /^The sources were not compiled ahead: [\s\S]*a defect of ours/);
});
