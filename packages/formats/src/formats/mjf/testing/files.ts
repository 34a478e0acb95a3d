import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { type ByteSource, FileSource } from '../../../core/byte-source.ts';
import type { ReadContext, Reader, WriteContext, Writer } from '../../../core/format.ts';
import { IssueLog } from '../../../core/issues/issue.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../core/limits.ts';
import { SourceTally } from '../../../core/tally.ts';

/** A temporary folder for one test; dispose of it with `using`. */
export class TestFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'fieldbridge-mjf-'));

  /** A path inside. */
  file(name: string): string {
    return join(this.path, name);
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** A reader's context that collects all issues. */
export function readContext(workFolder: string, limits: Partial<Limits> = {}): ReadContext & { issues: IssueLog } {
  const issues = new IssueLog();
  return {
    issues,
    options: {},
    signal: new AbortController().signal,
    limits: { ...DEFAULT_LIMITS, ...limits },
    progress: () => {},
    report: issues.report,
    tally: new SourceTally(),
    workFolder,
  };
}

/** A writer's context. */
export function writeContext(workFolder: string, options: WriteContext['options'] = {}): WriteContext {
  return { options, signal: new AbortController().signal, progress: () => {}, report: () => {}, workFolder };
}

/** Reads a file into a new job. */
export async function readJob(reader: Reader, source: string | ByteSource, context: ReadContext): Promise<FieldJob> {
  const builder = new JobBuilder();
  const opened = typeof source === 'string' ? new FileSource(source) : source;
  try {
    await reader(opened, builder, context);
  } finally {
    opened.close();
  }
  return builder.job;
}

/** Writes a job to a file. */
export async function writeJob(writer: Writer, job: FieldJob, path: string, folder: string): Promise<void> {
  await writer(job, path, writeContext(folder));
}
