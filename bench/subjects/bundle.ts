import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { ourSources } from '../../tools/builtin-imports.mjs';

const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/bench');
/** They read files next to their own. */
const EXTERNAL = ['pdfjs-dist', 'proj-wasm'];
/** CommonJS packages ask for Node's modules by `require`. */
const REQUIRE = "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);";

const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a script of this folder with all that it imports, as the product is bundled: some hundred modules would
 * cost a process more than a drawing of 2 MB.
 * @param name of its file, with `.ts`
 * @returns the path of the bundle, which is made once for each run of the benchmark
 */
export function bundle(name: string): Promise<string> {
  let path = bundles.get(name);
  if (path === undefined) {
    path = make(name);
    bundles.set(name, path);
  }
  return path;
}

async function make(file: string): Promise<string> {
  const name = basename(file, '.ts');
  const outdir = join(FOLDER, name);
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: [join(import.meta.dirname, file)],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'esnext',
    minifyWhitespace: true,
    external: EXTERNAL,
    banner: { js: REQUIRE },
    logLevel: 'silent',
    plugins: [ourSources()],
  });
  return join(outdir, `${name}.mjs`);
}
