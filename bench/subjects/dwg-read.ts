// node dwg-read.ts FILE: a drawing into a field job, with nothing loaded that this does not need.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JobBuilder } from '@fieldbridge/fieldjob';
import { readDwg } from '@fieldbridge/formats/dwg/read.ts';
import { FileSource } from '@fieldbridge/formats/io/byte-source.ts';
import { IssueLog } from '@fieldbridge/formats/issue.ts';
import { DEFAULT_LIMITS } from '@fieldbridge/formats/limits.ts';
import { SourceTally } from '@fieldbridge/formats/tally.ts';

const source = new FileSource(process.argv[2]!);
const builder = new JobBuilder();
const workFolder = mkdtempSync(join(tmpdir(), 'fieldbridge-bench-dwg-'));
try {
  await readDwg(source, builder, {
    options: {},
    signal: new AbortController().signal,
    limits: DEFAULT_LIMITS,
    progress: () => {},
    report: new IssueLog().report,
    tally: new SourceTally(),
    workFolder,
  });
} finally {
  source.close();
  rmSync(workFolder, { recursive: true });
}
if (builder.job.lines.length === 0) throw new Error('nothing was read');
