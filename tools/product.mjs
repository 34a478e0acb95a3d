// Plain JavaScript on purpose: it runs on the machine's own Node (20 or newer).
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isCheckout, root } from './runtime.mjs';

/** The folder of the builds. `build.json` in it names the current one and its sources. */
export const dist = join(root, 'dist');

/**
 * Finds the module that the product starts with. In a checkout the product is built first if a source is newer than the
 * build; without sources it is used unchanged.
 * @returns its path
 * @throws Error if it cannot be built
 */
export async function findProduct() {
  let current = readManifest();
  if (current === undefined || isOutdated(current)) {
    await import('./build.mjs');
    current = readManifest();
  }
  return join(dist, current.folder, 'main.mjs');
}

function readManifest() {
  const path = join(dist, 'build.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** A new source is imported by a changed one, so checking the sources of the build is enough. */
function isOutdated({ began, sources }) {
  if (!isCheckout) return false;
  return sources.some((path) => {
    const found = statSync(`${root}/${path}`, { throwIfNoEntry: false });
    return found === undefined || found.mtimeMs > began;
  });
}
