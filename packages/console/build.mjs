// Bundles the console for browsers. Plain JavaScript on purpose: the product's build runs it on the machine's own Node
// (20 or newer), and a server that runs from the sources imports it at the first request of a page.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));

/** Locations of the modules that are fetched later, for esbuild. */
const LATER = 'later';
/** The module that is loaded before anything is fetched later, by the location of the module that asks for it. */
const ROOTS = [
  [/[\\/]viewer[\\/]src[\\/]/, join(here, '../viewer/src/element.ts')],
  [/[\\/]console[\\/]src[\\/]/, join(here, 'src/main.tsx')],
];

/**
 * Declares which modules are already loaded when others are fetched later. esbuild writes a file for each set of
 * entries that share a module; without this it split the code that every page loads into sixteen files, and the page of
 * a job into 31.
 */
const later = {
  name: LATER,
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\.?\// }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === LATER) return undefined;
      const resolved = await bundler.resolve(path, { kind, importer, resolveDir, pluginData: LATER });
      if (resolved.errors.length > 0) return resolved;
      const root = ROOTS.find(([within]) => within.test(importer))?.[1];
      return { path: resolved.path, namespace: LATER, pluginData: root };
    });
    bundler.onLoad({ filter: /./, namespace: LATER }, ({ path, pluginData: root }) => {
      const own = JSON.stringify(path);
      const before = root === undefined ? '' : `import ${JSON.stringify(root)};`;
      return { contents: `${before}export * from ${own};`, resolveDir: dirname(path) };
    });
  },
};

/**
 * Bundles the pages.
 * @returns files: name to bytes; parts: name to the sources in it and the files that it loads at once; index: what the
 * page loads first, and what each place of the console loads besides; inputs: the sources, relative to `root`
 */
export async function bundleConsole(root = join(here, '../..')) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(here, 'src/main.tsx'), join(here, 'src/style/console.css')],
    outdir: '/',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    ...{ bundle: true, splitting: true, minify: true, format: 'esm', platform: 'browser', target: 'es2024' },
    ...{ jsx: 'automatic', jsxImportSource: 'preact', write: false, metafile: true, logLevel: 'silent' },
    ...{ define: { 'process.env.NODE_ENV': '"production"' }, plugins: [later] },
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const made = Object.entries(metafile.outputs).map(([path, output]) => ({ name: basename(path), ...output }));
  const sourcesOf = (inputs) => Object.keys(inputs).filter((path) => !path.startsWith(`${LATER}:`));
  // Not the entry, which only imports it.
  const main = made.find(({ inputs }) => relative(root, join(here, 'src/main.tsx')) in inputs);
  const style = made.find(({ entryPoint }) => entryPoint?.endsWith('console.css'));
  const statics = (imports) =>
    imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path));
  const parts = new Map(
    made.map(({ name, inputs, imports }) => [name, { sources: sourcesOf(inputs), loads: statics(imports) }]),
  );
  const preloads = statics(main.imports);
  const index = {
    script: main.name,
    style: style.name,
    preloads,
    places: placesOf(made, parts, [main.name, ...preloads]),
  };
  return { files, parts, index, inputs: sourcesOf(metafile.inputs) };
}

/**
 * The files of each place: a browser that only finds them in the scripts before would ask for them one after another.
 */
function placesOf(made, parts, first) {
  const table = readFileSync(join(here, 'src/places.ts'), 'utf8');
  const places = [...table.matchAll(/^ {2}'(\/[^']*)': .*import\('\.\/(.+?)'\)/gm)];
  const under = (name, found) => {
    if (first.includes(name) || found.has(name)) return found;
    found.add(name);
    for (const next of parts.get(name).loads) under(next, found);
    return found;
  };
  return Object.fromEntries(
    places.map(([, place, source]) => {
      const page = made.find(({ entryPoint }) => entryPoint?.endsWith(`src/${source}`));
      // Two places can have one page.
      return [place, [...under(page.name, new Set())]];
    }),
  );
}

/** Writes the bundle into a folder, compressed ahead. @returns the sources, relative to `root` */
export async function writeConsole(folder, root) {
  const { files, index, inputs } = await bundleConsole(root);
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of files) {
    writeFileSync(join(folder, name), bytes);
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    // Quality 9 gives larger files and takes four times as long.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
  }
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
  return [...inputs, relative(root ?? join(here, '../..'), fileURLToPath(import.meta.url))];
}
