import { startLightly } from '@fieldbridge/cli/light-start.ts';
import type { FieldJob } from '@fieldbridge/fieldjob';
import { JobBuilder } from '@fieldbridge/fieldjob/builder.ts';
import { type ByteSource, FileSource } from '@fieldbridge/formats/core/byte-source.ts';
import type { ReadContext } from '@fieldbridge/formats/core/format.ts';
import { IssueLog } from '@fieldbridge/formats/core/issues/issue.ts';
import { DEFAULT_LIMITS } from '@fieldbridge/formats/core/limits.ts';
import { SourceTally } from '@fieldbridge/formats/core/tally.ts';

/** A format's reader, from its own folder so that no other format is loaded. */
type Read = (source: ByteSource, sink: JobBuilder, context: ReadContext) => Promise<unknown>;

/** Reads the file given to this process into a field job with the reader alone and its default options. */
export async function readJob(read: Read): Promise<FieldJob> {
  // As the command line does.
  startLightly();
  const source = new FileSource(process.argv[2]!);
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
