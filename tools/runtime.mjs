// Plain JavaScript on purpose: it runs on the machine's own Node (20 or newer) and finds the pinned runtime that
// `npm ci` installed.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const OLDEST_RUNTIME = 26;
/** The folder of the project. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Whether this is the project with its sources, not the published package. */
export const isCheckout = existsSync(join(root, 'packages'));

/**
 * The flags that a server starts with. Its memory mostly belongs to single requests: a larger young generation saves a
 * tenth of the CPU time of a ticket. Most other flags of V8 are part of the key of compiled code, so the server sets
 * those when it runs (server/src/app/late-flags.ts).
 */
export const SERVER_FLAGS = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

/**
 * The runtime to use: this one if it is new enough, otherwise the one pinned in package.json; undefined if neither
 * exists.
 */
export function runtime() {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_RUNTIME) return process.execPath;
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve('node/package.json');
    const path = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    // The package exists without it if its install script was not allowed to run.
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
