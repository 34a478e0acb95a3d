import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { viewerScript } from './bundle.ts';
import { servedPage, wholePage } from './page.ts';

it('the viewer is at most 40 kB, compressed, without the parts that are loaded on demand', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(import.meta.dirname, '../index.ts')],
    ...{ bundle: true, splitting: true, minify: true, format: 'esm', platform: 'browser', target: 'es2024' },
    ...{ write: false, outdir: '/', metafile: true, logLevel: 'silent' },
  });
  const made = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const first = new Set(['index.js']);
  for (const name of first)
    for (const { kind, path } of made.get(name)!.imports) if (kind === 'import-statement') first.add(basename(path));
  const size = outputFiles
    .filter(({ path }) => first.has(basename(path)))
    .reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
  assert.ok(size > 10_000 && size <= 40_000, `${size} bytes`);
  assert.ok(first.size < outputFiles.length, 'some parts are loaded later');
});

it('the script of a single-file page holds all parts', async () => {
  const script = await viewerScript();
  assert.ok(script.includes('Einpassen') && !/\bimport\(/.test(script));
});

it('a page holds names and scripts as text, whatever they contain', () => {
  const page = wholePage(
    { version: 1, name: '<b>"&', revision: '1' },
    'x = "</script>"',
    new Map([['segment', Uint8Array.of(1)]]),
  );
  assert.ok(
    page.includes('<title>&lt;b&gt;&quot;&amp;</title>') &&
      page.includes('id="view/segment">AQ==') &&
      page.includes('\\u003cb>'),
  );
  assert.equal(page.split('</script>').length, 4, 'three scripts, each ended once');
  assert.ok(servedPage('a', '/v.js', '/view').includes('<fieldbridge-view src="/view" maps="[]">'));
});
