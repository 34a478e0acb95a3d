import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** A package as it would be published. */
export interface Packed {
  readonly name: string;
  readonly version: string;
  /** The tarball. */
  readonly path: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Calls npm; its own scripts and those of packages do not run. @returns standard output */
export function npm(words: readonly string[], folder: string): string {
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' } as const;
  return execFileSync(command, [...words, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], options);
}

/**
 * Packs folders into tarballs, by one call of npm: it takes longer to start than to pack.
 * @param target folder that receives them
 * @returns them in the order of the folders
 */
export function pack(folders: readonly string[], target: string): Packed[] {
  const said = JSON.parse(npm(['pack', ...folders, '--json', '--pack-destination', target], target)) as unknown;
  // npm 12 names the packages, older ones list them.
  const packed = Object.values(said as object) as (Omit<Packed, 'path'> & { readonly filename: string })[];
  return packed.map((one) => ({ ...one, path: join(target, one.filename) }));
}
