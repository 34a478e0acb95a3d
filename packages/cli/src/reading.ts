import { statSync } from 'node:fs';
import { type ImportRequest, type Limits, type OptionFault, parseImportOptions } from '@fieldbridge/formats';
import { type CommandIo, UsageError } from './command.ts';
import { didYouMean } from './did-you-mean.ts';
import type { ProgressLine } from './progress-line.ts';
import type { SourceFile } from './source-file.ts';

/** The options of every command that reads a file, for `readWords`. */
export const READING_OPTIONS = {
  from: { type: 'string', default: 'auto' },
  unit: { type: 'string' },
  crs: { type: 'string' },
  grids: { type: 'string' },
  references: { type: 'string' },
  option: { type: 'string', multiple: true, default: [] as string[] },
  limit: { type: 'string', multiple: true, default: [] as string[] },
} as const;

/** Reports faults of options in terms of the command line. @throws UsageError if there are any */
export function refuseFaults(faults: readonly OptionFault[]): void {
  const sentences = faults.map(({ name, text, rule, known = [] }) => {
    if (rule === 'experimental-only') return text.replace('experimental=true', '--experimental');
    const close = didYouMean(name, known);
    return close === '' ? `option ${name} ${text}` : `there is no option ${name}${close}`;
  });
  if (sentences.length > 0) throw new UsageError(sentences.join('; '));
}

/** How a command wants a file to be read. */
export interface ReadingWords {
  /** Options of the reader by name, as text. */
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly as?: ImportRequest['as'];
  readonly limits: Partial<Limits>;
  /** Folder of grid files. */
  readonly grids?: string;
  /** Folder of the files that a drawing attaches. */
  readonly references?: string;
}

/** The request to read a file for a command. @throws UsageError for a wrong option or folder */
export function readingOf(
  { source, detection, workFolder }: SourceFile,
  { options, as: said, limits, grids, references }: ReadingWords,
  io: CommandIo,
  progress: ProgressLine,
): ImportRequest {
  const { drawing } = detection.format;
  if (references !== undefined && !isFolder(references))
    throw new UsageError(`--references needs a folder: "${references}" has to be one`);
  if (said !== undefined && options['as'] !== undefined)
    throw new UsageError(`as is given twice: ${said} and ${options['as']}`);
  const wanted = said ?? options['as'] ?? 'features';
  const { values, placement, faults } = parseImportOptions(detection.format, {
    ...options,
    ...(drawing && { as: wanted }),
  });
  refuseFaults(faults);
  const as = drawing ? (values['as'] as ImportRequest['as']) : (said ?? 'features');
  const { signal } = io;
  return {
    ...{ source, detection, options: values, placement, as, target: {} },
    ...{ signal, limits, progress: progress.step, workFolder, grids, references },
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
