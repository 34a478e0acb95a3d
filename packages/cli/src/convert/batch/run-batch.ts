import { existsSync, mkdirSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { type CommandIo, EXIT, UsageError } from '../../command.ts';
import { counted } from '../../counted.ts';
import { existsAlready, type Overwriting } from '../../overwriting.ts';
import { PathError } from '../../path-error.ts';
import { ProgressLine } from '../../progress-line.ts';
import type { WorkerAnswer } from './convert-worker.ts';
import { type Expanded, expandInputs } from './expand.ts';
import { runCommands } from './pool.ts';

/** Many files, each of which becomes a file of its own. */
export interface Batch {
  /** Names of files and folders, and patterns. */
  readonly words: readonly string[];
  readonly folder: string;
  /** Extension of the files to write. */
  readonly extension: string;
  /** The options of each conversion. */
  readonly options: readonly string[];
  readonly threads: number;
  /** The paths to convert; all if left out. */
  readonly only?: ReadonlySet<string>;
  readonly overwriting: Overwriting;
}

/** The result for one file: the document that `convert --json` prints. */
interface FileResult {
  readonly result: 'success' | 'partialSuccess' | 'failed';
  readonly input: string;
  readonly output: string;
  readonly code?: string;
  readonly detail?: string;
  readonly counts?: Readonly<Record<string, number>>;
  readonly issues?: readonly { readonly severity: string }[];
}

/** The report of a batch. */
export interface BatchReport {
  readonly result: FileResult['result'];
  readonly converted: number;
  readonly partial: number;
  readonly failed: number;
  /** Files in folders that were left out because no format has their extension. */
  readonly others: number;
  readonly seconds: number;
  readonly files: readonly FileResult[];
}

/**
 * Converts each file into a file of the folder, several at once.
 * @param show called for each file as it is done
 * @throws UsageError if two files would become one, PathError EEXIST if files exist that may not be replaced
 */
export async function runBatch(batch: Batch, io: CommandIo, show: (line: string) => void): Promise<BatchReport> {
  const { folder, options, threads, overwriting, only } = batch;
  const all = expandInputs(batch.words, folder);
  // Names are told apart among all of them.
  const places = outputsOf(all, batch);
  const chosen = all.files
    .map((file, i) => ({ file, output: places[i]! }))
    .filter(({ file }) => only?.has(file.path) ?? true);
  const outputs = chosen.map(({ output }) => output);
  const expanded = { files: chosen.map(({ file }) => file), others: all.others };
  await refuseToReplace(outputs, overwriting);
  for (const parent of new Set(outputs.map((path) => dirname(path)))) mkdirSync(parent, { recursive: true });
  const began = performance.now();
  const files: FileResult[] = [];
  const progress = new ProgressLine(io, 'files');
  const commands = expanded.files.map(({ path }, i) => [
    'convert',
    ...options,
    '--force',
    '--json',
    '--',
    path,
    outputs[i]!,
  ]);
  let done = 0;
  try {
    await runCommands(
      commands,
      threads,
      (index, answer) => {
        const result = resultOf(expanded.files[index]!.path, outputs[index]!, answer);
        files[index] = result;
        progress.end();
        show(lineOf(result));
        progress.step(++done, outputs.length, 'converting');
      },
      io.signal,
    );
  } finally {
    progress.end();
  }
  const [failed, partial] = (['failed', 'partialSuccess'] as const).map((one) => countOf(files, one)) as [
    number,
    number,
  ];
  const result = failed === files.length ? 'failed' : failed + partial > 0 ? 'partialSuccess' : 'success';
  const seconds = Number(((performance.now() - began) / 1000).toFixed(3));
  return { result, converted: files.length - failed, partial, failed, others: expanded.others, seconds, files };
}

/** The exit status of a batch. */
export function statusOf({ result }: BatchReport): number {
  return result === 'success' ? EXIT.done : result === 'failed' ? EXIT.failed : EXIT.partial;
}

/** The last line for people. */
export function summaryOf({ files, converted, partial, failed, others, seconds }: BatchReport): string {
  const parts = [`${converted} converted${partial > 0 ? ` (${partial} in part)` : ''}`, `${failed} failed`];
  const left = others > 0 ? `; ${counted(others, 'other files')} left out` : '';
  return `${counted(files.length, 'files')} in ${seconds.toFixed(1)} s: ${parts.join(', ')}${left}\n`;
}

const countOf = (files: readonly FileResult[], result: FileResult['result']): number =>
  files.filter((one) => one.result === result).length;

/** Where each file goes. @throws UsageError if two would go to the same place */
function outputsOf({ files }: Expanded, { folder, extension }: Batch): string[] {
  const taken = new Map<string, string>();
  return files.map(({ path, name }) => {
    const output = join(folder, `${name.slice(0, name.length - extname(name).length)}.${extension}`);
    // File systems of Windows and macOS do not tell the case of letters apart.
    const other = taken.get(output.toLowerCase());
    if (other !== undefined)
      throw new UsageError(`${other} and ${path} would both become ${output}: convert them apart`);
    taken.set(output.toLowerCase(), path);
    return output;
  });
}

/** Asks once for all files. */
async function refuseToReplace(outputs: readonly string[], { force, ask }: Overwriting): Promise<void> {
  const there = force ? [] : outputs.filter((path) => existsSync(path));
  const [first] = there;
  if (first === undefined) return;
  if (ask === undefined) throw existsAlready(first);
  const which = there.length === 1 ? `${first} exists` : `${there.length} files exist, the first is ${first}`;
  if (!(await ask(`${which}. Replace? [y/N] `))) throw new PathError('EEXIST', 'the files were not changed');
}

function resultOf(input: string, output: string, answer: WorkerAnswer | Error): FileResult {
  if (answer instanceof Error)
    return {
      result: 'failed',
      input,
      output,
      code: 'converter-died',
      detail: `the conversion ended: ${answer.message}`,
    };
  return { input, output, ...(JSON.parse(answer.out) as { result: FileResult['result'] }) };
}

function lineOf({ result, input, output, code, detail, counts = {}, issues = [] }: FileResult): string {
  if (result === 'failed') return `${input}: ${detail} (${code})\n`;
  const filled = Object.entries(counts).filter(([, count]) => count > 0);
  const warnings = issues.filter(({ severity }) => severity !== 'note').length;
  const more = warnings > 0 ? ` (${counted(warnings, 'warnings')})` : '';
  return `${output}: ${filled.map(([kind, count]) => counted(count, kind)).join(', ')}${more}\n`;
}
