import { join } from 'node:path';
import {
  DuplicateNameError,
  type FieldJob,
  JobBuilder,
  type SettledNames,
  settlePointNames,
} from '@fieldbridge/fieldjob';
import {
  FormatError,
  formatById,
  type IssueLog,
  importFile,
  mergeIssue,
  refuseNoData,
  type SourceTally,
} from '@fieldbridge/formats';
import type { TaskFailure } from '../protocol.ts';
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
    const failure = task.selection === undefined ? noData(builder.job, fileName, tally) : undefined;
    const segment = failure === undefined ? await settleNames(builder.job, task, issues, context) : undefined;
    const { job, replaced } = segment ?? { job: builder.job, replaced: [] };
    if (segment !== undefined) await writeSegment(job, join(context.output, RESULT.segment), issues, context);
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
      ...(failure === undefined ? {} : { failure }),
    };
    writeJson(join(context.output, RESULT.outcome), outcome);
    return {};
  } finally {
    open.source.close();
  }
}

/** Why nothing came in; undefined if something did. */
function noData(job: FieldJob, name: string, tally: SourceTally): TaskFailure | undefined {
  try {
    refuseNoData(job, name, tally);
    return undefined;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { code: error.code, text: error.message, parameters: error.parameters };
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
