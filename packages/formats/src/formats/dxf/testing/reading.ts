import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { type ByteSource, FileSource, MemorySource } from '../../../core/byte-source.ts';
import type { ReadContext } from '../../../core/format.ts';
import { IssueLog } from '../../../core/issues/issue.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../core/limits.ts';
import type { OptionValues } from '../../../core/options.ts';
import { SourceTally } from '../../../core/tally.ts';
import { readDxf } from '../read.ts';

/** Everything that a reading returns. */
export interface Read {
  readonly job: FieldJob;
  readonly issues: IssueLog;
  readonly tally: SourceTally;
  readonly version: string;
}

/** Reads a source as DXF. */
export async function readSource(
  source: ByteSource,
  options: OptionValues = {},
  limits: Partial<Limits> = {},
): Promise<Read> {
  const builder = new JobBuilder();
  const issues = new IssueLog();
  const tally = new SourceTally();
  const context: ReadContext = {
    ...{ options, signal: new AbortController().signal, limits: { ...DEFAULT_LIMITS, ...limits } },
    ...{ progress: () => {}, report: issues.report, tally, workFolder: '' },
  };
  const { version } = await readDxf(source, builder, context);
  return { job: builder.job, issues, tally, version };
}

/** Reads a file as DXF. */
export async function readFile(path: string, options: OptionValues = {}): Promise<Read> {
  const source = new FileSource(path);
  try {
    return await readSource(source, options);
  } finally {
    source.close();
  }
}

/** Reads groups given as `code, value, code, value, …`; they are written as ASCII lines. */
export async function readGroups(
  groups: readonly (string | number)[],
  options: OptionValues = {},
  limits: Partial<Limits> = {},
): Promise<Read> {
  return readSource(new MemorySource(asciiOf(groups), 'test.dxf'), options, limits);
}

/** The bytes of groups as lines. */
export function asciiOf(groups: readonly (string | number)[], lineEnd = '\n'): Uint8Array {
  return new TextEncoder().encode(groups.map((part) => `${part}${lineEnd}`).join(''));
}

/** The groups of a file with only these entities. */
export function entitiesOf(...entities: readonly (readonly (string | number)[])[]): (string | number)[] {
  return [0, 'SECTION', 2, 'ENTITIES', ...entities.flat(), 0, 'ENDSEC', 0, 'EOF'];
}

/** The folder of real files. */
export const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus');

/** Every DXF file of the corpus. */
export function corpusFiles(): string[] {
  const folder = join(CORPUS, 'dxf');
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.dxf'))
    .sort()
    .map((name) => join(folder, name));
}
