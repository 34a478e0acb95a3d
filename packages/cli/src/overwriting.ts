import { statSync } from 'node:fs';
import type { CommandIo } from './command.ts';
import { PathError } from './path-error.ts';

/** The option of every command that writes a file, for `readWords`, and its line of the usage. */
export const FORCE_OPTION = { force: { type: 'boolean', default: false } } as const;
export const FORCE_USAGE = '  --force               replace existing files without asking';

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
  // A device or a pipe has no content to lose.
  if (force || statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return;
  if (ask === undefined) throw existsAlready(path);
  if (!(await ask(`${path} exists. Replace it? [y/N] `))) throw new PathError('EEXIST', `${path} was not changed`);
}

/** The error for a file that must not be replaced. */
export function existsAlready(path: string): PathError {
  return new PathError('EEXIST', `${path}: the file exists; add --force to replace it`);
}
