import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { DEFAULT_LIMITS, type Limits } from '../../src/core/limits.ts';
import type { OptionValues } from '../../src/core/options.ts';
import { exportJob, formatById, IssueLog, MemorySource, SourceTally } from '../../src/index.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../shared/corpus');

/** A file of the corpus. Fails when it cannot be read: these tests are not skipped. */
export function corpusFile(name: string): Buffer {
  return readFileSync(join(CORPUS, 'topcon', name));
}

/** The result of a reading. */
export interface ReadResult {
  readonly job: FieldJob;
  readonly issues: IssueLog;
  readonly tally: SourceTally;
  readonly version: string;
}

/** Reads bytes with the reader of a format, without any stage before or after it. */
export async function readWith(
  id: string,
  bytes: Uint8Array,
  name = `file.${id}`,
  { signal = new AbortController().signal, limits = { ...DEFAULT_LIMITS } as Limits } = {},
): Promise<ReadResult> {
  const job = new FieldJob();
  const issues = new IssueLog();
  const tally = new SourceTally();
  const reader = await formatById(id)!.loadReader!();
  const { version } = await reader(new MemorySource(bytes, name), new JobBuilder(job), {
    options: {},
    signal,
    limits,
    progress: () => undefined,
    report: issues.report,
    tally,
    workFolder: tmpdir(),
  });
  return { job, issues, tally, version };
}

/** Writes a job in a format and returns the bytes. */
export async function writeWith(
  id: string,
  job: FieldJob,
  options: OptionValues = {},
): Promise<{ bytes: Buffer; issues: IssueLog }> {
  const folder = mkdtempSync(join(tmpdir(), 'machine-'));
  try {
    const path = join(folder, `out.${id}`);
    const request = { options, signal: new AbortController().signal, progress: () => undefined, workFolder: folder };
    const issues = await exportJob(job, path, { format: formatById(id)!, ...request });
    return { bytes: readFileSync(path), issues };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
