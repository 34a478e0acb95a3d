import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Detection, detect, FileSource, FormatError, formatsFor } from '@fieldbridge/formats';
import { UsageError } from './command.ts';

/** An opened and recognised input file with a folder for temporary files; `close` when done. */
export interface SourceFile {
  readonly source: FileSource;
  readonly detection: Detection;
  readonly workFolder: string;
  readonly close: () => void;
}

/**
 * Opens a file and finds out what it is.
 * @param wanted id or extension said by the caller, or `auto`
 * @throws UsageError for a format that does not exist, FormatError `format-unknown` when the content is not recognised
 */
export function openSourceFile(path: string, wanted: string): SourceFile {
  if (wanted !== 'auto' && formatsFor(wanted).length === 0)
    throw new UsageError(`there is no format "${wanted}"; see "fieldbridge formats"`);
  const source = openFile(path);
  try {
    const detection = detect(source, wanted);
    if (detection === undefined) {
      throw new FormatError(
        'format-unknown',
        `${path}: the content is of no format that can be read here; see "fieldbridge formats"`,
      );
    }
    if (detection.sniffed.refusal !== undefined)
      throw new FormatError('format-refused', `${path}: ${detection.sniffed.refusal}`);
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

/** Why a file cannot be opened, in words; what is not listed stands as the system says it. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, not a file',
  EACCES: 'you may not read it',
};

function openFile(path: string): FileSource {
  try {
    return new FileSource(path);
  } catch (error) {
    throw inWords(path, error);
  }
}

/** An error of the system as a sentence; any other as it is. */
function inWords(path: string, error: unknown): unknown {
  const { code = '' } = error as { code?: string };
  return Object.hasOwn(REASONS, code) ? new FormatError(code, `${path}: ${REASONS[code]}`) : error;
}
