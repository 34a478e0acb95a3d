import { Extent, type ExtentBox } from '@fieldbridge/fieldjob/extent.ts';
import { type Counts, noCounts } from '@fieldbridge/fieldjob/report/counts.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { ImportOutcome, JobDescription } from '../work/converters/tasks/task-types.ts';
import type { Conversion } from './conversion.ts';
import { jobAnswer } from './job-answer.ts';
import { readBlob } from './read-blob.ts';
import type { JobRow } from './rows.ts';

type Held = Pick<JobDescription, 'operation' | 'counts' | 'extent' | 'layers' | 'pointLists'>;

/**
 * Describes the content of a job. It is the sum of the outcomes of its imports. If an import replaced points of earlier
 * ones, or added more names than its outcome lists, it is read from the segments, once for each revision.
 * @throws ProblemError not-found when the job is deleted meanwhile
 */
export async function jobInfo(conversion: Conversion, job: JobRow): Promise<object> {
  const imported = await conversion.imports.imported(job.id, job.revision);
  if (imported.length < job.revision) throw new ProblemError('not-found', detailOf('The job was deleted.'));
  const outcomes = imported.map(({ outcome }) => JSON.parse(outcome) as ImportOutcome);
  const canBeSummed = imported.every(({ replaced }) => replaced === null) && outcomes.every(namesAll);
  const {
    operation = null,
    counts,
    extent,
    layers,
    pointLists,
  } = canBeSummed ? summed(outcomes) : await described(conversion, job);
  const sources = outcomes.map(({ format, version, counts: brought }, i) => {
    const { fileId, name } = imported[i]!;
    return { fileId, name, format, version, counts: brought };
  });
  return { ...jobAnswer(conversion, job), operation, counts, extent, layers, pointLists, sources };
}

/** Whether an outcome lists every layer and code that it counts. */
function namesAll({ counts, layers, codes = [] }: ImportOutcome): boolean {
  return counts.layers === layers.length && counts.codes === codes.length;
}

async function described({ exporter, blobs }: Conversion, job: JobRow): Promise<Held> {
  const { blob } = await exporter.description(job);
  return JSON.parse(await readBlob(blobs, blob)) as JobDescription;
}

function summed(outcomes: readonly ImportOutcome[]): Held {
  const counts = noCounts();
  const extent = new Extent();
  const layers = new Map<string, string>();
  const codes = new Set<string>();
  const lists = new Map<string, number>();
  for (const outcome of outcomes) {
    for (const key of Object.keys(counts) as (keyof Counts)[]) counts[key] += outcome.counts[key];
    if (outcome.extent !== null) addBox(extent, outcome.extent);
    for (const name of outcome.layers) if (!layers.has(name.toLowerCase())) layers.set(name.toLowerCase(), name);
    for (const key of outcome.codes ?? []) codes.add(key);
    for (const { name, count } of outcome.pointLists) lists.set(name, (lists.get(name) ?? 0) + count);
  }
  // A layer or a code of two imports counts once.
  counts.layers = layers.size;
  counts.codes = codes.size;
  return {
    // As when segments are joined, the first one counts.
    operation: outcomes.find(({ operation }) => operation)?.operation ?? null,
    counts,
    extent: extent.box(),
    layers: Array.from(layers.values()),
    pointLists: Array.from(lists, ([name, count]) => ({ name, count })),
  };
}

function addBox(extent: Extent, box: ExtentBox): void {
  extent.add(box.minEasting, box.minNorthing, box.minElevation ?? Number.NaN);
  extent.add(box.maxEasting, box.maxNorthing, box.maxElevation ?? Number.NaN);
}
