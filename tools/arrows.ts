import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Which package may import which, as in ARCHITECTURE.md. A package may always import itself. */
const ALLOWED: Record<string, readonly string[]> = {
  fieldjob: [],
  'view-wire': [],
  viewer: ['fieldjob', 'view-wire'],
  formats: ['fieldjob', 'view-wire'],
  contract: [],
  // Pages import only types of the contract.
  // The table of fields of the contract, and one module for cells of formats: pages have both in their bundle.
  'ticket-file': ['contract', 'formats'],
  console: ['client', 'contract', 'ticket-file', 'viewer', 'view-wire'],
  server: ['contract', 'formats', 'fieldjob', 'view-wire', 'console'],
  // Its tests only compare types of the contract: no schema is in a page's bundle or a published type.
  client: [],
  cli: ['server', 'console', 'client', 'ticket-file', 'contract', 'formats', 'fieldjob', 'view-wire', 'viewer'],
};
/** Additional packages that tests may import. */
const ALLOWED_IN_TESTS: Record<string, readonly string[]> = {
  client: ['contract', 'server'],
  console: ['server'],
};
/** The services inside server do not know each other. */
const APART = ['project', 'weighing', 'conversion'];

/** The module of each engine of storage and of traces, and the only folder of server that may name it. */
const ENGINES: Readonly<Record<string, string>> = {
  'node:sqlite': 'server/src/storage/sqlite',
  pg: 'server/src/storage/postgres',
  aws4fetch: 'server/src/storage/s3',
  '@opentelemetry/api': 'server/src/tracing',
  '@opentelemetry/sdk-trace': 'server/src/tracing',
};

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') yield* sources(path);
    } else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

/** The folder of server/src that a path below packages/ lies in, or undefined for other packages. */
function room(path: string): string | undefined {
  const [pkg, src, first] = path.split('/');
  return pkg === 'server' && src === 'src' ? first : undefined;
}

/** Tests and their helpers may look anywhere inside their package. */
function isOfTests(file: string): boolean {
  return file.endsWith('.test.ts') || /\/(?:test|testing)\//.test(file);
}

/**
 * The folders of one parent and which of them imports which, with the first file that does. Keys are paths below
 * packages/.
 */
type Neighbours = Map<string, Map<string, string>>;

/** Notes that a file imports another, as an arrow between the two folders where their paths diverge. */
function noteArrow(neighbours: Neighbours, file: string, target: string): void {
  const [from, to] = [dirname(file).split('/'), dirname(target).split('/')];
  let depth = 0;
  while (depth < from.length && from[depth] === to[depth]) depth++;
  if (depth === from.length || depth === to.length) return;
  const [here, there] = [from.slice(0, depth + 1).join('/'), to.slice(0, depth + 1).join('/')];
  const arrows = neighbours.get(here) ?? new Map<string, string>();
  neighbours.set(here, arrows);
  if (!arrows.has(there)) arrows.set(there, file);
}

/** The folders on a path from one folder back to itself, or undefined if there is no such path. */
function wayBack(neighbours: Neighbours, start: string): string[] | undefined {
  const seen = new Set<string>();
  const walk = (folder: string, way: readonly string[]): string[] | undefined => {
    for (const next of neighbours.get(folder)?.keys() ?? []) {
      if (next === start) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...way, next]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return walk(start, [start]);
}

/**
 * Checks the imports of a tree.
 * @param root folder that holds packages/
 * @returns how many imports were checked, and a sentence for each that goes the wrong way
 */
export function checkArrows(root: string): { readonly checked: number; readonly faults: readonly string[] } {
  const packages = join(root, 'packages');
  const neighbours: Neighbours = new Map();
  const faults: string[] = [];
  let checked = 0;
  for (const file of sources(packages)) {
    const from = relative(packages, file).split('/')[0]!;
    for (const match of readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)) {
      const target = match[1]!;
      checked++;
      const where = `${relative(root, file)} imports ${target}`;
      if (target.startsWith('.')) {
        const path = resolve(dirname(file), target);
        // Tests run the product and get its path from the tools.
        if (isOfTests(file) && path.startsWith(join(root, 'tools/'))) continue;
        if (relative(packages, path).split('/')[0] !== from)
          faults.push(`${where}: use the package's name, not a path into it`);
        else if (!isOfTests(file)) {
          const [a, b] = [room(relative(packages, file)), room(relative(packages, path))];
          if (a !== b && a && b && APART.includes(a) && APART.includes(b))
            faults.push(`${where}: the services do not import each other`);
          else noteArrow(neighbours, relative(packages, file), relative(packages, path));
        }
      } else if (target.startsWith('@fieldbridge/')) {
        const to = target.split('/')[1]!;
        const allowed = [...(ALLOWED[from] ?? []), ...((isOfTests(file) && ALLOWED_IN_TESTS[from]) || [])];
        if (to !== from && !allowed.includes(to)) faults.push(`${where}: ${from} may not import ${to}`);
      } else if (from === 'server' && target in ENGINES) {
        if (!relative(packages, file).startsWith(`${ENGINES[target]}/`))
          faults.push(`${where}: only ${ENGINES[target]} may import ${target}`);
      }
    }
  }
  const reported = new Set<string>();
  for (const folder of [...neighbours.keys()].sort()) {
    if (reported.has(folder)) continue;
    const way = wayBack(neighbours, folder);
    if (way === undefined) continue;
    for (const on of way) reported.add(on);
    const steps = way.slice(1).map((to, i) => `${way[i]} → ${to} (${neighbours.get(way[i]!)!.get(to)})`);
    faults.push(`folders import each other: ${steps.join(', ')}`);
  }
  if (checked === 0) faults.push('no import was found: the check itself is broken');
  return { checked, faults };
}

if (import.meta.main) {
  // Another folder is checked if one is named.
  const { checked, faults } = checkArrows(resolve(process.argv[2] ?? join(import.meta.dirname, '..')));
  if (faults.length === 0) console.log(`${checked} imports follow the arrows`);
  else {
    console.error(faults.join('\n'));
    process.exitCode = 1;
  }
}
