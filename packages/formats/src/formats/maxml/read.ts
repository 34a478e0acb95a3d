import type { JobSink } from '@fieldbridge/fieldjob';
import type { ByteSource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import type { ReadContext, ReadSummary } from '../../core/format.ts';
import { readXml, type XmlDocument } from '../../kit/xml/document.ts';
import { ContentReader } from './content.ts';
import { DialectReader } from './dialect.ts';
import { readDrawing } from './drawing.ts';
import { MAXML_NAMESPACE, MAXML_VERSION } from './profile.ts';

/** Reads MAXML: the open profile by its namespace, anything else as the dialect of repeated points. */
export async function readMaxml(source: ByteSource, sink: JobSink, context: ReadContext): Promise<ReadSummary> {
  let version = '';
  await readXml(source, context, async (document) => {
    document.root();
    const { namespace, attributes } = document.scanner;
    if (namespace !== MAXML_NAMESPACE) {
      await new DialectReader(document, sink).read();
      return;
    }
    version = attributes.get('version') ?? '';
    refuseNewer(version);
    await readProfile(document, sink);
  });
  return { version };
}

/** @throws FormatError `maxml-version` if the document has a later major version */
function refuseNewer(version: string): void {
  if (/^\d+/.test(version) && Number.parseInt(version, 10) > Number.parseInt(MAXML_VERSION, 10)) {
    throw new FormatError('maxml-version', { version, newest: MAXML_VERSION });
  }
}

async function readProfile(document: XmlDocument, sink: JobSink): Promise<void> {
  const content = new ContentReader(document, sink);
  await document.children((name) => {
    if (name !== 'Drawings') return content.section(name);
    return document.children((child) => {
      document.about = { kind: 'drawing' };
      if (child === 'Drawing') return readDrawing(document, sink, content);
      document.unknown(child);
    });
  });
}
