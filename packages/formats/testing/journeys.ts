import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import type { SourceTally } from '../src/core/tally.ts';
import {
  detect,
  exportJob,
  formatById,
  type ImportRequest,
  type IssueLog,
  importFile,
  MemorySource,
  parseExportOptions,
  parseImportOptions,
} from '../src/index.ts';

/** A request as the server and the command line make it. */
export function requestOf(
  text: string | Uint8Array,
  name: string,
  raw: Record<string, unknown> = {},
  rest: Partial<ImportRequest> = {},
): ImportRequest {
  const source = new MemorySource(typeof text === 'string' ? Buffer.from(text) : text, name);
  const detection = detect(source)!;
  const { values, placement, faults } = parseImportOptions(detection.format, raw);
  assert.deepEqual(faults, []);
  return {
    ...{ source, detection, options: values, placement, as: 'features', target: {} },
    ...{ signal: new AbortController().signal, progress: () => {}, workFolder: tmpdir() },
    ...rest,
  };
}

/** A complete import: detection, options, reading, filter, unit and reference system. */
export async function imported(
  ...request: Parameters<typeof requestOf>
): Promise<{ job: FieldJob; issues: IssueLog; tally: SourceTally }> {
  const builder = new JobBuilder();
  const { issues, tally } = await importFile(requestOf(...request), builder);
  return { job: builder.job, issues, tally };
}

/** A complete export. */
export async function exported(
  job: FieldJob,
  id: string,
  raw: Record<string, unknown> = {},
): Promise<{ bytes: Buffer; text: string; issues: IssueLog }> {
  const format = formatById(id)!;
  const { values, faults } = parseExportOptions(format, raw);
  assert.deepEqual(faults, []);
  const folder = mkdtempSync(join(tmpdir(), 'convert-'));
  try {
    const path = join(folder, 'out');
    const issues = await exportJob(job, path, {
      ...{ format, options: values, workFolder: folder },
      ...{ signal: new AbortController().signal, progress: () => {} },
    });
    const bytes = readFileSync(path);
    return { bytes, text: bytes.toString('utf8'), issues };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The codes of all reported issues, each once. */
export const codesOf = (issues: IssueLog): string[] => issues.summary().map(({ code }) => code);
