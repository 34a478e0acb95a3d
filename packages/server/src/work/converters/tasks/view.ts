import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { comparedJob, type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { IssueLog, importFile, packFeatures, packFile, packView, type ViewBlocks } from '@fieldbridge/formats';
import { jobInTarget } from '@fieldbridge/formats/convert/change-to-target.ts';
import { requireSameSystem, usualTolerance } from '@fieldbridge/formats/convert/comparable.ts';
import type { TaskContext } from '../serve-tasks.ts';
import { GRIDS } from './grids.ts';
import { joinSegments } from './join.ts';
import { openSource, requestParts } from './source.ts';
import { type CompareTask, type FileViewTask, RESULT, type ViewTask } from './task-types.ts';

/** Packs what the viewer shows of segments of a job, or their features. */
export async function viewSegments(task: ViewTask, context: TaskContext): Promise<unknown> {
  const { job, close } = await joinSegments(task, context, () => {});
  try {
    writePack(await packOf(task.kind === 'view', job), context);
    return {};
  } finally {
    close();
  }
}

/** Packs another job with this one over it, in the unit of this one. */
export async function compareSegments(task: CompareTask, context: TaskContext): Promise<unknown> {
  const before = await joinSegments({ ...task, ...task.other }, context, () => {});
  try {
    const after = await joinSegments(task, context, () => {});
    try {
      const names = [task.other.job.name, task.job.name] as const;
      requireSameSystem(before.job, after.job, names);
      const target = { unit: after.job.info.unit, settings: { grids: GRIDS } };
      const other = await jobInTarget(before.job, target, new IssueLog());
      const { job, diff } = comparedJob(other, after.job, task.tolerance ?? usualTolerance(after.job));
      const { blocks } = await packFeatures(job);
      writePack(new Map([...(await packView(job, '0', { names, diff })), ...blocks]), context);
      return {};
    } finally {
      after.close();
    }
  } finally {
    before.close();
  }
}

/** Packs what the viewer shows of a file before anything of it is imported, or its features. */
export async function viewFile(task: FileViewTask, context: TaskContext): Promise<unknown> {
  const open = openSource(task.file, task.options, 'features');
  try {
    const builder = new JobBuilder();
    await importFile({ ...open, ...requestParts(task, context, 'reading'), as: 'features' }, builder);
    writePack(await packOf(task.kind === 'fileView', builder.job), context);
    return {};
  } finally {
    open.source.close();
  }
}

async function packOf(isView: boolean, job: FieldJob): Promise<ViewBlocks> {
  return isView ? packView(job, '0') : (await packFeatures(job)).blocks;
}

/** Leaves a packed file. */
export function writePack(blocks: ViewBlocks, { output }: TaskContext, name: string = RESULT.outcome): void {
  const file = openSync(join(output, name), 'w');
  try {
    for (const bytes of packFile(blocks)) writeSync(file, bytes);
  } finally {
    closeSync(file);
  }
}
