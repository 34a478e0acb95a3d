import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Which package may import which: the arrows of ARCHITECTURE.md. A package always may import itself. */
const ALLOWED: Record<string, readonly string[]> = {
  fieldjob: [],
  formats: ['fieldjob'],
  contract: [],
  server: ['contract', 'formats', 'fieldjob'],
  cli: ['server', 'contract', 'formats', 'fieldjob'],
};
/** The three services inside server do not know each other. */
const APART = ['project', 'weighing', 'conversion'];

// Another folder is checked where one is named.
const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..'));
const packages = join(root, 'packages');

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') yield* sources(path);
    } else if (entry.name.endsWith('.ts')) yield path;
  }
}

/** The folder of server/src that a path lies in, or undefined for other packages. */
function room(path: string): string | undefined {
  const [pkg, src, first] = relative(packages, path).split('/');
  return pkg === 'server' && src === 'src' ? first : undefined;
}

const faults: string[] = [];
let checked = 0;
for (const file of sources(packages)) {
  const from = relative(packages, file).split('/')[0]!;
  const isTest = file.endsWith('.test.ts') || relative(packages, file).split('/')[1] === 'test';
  for (const match of readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const target = match[1]!;
    checked++;
    const where = `${relative(root, file)} imports ${target}`;
    if (target.startsWith('.')) {
      const path = resolve(dirname(file), target);
      if (relative(packages, path).split('/')[0] !== from)
        faults.push(`${where}: use the package's name, not a path into it`);
      const [a, b] = [room(file), room(path)];
      if (!isTest && a !== b && a && b && APART.includes(a) && APART.includes(b))
        faults.push(`${where}: the services do not import each other`);
    } else if (target.startsWith('@fieldbridge/')) {
      const to = target.split('/')[1]!;
      if (to !== from && !(ALLOWED[from] ?? []).includes(to)) faults.push(`${where}: ${from} may not import ${to}`);
    }
  }
}
if (checked === 0) faults.push('no import was found: the check itself is broken');
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log(`${checked} imports follow the arrows`);
