import type { FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import type { DxfWriteVersion } from './options.ts';
import { HANDLE } from './writing/drawing-writer.ts';
import { GroupWriter } from './writing/group-writer.ts';
import { JobWriting } from './writing/job-writing.ts';
import { TARGETS } from './writing/versions.ts';

/**
 * Writes a job as an ASCII DXF drawing in model space. What DXF has no place for is reported.
 * @throws the operating system's error when the file cannot be written
 */
export async function writeDxf(job: FieldJob, path: string, context: WriteContext): Promise<void> {
  const version = (context.options['version'] ?? '2018') as DxfWriteVersion;
  const target = TARGETS[version];
  const out = new GroupWriter(path, target.utf8, HANDLE.firstFree);
  try {
    await new JobWriting(job, out, target, context).run();
    await out.finish();
  } catch (error) {
    out.abandon();
    throw error;
  }
}
