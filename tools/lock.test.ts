import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Entry {
  readonly version?: string;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly dev?: boolean;
}

/**
 * The linter for other platforms: the registry that wrote the lock file did not have these packages, so their digests
 * are missing until `npm install` runs where it has them. Nothing of them is part of the product.
 */
const LINTER = /^node_modules\/@biomejs\/cli-(?!linux-x64$)/;

test('every package that npm installs is checked against a digest', () => {
  const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, Entry> };
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  assert.ok(installed.length > 100, `${installed.length} packages`);
  for (const [path, { integrity, optional, dev }] of installed) {
    if (integrity === undefined && LINTER.test(path) && optional === true && dev === true) continue;
    assert.match(integrity ?? '', /^sha512-[\w+/]{86}==$/, path);
  }
});
