import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { JobSink } from '@fieldbridge/fieldjob';
import type { CadDocument } from '@node-projects/acad-ts';
import { readDxf } from '../dxf/read.ts';
import { FormatError } from '../failure.ts';
import type { ReadContext, ReadSummary } from '../format.ts';
import { type ByteSource, FileSource, readAll } from '../io/byte-source.ts';
import { checkSections } from './locators.ts';
import { countEntities, reportLost } from './losses.ts';
import { noticesInto } from './notices.ts';
import { checkPageMap } from './page-map.ts';
import { repairDocument } from './repair.ts';
import { dwgRelease, isReadable } from './version.ts';

const loadLibrary = (): Promise<typeof import('@node-projects/acad-ts')> => import('@node-projects/acad-ts');

/**
 * Reads a DWG: the library takes the file apart, hands the drawing on as binary DXF in the work folder, and the DXF reader interprets
 * it. So a drawing means the same in either format, whatever it holds.
 * @throws FormatError `dwg-version` for releases before R13, `dwg-damaged` when the library cannot read it
 */
export async function readDwg(source: ByteSource, sink: JobSink, context: ReadContext): Promise<ReadSummary> {
  const bytes = readAll(source);
  const release = dwgRelease(bytes.subarray(0, 6));
  if (release === undefined || !isReadable(release)) {
    throw new FormatError(
      'dwg-version',
      `a DWG of release ${release ?? 'unknown'} cannot be read (R13 to 2018 can); save it as DXF or with a newer release`,
      0,
    );
  }
  checkSections(bytes, release);
  checkPageMap(bytes, release);
  const library = await loadLibrary();
  context.progress(0, 3, 'opening');
  const document = openDocument(library, bytes, context);
  context.signal.throwIfAborted();
  const { faces, texts } = repairDocument(document);
  if (faces > 0) {
    context.report({
      code: 'dwg-mesh-faces',
      severity: 'note',
      text: `${faces} faces of polyface meshes are counted as 3DFACE`,
    });
  }
  if (texts > 0) {
    context.report({
      code: 'dwg-leader-texts',
      severity: 'note',
      text: `${texts} texts of multileaders are counted as MTEXT`,
    });
  }
  const found = countEntities(document);
  context.progress(1, 3, 'handing over');
  const path = join(context.workFolder, 'drawing.dxf');
  try {
    writeDrawing(library, document, path, context);
    context.signal.throwIfAborted();
    await readHandedOver(path, source.name, sink, context);
    reportLost(found, context);
  } finally {
    rmSync(path, { force: true });
  }
  return { version: release };
}

function openDocument(
  library: typeof import('@node-projects/acad-ts'),
  bytes: Uint8Array,
  context: ReadContext,
): CadDocument {
  try {
    return library.DwgReader.readFromStream(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
      noticesInto(context.report),
    );
  } catch (error) {
    throw new FormatError(
      'dwg-damaged',
      `the drawing cannot be read (${(error as Error).message}); it is cut off or damaged. Open and repair it in CAD, or save it as DXF`,
    );
  }
}

function writeDrawing(
  library: typeof import('@node-projects/acad-ts'),
  document: CadDocument,
  path: string,
  context: ReadContext,
): void {
  // The newest version holds everything any version has, and its texts are UTF-8.
  if (document.header !== null) {
    document.header.version = library.ACadVersion.AC1032;
    document.header.codePage = 'UTF-8';
  }
  const descriptor = openSync(path, 'w');
  try {
    const target = { write: (part: Uint8Array) => void writeSync(descriptor, part) };
    library.DxfWriter.writeToStream(target, document, true, undefined, noticesInto(context.report));
  } catch (error) {
    throw new FormatError(
      'dwg-damaged',
      `the drawing was opened, but cannot be handed on (${(error as Error).message}); save it as DXF and try again`,
    );
  } finally {
    closeSync(descriptor);
  }
}

async function readHandedOver(path: string, name: string, sink: JobSink, context: ReadContext): Promise<void> {
  const handed = new FileSource(path, name);
  try {
    await readDxf(handed, sink, context);
  } finally {
    handed.close();
  }
}
