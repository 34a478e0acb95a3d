import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Detection, detect, FileSource, FORMATS, FormatError, formatsFor } from '@fieldbridge/formats';
import { UsageError } from './command.ts';
import { didYouMean } from './did-you-mean.ts';
import { namesOf } from './format-names.ts';
import { PathError } from './path-error.ts';
import { systemWords } from './system-words.ts';

/** An opened and recognised input file with a folder for temporary files; call `close` when done. */
export interface SourceFile {
  readonly source: FileSource;
  readonly detection: Detection;
  readonly workFolder: string;
  readonly close: () => void;
}

/**
 * Opens a file and detects its format.
 * @param wanted id or extension given by the user, or `auto`
 * @throws UsageError for an unknown format, FormatError `format-unknown` if the content is not recognised
 */
export function openSourceFile(path: string, wanted: string): SourceFile {
  if (wanted !== 'auto' && formatsFor(wanted).length === 0)
    throw new UsageError(
      `there is no format "${wanted}"${didYouMean(wanted, namesOf(FORMATS)) || '; see "fieldbridge formats"'}`,
    );
  const source = openFile(path);
  try {
    const detection = detect(source, wanted);
    if (detection === undefined) throw new FormatError('format-unknown', { name: path });
    if (detection.sniffed.refusal !== undefined) throw detection.sniffed.refusal;
    const workFolder = mkdtempSync(join(tmpdir(), 'fieldbridge-'));
    const close = (): void => {
      source.close();
      rmSync(workFolder, { recursive: true, force: true });
    };
    return { source, detection, workFolder, close };
  } catch (error) {
    source.close();
    throw inWords(path, error);
  }
}

function openFile(path: string): FileSource {
  try {
    return new FileSource(path);
  } catch (error) {
    throw inWords(path, error);
  }
}

/** A system error as a sentence; any other error unchanged. */
function inWords(path: string, error: unknown): unknown {
  const { code = '' } = error as { code?: string };
  const words = systemWords(error, path);
  return words === undefined ? error : new PathError(code, words);
}
