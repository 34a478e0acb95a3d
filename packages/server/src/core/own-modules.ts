import { registerHooks } from 'node:module';

/**
 * Tells Node where this project's own modules are, from now on: a relative name that ends in `.ts` is the whole address, and a
 * package of ours is where it was found before. Node would look each of them up in the file system, with its links and the
 * package.json above it, from every module that imports it: a sixth of the processor time of a server's start.
 */
export function resolveOwnModules(): void {
  const packages = new Map<string, { url: string; format?: string | null; shortCircuit: true }>();
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL } = context;
      if (parentURL === undefined || parentURL.includes('/node_modules/')) return next(specifier, context);
      if (specifier.startsWith('.') && specifier.endsWith('.ts'))
        return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
      if (!specifier.startsWith('@fieldbridge/')) return next(specifier, context);
      let found = packages.get(specifier);
      if (found === undefined) {
        const { url, format } = next(specifier, context);
        found = { url, format, shortCircuit: true };
        packages.set(specifier, found);
      }
      return found;
    },
  });
}
