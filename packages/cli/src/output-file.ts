import { existsSync, lstatSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { FormatError } from '@fieldbridge/formats';
import { UsageError } from './command.ts';

/** A file that is being made beside its place, so that what stands there stands until the new one is whole. */
export interface OutputFile {
  /** Where to write it. */
  readonly half: string;
  /** Puts it in its place. */
  readonly keep: () => void;
  /** Takes away what is not in its place. */
  readonly drop: () => void;
}

/**
 * Looks at a place before long work is done for it. Behind a link it is what the link leads to; the link stays.
 * @param input the file that is read: it must be there until all is written, and what cannot be read of it would be gone for good
 * @throws UsageError for the very file that is read and for what is no plain file, FormatError where no file can be made
 */
export function outputFile(output: string, input: string): OutputFile {
  const [from, there] = [input, output].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  if (from !== undefined && from.ino === there?.ino && from.dev === there.dev)
    throw new UsageError(`${output} is the very file that is read: write to another`);
  if (there?.isDirectory() === true) throw new FormatError('EISDIR', `${output}: it is a folder; name a file in it`);
  // Renamed onto a device, the file would take its place for every program of the machine.
  if (there !== undefined && !there.isFile())
    throw new UsageError(`${output} is a device or a pipe, and formats are written back and forth: name a plain file`);
  if (there === undefined) refuseNowhere(output);
  const place = there === undefined ? output : realpathSync(output);
  const half = `${place}.part-${process.pid}`;
  return { half, keep: () => renameSync(half, place), drop: () => rmSync(half, { force: true }) };
}

/** @throws FormatError for a folder that is not there and for a link to nothing */
function refuseNowhere(output: string): void {
  const folder = dirname(output);
  if (!existsSync(folder)) throw new FormatError('ENOENT', `${output}: there is no folder ${folder}; make it first`);
  if (lstatSync(output, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw new FormatError('ENOENT', `${output}: it is a link to what is not there; name the file itself`);
}
