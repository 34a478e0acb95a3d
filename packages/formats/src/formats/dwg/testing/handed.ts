import { type FieldJob, Path } from '@fieldbridge/fieldjob';
import type { ACadVersion, Entity } from '@node-projects/acad-ts';
import { type ReadResult, readWith } from '../../../../testing/run-format.ts';
import type { OptionValues } from '../../../core/options.ts';
import { dwg } from '../format.ts';
import { library } from './library.ts';

export type Document = InstanceType<typeof library.CadDocument>;
/** The mark of a release that the library writes. */
export type Mark = keyof typeof ACadVersion;

/** Reads a document from the bytes that the library writes of it. */
export async function handOver(
  document: Document,
  options: OptionValues = {},
  mark: Mark = 'AC1032',
): Promise<ReadResult> {
  document.header!.version = library.ACadVersion[mark];
  const bytes = library.DwgWriter.writeToBuffer(document, null, null);
  return readWith(dwg, Uint8Array.from(new Uint8Array(bytes)), { options });
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
