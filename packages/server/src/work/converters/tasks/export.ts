import { join } from 'node:path';
import { JobBuilder } from '@fieldbridge/fieldjob';
import { exportJob, FormatError, formatById, IssueLog, importFile, refuseNoData } from '@fieldbridge/formats';
import { fileStem } from '@fieldbridge/formats/core/file-stem.ts';
import { taskFailureOf } from '../protocol.ts';
import type { TaskContext } from '../serve-tasks.ts';
import { GRIDS } from './grids.ts';
import { joinSegments } from './join.ts';
import { writeJson } from './json-file.ts';
import { openSource, requestParts } from './source.ts';
import { SourceStamp } from './source-stamp.ts';
import { type ConvertTask, type ExportOutcome, type ExportTask, RESULT } from './task-types.ts';

/** Writes a job in one of the formats. */
export async function exportSegments(task: ExportTask, context: TaskContext): Promise<unknown> {
  const joining = new IssueLog();
  const { job, close } = await joinSegments(task, context, joining.report);
  try {
    const issues = await exportJob(job, join(context.output, RESULT.export), {
      format: formatById(task.format)!,
      options: task.options,
      signal: context.signal,
      progress: (done, total) => context.progress(done, total, 'writing'),
      workFolder: context.output,
      grids: GRIDS,
    });
    writeJson(join(context.output, RESULT.outcome), { issues: [...joining.summary(), ...issues.summary()] });
    return {};
  } finally {
    close();
  }
}

/** Reads a file and writes it in another format. */
export async function convertFile(task: ConvertTask, context: TaskContext): Promise<unknown> {
  const open = openSource(task.file, task.options, task.defaultAs);
  try {
    const builder = new JobBuilder();
    builder.describe({ name: fileStem(task.file.name), createdAt: Date.now() });
    const { name: fileName, sha256 } = task.file;
    const format = open.detection.format.id;
    const stamp = new SourceStamp(builder, { fileName, format, sha256, importedAt: Date.now() });
    const to = formatById(task.to)!;
    const reading = await importFile({ ...open, ...requestParts(task, context, 'reading'), to }, stamp);
    const write = async (): Promise<ExportOutcome> => {
      refuseNoData(builder.job, fileName, reading.tally);
      // From here on a failure concerns the target, not the file.
      context.progress(0, 1, 'writing');
      const writing = await exportJob(builder.job, join(context.output, RESULT.export), {
        format: to,
        options: task.exportOptions,
        signal: context.signal,
        progress: (done, total) => context.progress(done, total, 'writing'),
        workFolder: context.output,
        grids: GRIDS,
      });
      return { issues: [...reading.issues.summary(), ...writing.summary()] };
    };
    const outcome = await write().catch((error: unknown): ExportOutcome => {
      if (!(error instanceof FormatError)) throw error;
      // What reading reported may be the reason.
      return { issues: reading.issues.summary(), failure: taskFailureOf(error) };
    });
    writeJson(join(context.output, RESULT.outcome), outcome);
    return {};
  } finally {
    open.source.close();
  }
}
