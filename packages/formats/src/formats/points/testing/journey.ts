import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { detect } from '../../../convert/detect.ts';
import { exportJob } from '../../../convert/export-job.ts';
import { MemorySource } from '../../../core/byte-source.ts';
import type { Format } from '../../../core/format.ts';
import { IssueLog } from '../../../core/issues/issue.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../core/limits.ts';
import { type OptionValues, parseOptions } from '../../../core/options.ts';
import { SourceTally } from '../../../core/tally.ts';

/** The result of reading a file, for tests. */
export interface TryOut {
  readonly job: FieldJob;
  readonly issues: IssueLog;
  readonly tally: SourceTally;
}

/** Reads bytes with a format (or the detected one) like an import; for tests. */
export async function tryRead(
  content: string | Uint8Array,
  settings: {
    options?: OptionValues;
    name?: string;
    format?: Format;
    limits?: Partial<Limits>;
    signal?: AbortSignal;
  } = {},
): Promise<TryOut> {
  const source = new MemorySource(Buffer.from(content as string), settings.name ?? 'points.txt');
  const format = settings.format ?? detect(source)?.format;
  if (format === undefined) throw new Error('no format recognises the bytes');
  const { crs, unit, ...own } = settings.options ?? {};
  const { values, faults } = parseOptions(format.readOptions, own);
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
  const issues = new IssueLog();
  const tally = new SourceTally();
  const builder = new JobBuilder();
  const read = await format.loadReader!();
  await read(source, builder, {
    options: { ...values, crs, unit },
    signal: settings.signal ?? new AbortController().signal,
    limits: { ...DEFAULT_LIMITS, ...settings.limits },
    progress: () => {},
    report: issues.report,
    tally,
    workFolder: tmpdir(),
  });
  return { job: builder.job, issues, tally };
}

/** Writes a job with a format and returns the bytes; for tests. */
export async function tryWrite(
  job: FieldJob,
  format: Format,
  options: OptionValues = {},
): Promise<{ bytes: Buffer; issues: IssueLog }> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-'));
  try {
    const path = join(folder, 'out');
    const { values, faults } = parseOptions(format.writeOptions, options);
    if (faults.length > 0) throw new Error(JSON.stringify(faults));
    const signal = new AbortController().signal;
    const request = { format, options: values, signal, progress: () => {}, workFolder: folder };
    const issues = await exportJob(job, path, request);
    return { bytes: readFileSync(path), issues };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
