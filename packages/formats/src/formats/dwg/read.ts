import type { JobSink } from '@fieldbridge/fieldjob';
import type { ByteSource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import type { ReadContext, ReadSummary } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { codePage } from '../../kit/cad/code-page.ts';
import { DxfReading } from '../dxf/reading.ts';
import { drawingRecords } from './drawing/drawing-records.ts';
import { type DrawingFile, openDrawing } from './file/drawing-file.ts';
import { FileBytes } from './file/file-bytes.ts';
import { shapesOf } from './file/shapes.ts';
import { Groups } from './handover/groups.ts';
import { ModelTags } from './handover/model-tags.ts';
import { dwgRelease, isReadable } from './version.ts';

/**
 * Reads a DWG: every object is passed to the DXF reader as its groups, so that a drawing has the same meaning in both
 * formats. Only what an object needs of the file is held in memory.
 * @throws FormatError `dwg-version` for releases before R13, `dwg-damaged` when the outer structure is not whole
 */
export async function readDwg(source: ByteSource, sink: JobSink, context: ReadContext): Promise<ReadSummary> {
  const file = openFile(source, context);
  const { report, tally, options } = context;
  context.signal.throwIfAborted();
  const place = (handle: number): { handle: string } => ({ handle: handle.toString(16).toUpperCase() });
  const reported = new Set<number>();
  const lost = (type: string, handle: number): void => {
    reported.add(handle);
    const counts = tally.of(type);
    counts.found++;
    counts.skipped++;
    report(issueOf('dwg-entity-lost', { type, reason: 'unread' }, place(handle)));
  };
  const objectLost = (type: string, handle: number, reason: unknown): void => {
    if (reported.has(handle)) return;
    reported.add(handle);
    report(issueOf('dwg-object-lost', { type, message: (reason as Error).message }, place(handle)));
  };
  const shapes = shapesOf(file.shapes, (reason) =>
    report(issueOf('dwg-object-lost', { type: 'ACDSDATA', message: (reason as Error).message })),
  );
  const groups = new Groups();
  const hasExtendedData = options['extendedData'] === true;
  const records = drawingRecords(file, groups, { shapes, hasExtendedData, lost, objectLost });
  const reading = new DxfReading(source, sink, context, new ModelTags(groups, records, source.size));
  await reading.walker.sections((name) => reading.section(name));
  return { version: file.releaseName, choices: await reading.finish() };
}

/**
 * Opens the drawing and reports what is wrong with the file. It is a function of its own so that nothing holds the
 * bytes of the file afterwards: since 2004 the objects are unpacked.
 */
function openFile(source: ByteSource, { report, progress, options, limits }: ReadContext): DrawingFile {
  const bytes = new FileBytes(source);
  const release = dwgRelease(bytes.part(0, 6));
  if (release === undefined || !isReadable(release)) {
    throw new FormatError('dwg-version', { release: release ?? 'unknown' }, 0);
  }
  progress(0, source.size, 'opening');
  const asked = options['codePage'];
  const decode = asked === undefined ? undefined : codePage(String(asked));
  const altered = new Set<number>();
  const faults = {
    lost: (reason: string): void => report(issueOf('dwg-page-lost', { reason })),
    altered: (offset: number | undefined): void =>
      report(issueOf('dwg-page-altered', {}, offset === undefined ? {} : { offset })),
    objectAltered: (handle: number): void => {
      // Tables are read more than once.
      if (altered.has(handle)) return;
      altered.add(handle);
      report(issueOf('dwg-object-altered', {}, { handle: handle.toString(16).toUpperCase() }));
    },
  };
  const file = openDrawing(bytes, release, limits, faults, decode);
  if (file.repaired > 0) report(issueOf('dwg-bytes-repaired', { count: file.repaired }));
  if (file.isMapRebuilt) report(issueOf('dwg-map-rebuilt', { count: file.map.count }));
  return file;
}
