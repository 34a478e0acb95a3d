import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldJob } from '@fieldbridge/fieldjob';
import { FormatError } from '../../core/failure.ts';
import type { WriteContext } from '../../core/format.ts';
import type { Holds } from '../../core/holds.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { FLUSH } from '../../kit/io/durable.ts';
import { writeDxf } from '../dxf/write.ts';
import { AttributeKeeper } from './attributes.ts';
import { ElevationKeeper } from './elevations.ts';
import { GeodataKeeper } from './geodata.ts';
import { showGroups } from './handed-over.ts';
import { library } from './library/library.ts';
import { noticesOfWriting } from './notices.ts';
import { ViewKeeper } from './view.ts';

/** Versions by their common name. */
const VERSIONS = { '2000': 'AC1015', '2013': 'AC1027', '2018': 'AC1032' } as const;

const CODE_PAGE = /(\$DWGCODEPAGE\s+3\s+)ANSI_1252/;

/** Writes a DWG: the job as DXF, read by the library into a new document, written in the requested version. */
export async function writeDwg(job: FieldJob, path: string, context: WriteContext): Promise<Holds> {
  const version = String(context.options['version'] ?? '2018') as keyof typeof VERSIONS;
  const handed = join(context.workFolder, 'handed-over.dxf');
  try {
    // Before 2007 texts are in a code page with escapes, as in a DXF of the same age.
    const holds = await writeDxf(job, handed, {
      ...context,
      options: { ...context.options, version: version === '2000' ? '2000' : '2018' },
    });
    context.signal.throwIfAborted();
    const notices = noticesOfWriting(context.report);
    const elevations = new ElevationKeeper();
    const keepers = [new AttributeKeeper(), elevations, new ViewKeeper(), new GeodataKeeper()];
    const bytes = readFileSync(handed);
    const dxf = bytes.toString(version === '2000' ? 'latin1' : 'utf8');
    showGroups(dxf, keepers);
    // Texts are UTF-8 since 2007; the library uses the code page that the header states for old programs.
    const given = version === '2000' ? bytes : Buffer.from(dxf.replace(CODE_PAGE, '$1UTF-8'));
    const document = library.DxfReader.readFromStream(given, notices);
    for (const keeper of keepers) keeper.giveBack(document);
    if (elevations.halfKnown > 0) context.report(issueOf('elevation-added', { count: elevations.halfKnown }));
    if (document.header === null) throw new FormatError('dwg-not-written', { version, reason: 'no-header' });
    document.header.version = library.ACadVersion[VERSIONS[version]];
    writeFileSync(path, library.DwgWriter.writeToBuffer(document, null, notices), { flush: FLUSH });
    return holds;
  } catch (error) {
    if (error instanceof FormatError || context.signal.aborted) throw error;
    throw new FormatError('dwg-not-written', { version, reason: 'library', message: (error as Error).message });
  } finally {
    rmSync(handed, { force: true });
  }
}
