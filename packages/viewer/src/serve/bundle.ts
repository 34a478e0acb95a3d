import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The script of the viewer beside the bundled product. */
const BUILT = new URL('./viewer.js', import.meta.url);

let script: Promise<string> | undefined;

/** The viewer as one script for a page: that of the product, or bundled from the sources. */
export function viewerScript(): Promise<string> {
  script ??= readFile(BUILT, 'utf8').catch(bundled);
  return script;
}

async function bundled(): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../index.ts')],
    ...{ bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2024', write: false },
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}
