import { basename } from 'node:path/win32';
import { FormatError } from '../../../core/failure.ts';
import type { ReadContext } from '../../../core/format.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import type { CompoundFile, StreamFolder } from './compound-file.ts';
import { countAll } from './models.ts';
import { MOST_PAGE_BYTES, unpack } from './pages.ts';

/** Stream of a published i-model that names its sources, and that of an encrypted one. */
const PROVENANCE = '/Dgn~Fprov';
const RIGHTS = /^\/Dgn~SKY(\/|$)/;
/** A folder with a design file that an i-model embeds. */
const FOLDER = /^\/\.Embedded\/#[\da-fA-F]+(?=\/)/;
/** The first source of a file, which it was made from. */
const SOURCE = /<Source[^>]*>([^<]+)<\/Source>/;
const MOST_NAMED = 20;

interface Embedded {
  readonly name: string;
  readonly folder: StreamFolder;
}

/** The design file to read from a compound file, and the settings to read it with. */
export interface Opened {
  readonly file: StreamFolder;
  readonly context: ReadContext;
}

/**
 * The design file itself or, of a published i-model that is encrypted, one that it embeds in the clear: the one of
 * `model=NAME`, else the first with content.
 * @throws FormatError `dgn-published` when nothing of it can be read
 */
export function openDesign(file: CompoundFile, context: ReadContext): Opened {
  if (file.find(PROVENANCE) === undefined) return { file, context };
  const embedded = embeddedIn(file);
  const requested = String(context.options['model'] ?? '').toLowerCase();
  const named = embedded.find(({ name }) => name.toLowerCase() === requested);
  const silent = { ...context, report: () => {} };
  const chosen = named ?? embedded.find(({ folder }) => countAll(folder, silent) > 0) ?? embedded[0];
  if (chosen === undefined) throw new FormatError('dgn-published');
  const names = embedded.slice(0, MOST_NAMED).map(({ name }) => name);
  context.report(
    issueOf('dgn-published-embedded', { files: embedded.length, names: names.join(', '), name: chosen.name }),
  );
  const { model: _, ...options } = context.options;
  return { file: chosen.folder, context: named === undefined ? context : { ...context, options } };
}

/** The embedded files that are not encrypted, by the name of the file that each was made from. */
function embeddedIn(file: CompoundFile): Embedded[] {
  const found = new Set<string>();
  for (const { path } of file.streams) {
    const [folder] = FOLDER.exec(path) ?? [];
    if (folder !== undefined) found.add(folder);
  }
  return [...found].toSorted().flatMap((path) => {
    const folder = file.within(path);
    return folder.streams.some((stream) => RIGHTS.test(stream.path)) || !hasContent(folder)
      ? []
      : [{ name: nameOf(folder) ?? basename(path), folder }];
  });
}

/** Whether the header of a model can be unpacked. */
function hasContent(folder: StreamFolder): boolean {
  const header = folder.streams.find(({ path }) => path.endsWith('/Dgn~Mh'));
  return header !== undefined && unpacked(folder, header.path) !== undefined;
}

function nameOf(folder: StreamFolder): string | undefined {
  const bytes = unpacked(folder, PROVENANCE);
  const [, source] = SOURCE.exec(bytes === undefined ? '' : new TextDecoder('utf-16le').decode(bytes)) ?? [];
  return source === undefined ? undefined : basename(source);
}

function unpacked(folder: StreamFolder, path: string): Uint8Array | undefined {
  const stream = folder.find(path);
  try {
    return stream && unpack(folder.read(stream), path, MOST_PAGE_BYTES);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return undefined;
  }
}
