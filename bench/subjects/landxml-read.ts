// node landxml-read.ts FILE: a LandXML file into a field job, with nothing loaded that this does not need.
import { JobBuilder } from '@fieldbridge/fieldjob';
import { FileSource } from '@fieldbridge/formats/io/byte-source.ts';
import { IssueLog } from '@fieldbridge/formats/issue.ts';
import { readLandXml } from '@fieldbridge/formats/landxml/read.ts';
import { DEFAULT_LIMITS } from '@fieldbridge/formats/limits.ts';
import { SourceTally } from '@fieldbridge/formats/tally.ts';

const source = new FileSource(process.argv[2]!);
const builder = new JobBuilder();
await readLandXml(source, builder, {
  options: {},
  signal: new AbortController().signal,
  limits: DEFAULT_LIMITS,
  progress: () => {},
  report: new IssueLog().report,
  tally: new SourceTally(),
  workFolder: '',
});
source.close();
if (builder.job.surfaces[0]?.triangles.length === 0) throw new Error('nothing was read');
