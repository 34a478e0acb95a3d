import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Library = typeof import('@node-projects/acad-ts');

/**
 * The library bundled in one file, which its package contains next to the 620 single ones. Opening those takes longer
 * than reading most drawings (0.39 s of processor time instead of 0.06 s). The exports are the same
 * (`library.test.ts`).
 */
const BUNDLE = new URL('./index-min.js', import.meta.resolve('@node-projects/acad-ts'));

async function load(): Promise<Library> {
  if (!existsSync(fileURLToPath(BUNDLE))) return import('@node-projects/acad-ts');
  const library = (await import(BUNDLE.href)) as Library;
  // Names are shortened in that file; the library's diagnostics and its own tables depend on them.
  for (const [name, value] of Object.entries(library))
    if (typeof value === 'function') Object.defineProperty(value, 'name', { value: name });
  return library;
}

/** The library as published. */
export const library: Library = await load();
