import { join } from 'node:path';
import { countsOf, crsText } from '@fieldbridge/fieldjob';
import { checkJob } from '@fieldbridge/formats';
import type { TaskContext } from '../serve-tasks.ts';
import { GRIDS } from './grids.ts';
import { joinSegments } from './join.ts';
import { writeJson } from './json-file.ts';
import { type CheckTask, type JobCheck, RESULT } from './task-types.ts';

/** Checks what a job holds, over all its segments. */
export async function checkSegments(task: CheckTask, context: TaskContext): Promise<unknown> {
  const { job, close } = await joinSegments(task, context, () => {});
  try {
    const { signal, progress } = context;
    const findings = await checkJob(job, { signal, progress, grids: GRIDS });
    const outcome: JobCheck = { unit: job.unit, crs: crsText(job.info.crs), counts: countsOf(job), findings };
    writeJson(join(context.output, RESULT.outcome), outcome);
    return {};
  } finally {
    close();
  }
}
