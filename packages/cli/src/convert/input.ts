import { type FieldJob, JobBuilder, type Selection } from '@fieldbridge/fieldjob';
import {
  type Format,
  type ImportOutcome,
  type ImportRequest,
  importFile,
  importOptionTable,
  refuseNoData,
} from '@fieldbridge/formats';
import { type CommandIo, UsageError } from '../command.ts';
import { namedOptions } from '../named-values.ts';
import type { ProgressLine } from '../progress-line.ts';
import { readLimits } from '../reader-limits.ts';
import { readingOf } from '../reading.ts';
import { narrowToLayers } from '../selection-file.ts';
import { openSourceFile, type SourceFile } from '../source-file.ts';
import { afterReading } from './after-reading.ts';

/** How the files of a conversion are read. */
export interface ReadingWords {
  readonly from: string;
  readonly as?: ImportRequest['as'];
  readonly unit?: string;
  readonly crs?: string;
  readonly grids?: string;
  readonly references?: string;
  readonly layers?: string;
  readonly option: readonly string[];
  readonly limit: readonly string[];
}

/** An opened file. Its format is known, but nothing has been read yet. */
export interface OpenInput {
  readonly path: string;
  readonly file: SourceFile;
  readonly request: ImportRequest;
}

/**
 * A file that was read. It stays open until the result is written, because its drawings are copied from it at that
 * point.
 */
export interface ReadInput extends OpenInput {
  readonly job: FieldJob;
  readonly outcome: ImportOutcome;
}

/**
 * Opens the files and checks the options of their formats.
 * @param opened receives each file at once, so that the caller closes them whatever happens
 * @throws UsageError for a wrong option; with several files each option applies to the formats that have it
 */
export function openInputs(
  paths: readonly string[],
  words: ReadingWords,
  opened: OpenInput[],
  io: CommandIo,
  progress: ProgressLine,
): void {
  const limits = readLimits(words.limit);
  const given = namedOptions(words.option, { unit: words.unit, crs: words.crs });
  const grids = words.grids ?? io.env['FIELDBRIDGE_GRIDS'];
  const files = paths.map((path) => {
    const file = openSourceFile(path, words.from);
    try {
      const isAlone = paths.length === 1;
      const { format } = file.detection;
      const known = importOptionTable(format);
      const options = isAlone ? given : Object.fromEntries(Object.entries(given).filter(([name]) => name in known));
      const as = isAlone || format.drawing ? words.as : undefined;
      const request = readingOf(
        file,
        { options, ...(as !== undefined && { as }), limits, grids, references: words.references },
        io,
        progress,
      );
      opened.push({ path, file, request });
    } catch (error) {
      file.close();
      throw error;
    }
    return file;
  });
  const tables = files.map(({ detection }) => importOptionTable(detection.format));
  const unknown = paths.length === 1 ? [] : Object.keys(given).filter((name) => !tables.some((table) => name in table));
  if (unknown.length > 0) throw new UsageError(`none of the files has the option ${unknown.join(', ')}`);
}

/** Reads an opened file. @throws FailureAfterReading if nothing was imported */
export async function readInput(open: OpenInput, words: ReadingWords, to: Format, filter?: Selection) {
  const { request, path } = open;
  const builder = new JobBuilder();
  const selection =
    words.layers === undefined ? filter : await narrowToLayers(request, words.layers.split(','), filter);
  const outcome = await importFile({ ...request, selection, to }, builder);
  const read: ReadInput = { ...open, job: builder.job, outcome };
  await afterReading([outcome.issues], () => refuseNoData(read.job, path, outcome.tally, selection));
  return read;
}
