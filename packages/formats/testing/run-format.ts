import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { exportJob } from '../src/convert/export-job.ts';
import { type ByteSource, MemorySource } from '../src/core/byte-source.ts';
import type { Format } from '../src/core/format.ts';
import { IssueLog } from '../src/core/issues/issue.ts';
import { DEFAULT_LIMITS, type Limits } from '../src/core/limits.ts';
import type { OptionValues } from '../src/core/options.ts';
import { SourceTally } from '../src/core/tally.ts';

/**
 * Folder for what readers write beside the job, such as pictures of a PDF. It belongs to the job and is removed at
 * exit.
 */
const WORK_FOLDER = mkdtempSync(join(tmpdir(), 'formats-'));
process.on('exit', () => rmSync(WORK_FOLDER, { recursive: true, force: true }));

/** The result of a reading. */
export interface ReadResult {
  readonly job: FieldJob;
  readonly issues: IssueLog;
  readonly tally: SourceTally;
  readonly version: string;
}

/** Settings of a reading where they differ from the usual ones. */
export interface ReadSettings {
  readonly options?: OptionValues;
  readonly limits?: Partial<Limits>;
  readonly workFolder?: string;
}

/**
 * Reads bytes, a text or a source (which is then closed) with a format's reader, without the options and filters of an
 * import.
 */
export async function readWith(
  format: Format,
  content: Uint8Array | string | ByteSource,
  { options = {}, limits = {}, workFolder = WORK_FOLDER }: ReadSettings = {},
): Promise<ReadResult> {
  const builder = new JobBuilder();
  const issues = new IssueLog();
  const tally = new SourceTally();
  const read = await format.loadReader!();
  const source = sourceOf(format, content);
  try {
    const { version } = await read(source, builder, {
      options,
      signal: new AbortController().signal,
      limits: { ...DEFAULT_LIMITS, ...limits },
      progress: () => undefined,
      report: issues.report,
      tally,
      workFolder,
    });
    return { job: builder.job, issues, tally, version };
  } finally {
    source.close();
  }
}

function sourceOf(format: Format, content: Uint8Array | string | ByteSource): ByteSource {
  if (typeof content === 'object' && 'readInto' in content) return content;
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return new MemorySource(bytes, `test.${format.extensions[0]}`);
}

/** Writes a job with a format; `use` sees the file before it is removed. */
export async function writeWith<T = Buffer>(
  format: Format,
  job: FieldJob,
  {
    options = {},
    use = (path: string) => readFileSync(path) as T,
  }: { options?: OptionValues; use?: (path: string) => T | Promise<T> } = {},
): Promise<{ result: T; issues: IssueLog }> {
  const folder = mkdtempSync(join(tmpdir(), 'format-'));
  try {
    const path = join(folder, `job.${format.extensions[0]}`);
    const signal = new AbortController().signal;
    const issues = await exportJob(job, path, { format, options, signal, progress: () => {}, workFolder: folder });
    return { result: await use(path), issues };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
