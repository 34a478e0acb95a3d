import type { FieldJob } from '@fieldbridge/fieldjob';
import { JobBuilder } from '@fieldbridge/fieldjob/builder.ts';
import type { ReadContext } from '@fieldbridge/formats/format.ts';
import { type ByteSource, FileSource } from '@fieldbridge/formats/io/byte-source.ts';
import { IssueLog } from '@fieldbridge/formats/issue.ts';
import { DEFAULT_LIMITS } from '@fieldbridge/formats/limits.ts';
import { SourceTally } from '@fieldbridge/formats/tally.ts';

/** A reader of one format, as its own folder has it: nothing of the other formats is loaded with it. */
type Read = (source: ByteSource, sink: JobBuilder, context: ReadContext) => Promise<unknown>;

/** Reads a file into a field job with the reader alone, as it is set when nobody sets anything. */
export async function readJob(read: Read, path: string): Promise<FieldJob> {
  const source = new FileSource(path);
  const builder = new JobBuilder();
  await read(source, builder, {
    options: {},
    signal: new AbortController().signal,
    limits: DEFAULT_LIMITS,
    progress: () => {},
    report: new IssueLog().report,
    tally: new SourceTally(),
    workFolder: '',
  });
  source.close();
  return builder.job;
}
