// node dxf-read.ts FILE: a drawing into a field job, with nothing loaded that this does not need.
import { JobBuilder } from '@fieldbridge/fieldjob';
import { readDxf } from '@fieldbridge/formats/dxf/read.ts';
import { FileSource } from '@fieldbridge/formats/io/byte-source.ts';
import { IssueLog } from '@fieldbridge/formats/issue.ts';
import { DEFAULT_LIMITS } from '@fieldbridge/formats/limits.ts';
import { SourceTally } from '@fieldbridge/formats/tally.ts';

const source = new FileSource(process.argv[2]!);
const builder = new JobBuilder();
await readDxf(source, builder, {
  options: {},
  signal: new AbortController().signal,
  limits: DEFAULT_LIMITS,
  progress: () => {},
  report: new IssueLog().report,
  tally: new SourceTally(),
  workFolder: '',
});
source.close();
if (builder.job.layers.length === 0) throw new Error('nothing was read');
