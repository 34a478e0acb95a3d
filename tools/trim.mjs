// Removes the C headers of the pinned runtime, 67 MB that only native add-ons need; nothing here compiles one. npm runs
// this at the end of an installation. Plain JavaScript on purpose: it runs on the machine's own Node (20 or newer).
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './runtime.mjs';

const parts = join(root, 'node_modules/node/node_modules');
// Nothing is there if the install script of the package "node" was not allowed to run.
for (const name of existsSync(parts) ? readdirSync(parts) : [])
  rmSync(join(parts, name, 'include'), { recursive: true, force: true });
