import { globSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { FORMATS } from '@fieldbridge/formats';
import { UsageError } from '../../command.ts';

/** Most files of one command. */
const MOST_FILES = 100_000;
/** Characters of a pattern; an existing file whose name has them is taken literally. */
const PATTERN = /[*?[{]/;

/** A file to read, and its path below the named folder, which is also its path in the output folder. */
export interface InputFile {
  readonly path: string;
  readonly name: string;
}

/** The files that the names on a command line stand for. */
export interface Expanded {
  readonly files: readonly InputFile[];
  /** Files in folders whose extension no format has. */
  readonly others: number;
}

/**
 * The files that names, folders and patterns stand for: for a folder all files below it that have the extension of a
 * format, for a pattern all that match it (some shells leave patterns to the program).
 * @param apart a file or folder that is written to: in folders and patterns it is left out
 * @throws UsageError if a folder or a pattern has no file, or if there are too many
 */
export function expandInputs(words: readonly string[], apart?: string): Expanded {
  const found = new Map<string, InputFile>();
  let others = 0;
  for (const word of words) {
    const there = statSync(word, { throwIfNoEntry: false });
    const before = found.size;
    if (there?.isDirectory() === true) {
      for (const path of filesBelow(word)) {
        if (apart !== undefined && isBelow(path, apart)) continue;
        if (isReadable(path)) add(found, path, relative(word, path));
        else others++;
      }
      if (found.size === before) throw new UsageError(`${word} has no file with the extension of a format`);
    } else if (there === undefined && PATTERN.test(word)) {
      for (const path of globSync(word).sort())
        if (
          !(apart !== undefined && isBelow(path, apart)) &&
          statSync(path, { throwIfNoEntry: false })?.isFile() === true
        )
          add(found, path, basename(path));
      if (found.size === before) throw new UsageError(`no file matches ${word}`);
    } else add(found, word, basename(word));
  }
  return { files: [...found.values()], others };
}

function add(found: Map<string, InputFile>, path: string, name: string): void {
  found.set(resolve(path), { path, name });
  if (found.size > MOST_FILES) throw new UsageError(`there are more than ${MOST_FILES} files: convert them in parts`);
}

/** Files below a folder, in order of their names. Links to folders are not followed, so there are no circles. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

const isBelow = (path: string, folder: string): boolean =>
  `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`);

const EXTENSIONS = new Set(
  FORMATS.filter(({ loadReader }) => loadReader !== undefined).flatMap((one) => one.extensions),
);

function isReadable(path: string): boolean {
  const name = basename(path).toLowerCase();
  // "archive.tar.gz" has two extensions to try.
  return name.split('.').some((_, i, parts) => i > 0 && EXTENSIONS.has(parts.slice(i).join('.')));
}
