import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

const PACKAGES = join(import.meta.dirname, '../../../..');
const FIELDJOB = '@fieldbridge/fieldjob';

/** The file that an import names; undefined for those of the platform. */
function fileOf(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  if (specifier === FIELDJOB) return join(PACKAGES, 'fieldjob/src/index.ts');
  if (specifier.startsWith(`${FIELDJOB}/`)) return join(PACKAGES, 'fieldjob/src', specifier.slice(FIELDJOB.length + 1));
  assert.match(specifier, /^node:/, `${relative(PACKAGES, from)} imports ${specifier}`);
  return undefined;
}

/** All that is loaded with a file: what it imports, but for types alone, and what those import. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, first, later] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]*?from '([^']+)';|\bawait import\('([^']+)'\)/gm,
  )) {
    const next = fileOf((first ?? later)!, file);
    if (next !== undefined) loadedWith(next, seen);
  }
  return seen;
}

test('reading a drawing loads of the field job what it needs, not all of it', () => {
  const files = Array.from(loadedWith(join(import.meta.dirname, 'read.ts')), (file) => relative(PACKAGES, file));
  assert.ok(files.includes('formats/src/formats/dxf/plain-groups.ts') && files.includes('fieldjob/src/feature.ts'));
  assert.deepEqual(
    files.filter((file) => /^fieldjob\/src\/(index|job|transform-sink|report|merge|linework)/.test(file)),
    [],
  );
});
