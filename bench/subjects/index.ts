import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { timeProcess } from '../process.ts';
import type { Measurement } from '../row.ts';
import { bundle } from './bundle.ts';

/** V8's compiled code is kept, as the start line of the product does. */
const COMPILED = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compiled') };

/** Measures the conversion of a file into another. The result of an earlier run is removed first; that is not timed. */
export function timeConversion(input: string, format: string, output: string): Promise<Measurement> {
  rmSync(output, { force: true });
  return timeScript('convert.ts', input, format, output);
}

/** Measures one of the scripts in this folder as a process of its own; it is bundled first, which is not timed. */
export async function timeScript(name: string, ...args: readonly string[]): Promise<Measurement> {
  return timeProcess(process.execPath, [await bundle(name), ...args], COMPILED);
}

/** Why LibreDWG cannot be measured here; undefined if it can. */
export function missingLibreDwg(): string | undefined {
  const folder = process.env['LIBREDWG'];
  if (folder === undefined) return 'LIBREDWG does not name a folder of @mlightcad/libredwg-web (GPL, so not installed)';
  return existsSync(join(folder, 'dist/libredwg-web.js')) ? undefined : `there is no LibreDWG in ${folder}`;
}
