import type { FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import type { ByteSource } from '@fieldbridge/formats/core/byte-source.ts';
import type { ReadContext } from '@fieldbridge/formats/core/format.ts';

/** A format's reader, loaded from its own folder so that no other format is loaded. */
type Read = (source: ByteSource, sink: JobBuilder, context: ReadContext) => Promise<unknown>;

/** Reads the file given to this process into a field job with the reader alone and its default options. */
export async function readJob(load: () => Promise<Read>): Promise<FieldJob> {
  const path = process.argv[2];
  const [read, { JobBuilder }, { FileSource }, { IssueLog }, { DEFAULT_LIMITS }, { SourceTally }] = await Promise.all([
    load(),
    import('@fieldbridge/fieldjob/builder.ts'),
    import('@fieldbridge/formats/core/byte-source.ts'),
    import('@fieldbridge/formats/core/issues/issue.ts'),
    import('@fieldbridge/formats/core/limits.ts'),
    import('@fieldbridge/formats/core/tally.ts'),
  ]);
  const source = new FileSource(path!);
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
