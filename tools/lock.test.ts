import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Entry {
  readonly version?: string;
  readonly link?: boolean;
  readonly integrity?: string;
}

test('every package that npm installs is checked against a digest', () => {
  const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, Entry> };
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  assert.ok(installed.length > 100, `${installed.length} packages`);
  for (const [path, { integrity }] of installed) assert.match(integrity ?? '', /^sha512-[\w+/]{86}==$/, path);
});
