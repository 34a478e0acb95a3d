import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Format } from '@fieldbridge/formats';
import { type CommandIo, UsageError } from '../../command.ts';
import type { OutputFile } from '../../output-file.ts';
import type { Overwriting } from '../../overwriting.ts';
import { runBatch, statusOf, summaryOf } from './run-batch.ts';

/** Most threads by default: each may need the memory of a large file. */
const MOST_BY_DEFAULT = 8;
const MOST_THREADS = 64;
/** The options that belong to the batch, not to each file. */
const OWN = new Set(['output', 'to', 'report', 'parallel', 'json', 'force', 'grids', 'watch']);

/** The words of `convert` when its output is a folder. */
export interface EachWords {
  readonly inputs: readonly string[];
  readonly output: string;
  readonly target: Format;
  /** The options by name, as they were given. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly overwriting: Overwriting;
  /** The paths to convert; all if left out. */
  readonly only?: ReadonlySet<string>;
  /** Where the report goes, if it is to be a file. */
  readonly report?: OutputFile;
}

/** Converts each file into one of its own and reports on all. @returns the exit status */
export async function convertEach(words: EachWords, io: CommandIo): Promise<number> {
  const { inputs, output, target, values, overwriting, only, report: file } = words;
  const given = Object.entries(values).filter(([name]) => !OWN.has(name));
  const grids = values['grids'] ?? io.env['FIELDBRIDGE_GRIDS'];
  const options = [['to', target.id], ...(grids === undefined ? [] : [['grids', grids]]), ...given] as [
    string,
    unknown,
  ][];
  const json = values['json'] === true;
  try {
    const report = await runBatch(
      {
        words: inputs,
        folder: output,
        extension: target.extensions[0]!,
        options: options.flatMap(([name, value]) => wordsOf(name, value)),
        threads: threadsFrom(values['parallel']),
        overwriting,
        only,
      },
      io,
      (line) => (json ? undefined : io.out(line)),
    );
    const text = `${JSON.stringify(report, null, 2)}\n`;
    if (file !== undefined) {
      writeFileSync(file.half, text);
      file.keep();
    }
    if (json) io.out(text);
    else io.err(summaryOf(report));
    return statusOf(report);
  } finally {
    file?.drop();
  }
}

/** An option as words of a command line. */
function wordsOf(name: string, value: unknown): string[] {
  if (value === true) return [`--${name}`];
  if (value === undefined || value === false) return [];
  return [value].flat().map((one) => `--${name}=${one}`);
}

function threadsFrom(text: unknown): number {
  if (text === undefined) return Math.min(availableParallelism(), MOST_BY_DEFAULT);
  const threads = Number(text);
  if (!Number.isInteger(threads) || threads < 1 || threads > MOST_THREADS)
    throw new UsageError(`--parallel needs a whole number from 1 to ${MOST_THREADS}, not "${text}"`);
  return threads;
}
