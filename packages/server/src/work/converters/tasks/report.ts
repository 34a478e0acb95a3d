import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crsText, JobBuilder } from '@fieldbridge/fieldjob';
import { importFile, reportContent } from '@fieldbridge/formats';
import { drawThumbnail } from '@fieldbridge/formats/formats/svg/thumbnail.ts';
import type { TaskContext } from '../serve-tasks.ts';
import { writeJson } from './json-file.ts';
import { openSource, requestParts } from './source.ts';
import { RESULT, type ReportTask, type ThumbnailTask } from './task-types.ts';

/** Counts the contents of a file; features are counted even where a drawing would be imported. */
export async function makeReport(task: ReportTask, context: TaskContext): Promise<unknown> {
  const open = openSource(task.file, task.options, 'features');
  try {
    const { report, issues } = await reportContent({ ...open, ...requestParts(task, context, 'reading') });
    // The system as text that a new job accepts.
    writeJson(join(context.output, RESULT.report), { ...report, crs: crsText(report.crs) });
    writeJson(join(context.output, RESULT.issues), issues.places());
    return {};
  } finally {
    open.source.close();
  }
}

/** Draws a small plan of a file's features. */
export async function makeThumbnail(task: ThumbnailTask, context: TaskContext): Promise<unknown> {
  const open = openSource(task.file, task.options, 'features');
  try {
    const builder = new JobBuilder();
    await importFile({ ...open, ...requestParts(task, context, 'reading'), as: 'features' }, builder);
    writeFileSync(join(context.output, RESULT.thumbnail), drawThumbnail(builder.job));
    return {};
  } finally {
    open.source.close();
  }
}
