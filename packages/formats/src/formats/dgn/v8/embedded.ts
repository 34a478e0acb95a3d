import { basename } from 'node:path/win32';
import type { Attachment } from '../../../core/attachment.ts';
import { FormatError } from '../../../core/failure.ts';
import type { ReadContext } from '../../../core/format.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { attachOrReport } from '../attached-file.ts';
import type { CompoundFile, StreamFolder } from './compound-file.ts';
import { countAll } from './models.ts';
import { MOST_PAGE_BYTES, unpack } from './pages.ts';

/** Stream of a published i-model that names its sources, and that of an encrypted one. */
const PROVENANCE = '/Dgn~Fprov';
const RIGHTS = /^\/Dgn~SKY(\/|$)/;
/** A folder with a design file that an i-model embeds. */
const FOLDER = /^\/\.Embedded\/#[\da-fA-F]+(?=\/)/;
/** The sources of a file: first the one that it was made from, then the published files that it attaches. */
const SOURCE = /<Source[^>]*>([^<]+)<\/Source>/g;
const PUBLISHED = /\.i\.dgn$/i;
const MOST_SOURCES = 10_000;
const MOST_NAMED = 20;

interface Embedded {
  readonly name: string;
  /** Names of the files that it attaches. */
  readonly attached: readonly string[];
  readonly folder: StreamFolder;
}

/** The design file to read from a compound file, and the settings to read it with. */
export interface Opened {
  readonly file: StreamFolder;
  readonly context: ReadContext;
}

/**
 * The design file itself or, of a published i-model that is encrypted, one that it embeds in the clear: the one of
 * `model=NAME`, else of those that no other one attaches the first with content, its own or that of what it attaches.
 * @throws FormatError `dgn-published` when nothing of it can be read
 */
export function openDesign(file: CompoundFile, context: ReadContext): Opened {
  if (file.find(PROVENANCE) === undefined) return { file, context };
  const embedded = embeddedIn(file);
  const requested = context.embedded ?? String(context.options['model'] ?? '');
  const named = find(embedded, requested);
  const chosen = named ?? firstWithContent(embedded, context) ?? embedded[0];
  if (chosen === undefined) throw new FormatError('dgn-published');
  const inside = { ...context, attach: siblingsOr(embedded, context) };
  if (context.embedded !== undefined) return { file: chosen.folder, context: inside };
  const names = embedded.slice(0, MOST_NAMED).map(({ name }) => name);
  context.report(
    issueOf('dgn-published-embedded', { files: embedded.length, names: names.join(', '), name: chosen.name }),
  );
  const { model: _, ...options } = context.options;
  return { file: chosen.folder, context: named === undefined ? inside : { ...inside, options } };
}

function find(embedded: readonly Embedded[], wanted: string): Embedded | undefined {
  return embedded.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
}

/** Takes attachments: those to other embedded files are read from them, others as those of any file. */
function siblingsOr(embedded: readonly Embedded[], context: ReadContext): (attachment: Attachment) => void {
  return (attachment) => {
    const sibling = find(embedded, originalName(attachment.file));
    if (sibling === undefined || context.attachEmbedded === undefined) attachOrReport(attachment, context);
    else context.attachEmbedded({ ...attachment, file: '', embedded: sibling.name });
  };
}

function firstWithContent(embedded: readonly Embedded[], context: ReadContext): Embedded | undefined {
  const silent = { ...context, report: () => {} };
  const attached = new Set(embedded.flatMap((file) => file.attached));
  const roots = embedded.filter(({ name }) => !attached.has(name.toLowerCase()));
  const holds = (file: Embedded, seen: Set<Embedded>): boolean => {
    if (seen.has(file)) return false;
    seen.add(file);
    if (countAll(file.folder, silent) > 0) return true;
    return file.attached.some((name) => {
      const next = find(embedded, name);
      return next !== undefined && holds(next, seen);
    });
  };
  return [...roots, ...embedded].find((file) => holds(file, new Set()));
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
    if (folder.streams.some((stream) => RIGHTS.test(stream.path)) || !hasContent(folder)) return [];
    const [own, ...attached] = sourcesOf(folder);
    const others = attached.map((source) => originalName(source).toLowerCase());
    return [{ name: own === undefined ? basename(path) : basename(own), attached: others, folder }];
  });
}

/** The name of the file that a published one was made from. */
function originalName(path: string): string {
  return basename(path).replace(PUBLISHED, '');
}

/** Whether the header of a model can be unpacked. */
function hasContent(folder: StreamFolder): boolean {
  const header = folder.streams.find(({ path }) => path.endsWith('/Dgn~Mh'));
  return header !== undefined && unpacked(folder, header.path) !== undefined;
}

function sourcesOf(folder: StreamFolder): string[] {
  const bytes = unpacked(folder, PROVENANCE);
  const text = bytes === undefined ? '' : new TextDecoder('utf-16le').decode(bytes);
  return Array.from(text.matchAll(SOURCE).take(MOST_SOURCES), ([, source]) => source!);
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
