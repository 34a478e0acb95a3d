import type { FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import type { Holds } from '../../core/holds.ts';
import type { DxfWriteVersion } from './options.ts';
import { HANDLE } from './writing/drawing-writer.ts';
import { DxfOutput } from './writing/dxf-output.ts';
import { GroupWriter } from './writing/group-writer.ts';
import { JobWriting } from './writing/job-writing.ts';
import { TARGETS } from './writing/versions.ts';

/**
 * Writes a job as an ASCII DXF drawing in model space.
 * @returns what the drawing holds
 * @throws the operating system's error when the file cannot be written
 */
export async function writeDxf(job: FieldJob, path: string, context: WriteContext): Promise<Holds> {
  const version = (context.options['version'] ?? '2018') as DxfWriteVersion;
  const target = TARGETS[version];
  const out = new GroupWriter(path, target.utf8, HANDLE.firstFree);
  try {
    const holds = await new JobWriting(job, new DxfOutput(out, target), context).run();
    await out.finish();
    return holds;
  } catch (error) {
    out.abandon();
    throw error;
  }
}
