import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearestPlace } from '../base/nearest-place.ts';

/** The pages beside the bundled product. */
const BUILT = fileURLToPath(new URL('./console/', import.meta.url));
/** Not bundled into the product, which contains the built pages. */
const BUILDER = '../../build.mjs';

/** The files that the page loads first. */
export interface ConsoleIndex {
  readonly script: string;
  readonly style: string;
  readonly preloads: readonly string[];
  /** Additional scripts, by the beginning of the address. */
  readonly places: Readonly<Record<string, readonly string[]>>;
}

/** Every script that a page needs at once. @param path below the address of the console */
export function scriptsOf({ preloads, places }: ConsoleIndex, path: string): readonly string[] {
  return [...preloads, ...(places[nearestPlace(Object.keys(places), path) ?? ''] ?? [])];
}

/** A file of the console as it is sent. */
export interface ConsoleFile {
  readonly bytes: Uint8Array;
  readonly encoding?: 'br' | 'gzip';
}

/** The files of the console: those of the product, or bundled from the sources. */
export interface ConsoleFiles {
  readonly index: ConsoleIndex;
  /** @param encodings those the browser accepts; undefined if there is no such file */
  find(name: string, encodings: ReadonlySet<string>): ConsoleFile | undefined;
}

let files: Promise<ConsoleFiles> | undefined;

/** The files, read or bundled when a page is first asked for. @throws Error if neither a build nor sources are there */
export function consoleFiles(): Promise<ConsoleFiles> {
  files ??= existsSync(join(BUILT, 'index.json')) ? Promise.resolve(builtFiles()) : bundledFiles();
  return files;
}

function builtFiles(): ConsoleFiles {
  const kept = new Map<string, Uint8Array | undefined>();
  const read = (name: string): Uint8Array | undefined => {
    if (!kept.has(name)) kept.set(name, existsSync(join(BUILT, name)) ? readFileSync(join(BUILT, name)) : undefined);
    return kept.get(name);
  };
  return {
    index: JSON.parse(readFileSync(join(BUILT, 'index.json'), 'utf8')),
    find(name, encodings) {
      if (!/^[\w-]+\.(?:js|css)$/.test(name) || read(name) === undefined) return undefined;
      for (const [encoding, ending] of [
        ['br', '.br'],
        ['gzip', '.gz'],
      ] as const) {
        const bytes = encodings.has(encoding) ? read(name + ending) : undefined;
        if (bytes !== undefined) return { bytes, encoding };
      }
      return { bytes: read(name)! };
    },
  };
}

async function bundledFiles(): Promise<ConsoleFiles> {
  const builder = (await import(new URL(BUILDER, import.meta.url).href)) as {
    bundleConsole(): Promise<{ files: ReadonlyMap<string, Uint8Array>; index: ConsoleIndex }>;
  };
  const { files, index } = await builder.bundleConsole();
  return {
    index,
    find: (name) => {
      const bytes = files.get(name);
      return bytes && { bytes };
    },
  };
}
