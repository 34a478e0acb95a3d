import assert from 'node:assert/strict';
import { type FieldJob, JobBuilder, Path } from '@fieldbridge/fieldjob';
import type { Entity } from '@node-projects/acad-ts';
import { MemorySource } from '../../../core/byte-source.ts';
import { IssueLog } from '../../../core/issues/issue.ts';
import { DEFAULT_LIMITS } from '../../../core/limits.ts';
import type { OptionValues } from '../../../core/options.ts';
import { SourceTally } from '../../../core/tally.ts';
import { DxfReading } from '../../dxf/reading.ts';
import { drawingRecords } from '../handover/drawing.ts';
import { Groups } from '../handover/groups.ts';
import { ModelTags } from '../handover/model-tags.ts';
import { library } from '../library/library.ts';
import { lostInto } from '../losses.ts';

export type Document = InstanceType<typeof library.CadDocument>;

/** The result of reading a document. */
export interface Handed {
  readonly job: FieldJob;
  readonly issues: IssueLog;
  readonly tally: SourceTally;
}

/** Reads a document with the DXF reader. */
export async function handOver(document: Document, options: OptionValues = {}): Promise<Handed> {
  const [builder, issues, tally] = [new JobBuilder(), new IssueLog(), new SourceTally()];
  const context = {
    options,
    signal: new AbortController().signal,
    limits: DEFAULT_LIMITS,
    progress: () => {},
    report: issues.report,
    tally,
    workFolder: '',
  };
  const source = new MemorySource(new Uint8Array(1000), 'x.dwg');
  const groups = new Groups();
  const tags = new ModelTags(groups, drawingRecords(document, groups, lostInto(context)), source.size);
  const reading = new DxfReading(source, builder, context, tags);
  await reading.walker.sections((name) => reading.section(name));
  reading.finish();
  for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped, row.type);
  return { job: builder.job, issues, tally };
}

/** A document with these entities in model space. */
export function documentOf(...entities: readonly Entity[]): Document {
  const document = new library.CadDocument();
  for (const entity of entities) document.modelSpace!.entities.add(entity);
  return document;
}

/** The job of these entities. */
export async function drawn(...entities: readonly Entity[]): Promise<FieldJob> {
  return (await handOver(documentOf(...entities))).job;
}

/** A line or an area of a job. */
export function pathOf(
  job: FieldJob,
  row = 0,
  table: 'lines' | 'areas' = 'lines',
): { at: number[]; bulges: number[]; closed: boolean } {
  const path = job[table].loadPath(row, new Path());
  return {
    at: Array.from(path.coordinates.subarray(0, 3 * path.count)),
    bulges: Array.from(path.bulges.subarray(0, path.count)),
    closed: path.closed,
  };
}
