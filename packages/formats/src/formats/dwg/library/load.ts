import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Library = typeof import('@node-projects/acad-ts');

/**
 * The library in one file, which lies beside the 620 that its name stands for: opening those takes longer than reading most drawings
 * (0.39 s of processor time against 0.06 s). It holds the same under the same names (`library.test.ts`).
 */
const BUNDLE = new URL('./index-min.js', import.meta.resolve('@node-projects/acad-ts'));

async function load(): Promise<Library> {
  if (!existsSync(fileURLToPath(BUNDLE))) return import('@node-projects/acad-ts');
  const library = (await import(BUNDLE.href)) as Library;
  // Shortened in that file; the library's diagnostics and its own tables go by them.
  for (const [name, value] of Object.entries(library))
    if (typeof value === 'function') Object.defineProperty(value, 'name', { value: name });
  return library;
}

/** The library as it is published. */
export const library: Library = await load();
