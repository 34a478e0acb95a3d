import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { packFile, packView } from '@fieldbridge/formats';
import type { TaskContext } from '../serve-tasks.ts';
import { joinSegments } from './join.ts';
import { RESULT, type ViewTask } from './task-types.ts';

/** Packs what the viewer shows of a job, over all its segments. */
export async function viewSegments(task: ViewTask, context: TaskContext): Promise<unknown> {
  const { job, close } = await joinSegments(task, context, () => {});
  try {
    const file = openSync(join(context.output, RESULT.outcome), 'w');
    try {
      for (const bytes of packFile(packView(job, '0'))) writeSync(file, bytes);
    } finally {
      closeSync(file);
    }
    return {};
  } finally {
    close();
  }
}
