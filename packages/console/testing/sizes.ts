import { brotliCompressSync, constants } from 'node:zlib';

/** What a part of the console may weigh, compressed, in bytes (shared/design/console.md). */
export const MOST_BYTES = { first: 60_000, 'all but viewer and charts': 150_000, viewer: 40_000, charts: 25_000 };
export type Part = keyof typeof MOST_BYTES;

/** The files of the console. */
export interface Bundle {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly index: {
    readonly script: string;
    readonly style: string;
    readonly preloads: readonly string[];
    readonly places: Readonly<Record<string, readonly string[]>>;
  };
  readonly parts: ReadonlyMap<string, { readonly sources: readonly string[]; readonly loads: readonly string[] }>;
}

/** Bundles the console as a build does. */
export async function bundle(): Promise<Bundle> {
  const builder = (await import(new URL('../build.mjs', import.meta.url).href)) as { bundleConsole(): Promise<Bundle> };
  return builder.bundleConsole();
}

/**
 * What browsers fetch of the console, compressed as it is sent. The viewer is what it loads before its first picture:
 * panels and languages come when they are opened.
 */
export async function partSizes(): Promise<Readonly<Record<Part, number>>> {
  const { files, index, parts } = await bundle();
  const sum = (names: Iterable<string>): number =>
    [...names].reduce((bytes, name) => bytes + compressed(files.get(name)!), 0);
  const holding = (source: RegExp): string[] =>
    [...parts].flatMap(([name, { sources }]) => (sources.some((one) => source.test(one)) ? [name] : []));
  const first = new Set([index.script, index.style, ...index.preloads]);
  const viewer = new Set(holding(/viewer\/src\/element\.ts$/));
  for (const name of viewer) for (const next of parts.get(name)!.loads) if (!first.has(next)) viewer.add(next);
  const charts = holding(/bar-chart\.tsx$/);
  const apart = new Set([...charts, ...viewer, ...holding(/packages\/viewer\/src\//)]);
  return {
    first: sum(first),
    'all but viewer and charts': sum([...files.keys()].filter((name) => !apart.has(name))),
    viewer: sum(viewer),
    charts: sum(charts),
  };
}

function compressed(bytes: Uint8Array): number {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
