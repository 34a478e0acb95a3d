import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { importFile, packFile, packView } from '@fieldbridge/formats';
import type { TaskContext } from '../serve-tasks.ts';
import { joinSegments } from './join.ts';
import { openSource, requestParts } from './source.ts';
import { type FileViewTask, RESULT, type ViewTask } from './task-types.ts';

/** Packs what the viewer shows of a job, over all its segments. */
export async function viewSegments(task: ViewTask, context: TaskContext): Promise<unknown> {
  const { job, close } = await joinSegments(task, context, () => {});
  try {
    writePack(job, context);
    return {};
  } finally {
    close();
  }
}

/** Packs what the viewer shows of a file before anything of it is imported. */
export async function viewFile(task: FileViewTask, context: TaskContext): Promise<unknown> {
  const open = openSource(task.file, task.options, 'features');
  try {
    const builder = new JobBuilder();
    await importFile({ ...open, ...requestParts(task, context, 'reading'), as: 'features' }, builder);
    writePack(builder.job, context);
    return {};
  } finally {
    open.source.close();
  }
}

function writePack(job: FieldJob, { output }: TaskContext): void {
  const file = openSync(join(output, RESULT.outcome), 'w');
  try {
    for (const bytes of packFile(packView(job, '0'))) writeSync(file, bytes);
  } finally {
    closeSync(file);
  }
}
