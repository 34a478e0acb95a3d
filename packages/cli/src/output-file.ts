import { existsSync, lstatSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from './command.ts';
import { existsAlready, type Overwriting, refuseToOverwrite } from './overwriting.ts';
import { PathError } from './path-error.ts';

/** A file that is written beside its destination, so that the old file stays until the new one is complete. */
export interface OutputFile {
  /** The path to write to. */
  readonly half: string;
  /** Moves it to its destination. */
  readonly keep: () => void;
  /** Removes it unless it was moved. */
  readonly drop: () => void;
}

/**
 * Checks a destination before long work is done for it. A link is followed: its target is replaced and the link stays.
 * @param inputs the input files: they must stay until everything is written, otherwise their unreadable parts would be
 *   lost
 * @throws UsageError if it is an input file or not a plain file, PathError if no file can be created there, or if there
 * is one that may not be replaced
 */
export async function outputFile(
  output: string,
  inputs: readonly string[],
  overwriting: Overwriting,
): Promise<OutputFile> {
  const look = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false });
  const there = look(output);
  for (const from of inputs.map(look))
    if (from !== undefined && from.ino === there?.ino && from.dev === there.dev)
      throw new UsageError(`${output} is the input file itself: name another file`);
  if (there?.isDirectory() === true) throw new PathError('EISDIR', `${output}: it is a folder; name a file in it`);
  // A file renamed onto a device would replace it for every program on the machine.
  if (there !== undefined && !there.isFile())
    throw new UsageError(`${output} is a device or a pipe, and formats need random access: name a plain file`);
  if (there === undefined) refuseNowhere(output);
  else await refuseToOverwrite(output, overwriting);
  const place = there === undefined ? output : realpathSync(output);
  const half = `${place}.part-${process.pid}`;
  const keep = (): void => {
    // Another program may have made one in the meantime.
    if (there === undefined && !overwriting.force && existsSync(place)) throw existsAlready(output);
    renameSync(half, place);
  };
  return { half, keep, drop: () => rmSync(half, { force: true }) };
}

/** @throws PathError for a missing folder and for a link to nothing */
function refuseNowhere(output: string): void {
  const folder = dirname(output);
  if (!existsSync(folder)) throw new PathError('ENOENT', `${output}: there is no folder ${folder}; create it first`);
  if (lstatSync(output, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw new PathError('ENOENT', `${output}: it is a link whose target does not exist; name the file itself`);
}
