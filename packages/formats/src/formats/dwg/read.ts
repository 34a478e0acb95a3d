import type { JobSink } from '@fieldbridge/fieldjob';
import type { CadDocument } from '@node-projects/acad-ts';
import { type ByteSource, readAll } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import type { ReadContext, ReadSummary } from '../../core/format.ts';
import { DxfReading } from '../dxf/reading.ts';
import { drawingRecords } from './handover/drawing.ts';
import { Groups } from './handover/groups.ts';
import { ModelTags } from './handover/model-tags.ts';
import { library } from './library/library.ts';
import { lostInto } from './losses.ts';
import { noticesInto } from './notices.ts';
import { checkStructure } from './structure/structure.ts';
import { dwgRelease, isReadable } from './version.ts';

/**
 * Reads a DWG: the library parses the file, and the DXF reader interprets the result group by group (`handover/`), so
 * that a drawing has the same meaning in both formats.
 * @throws FormatError `dwg-version` for releases before R13, `dwg-damaged` when the library cannot read it
 */
export async function readDwg(source: ByteSource, sink: JobSink, context: ReadContext): Promise<ReadSummary> {
  const bytes = readAll(source);
  const release = dwgRelease(bytes.subarray(0, 6));
  if (release === undefined || !isReadable(release)) {
    throw new FormatError('dwg-version', { release: release ?? 'unknown' }, 0);
  }
  checkStructure(bytes, release, context.limits);
  context.progress(0, source.size, 'opening');
  const document = openDocument(bytes, context);
  context.signal.throwIfAborted();
  const groups = new Groups();
  const tags = new ModelTags(groups, recordsOf(document, groups, context), source.size);
  const reading = new DxfReading(source, sink, context, tags);
  await reading.walker.sections((name) => reading.section(name));
  return { version: release, choices: await reading.finish() };
}

function* recordsOf(document: CadDocument, groups: Groups, context: ReadContext): Generator<number, void> {
  try {
    yield* drawingRecords(document, groups, lostInto(context));
  } catch (error) {
    throw new FormatError('dwg-damaged', { found: `its parts do not fit together (${(error as Error).message})` });
  }
}

function openDocument(bytes: Uint8Array, context: ReadContext): CadDocument {
  const { buffer, byteOffset, byteLength } = bytes;
  // The library needs a whole buffer.
  const whole = byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  const configuration = new library.DwgReaderConfiguration();
  configuration.readSummaryInfo = false;
  // Entities that the library does not know are counted as skipped, not dropped.
  configuration.keepUnknownEntities = true;
  try {
    return library.DwgReader.readFromStreamWithConfig(whole as ArrayBuffer, configuration, noticesInto(context));
  } catch (error) {
    throw new FormatError('dwg-damaged', { found: (error as Error).message });
  }
}
