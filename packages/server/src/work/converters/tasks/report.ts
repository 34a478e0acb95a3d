import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crsText, JobBuilder } from '@fieldbridge/fieldjob';
import { importFile, packSent, reportContent, ViewSink } from '@fieldbridge/formats';
import { drawThumbnail } from '@fieldbridge/formats/formats/svg/thumbnail.ts';
import type { TaskContext } from '../serve-tasks.ts';
import { writeJson } from './json-file.ts';
import { openSource, requestParts } from './source.ts';
import { type MadeSoFar, RESULT, type ReportOutcome, type ReportTask, type ThumbnailTask } from './task-types.ts';
import { writePack } from './view.ts';

/**
 * Positions of a file whose view is packed at the same reading; of larger ones it is when somebody asks. About a
 * gigabyte of memory.
 */
const MOST_AT_ONCE = 4_000_000;

/**
 * Counts the contents of a file; features are counted even where a drawing would be imported. Then packs its view from
 * the same reading, of which the server does not know yet whether somebody wants it.
 */
export async function makeReport(task: ReportTask, context: TaskContext): Promise<unknown> {
  const open = openSource(task.file, task.options, 'features');
  try {
    const request = { ...open, ...requestParts(task, context, 'reading') };
    const sink = new ViewSink();
    const { report, issues, isSent } = await reportContent(request, { sink, most: MOST_AT_ONCE });
    // The system as text that a new job accepts.
    writeJson(join(context.output, RESULT.report), { ...report, crs: crsText(report.crs) });
    writeJson(join(context.output, RESULT.issues), issues.places());
    await context.ask({ made: 'report' } satisfies MadeSoFar);
    if (isSent) writePack(await packSent(sink, '0'), context, RESULT.view);
    return { hasView: isSent } satisfies ReportOutcome;
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
