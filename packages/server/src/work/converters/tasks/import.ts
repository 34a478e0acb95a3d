import { join } from 'node:path';
import {
  countsOf,
  DuplicateNameError,
  type FieldJob,
  JobBuilder,
  type SettledNames,
  settlePointNames,
} from '@fieldbridge/fieldjob';
import { FormatError, formatById, type IssueLog, importFile, mergeIssue, noData } from '@fieldbridge/formats';
import { taskFailureOf } from '../protocol.ts';
import type { TaskContext } from '../serve-tasks.ts';
import { describeJob } from './describe.ts';
import { writeJson } from './json-file.ts';
import { openSource, requestParts } from './source.ts';
import { SourceStamp } from './source-stamp.ts';
import { type ImportOutcome, type ImportTask, type NameQuestion, RESULT, SEGMENT_FORMAT } from './task-types.ts';

/** Turns a source file into a segment of a job. */
export async function importSource(task: ImportTask, context: TaskContext): Promise<unknown> {
  const open = openSource(task.file, task.options, task.defaultAs);
  try {
    const { format } = open.detection;
    const builder = new JobBuilder();
    const { name: fileName, sha256 } = task.file;
    const stamp = new SourceStamp(builder, { fileName, format: format.id, sha256, importedAt: task.importedAt });
    const request = { ...open, ...requestParts(task, context, 'reading'), selection: task.selection };
    const { version, issues, tally } = await importFile(request, stamp);
    // A filter may select nothing: that is the caller's choice.
    const fault = task.selection === undefined ? noData(countsOf(builder.job), fileName, tally.rows()) : undefined;
    const { job, replaced } =
      fault === undefined ? await settleNames(builder.job, task, issues, context) : { job: builder.job, replaced: [] };
    if (fault === undefined) await writeSegment(job, join(context.output, RESULT.segment), issues, context);
    if (replaced.length > 0) writeJson(join(context.output, RESULT.replaced), replaced);
    // Where nothing came in, they say why.
    writeJson(join(context.output, RESULT.issues), issues.places());
    const outcome: ImportOutcome = {
      format: format.id,
      version,
      ...describeJob(job),
      source: tally.rows(),
      issues: issues.summary(),
      replaced: replaced.length,
      ...(fault === undefined ? {} : { failure: taskFailureOf(fault) }),
    };
    writeJson(join(context.output, RESULT.outcome), outcome);
    return {};
  } finally {
    open.source.close();
  }
}

/**
 * Settles the point names against those of the job, which the server knows. @throws FormatError if duplicates are
 * refused
 */
async function settleNames(
  job: FieldJob,
  { onDuplicate }: ImportTask,
  issues: IssueLog,
  context: TaskContext,
): Promise<SettledNames> {
  const ask = (question: NameQuestion): Promise<unknown> => context.ask(question);
  const names = {
    claim: async (claim: readonly string[]) => (await ask({ claim })) as number[],
    rename: async (rename: readonly string[]) => (await ask({ rename })) as string[],
  };
  try {
    return await settlePointNames(job, onDuplicate, names, {
      note: (note) => issues.report(mergeIssue(note)),
      progress: (done, total) => context.progress(done, total, 'matching'),
    });
  } catch (error) {
    if (!(error instanceof DuplicateNameError)) throw error;
    throw new FormatError(error.code, { name: error.pointName, count: error.count });
  }
}

async function writeSegment(job: FieldJob, path: string, issues: IssueLog, context: TaskContext): Promise<void> {
  const write = await formatById(SEGMENT_FORMAT)!.loadWriter!();
  await write(job, path, {
    options: {},
    signal: context.signal,
    progress: (done, total) => context.progress(done, total, 'writing'),
    report: issues.report,
    workFolder: context.output,
  });
}
