type Library = typeof import('@node-projects/acad-ts');

/**
 * The library bundled in one file, which its package contains next to the 620 single ones: those ask for others by
 * `require`, which modules do not have.
 */
const BUNDLE = new URL('./index-min.js', import.meta.resolve('@node-projects/acad-ts'));

async function load(): Promise<Library> {
  const library = (await import(BUNDLE.href)) as Library;
  // Names are shortened in that file; the library's diagnostics and its own tables depend on them.
  for (const [name, value] of Object.entries(library))
    if (typeof value === 'function') Object.defineProperty(value, 'name', { value: name });
  return library;
}

/** The library as published. */
export const library: Library = await load();
