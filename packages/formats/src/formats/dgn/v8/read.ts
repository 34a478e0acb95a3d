import { DEFAULT_STROKE_TOLERANCE, type JobSink } from '@fieldbridge/fieldjob';
import type { ByteSource } from '../../../core/byte-source.ts';
import { FormatError, LimitError } from '../../../core/failure.ts';
import type { ReadContext, ReadSummary } from '../../../core/format.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { checkLimit } from '../../../core/limits.ts';
import { FaceCollector } from '../../../kit/cad/face-collector.ts';
import { LayerMemo } from '../../../kit/cad/layer-memo.ts';
import { Pen } from '../../../kit/cad/pen.ts';
import { giveWay } from '../../../kit/io/give-way.ts';
import { ELEMENT } from '../element-types.ts';
import { Interpreter } from '../interpreter.ts';
import { takeAttachment } from './attachments.ts';
import { CompoundFile, type CompoundStream, type StreamFolder } from './compound-file.ts';
import { V8Dialect } from './dialect.ts';
import { walkPage } from './element.ts';
import { openDesign } from './embedded.ts';
import { readExtendedColours } from './extended-colours.ts';
import { V8Library } from './library.ts';
import { readModel } from './model.ts';
import { chooseModel, plain } from './models.ts';
import { unpack, unpackPage } from './pages.ts';
import { scaleOf } from './scale.ts';
import { V8Attributes } from './stored-attributes.ts';

/** Pages for all models: tables and definitions (`Dgn^Nm`), and their attachments (`Dgn^NmA`). */
const SHARED_PAGE = /^\/Dgn\^(Nm|NmA)\/\$(\d+)$/;

/**
 * Reads one model of a V8 design file, the first with content unless another is named, because models have their own
 * units and origins.
 * @throws FormatError when the compound file is damaged or has no such model
 */
export async function readV8(source: ByteSource, sink: JobSink, given: ReadContext): Promise<ReadSummary> {
  const compound = new CompoundFile(source);
  if (compound.damage !== undefined) given.report(issueOf('cfb-damaged', { found: compound.damage }));
  const { file, context } = openDesign(compound, given);
  const { header, graphic, settings, attributes } = chooseModel(file, context);
  if (header === undefined) throw new FormatError('dgn-model-header');
  const model = readModel(unpack(file.read(header), 'the model header'));
  const stated = scaleOf(model);
  // An attachment places the design plane of a file, not the origin that its own coordinates begin at.
  const scale = context.attachedTo === undefined ? stated : { ...stated, origin: [0, 0, 0] as const };
  if (scale.unit !== undefined) sink.describe({ unit: scale.unit });
  const tolerance = Number(context.options['tolerance'] ?? DEFAULT_STROKE_TOLERANCE);
  const { library, extended } = readShared(file, context);
  const lineDashes = library.lineStyles.dashes(scale.numerator / scale.denominator);
  if (Object.keys(lineDashes).length > 0) sink.describe({ lineDashes });
  const layers = new LayerMemo(sink);
  const faces = FaceCollector.of(context.options);
  const stored = new V8Attributes(() => attributePages(file, attributes, context));
  const dialect = new V8Dialect(layers, scale, model.is3d, { library, colours: extended, stored }, context.limits);
  const interpreter = new Interpreter(new Pen(sink, context.limits, tolerance, faces), dialect, context);
  if (library.tags.hasSets) for (const stream of graphic) readTags(file, stream, library, context);
  for (const stream of settings) {
    const page = readPage(file, stream, context);
    if (page !== undefined) walkPage(page, 0, (element) => takeAttachment(element, scale, context));
  }
  let unpacked = 0;
  for (const [index, stream] of graphic.entries()) {
    await giveWay(index, graphic.length, context);
    const page = readPage(file, stream, context);
    if (page === undefined) continue;
    checkLimit(context.limits, 'unpackedBytes', unpacked + page.length, 'bytes unpacked from the file');
    const fault = walkPage(page, unpacked, (element) => interpreter.element(element));
    if (fault !== undefined) {
      const found = `${plain(stream.path)}: ${fault.text}`;
      context.report(issueOf('dgn-page-damaged', { found }, { offset: fault.offset }));
    }
    unpacked += page.length;
  }
  interpreter.finish();
  faces?.flush(sink, layers.at, context.report, false);
  return { version: model.is3d ? 'V8 3-D' : 'V8 2-D' };
}

/** Reads what all models share; damage loses only names, colours and shared cells. */
function readShared(file: StreamFolder, context: ReadContext): { library: V8Library; extended: number[] } {
  const library = new V8Library();
  const extended: number[] = [];
  let unpacked = 0;
  for (const { stream, folder } of sharedPages(file)) {
    try {
      const bytes = file.read(stream);
      if (folder === 'NmA') extended.push(...readExtendedColours(bytes, stream.path));
      else {
        const page = unpackPage(bytes, stream.path);
        checkLimit(context.limits, 'unpackedBytes', unpacked + page.length, 'bytes unpacked from the file');
        walkPage(page, unpacked, (element) => library.element(element));
        unpacked += page.length;
      }
    } catch (error) {
      if (!(error instanceof FormatError) || error instanceof LimitError) throw error;
      context.report(issueOf('dgn-shared-page-damaged', { found: error.message }));
    }
  }
  return { library, extended };
}

/** The pages for all models in order: a table may continue on the next one. */
function sharedPages(file: StreamFolder): { stream: CompoundStream; folder: string; number: number }[] {
  const pages = file.streams.flatMap((stream) => {
    const [, folder, number] = SHARED_PAGE.exec(plain(stream.path)) ?? [];
    return folder === undefined ? [] : [{ stream, folder, number: Number(number) }];
  });
  return pages.sort((a, b) => a.number - b.number);
}

/**
 * Reads the tags of a page beforehand, because they follow the elements that they belong to. Damage is reported when
 * the page is drawn.
 */
function readTags(file: StreamFolder, stream: CompoundStream, library: V8Library, context: ReadContext): void {
  const page = readPage(file, stream, { ...context, report: () => {} });
  if (page === undefined) return;
  checkLimit(context.limits, 'unpackedBytes', page.length, 'bytes unpacked from the file');
  walkPage(page, 0, (element) => {
    if (element.type === ELEMENT.tag) library.tags.add(element, context.limits);
  });
}

/** The unpacked pages with what applications store with the elements of a model and with those of all models. */
function* attributePages(
  file: StreamFolder,
  streams: readonly CompoundStream[],
  context: ReadContext,
): Generator<Uint8Array> {
  const shared = sharedPages(file).flatMap(({ stream, folder }) => (folder === 'NmA' ? [stream] : []));
  let unpacked = 0;
  for (const stream of [...streams, ...shared]) {
    const page = readPage(file, stream, context);
    if (page === undefined) continue;
    unpacked += page.length;
    checkLimit(context.limits, 'unpackedBytes', unpacked, 'bytes unpacked from the file');
    yield page;
  }
}

/** A damaged page loses only its own elements. */
function readPage(file: StreamFolder, stream: CompoundStream, context: ReadContext): Uint8Array | undefined {
  try {
    return unpackPage(file.read(stream), stream.path);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    context.report(error.issue());
    return undefined;
  }
}
