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

/** Packs a folder into a tarball. @param target folder that receives it */
export function pack(folder: string, target: string): Packed {
  const said = JSON.parse(npm(['pack', '--json', '--pack-destination', target], folder)) as unknown;
  // npm 12 names the packages, older ones list them.
  const [packed] = Object.values(said as object) as (Omit<Packed, 'path'> & { readonly filename: string })[];
  return { ...packed!, path: join(target, packed!.filename) };
}
