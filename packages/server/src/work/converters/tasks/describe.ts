import { join } from 'node:path';
import { codeKey, countsOf, crsText, emitJob, type FieldJob, ReportSink } from '@fieldbridge/fieldjob';
import { storedOperation } from '@fieldbridge/formats/kit/crs/operation-properties.ts';
import type { TaskContext } from '../serve-tasks.ts';
import { joinSegments } from './join.ts';
import { writeJson } from './json-file.ts';
import { type DescribeTask, type JobDescription, RESULT } from './task-types.ts';

/** Most layers, codes and point lists named in a description. */
const MOST_NAMED = 10_000;

/** Describes what a job holds, over all its segments. */
export async function describeSegments(task: DescribeTask, context: TaskContext): Promise<unknown> {
  const { job, close } = await joinSegments(task, context, () => {});
  try {
    writeJson(join(context.output, RESULT.outcome), describeJob(job));
    return {};
  } finally {
    close();
  }
}

/** The contents of a job. */
export function describeJob(job: FieldJob): JobDescription {
  const sink = new ReportSink();
  emitJob(job, sink);
  const lists = new Map<string, number>();
  for (let row = 0; row < job.points.length; row++) {
    const list = job.points.list.get(row);
    if (list !== '') lists.set(list, (lists.get(list) ?? 0) + 1);
  }
  const settled = job.info.unit !== undefined;
  return {
    unit: job.info.unit ?? null,
    crs: settled ? crsText(job.info.crs) : null,
    operation: storedOperation(job.info.properties),
    counts: countsOf(job),
    extent: sink.extent.box(),
    layers: Array.from(job.layers, ({ name }) => name).slice(0, MOST_NAMED),
    codes: job.codes.map(codeKey).slice(0, MOST_NAMED),
    pointLists: Array.from(lists, ([name, count]) => ({ name, count })).slice(0, MOST_NAMED),
  };
}
