import { type JobSink, type Layer, layerOf } from '@fieldbridge/fieldjob';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type ByteSource, readAll } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import type { ReadContext, ReadSummary } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { hideHugeJpegs } from './huge-jpegs.ts';
import { ImageDrawings } from './image-drawings.ts';
import { type Groups, HIDDEN_LAYER } from './layer-stack.ts';
import { pageMatrix } from './matrix.ts';
import { measuresOf, reportMeasures } from './measures.ts';
import { nameObjectsOf } from './name-objects.ts';
import { refuseBombs } from './packed-streams.ts';
import { drawPage, type Operators } from './page.ts';
import { PagePen } from './page-pen.ts';
import { pageTreeOf, reportTree } from './page-tree.ts';
import { loadPdfjs, MOST_PIXELS, type Pdfjs, pdfjsParts } from './pdfjs.ts';
import { withStrayRejections } from './stray-rejections.ts';

/** Verbosity of pdf.js: it prints nothing; everything relevant is reported as issues. */
const SILENT = 0;
const MOST_COLOURS = 4;
/** Most pages of one file; more are refused by name. */
const MOST_PAGES = 100_000;

/**
 * Reads the linework and texts of a PDF, page by page.
 * @throws FormatError `pdf-encrypted`, `pdf-damaged`, `pdf-no-page`; LimitError, also `streamRatio` and `streamFilters`
 */
export async function readPdf(source: ByteSource, sink: JobSink, context: ReadContext): Promise<ReadSummary> {
  const pdfjs = await loadPdfjs();
  return withStrayRejections(context.report, () => readDocument(pdfjs, source, sink, context));
}

async function readDocument(
  pdfjs: Pdfjs,
  source: ByteSource,
  sink: JobSink,
  context: ReadContext,
): Promise<ReadSummary> {
  const data = readAll(source);
  const names = nameObjectsOf(data);
  await refuseBombs(data, names, context.limits, context.signal);
  const hidden = await hideHugeJpegs(data, names, MOST_PIXELS * MOST_COLOURS);
  if (hidden.length > 0) {
    const images = `${hidden.length} with impossible sizes in their headers (${hidden.slice(0, 3).join(', ')})`;
    context.report(issueOf('pdf-image-too-large', { images }));
  }
  // Before pdf.js takes ownership of the bytes.
  const tree = pageTreeOf(data);
  reportMeasures(measuresOf(data), context);
  const task = pdfjs.getDocument({
    data,
    ...pdfjsParts(),
    verbosity: SILENT,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    stopAtErrors: false,
    maxImageSize: MOST_PIXELS,
  });
  try {
    const document = await open(task.promise);
    reportTree(document.numPages, tree, context);
    const version = await readPages(document, pdfjs.OPS as Operators, source, names, sink, context);
    return { version };
  } finally {
    await task.destroy();
  }
}

async function open(promise: Promise<PDFDocumentProxy>): Promise<PDFDocumentProxy> {
  try {
    return await promise;
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'PasswordException') {
      throw new FormatError('pdf-encrypted');
    }
    throw new FormatError('pdf-damaged', { reason: message });
  }
}

async function readPages(
  document: PDFDocumentProxy,
  operators: Operators,
  source: ByteSource,
  names: ReadonlyMap<number, string>,
  sink: JobSink,
  context: ReadContext,
): Promise<string> {
  const plotScale = Number(context.options['plotScale'] ?? 1);
  const only = context.options['page'] === undefined ? undefined : Number(context.options['page']);
  const count = document.numPages;
  if (count > MOST_PAGES) throw new FormatError('pdf-too-many-pages', { pages: count, limit: MOST_PAGES });
  if (only !== undefined && only > count) throw new FormatError('pdf-no-page', { page: only, pages: count });
  sink.describe({ unit: 'metre' });
  const groups = await groupsOf(document);
  const layerNamed = (name: string): Layer => layerOf(name, { visible: !groups.hidden.has(name) });
  const tolerance = Number(context.options['tolerance'] ?? 0.00001);
  const pen = new PagePen(sink, context.limits, tolerance, plotScale, layerNamed);
  const pictures =
    context.options['images'] === 'outline'
      ? undefined
      : new ImageDrawings(source, sink, context.workFolder, layerNamed, names);
  const { tally, report } = context;
  const large = pictures?.largerThan(MOST_PIXELS) ?? '';
  if (large !== '') report(issueOf('pdf-image-too-large', { images: large }));
  const isAllTaken = context.options['outside'] === true;
  const tools = { pen, operators, groups, tally, report, pictures, isAllTaken };
  for (let number = only ?? 1; number <= (only ?? count); number++) {
    context.signal.throwIfAborted();
    context.progress(number - 1, count, 'reading');
    try {
      const page = await document.getPage(number);
      await drawPage(page, number, pageMatrix(page.view, page.rotate, page.userUnit, plotScale), tools);
      page.cleanup();
    } catch (error) {
      if (error instanceof FormatError) throw error;
      context.report(issueOf('pdf-page-damaged', { page: number, reason: (error as Error).message }));
    }
  }
  return await versionOf(document);
}

async function versionOf(document: PDFDocumentProxy): Promise<string> {
  const { info } = await document.getMetadata();
  return String((info as Record<string, unknown>)['PDFFormatVersion'] ?? '');
}

async function groupsOf(document: PDFDocumentProxy): Promise<Groups> {
  const config = await document.getOptionalContentConfig();
  const names = new Map<string, string>();
  const shown = new Set<string>();
  // pdf.js types this iterator loosely: entries are [id, group].
  for (const [id, group] of config as unknown as Iterable<[string, { name?: string | null; visible?: boolean }]>) {
    const name = group.name ?? id;
    names.set(id, name);
    if (group.visible !== false) shown.add(name);
  }
  const hidden = new Set([...names.values()].filter((name) => !shown.has(name)));
  return { names, hidden: hidden.add(HIDDEN_LAYER), isShown: (properties) => isShown(config, properties) };
}

/** Whether pdf.js would show marked content; a single group named by a membership is queried as that group. */
function isShown(config: { isVisible(group: object): boolean }, properties: object): boolean {
  const { id } = properties as { id?: unknown };
  return config.isVisible(typeof id === 'string' ? { type: 'OCG', id } : properties);
}
