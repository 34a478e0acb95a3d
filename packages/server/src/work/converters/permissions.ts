import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledSources } from './compiled-sources.ts';
import type { WorkFolder } from './work-folder.ts';

/**
 * Folders of code a converter must read: the build, or the packages where the server runs from its sources, and every
 * `node_modules` on the way up.
 */
function codeFolders(): string[] {
  const here = realpathSync(fileURLToPath(import.meta.url));
  const code = here.endsWith('.ts') ? join(here, '../../../../..') : dirname(here);
  const folders = [code];
  for (let folder = code; dirname(folder) !== folder; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules');
    if (existsSync(modules)) folders.push(realpathSync(modules));
    // Module resolution looks for the manifest above the packages; nothing else of that folder is accessible.
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) folders.push(manifest);
  }
  return folders;
}

/**
 * What converters must be able to read besides their work folder, as files or folders.
 * @param entry their module @param grids folder of grid files
 */
export function converterPlaces(entry: string, grids?: string): string[] {
  const proj = join(dirname(createRequire(import.meta.url).resolve('proj-wasm')), 'proj.db');
  const files = [process.execPath, entry, proj, ...(grids === undefined ? [] : [grids, ...gridFiles(grids)])];
  return Array.from(new Set([...files.map((path) => realpathSync(path)), ...codeFolders()]));
}

function gridFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name));
}

/**
 * Megabytes of new objects at which V8 sweeps them: from its own small beginning it does so, and marks, many times in a
 * short conversion, beside the compression that needs the cores.
 */
const FIRST_SWEEP = 8;

/**
 * The flags of a converter process. It may read the code, as written and as compiled, and its work folder, and write
 * its `out` folder. It has no network, child processes, worker threads or addons. (Node's permission model;
 * docs/conversion.md says what it does not prevent.)
 * @param heapMegabytes limit of the JavaScript heap; Buffers are watched from outside
 * @param extra further files it may read, such as a test's own entry
 */
export function converterFlags(folder: WorkFolder, heapMegabytes: number, extra: readonly string[] = []): string[] {
  const compiled = compiledSources();
  const readable = [
    ...codeFolders(),
    ...(compiled === undefined ? [] : [compiled]),
    ...extra,
    folder.input,
    folder.output,
  ];
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder.output}`,
    `--max-old-space-size=${heapMegabytes}`,
    `--min-semi-space-size=${FIRST_SWEEP}`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
  ];
}

/**
 * The environment of a converter process: nothing from the server's own, whose settings may hold secrets, except the
 * place of compiled sources and the folder of grids.
 */
export function converterEnvironment(folder: WorkFolder, grids?: string): Record<string, string> {
  const compiled = compiledSources();
  return {
    ...{ TMPDIR: folder.output, TZ: 'UTC', LANG: 'C.UTF-8' },
    ...(grids !== undefined && { FIELDBRIDGE_GRIDS: grids }),
    ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled, NODE_COMPILE_CACHE_READONLY: '1' }),
  };
}
