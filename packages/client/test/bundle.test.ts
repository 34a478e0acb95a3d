import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const ENTRY = join(import.meta.dirname, '../src/index.ts');
/** Of tokens and tickets, compressed; the goal of the project. */
const MOST_BYTES = 15 * 1024;

test('the entry for browsers bundles without Node and without packages, and is small', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
  });
  const inputs = Object.keys(metafile.inputs);
  assert.deepEqual(
    inputs.filter((path) => !path.includes('packages/client/src/')),
    [],
  );
  assert.ok(inputs.length > 10);
  const bytes = gzipSync(outputFiles[0]!.contents).length;
  assert.ok(bytes <= MOST_BYTES, `${bytes} bytes compressed`);
});
