import { DEFAULT_STROKE_TOLERANCE, type JobSink } from '@fieldbridge/fieldjob';
import type { ByteSource } from '../../../core/byte-source.ts';
import { FormatError, LimitError } from '../../../core/failure.ts';
import type { ReadContext, ReadSummary } from '../../../core/format.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { checkLimit } from '../../../core/limits.ts';
import { FaceCollector } from '../../../kit/cad/face-collector.ts';
import { LayerMemo } from '../../../kit/cad/layer-memo.ts';
import { Pen } from '../../../kit/cad/pen.ts';
import { ELEMENT } from '../element-types.ts';
import { Interpreter } from '../interpreter.ts';
import { CompoundFile, type CompoundStream } from './compound-file.ts';
import { V8Dialect } from './dialect.ts';
import { walkPage } from './element.ts';
import { readExtendedColours } from './extended-colours.ts';
import { V8Library } from './library.ts';
import { readModel } from './model.ts';
import { MODEL_INDEX, readModelIndex } from './model-index.ts';
import { unpack, unpackPage } from './pages.ts';
import { scaleOf } from './scale.ts';

/** Pages of graphic elements of a model: `Dgn-Md/#000000/Dgn^G/$1`. */
const GRAPHIC_PAGE = /^\/Dgn-Md\/(#\d+)\/Dgn\^G\/\$(\d+)$/;

/** Most names of models in an issue. */
const MOST_NAMED = 20;
/** Pages for all models: tables and definitions (`Dgn^Nm`), and their attachments (`Dgn^NmA`). */
const SHARED_PAGE = /^\/Dgn\^(Nm|NmA)\/\$\d+$/;

/**
 * Reads one model of a V8 design file, the first unless another is named, because models have their own units and
 * origins.
 * @throws FormatError when the compound file is damaged or has no such model
 */
export async function readV8(source: ByteSource, sink: JobSink, context: ReadContext): Promise<ReadSummary> {
  const file = new CompoundFile(source);
  const pages = file.streams.flatMap((stream) => {
    const match = GRAPHIC_PAGE.exec(plain(stream.path));
    return match === null ? [] : [{ stream, model: match[1]!, number: Number(match[2]) }];
  });
  const chosen = chooseModel(file, [...new Set(pages.map(({ model }) => model))].sort(), context);
  const header = file.streams.find(({ path }) => path.startsWith('/Dgn-Md/') && path.endsWith(`${chosen}/Dgn~Mh`));
  if (header === undefined) throw new FormatError('dgn-model-header');
  const model = readModel(unpack(file.read(header), 'the model header'));
  const scale = scaleOf(model);
  if (scale.unit !== undefined) sink.describe({ unit: scale.unit });
  const tolerance = Number(context.options['tolerance'] ?? DEFAULT_STROKE_TOLERANCE);
  const { library, extended } = readShared(file, context);
  const layers = new LayerMemo(sink);
  const faces = FaceCollector.of(context.options);
  const dialect = new V8Dialect(layers, scale, model.is3d, library, extended, context.limits);
  const interpreter = new Interpreter(new Pen(sink, context.limits, tolerance, faces), dialect, context);
  const own = pages.filter((page) => page.model === chosen).sort((a, b) => a.number - b.number);
  if (library.tags.hasSets) for (const { stream } of own) readTags(file, stream, library, context);
  let unpacked = 0;
  for (const [index, { stream }] of own.entries()) {
    context.progress(index, own.length, 'reading');
    await new Promise((resolve) => setImmediate(resolve));
    context.signal.throwIfAborted();
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

/** The storage of the requested model, else of the first; the others are reported by name. */
function chooseModel(file: CompoundFile, storages: readonly string[], context: ReadContext): string {
  const names = modelNames(file, context);
  const models = storages.map((storage) => names.get(storage) ?? storage);
  const wanted = context.options['model'];
  const index =
    wanted === undefined ? 0 : models.findIndex((name) => name.toLowerCase() === String(wanted).toLowerCase());
  if (index < 0) throw new FormatError('dgn-no-model', { name: String(wanted), models: models.join(', ') || 'none' });
  if (storages.length > 1) {
    const listed = models.slice(0, MOST_NAMED).join(', ');
    context.report(issueOf('dgn-models', { models: models.length, names: listed, name: models[index]! }));
  }
  return storages[index] ?? '';
}

function modelNames(file: CompoundFile, context: ReadContext): Map<string, string> {
  const index = file.streams.find(({ path }) => plain(path) === MODEL_INDEX);
  if (index === undefined) return new Map();
  try {
    return readModelIndex(file.read(index));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    context.report(issueOf('dgn-shared-page-damaged', { found: error.message }));
    return new Map();
  }
}

/** Reads what all models share; damage loses only names, colours and shared cells. */
function readShared(file: CompoundFile, context: ReadContext): { library: V8Library; extended: number[] } {
  const library = new V8Library();
  const extended: number[] = [];
  let unpacked = 0;
  for (const stream of file.streams) {
    const [, folder] = SHARED_PAGE.exec(plain(stream.path)) ?? [];
    if (folder === undefined) continue;
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

/** Names of storages with a readable `^` for its control character. */
function plain(path: string): string {
  return path.replace(/\u001e/g, '^');
}

/**
 * Reads the tags of a page beforehand, because they follow the elements that they belong to. Damage is reported when
 * the page is drawn.
 */
function readTags(file: CompoundFile, stream: CompoundStream, library: V8Library, context: ReadContext): void {
  const page = readPage(file, stream, { ...context, report: () => {} });
  if (page === undefined) return;
  checkLimit(context.limits, 'unpackedBytes', page.length, 'bytes unpacked from the file');
  walkPage(page, 0, (element) => {
    if (element.type === ELEMENT.tag) library.tags.add(element, context.limits);
  });
}

/** A damaged page loses only its own elements. */
function readPage(file: CompoundFile, stream: CompoundStream, context: ReadContext): Uint8Array | undefined {
  try {
    return unpackPage(file.read(stream), stream.path);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    context.report(error.issue());
    return undefined;
  }
}
