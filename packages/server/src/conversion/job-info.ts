import { readFile } from 'node:fs/promises';
import { Extent, type ExtentBox } from '@fieldbridge/fieldjob/extent.ts';
import { type Counts, noCounts } from '@fieldbridge/fieldjob/report/counts.ts';
import type { ImportOutcome } from '../sandbox/tasks/task-types.ts';
import type { Conversion } from './conversion.ts';
import { jobAnswer } from './job-answer.ts';
import type { JobRow } from './rows.ts';

/** What a job holds, put together from what its imports brought. Costs by imports and the names that they replaced, not by features. */
export async function jobInfo(conversion: Conversion, job: JobRow): Promise<object> {
  const { imports, files } = conversion;
  const held = new HeldNames(conversion.blobs);
  const counts = noCounts();
  const extent = new Extent();
  const layers = new Map<string, string>();
  const codes = new Set<string>();
  const lists = new Map<string, number>();
  const sources: object[] = [];
  for (const { importId, replaced } of imports.segments(job.id)) {
    const row = imports.find(importId)!;
    const outcome = JSON.parse(row.outcome!) as ImportOutcome;
    for (const key of Object.keys(counts) as (keyof Counts)[]) counts[key] += outcome.counts[key];
    counts.points -= await held.replace(outcome, replaced);
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

/** Names that several points of a job have, as its imports come and replace each other. */
class HeldNames {
  readonly #blobs: Conversion['blobs'];
  readonly #several = new Map<string, number>();

  constructor(blobs: Conversion['blobs']) {
    this.#blobs = blobs;
  }

  /** Takes the next import in. @param blob with the names that it replaced @returns how many points went */
  async replace({ replaced, repeated = [] }: ImportOutcome, blob: string | null): Promise<number> {
    let gone = replaced;
    if (blob !== null && this.#several.size > 0)
      for (const name of JSON.parse(await readFile(this.#blobs.path(blob), 'utf8')) as string[]) {
        gone += (this.#several.get(name) ?? 1) - 1;
        this.#several.delete(name);
      }
    for (const [name, points] of repeated) this.#several.set(name, points);
    return gone;
  }
}

function addBox(extent: Extent, box: ExtentBox): void {
  extent.add(box.minEasting, box.minNorthing, box.minElevation ?? Number.NaN);
  extent.add(box.maxEasting, box.maxNorthing, box.maxElevation ?? Number.NaN);
}
