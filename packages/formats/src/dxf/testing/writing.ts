import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FieldJob } from '@fieldbridge/fieldjob';
import { IssueLog } from '../../issue.ts';
import { type OptionValues, parseOptions } from '../../options.ts';
import { DXF_WRITE_OPTIONS } from '../options.ts';
import { writeDxf } from '../write.ts';

/** Writes a job as DXF at `path`; returns what was reported. */
export async function writeTo(path: string, job: FieldJob, options: OptionValues = {}): Promise<IssueLog> {
  const issues = new IssueLog();
  await writeDxf(job, path, {
    options: parseOptions(DXF_WRITE_OPTIONS, options).values,
    signal: new AbortController().signal,
    progress: () => {},
    report: issues.report,
    workFolder: '',
  });
  return issues;
}

/** Runs something with a temporary folder that is gone afterwards. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-dxf-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
