import { statSync } from 'node:fs';
import type { CommandIo } from './command.ts';
import { PathError } from './path-error.ts';

/** The option of every command that writes a file, for `readWords`, and its line of the usage. */
export const FORCE_OPTION = { force: { type: 'boolean', default: false } } as const;
export const FORCE_USAGE = '  --force               replace files that exist, without asking';

/** Whether a command may replace a file: `--force` was given, or somebody can be asked. */
export interface Overwriting {
  readonly force: boolean;
  readonly ask?: CommandIo['ask'];
}

/**
 * Asks whether an existing file may be replaced.
 * @throws PathError EEXIST if it may not, or if nobody can be asked
 */
export async function refuseToOverwrite(path: string, { force, ask }: Overwriting): Promise<void> {
  // A device or a pipe keeps nothing.
  if (force || statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return;
  if (ask === undefined) throw existsAlready(path);
  if (!(await ask(`${path} exists. Replace it? [y/N] `))) throw new PathError('EEXIST', `${path} stays as it is`);
}

/** The error for a file that must not be replaced. */
export function existsAlready(path: string): PathError {
  return new PathError('EEXIST', `${path}: there is a file of that name; add --force to replace it`);
}
