import { relative, sep } from 'node:path';
import { ReportSink } from '@fieldbridge/fieldjob';
import { FileSource } from '../../core/byte-source.ts';
import { FormatError, LimitError } from '../../core/failure.ts';
import type { Format, ReadContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { SourceTally } from '../../core/tally.ts';
import { detect } from '../detect.ts';
import { ReferenceFiles } from './reference-files.ts';
import { withReferences } from './reference-reader.ts';

/** Most drawings that are searched for attachments; if there are more, the caller must name one. */
const MOST_DRAWINGS = 200;
/** Most names in a message. */
const MOST_NAMED = 20;
/** Formats of drawings that attach others. */
export const ATTACHING: ReadonlySet<string> = new Set(['dxf', 'dwg', 'dgn']);

interface Drawing {
  readonly path: string;
  /** In the archive. */
  readonly name: string;
  readonly format: Format;
}

/**
 * Reads the drawing in a folder of unpacked files that no other one attaches, or the one of the option `file`, with the
 * others as its references.
 * @throws FormatError `archive-no-drawing`, `archive-drawings`
 */
export const readUnpacked: NonNullable<ReadContext['readUnpacked']> = async (folder, sink, context) => {
  const files = new ReferenceFiles(folder);
  const drawings = drawingsIn(folder, files);
  const named = context.options['file'];
  const candidates =
    named === undefined
      ? await attachedByNone(drawings, files, context)
      : drawings.filter(({ name }) => isNamed(name, String(named)));
  const [chosen] = candidates;
  const names = (list: readonly Drawing[]): string =>
    list
      .slice(0, MOST_NAMED)
      .map(({ name }) => name)
      .join(', ');
  if (drawings.length === 0) throw new FormatError('archive-no-drawing', { found: `${files.count} files` });
  if (chosen === undefined || candidates.length > 1)
    throw new FormatError('archive-drawings', { names: names(candidates.length > 1 ? candidates : drawings) });
  context.report(issueOf('archive-drawing', { name: chosen.name, drawings: drawings.length }));
  const read = withReferences(await chosen.format.loadReader!(), chosen.format, folder);
  return withSource(chosen, (source) => read(source, sink, context));
};

function drawingsIn(folder: string, files: ReferenceFiles): Drawing[] {
  return files.all().flatMap((path): Drawing[] => {
    const name = relative(folder, path).split(sep).join('/');
    // Files that the archiver of macOS adds.
    if (/(^|\/)(__MACOSX\/|\._)/.test(name)) return [];
    const source = new FileSource(path);
    try {
      const { format, sniffed } = detect(source) ?? {};
      const isDrawing = format !== undefined && ATTACHING.has(format.id) && sniffed?.refusal === undefined;
      return isDrawing ? [{ path, name, format }] : [];
    } finally {
      source.close();
    }
  });
}

function isNamed(name: string, wanted: string): boolean {
  const [own, other] = [name.toLowerCase(), wanted.toLowerCase().replaceAll('\\', '/')];
  return own === other || own.endsWith(`/${other}`);
}

/** The drawings that no other attaches. Each is read once to find out, without keeping anything. */
async function attachedByNone(
  drawings: readonly Drawing[],
  files: ReferenceFiles,
  context: ReadContext,
): Promise<readonly Drawing[]> {
  if (drawings.length < 2 || drawings.length > MOST_DRAWINGS) return drawings;
  const attached = new Set<string>();
  for (const drawing of drawings) {
    const read = await drawing.format.loadReader!();
    const settled = { ...context, tally: new SourceTally() };
    const attach: ReadContext['attach'] = ({ file }) => {
      const path = file === '' ? undefined : files.find(file);
      if (path !== undefined && path !== drawing.path) attached.add(path);
    };
    try {
      await withSource(drawing, (source) =>
        read(source, new ReportSink(), { ...settled, report: () => {}, progress: () => {}, attach }),
      );
    } catch (error) {
      // The attachments of a damaged drawing are unknown; if it is chosen, it is refused with the reason.
      if (!(error instanceof FormatError) || error instanceof LimitError) throw error;
    }
  }
  const free = drawings.filter(({ path }) => !attached.has(path));
  // If drawings attach each other in a circle, no drawing is left.
  return free.length === 0 ? drawings : free;
}

async function withSource<T>({ path, name }: Drawing, use: (source: FileSource) => Promise<T>): Promise<T> {
  const source = new FileSource(path, name);
  try {
    return await use(source);
  } finally {
    source.close();
  }
}
