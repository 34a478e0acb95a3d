// Bundles the sources into the product, in its own folder below dist/. npm runs this at the end of an installation, and
// the start line when a source is newer than the build. Plain JavaScript on purpose: it runs on the machine's own Node
// (20 or newer).
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ourSources } from './builtin-imports.mjs';
import { dist } from './product.mjs';
import { root, runtime } from './runtime.mjs';

const MAIN = join(root, 'packages/cli/src/main.ts');
/** A module that a process or a thread starts with, or that is imported by its address: also an entry of the build. */
const ADDRESS = /new URL\('(\.{1,2}\/[\w/-]+)\.ts', import\.meta\.url\)/g;
/** A module of ours that is loaded when it is first needed. */
const LAZY = /\bimport\(\s*'((?:\.{1,2}|@fieldbridge\/\w+)\/[\w/-]+\.ts)'\s*\)/g;
const CONVERTER = join(root, 'packages/server/src/work/converters/converter.ts');
/** Late modules that run without the modules of a converter; all others run where these are loaded. */
const LIGHT =
  /packages\/(client|fieldjob|cli\/src\/(?!commands\/)|cli\/src\/commands\/(tickets|jobs|projects|divisions))/;
/** Packages that read files next to their own; they stay in node_modules. */
const EXTERNAL = ['@scalar/fastify-api-reference', 'esbuild', 'pdfjs-dist'];
/** The folder of the npm package that a module belongs to. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
/** CommonJS packages ask for Node's modules by `require`. */
const REQUIRE = "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);";
/** A server that still runs on an earlier build loads parts of it, so builds are kept for a day. */
const KEPT_MS = 24 * 3600 * 1000;

const began = Date.now();
const folder = `build-${began}-${process.pid}`;
const entries = { main: MAIN };
/** The sources that refer to modules by address: path to text. */
const addressing = new Map();
const lazy = new Set([CONVERTER]);
for (const path of sourcePaths()) {
  const text = readFileSync(path, 'utf8');
  for (const [, target] of text.matchAll(LAZY)) lazy.add(lateModule(path, target));
  for (const [, address] of text.matchAll(ADDRESS)) {
    addressing.set(path, text);
    const target = resolve(dirname(path), `${address}.ts`);
    const name = basename(address);
    if ((entries[name] ?? target) !== target) throw new Error(`${target} and ${entries[name]} need different names`);
    entries[name] = target;
  }
}

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: entries,
  outdir: join(dist, folder),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'esnext',
  // Non-ASCII comments make a module take two bytes for each character in memory.
  minifyWhitespace: true,
  external: EXTERNAL,
  inject: [join(root, 'tools/mapped-stacks.ts')],
  banner: { js: REQUIRE },
  sourcemap: 'external',
  sourcesContent: false,
  metafile: true,
  logLevel: 'silent',
  plugins: [ourSources(sourceText)],
});
// The viewer, for browsers: one script.
const viewer = join(root, 'packages/viewer/src/index.ts');
const entryPoints = existsSync(viewer) ? { viewer } : {};
const { metafile: ofViewer } = await build({
  absWorkingDir: root,
  entryPoints,
  outdir: join(dist, folder),
  ...{ bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2024', metafile: true },
  logLevel: 'silent',
});
const pages = join(root, 'packages/console/build.mjs');
const ofConsole = existsSync(pages)
  ? await (await import(pathToFileURL(pages).href)).writeConsole(join(dist, folder, 'console'), root)
  : [];
const inputs = [...new Set([...[metafile, ofViewer].flatMap((made) => Object.keys(made.inputs)), ...ofConsole])];
const sources = inputs.filter((path) => !path.includes('node_modules/'));
sources.push(relative(root, fileURLToPath(import.meta.url)));
const guides = join(root, 'docs');
if (existsSync(guides)) {
  // The server shows them.
  cpSync(guides, join(dist, folder, 'docs'), { recursive: true });
  sources.push(...readdirSync(guides).map((name) => `docs/${name}`));
}
addDefinitions();
const manifest = join(dist, folder, 'build.json');
const bundled = inputs.flatMap((path) => PACKAGE.exec(path)?.[0] ?? []);
writeFileSync(manifest, JSON.stringify({ folder, began, sources, bundled: [...new Set(bundled)] }));
renameSync(manifest, join(dist, 'build.json'));
for (const name of readdirSync(dist)) {
  const path = join(dist, name);
  if (name.startsWith('build-') && name !== folder && statSync(path).mtimeMs < began - KEPT_MS)
    rmSync(path, { recursive: true, force: true });
}

/** Adds the table of reference systems, which is made once for each version of PROJ; without it PROJ is used. */
function addDefinitions() {
  const generator = join(root, 'tools/wkt-table.ts');
  const node = runtime();
  if (node === undefined || !existsSync(generator)) return;
  const proj = createRequire(join(root, 'packages/formats/package.json')).resolve('proj-wasm');
  const { version } = JSON.parse(readFileSync(join(dirname(proj), '../package.json'), 'utf8'));
  const table = join(dist, `wkt-${version}.db`);
  if (!existsSync(table)) {
    rmSync(`${table}.new`, { force: true });
    execFileSync(node, [generator, `${table}.new`]);
    renameSync(`${table}.new`, table);
  }
  linkSync(table, join(dist, folder, 'wkt.db'));
}

function sourcePaths() {
  const packages = join(root, 'packages');
  return readdirSync(packages).flatMap((name) =>
    readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('testing/'))
      .map((path) => join(packages, name, 'src', path)),
  );
}

/** A source with the addresses in the build, where all modules are in one folder. */
function sourceText(path) {
  const isShared = lazy.has(path) && !LIGHT.test(path.replaceAll('\\', '/')) && existsSync(CONVERTER);
  const text = addressing.get(path) ?? readFileSync(path, 'utf8');
  const contents = text.replace(ADDRESS, (_, address) => `new URL('./${basename(address)}.mjs', import.meta.url)`);
  return isShared ? contents + converterImports() : contents;
}

/** The file that a source imports late, by a path or by the name of a package. */
function lateModule(source, target) {
  if (target.startsWith('.')) return resolve(dirname(source), target);
  return join(root, 'packages', target.replace(/^@fieldbridge\/(\w+)/, '$1/src'));
}

/**
 * Imports of everything that a converter starts with. esbuild makes a file for each set of entries and late modules
 * that share something, and loading one costs a millisecond: 64 files at the start of a converter, 85 at that of a
 * server. If all of them share everything that the converter has, that is one file: 8 and 33 remain. They are appended
 * to a source, so that positions in it do not change.
 */
function converterImports() {
  const folder = dirname(CONVERTER);
  const own = [...readFileSync(CONVERTER, 'utf8').matchAll(/ from '(\.[^']+)'/g)];
  return own.map(([, target]) => `import ${JSON.stringify(resolve(folder, target))};`).join('');
}
