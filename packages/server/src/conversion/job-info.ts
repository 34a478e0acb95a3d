import { Extent, type ExtentBox } from '@fieldbridge/fieldjob/extent.ts';
import { type Counts, noCounts } from '@fieldbridge/fieldjob/report/counts.ts';
import type { ImportOutcome } from '../sandbox/tasks/task-types.ts';
import type { Conversion } from './conversion.ts';
import { jobAnswer } from './job-answer.ts';
import type { JobRow } from './rows.ts';

/** What a job holds, put together from what its imports brought. Costs by imports, not by features. */
export function jobInfo(conversion: Conversion, job: JobRow): object {
  const { imports, files } = conversion;
  const counts = noCounts();
  const extent = new Extent();
  const layers = new Map<string, string>();
  const codes = new Set<string>();
  const lists = new Map<string, number>();
  const sources: object[] = [];
  for (const { importId } of imports.segments(job.id)) {
    const row = imports.find(importId)!;
    const outcome = JSON.parse(row.outcome!) as ImportOutcome;
    for (const key of Object.keys(counts) as (keyof Counts)[]) counts[key] += outcome.counts[key];
    counts.points -= outcome.replaced;
    if (outcome.extent !== null) addBox(extent, outcome.extent);
    for (const name of outcome.layers) if (!layers.has(name.toLowerCase())) layers.set(name.toLowerCase(), name);
    // A code that two imports brought is one of the job.
    for (const key of outcome.codes ?? []) {
      if (codes.has(key)) counts.codes--;
      codes.add(key);
    }
    for (const { name, count } of outcome.pointLists) lists.set(name, (lists.get(name) ?? 0) + count);
    const { format, version } = outcome;
    sources.push({
      fileId: row.fileId,
      name: files.find(row.fileId)?.name ?? '',
      format,
      version,
      counts: outcome.counts,
    });
  }
  counts.layers = layers.size;
  return {
    ...jobAnswer(conversion, job),
    counts,
    extent: extent.box(),
    layers: Array.from(layers.values()),
    pointLists: Array.from(lists, ([name, count]) => ({ name, count })),
    sources,
  };
}

function addBox(extent: Extent, box: ExtentBox): void {
  extent.add(box.minEasting, box.minNorthing, box.minElevation ?? Number.NaN);
  extent.add(box.maxEasting, box.maxNorthing, box.maxElevation ?? Number.NaN);
}
