import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { problemsPage, problemTable } from '@fieldbridge/contract';
import { describeSettings, settingsPage } from '../src/index.ts';

const page = (name: string) => readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8');

test('docs/problems.md is that of the table', () => {
  assert.ok(page('problems.md') === problemsPage(), 'docs/problems.md is out of date: run "npm run docs"');
});

test('docs/settings.md is that of the tables of settings', () => {
  assert.ok(
    page('settings.md') === settingsPage(describeSettings({})),
    'docs/settings.md is out of date: run "npm run docs"',
  );
});

test('every problem code is used by the server', () => {
  const source = join(import.meta.dirname, '../src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const text = files.map((name) => readFileSync(join(source, name), 'utf8')).join('\n');
  const unused = Object.keys(problemTable).filter((code) => !text.includes(`'${code}'`));
  assert.deepEqual(unused, []);
});

describe('every problem code is in lower-case words, has a refusing status, and names the cure', () => {
  for (const [code, { status, title, doc }] of Object.entries(problemTable))
    test(code, () => {
      assert.match(code, /^[a-z]+(-[a-z0-9]+)*$/);
      assert.ok(status >= 400 && status <= 599, code);
      assert.ok(title.length > 5 && !title.endsWith('.'), code);
      assert.match(doc, /\.$/, code);
    });
});
