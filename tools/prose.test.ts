import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { checkProse } from './prose.ts';

const folder = mkdtempSync(join(tmpdir(), 'prose-'));
after(() => rmSync(folder, { recursive: true }));

/** A tree of one file. */
function tree(path: string, text: string): string {
  const root = mkdtempSync(join(folder, 'tree-'));
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), text);
  return root;
}

const long = 'a '.repeat(61);

describe('the check of the English fails on', () => {
  const cases: readonly (readonly [string, string, string, RegExp])[] = [
    [
      'a phrase in a comment',
      'packages/x/a.ts',
      'f();\n// It stands in the table.\n',
      /^packages\/x\/a\.ts:2: "stands in"/,
    ],
    ['a phrase in a message', 'packages/x/a.ts', "throw new Error('the caller is told why');\n", /a\.ts:1: "told"/],
    [
      'a phrase in the name of a test',
      'packages/x/a.test.ts',
      "test('there are none', f);\n",
      /a\.test\.ts:1: "are none"/,
    ],
    ['a phrase in Markdown', 'docs/a.md', '# A\n\nWhoever reads this.\n', /^docs\/a\.md:3: "Whoever"/],
    ['a phrase in an identifier', 'tools/a.mjs', 'const told = 1;\n', /^tools\/a\.mjs:1: "told"/],
    ['a phrase broken across lines', 'bench/a.ts', '/**\n * There is\n * none.\n */\n', /^bench\/a\.ts:2: "is none"/],
    ['a sentence that begins with "What is"', 'bench/a.ts', '/** What is left is kept. */\n', /a\.ts:1: "What is"/],
    ['a long comment', 'bench/a.ts', `f();\n// ${long}\n`, /^bench\/a\.ts:2: longer than 120/],
    ['a long comment behind code', 'bench/a.ts', `f(); // ${long}\n`, /^bench\/a\.ts:1: longer than 120/],
    ['a long line of Markdown', 'CHANGES.md', `${long}\n`, /^CHANGES\.md:1: longer than 120/],
    ['a tree without a file to check', 'other/a.ts', '// told\n', /^no file was checked/],
  ];
  for (const [name, path, text, message] of cases)
    test(name, () => {
      const { faults } = checkProse(tree(path, text));
      assert.equal(faults.length, 1);
      assert.match(faults[0]!, message);
    });
});

describe('the check of the English accepts', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['a plain sentence', 'packages/x/a.ts', '// The two formats cannot be told apart.\n'],
    ['a question', 'docs/a.md', 'What is a job? A folder.\n'],
    ['long code', 'packages/x/a.ts', `const text = '${long}';\n`],
    ['a long row of a table', 'docs/a.md', `| ${long} |\n`],
    ['a long line in a block of code', 'docs/a.md', `\`\`\`sh\n${long}\n\`\`\`\n`],
    ['a long address', 'docs/a.md', `See [the page](https://example.com/${'a'.repeat(120)}).\n`],
  ];
  for (const [name, path, text] of cases)
    test(name, () => {
      assert.deepEqual(checkProse(tree(path, text)), { checked: 1, faults: [] });
    });
});

test('the check of the English as a command fails on a planted fault, and passes without one', () => {
  const run = (text: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'prose.ts'), tree('docs/a.md', text)], { encoding: 'utf8' });
  const wrong = run('It was told.\n');
  assert.deepEqual([wrong.status, wrong.stdout], [1, '']);
  assert.match(wrong.stderr, /^docs\/a\.md:1: "told"/);
  const { status, stdout, stderr } = run('It was reported.\n');
  assert.deepEqual([status, stdout, stderr], [0, '1 files in plain English\n', '']);
});
