import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { exportJob } from '../../../convert/export-job.ts';
import type { IssueLog } from '../../../core/issues/issue.ts';
import { type OptionValues, parseOptions } from '../../../core/options.ts';
import { dxf } from '../format.ts';
import { DXF_WRITE_OPTIONS, DXF_WRITE_VERSIONS } from '../options.ts';
import { type Read, readFile } from './reading.ts';

/** Writes a job as DXF at `path`; returns the reported issues. */
export async function writeTo(path: string, job: FieldJob, options: OptionValues = {}): Promise<IssueLog> {
  const { values } = parseOptions(DXF_WRITE_OPTIONS, options);
  const signal = new AbortController().signal;
  return exportJob(job, path, { format: dxf, options: values, signal, progress: () => {}, workFolder: '' });
}

/** Calls `use` with a temporary folder that is removed afterwards. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-dxf-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes what `build` makes in each version and reads it back; `check` gets the result and the file as text. */
export async function everyVersion(
  build: (builder: JobBuilder) => void,
  check: (read: Read, version: string, text: string) => void,
): Promise<void> {
  const builder = new JobBuilder();
  build(builder);
  await withFolder(async (folder) => {
    for (const version of DXF_WRITE_VERSIONS) {
      const path = join(folder, `${version}.dxf`);
      await writeTo(path, builder.job, { version });
      check(await readFile(path), version, readFileSync(path, 'utf8'));
    }
  });
}
