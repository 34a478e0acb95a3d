import { basename, extname } from 'node:path';
import { type FieldJob, type OnDuplicate, parseCrs, parseUnit, type Selection } from '@fieldbridge/fieldjob';
import { exportJob, type Format, FormatError, type IssueLog, joinJobs, type OptionValues } from '@fieldbridge/formats';
import { crsSettings } from '@fieldbridge/formats/core/crs-settings.ts';
import { type CommandIo, UsageError } from '../command.ts';
import { FailureAfterReading } from '../failure.ts';
import type { OutputFile } from '../output-file.ts';
import { ProgressLine } from '../progress-line.ts';
import { afterReading } from './after-reading.ts';
import { type OpenInput, openInputs, type ReadInput, type ReadingWords, readInput } from './input.ts';

/** One conversion: files that become one file. */
export interface Conversion {
  readonly inputs: readonly string[];
  readonly output: string;
  readonly place: OutputFile;
  readonly target: Format;
  readonly reading: ReadingWords;
  /** Checked options of the writer. */
  readonly writing: OptionValues;
  readonly filter?: Selection;
  /** What happens to a point whose name an earlier file has. */
  readonly onDuplicate: OnDuplicate;
}

/** A written conversion. */
export interface Converted {
  /** The job of the written file, with its surfaces thinned if that was requested. */
  readonly job: FieldJob;
  readonly inputs: readonly ReadInput[];
  /** What joining and writing reported. */
  readonly issues: readonly IssueLog[];
}

/**
 * Reads the files one after the other, joins them if there are several, and writes the result.
 * @throws UsageError, FormatError; nothing is written then
 */
export async function convertFiles(conversion: Conversion, io: CommandIo): Promise<Converted> {
  const { inputs: paths, place, target, reading, filter } = conversion;
  const progress = new ProgressLine(io);
  const opened: OpenInput[] = [];
  try {
    openInputs(paths, reading, opened, io, progress);
    for (const { file } of opened) progress.expect(file.source.size);
    const inputs: ReadInput[] = [];
    for (const one of opened)
      inputs.push(await readInput(one, reading, target, filter).catch((error) => throwNamed(error, one.path, opened)));
    const [first] = inputs;
    const logs = inputs.map(({ outcome }) => outcome.issues);
    const converted = await afterReading(logs, async () => {
      const { job, issues, options } =
        inputs.length === 1
          ? { job: first!.job, issues: [], options: conversion.writing }
          : await join(conversion, inputs);
      let exported = job;
      const written = await exportJob(job, place.half, {
        ...{ ...first!.request, format: target, options },
        onThinned: (thinned) => (exported = thinned),
      });
      return { job: exported, inputs, issues: [...issues, written] };
    });
    place.keep();
    return converted;
  } finally {
    progress.end();
    place.drop();
    for (const { file } of opened) file.close();
  }
}

/** Rethrows the error; with several files the message names the one that cannot be read. */
function throwNamed(error: unknown, path: string, { length }: readonly OpenInput[]): never {
  if (length > 1 && error instanceof FormatError) throw new FailureAfterReading(error, [], path);
  throw error;
}

/** Joins the inputs, which also settles the unit and system to write. */
async function join({ output, writing, onDuplicate, reading }: Conversion, inputs: readonly ReadInput[]) {
  for (const { path, outcome } of inputs)
    for (const name of ['unit', 'crs'] as const)
      if (outcome.issues.count(`${name}-overridden`) > 0)
        throw new UsageError(
          `--${name} ${reading[name] ?? ''} is for files that state none, and ${path} states another one: convert that file by itself`,
        );
  const { unit, crs, ...options } = writing;
  const { job, issues } = await joinJobs(
    inputs.map(({ path, job, outcome }) => ({ name: path, job, issues: outcome.issues })),
    {
      name: basename(output, extname(output)),
      unit: unit === undefined ? undefined : parseUnit(String(unit)),
      crs: crs === undefined ? undefined : parseCrs(String(crs)),
      settings: crsSettings({ options: writing, grids: inputs[0]!.request.grids }),
      onDuplicate,
    },
  );
  return { job, issues: [issues], options };
}
