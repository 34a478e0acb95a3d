// Makes the folders that are published: npm run packages. Each holds exactly the files that `npm pack` puts into a
// package.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { root } from '../runtime.mjs';
import { LIBRARIES, type Library, type Manifest, manifestOf } from './manifest.ts';
import { buildProgram, notices } from './program.ts';

/** Where the packages are made. */
export const PACKAGES = join(root, 'dist/packages');

/**
 * Makes all packages.
 * @param target the folder to make them in; its content is removed
 * @returns their folders
 */
export async function buildPackages(target = PACKAGES): Promise<string[]> {
  rmSync(target, { recursive: true, force: true });
  const emitted = join(target, '.emitted');
  for (const name of ['tsconfig', 'tsconfig.browser']) {
    const config = join(root, `tools/packages/${name}.json`);
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', config, '--outDir', emitted, '--checkers', '1'], {
      stdio: 'inherit',
    });
  }
  const libraries = LIBRARIES.filter(({ folder }) => existsSync(join(root, 'packages', folder)));
  await build({
    absWorkingDir: root,
    entryPoints: libraries.flatMap(({ folder }) => modulesOf(folder)),
    outbase: 'packages',
    outdir: emitted,
    format: 'esm',
    platform: 'node',
    // The syntax of Node 20; the types come from the compiler.
    target: 'node20',
    sourcemap: 'linked',
    logLevel: 'error',
  });
  const folders: string[] = [];
  for (const library of libraries) folders.push(await buildLibrary(library, emitted, target));
  rmSync(emitted, { recursive: true });
  return [...folders, await buildProgram(join(target, 'fieldbridge'))];
}

/** The folder of the npm package that a module belongs to. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/** The modules of a package, without its tests. */
function modulesOf(folder: string): string[] {
  const src = join('packages', folder, 'src');
  return readdirSync(join(root, src), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(^|[\\/])testing[\\/]/.test(path))
    .map((path) => join(src, path));
}

/** The modules that the entries need, directly or through others: paths without extension. */
function neededBy(entries: readonly string[], modules: string): Set<string> {
  const needed = new Set(entries);
  for (const module of needed)
    for (const extension of ['.js', '.d.ts']) {
      const text = readFileSync(join(modules, module + extension), 'utf8');
      for (const [, , , address] of text.matchAll(IMPORTED)) needed.add(join(module, '..', address!));
    }
  return needed;
}

/** An import, also a type's or a dynamic one, of a module of the same package. */
const IMPORTED = /(from |import |import\()(['"])(\.{1,2}\/[^'"]+)\.ts\2/g;

/** An import of another package: its name. */
const OTHER = /(?:from |import |import\(|resolve\()['"`]((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"`]*)?['"`]/g;

/** Compiled modules with types and source maps. */
async function buildLibrary(library: Library, emitted: string, into: string): Promise<string> {
  const { folder, entries, script } = library;
  const target = join(into, folder);
  const modules = join(emitted, folder, 'src');
  const paths = [...neededBy(Object.values(entries), modules)].flatMap((one) => [
    `${one}.js`,
    `${one}.js.map`,
    `${one}.d.ts`,
  ]);
  const imported = new Set<string>();
  for (const path of paths) {
    const text = readFileSync(join(modules, path), 'utf8');
    if (!path.endsWith('.map')) for (const [, name] of text.matchAll(OTHER)) imported.add(name!);
    const placed = join(target, 'lib', path);
    mkdirSync(join(placed, '..'), { recursive: true });
    writeFileSync(placed, path.endsWith('.map') ? mapFrom(text, path) : withPublishedNames(text));
  }
  const manifest = manifestOf(folder, imported);
  const open = Object.entries(entries).map(([name, entry]) => [
    name,
    { types: `./lib/${entry}.d.ts`, default: `./lib/${entry}.js` },
  ]);
  const scripts = script === undefined ? {} : { [`./${script[1]}`]: `./${script[1]}` };
  const exports = { ...Object.fromEntries(open), ...scripts, './package.json': './package.json' };
  if (script !== undefined) {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: [join(root, 'packages', folder, 'src', `${script[0]}.ts`)],
      outfile: join(target, script[1]),
      ...{ bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2024', logLevel: 'error' },
      metafile: true,
    });
    const bundled = Object.keys(metafile.inputs).flatMap((path) => PACKAGE.exec(path)?.[0] ?? []);
    writeFileSync(join(target, 'THIRD-PARTY.txt'), notices([...new Set(bundled)]));
  }
  const files = ['lib', ...(script === undefined ? [] : [script[1], 'THIRD-PARTY.txt'])];
  // A script also defines an element when it is loaded.
  writePackage(target, { ...manifest, exports, files, sideEffects: script !== undefined });
  cpSync(join(root, 'packages', folder, 'README.md'), join(target, 'README.md'));
  return target;
}

/** Writes the manifest, and the licence next to it. */
export function writePackage(target: string, manifest: Manifest): void {
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
}

/**
 * Names of published modules: sources have become JavaScript, and only the entry of another package can be imported.
 */
function withPublishedNames(text: string): string {
  return text
    .replace(IMPORTED, '$1$2$3.js$2')
    .replace(/(from |import\()(['"])(@fieldbridge\/[a-z-]+)\/[^'"]+\.ts\2/g, '$1$2$3$2')
    .replace(/new URL\('(\.{1,2}\/[\w/-]+)\.ts', import\.meta\.url\)/g, "new URL('$1.js', import.meta.url)");
}

/** The sources are in the map itself, under the path that they have in the project. */
function mapFrom(text: string, path: string): string {
  const map = JSON.parse(text) as { sources: string[] };
  const source = `${path.slice(0, -'.js.map'.length)}.ts`;
  return JSON.stringify({
    ...map,
    sources: [relative(join('lib', path, '..'), join('src', source)).replaceAll('\\', '/')],
  });
}

if (process.argv[1] === import.meta.filename) for (const folder of await buildPackages()) console.log(folder);
