import type { JobInfo, JobSink } from '@fieldbridge/fieldjob';
import type { ByteSource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import type { ReadContext, ReadSummary } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { readXml, type XmlDocument } from '../../kit/xml/document.ts';
import { parseTime } from '../../kit/xml/values.ts';
import { FieldBook } from './field-book.ts';
import { JOBXML_ROOT } from './format.ts';
import { Reductions } from './reductions.ts';

/** Attributes of the root that become properties of the job. */
const PROPERTIES = ['product', 'productVersion', 'productDBVersion', 'version'] as const;

/**
 * Reads a JobXML document: Reductions as points, the field book as observations, calibration pairs as control points.
 * All lengths are in metres, whatever unit the instrument displayed.
 */
export async function readJobXml(source: ByteSource, sink: JobSink, context: ReadContext): Promise<ReadSummary> {
  let version = '';
  await readXml(source, context, async (document) => {
    const info = openJob(document);
    const stamp = document.scanner.attributes.get('TimeStamp') ?? '';
    version = info.properties?.['version'] ?? '';
    sink.describe({ ...info, unit: 'metre' });
    const book = new FieldBook(document, sink);
    let reduced = false;
    await document.children(async (name) => {
      if (name === 'FieldBook') {
        await book.read();
        // The time of the root is also local.
        sink.describe({ createdAt: parseTime(stamp, book.zone) });
      } else if (name === 'Reductions') {
        reduced = true;
        const { coordinateSystem } = book;
        sink.describe({
          crs: coordinateSystem.crs((issue) => document.report(issue)),
          properties: { ...info.properties, ...coordinateSystem.properties() },
        });
        await new Reductions(document, sink, book).read();
      } else if (name !== 'Environment') {
        document.unknown(name);
      }
    });
    if (!reduced) document.report(issueOf('reductions-missing'));
    book.uncomputed.report(context);
  });
  return { version };
}

function openJob(document: XmlDocument): Partial<JobInfo> {
  const root = document.root();
  const { attributes } = document.scanner;
  if (root !== JOBXML_ROOT) {
    throw new FormatError('jobxml-wrong-root', { root, expected: JOBXML_ROOT });
  }
  const properties: Record<string, string> = {};
  for (const name of PROPERTIES) {
    const value = attributes.get(name);
    if (value !== undefined) properties[name] = value;
  }
  return { name: attributes.get('jobName') ?? '', createdAt: parseTime(attributes.get('TimeStamp') ?? ''), properties };
}
