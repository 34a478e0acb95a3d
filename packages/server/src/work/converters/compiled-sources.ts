import { existsSync, realpathSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * The folder in which this process keeps its sources as they were compiled, for converters to read: compiling is three quarters of the
 * processor time of their start. None may write there, or one could leave code for all that come after it.
 * @returns undefined when this process keeps none
 */
export function compiledSources(): string | undefined {
  const ofThisRuntime = getCompileCacheDir();
  if (ofThisRuntime === undefined) return undefined;
  const folder = dirname(ofThisRuntime);
  return existsSync(folder) ? realpathSync(folder) : undefined;
}
