import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sizeOf } from './packages/size.ts';

/** Most megabytes that an installation may take on the disk, with and without the development packages. */
const LIMITS = { 'with development packages': 550, 'without development packages': 350 };
/** Listed packages. */
const LISTED = 12;
const MEGABYTE = 1024 * 1024;

const modules = join(dirname(fileURLToPath(import.meta.url)), '../node_modules');
/** Files kept by the tests, not part of the installation. */
const CACHE = '.cache';

const names = readdirSync(modules)
  .filter((name) => name !== CACHE)
  .flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
/** Files already counted: a hard link takes no room. */
const seen = new Set<number>();
const sizes = names.map((name) => ({ name, megabytes: sizeOf(join(modules, name), seen) / MEGABYTE }));
sizes.sort((a, b) => b.megabytes - a.megabytes);
for (const { name, megabytes } of sizes.slice(0, LISTED))
  console.log(`${megabytes.toFixed(1).padStart(8)} MB  ${name}`);
const total = sizes.reduce((sum, { megabytes }) => sum + megabytes, 0);
const kind = names.includes('typescript') ? 'with development packages' : 'without development packages';
console.log(`${total.toFixed(1).padStart(8)} MB  in ${sizes.length} packages ${kind}; the limit is ${LIMITS[kind]} MB`);
if (total > LIMITS[kind]) process.exitCode = 1;
