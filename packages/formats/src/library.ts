import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { type FieldJob, JobBuilder, type JobSink, type Selection } from '@fieldbridge/fieldjob';
import { detect } from './convert/detect.ts';
import { exportJob } from './convert/export-job.ts';
import { importFile } from './convert/import-file.ts';
import { parseExportOptions, parseImportOptions } from './convert/import-options.ts';
import { FileSource } from './core/byte-source.ts';
import { FormatError } from './core/failure.ts';
import type { Progress } from './core/format.ts';
import type { CountedIssue } from './core/issues/issue.ts';
import type { Limits } from './core/limits.ts';
import type { OptionFault } from './core/options.ts';
import { formatsFor } from './formats/registry.ts';

// The interface of the published package `@fieldbridge/formats`: small, and only what its README describes.

export { describeFormat } from './convert/describe.ts';
export { type JoinPart, type JoinRequest, joinJobs } from './convert/join-jobs.ts';
export { FormatError, LimitError } from './core/failure.ts';
export type { Format, Progress } from './core/format.ts';
export type { CountedIssue } from './core/issues/issue.ts';
export { DEFAULT_LIMITS, type Limits } from './core/limits.ts';
export { FORMATS } from './formats/registry.ts';
export { FileView } from './view/file-view.ts';

/** What reading and writing have in common. */
interface Common {
  /** Id or extension of the format; else it is detected when reading, and taken from the file's name when writing. */
  readonly format?: string;
  /** Options of the format by name, as `describeFormat` lists them (`unit`, `crs`, `version`, …). */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Folder with correction grids and geoid models. */
  readonly grids?: string;
  readonly signal?: AbortSignal;
  readonly progress?: Progress;
}

/** How a file is read. */
export interface ReadOptions extends Common {
  /** How a CAD drawing is imported: as features (the default), a background drawing, or both. */
  readonly as?: 'drawing' | 'features' | 'both';
  /** A filled-in filter; without it everything is read. */
  readonly selection?: Selection;
  readonly limits?: Partial<Limits>;
  /** Name of a file that is given as bytes, for its format and for reports. */
  readonly name?: string;
}

/** Facts about a file that was read. */
export interface ReadResult {
  readonly format: string;
  readonly version: string;
  /** Things that could not be read, or were read as something else. */
  readonly issues: readonly CountedIssue[];
}

/** A completely read file. Call `close` when the job's drawings are no longer needed: they stay in the file. */
export interface ReadJob extends ReadResult, Disposable {
  readonly job: FieldJob;
  readonly close: () => void;
}

/**
 * Reads a file of any format into a field job.
 * @param file its path, or its bytes
 * @throws FormatError if nothing can be read or an option is wrong, LimitError, the system's error, or the signal's
 * reason
 */
export async function read(file: string | Uint8Array, options: ReadOptions = {}): Promise<ReadJob> {
  const builder = new JobBuilder();
  const open = openFile(file, options);
  try {
    const result = await readOpen(open, builder, options);
    return { ...result, job: builder.job, close: open.close, [Symbol.dispose]: open.close };
  } catch (error) {
    open.close();
    throw error;
  }
}

/**
 * Reads a file into a sink, piece by piece: a file of any size needs only the memory of what the sink keeps.
 * @param sink gets each feature in an object that is reused for the next one; `JobSink` has the rules
 * @throws as `read` does
 */
export async function readInto(
  file: string | Uint8Array,
  sink: JobSink,
  options: ReadOptions = {},
): Promise<ReadResult> {
  const open = openFile(file, options);
  try {
    return await readOpen(open, sink, options);
  } finally {
    open.close();
  }
}

/**
 * Writes a job as a file; an existing file is replaced.
 * @returns losses and other changes
 * @throws FormatError if the format cannot hold the job at all or an option is wrong, the system's error
 */
export async function write(job: FieldJob, path: string, given: Common = {}): Promise<readonly CountedIssue[]> {
  const [format] = formatsFor(given.format ?? extname(path)).filter(({ loadWriter }) => loadWriter !== undefined);
  if (format === undefined) throw new FormatError('format-unknown', { name: path });
  const { values, faults } = parseExportOptions(format, given.options ?? {});
  refuse(faults);
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-'));
  try {
    const issues = await exportJob(job, path, { ...commonOf(given), format, options: values, workFolder: folder });
    return issues.summary();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An opened file with a folder for temporary files. */
interface OpenFile {
  readonly source: FileSource;
  readonly folder: string;
  readonly close: () => void;
}

function openFile(file: string | Uint8Array, { name }: ReadOptions): OpenFile {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-'));
  try {
    const path = typeof file === 'string' ? file : join(folder, 'input');
    if (typeof file !== 'string') writeFileSync(path, file);
    const source = new FileSource(path, name ?? (typeof file === 'string' ? basename(file) : ''));
    let isOpen = true;
    const close = (): void => {
      if (!isOpen) return;
      isOpen = false;
      source.close();
      rmSync(folder, { recursive: true, force: true });
    };
    return { source, folder, close };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function readOpen({ source, folder }: OpenFile, sink: JobSink, options: ReadOptions): Promise<ReadResult> {
  const detection = detect(source, options.format ?? 'auto');
  if (detection === undefined) throw new FormatError('format-unknown', { name: source.name });
  if (detection.sniffed.refusal !== undefined) throw detection.sniffed.refusal;
  const { drawing } = detection.format;
  const as = options.as ?? 'features';
  const parsed = parseImportOptions(detection.format, { ...options.options, ...(drawing && { as }) });
  refuse(parsed.faults);
  const { selection, limits } = options;
  const request = { source, detection, options: parsed.values, placement: parsed.placement, target: {}, selection };
  const settled = { ...request, ...commonOf(options), as: drawing ? as : ('features' as const), limits };
  const outcome = await importFile({ ...settled, workFolder: folder }, sink);
  return { format: outcome.format.id, version: outcome.version, issues: outcome.issues.summary() };
}

function commonOf({ grids, signal = new AbortController().signal, progress = () => {} }: Common) {
  return { grids, signal, progress };
}

/** @throws FormatError `option-invalid` for the first fault */
function refuse([fault]: readonly OptionFault[]): void {
  if (fault !== undefined) throw new FormatError('option-invalid', { name: fault.name, fault: fault.text });
}
